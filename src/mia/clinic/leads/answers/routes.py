"""The pipeline of leads: the board, a lead's drawer, changes by staff, and the figures."""

from typing import Annotated

from fastapi import APIRouter, Query

from mia.clinic.leads import service as leads
from mia.clinic.leads.answers.board import check_owner, list_owners, read_board, read_lead, since_days
from mia.clinic.leads.answers.schemas import (
    LeadBoardOut,
    LeadDetailOut,
    LeadFiguresOut,
    LeadIn,
    LeadOwnerOut,
    LeadStageIn,
    NewLeadIn,
)
from mia.clinic.leads.service import Agreement, BoardFilter, LeadChange, NewLead, NextStep
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api/clinics/{slug}/leads", tags=["leads"])

Source = Annotated[str | None, Query(max_length=40, pattern=r"^[a-z_]+$")]
OwnerId = Annotated[str | None, Query(max_length=40)]
Days = Annotated[int | None, Query(ge=1, le=3650)]
NOBODY = "none"
"""Stands in the filter for leads that no one has."""


@router.get("")
async def read_pipeline(
    scope: CurrentScope,
    database: DatabaseDep,
    source: Source = None,
    owner: OwnerId = None,
    next_step: NextStep | None = None,
    days: Days = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> LeadBoardOut:
    """Every stage with its leads. Filters are no words of people, so they may stand in the address."""
    owners = await list_owners(database, scope)
    async with database.clinic(scope) as session:
        wanted = BoardFilter(
            since=since_days(session.now(), days),
            source=source,
            owner_id=decode("usr", owner) if owner and owner != NOBODY else None,
            unowned=owner == NOBODY,
            next_step=next_step,
        )
        return LeadBoardOut.of(await read_board(session, owners, wanted, limit))


@router.get("/figures")
async def read_figures(
    scope: CurrentScope, database: DatabaseDep, source: Source = None, owner: OwnerId = None, days: Days = 30
) -> LeadFiguresOut:
    """Speed to lead and conversion of the leads that came in within so many days."""
    async with database.clinic(scope) as session:
        owner_id = decode("usr", owner) if owner and owner != NOBODY else None
        since = since_days(session.now(), days)
        wanted = BoardFilter(since=since, source=source, owner_id=owner_id, unowned=owner == NOBODY)
        return LeadFiguresOut.of(await leads.lead_figures(session, wanted))


@router.get("/owners")
async def read_owners(scope: CurrentScope, database: DatabaseDep) -> list[LeadOwnerOut]:
    """Who of the team may have a lead."""
    return [LeadOwnerOut.of(owner) for owner in await list_owners(database, scope) if owner.active]


@router.post("", status_code=201)
async def enter_lead(body: NewLeadIn, scope: CurrentScope, database: DatabaseDep) -> LeadDetailOut:
    """Keep someone who asked for something. The same key enters them once."""
    owner_id = decode("usr", body.owner_id) if body.owner_id else None
    await check_owner(database, scope, owner_id)
    owners = await list_owners(database, scope)
    async with database.clinic(scope) as session:
        new = NewLead(
            name=body.name,
            source="staff",
            phone=body.phone,
            email=body.email,
            interest=body.interest,
            message=body.message,
            agrees_to_texts=body.agrees_to_texts,
            agrees_to_ai_calls=body.agrees_to_ai_calls,
            key=f"staff:{body.idempotency_key}",
            owner_id=owner_id,
        )
        lead_id = await leads.add_lead(session, new)
        return LeadDetailOut.of(await read_lead(session, owners, lead_id))


@router.get("/{lead_id}")
async def read_one(lead_id: str, scope: CurrentScope, database: DatabaseDep) -> LeadDetailOut:
    """One lead with its timeline."""
    owners = await list_owners(database, scope)
    async with database.clinic(scope) as session:
        return LeadDetailOut.of(await read_lead(session, owners, decode("led", lead_id)))


@router.put("/{lead_id}")
async def write_lead(lead_id: str, body: LeadIn, scope: CurrentScope, database: DatabaseDep) -> LeadDetailOut:
    """Write over a lead; 409 when someone else has changed it meanwhile."""
    owners = await list_owners(database, scope)
    owner_id = decode("usr", body.owner_id) if body.owner_id else None
    async with database.clinic(scope) as session:
        before = await leads.get_lead(session, decode("led", lead_id))
        if owner_id != before.owner_id:
            await check_owner(database, scope, owner_id)
        change = LeadChange(
            name=body.name,
            phone=body.phone,
            email=body.email,
            interest=body.interest,
            owner_id=owner_id,
            next_step=(body.next_step or "").strip() or None,
            next_step_on=body.next_step_on,
            agreed=Agreement(body.agrees_to_texts, body.agrees_to_ai_calls),
        )
        await leads.change_lead(session, before.id, change, body.version)
        return LeadDetailOut.of(await read_lead(session, owners, before.id))


@router.post("/{lead_id}/stage")
async def move_lead(lead_id: str, body: LeadStageIn, scope: CurrentScope, database: DatabaseDep) -> LeadDetailOut:
    """Move a lead; 409 to a consult that is not booked, or when someone else has changed it meanwhile."""
    owners = await list_owners(database, scope)
    async with database.clinic(scope) as session:
        id_ = decode("led", lead_id)
        await leads.move_lead(session, id_, body.stage, version=body.version, lost_reason=body.lost_reason)
        return LeadDetailOut.of(await read_lead(session, owners, id_))
