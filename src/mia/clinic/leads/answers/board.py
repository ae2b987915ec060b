"""The pipeline with all that stands beside it: owners by name, Mia's answers, the thread, the visit."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers.answering import FollowUp, list_follow_ups
from mia.clinic.leads.service import BoardFilter, Column, Lead, LeadEvent
from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment
from mia.identity import service as identity
from mia.identity.service import Permission
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import Invalid, NotFound
from mia.platform.kernel.scope import ClinicScope


@dataclass(frozen=True)
class Owner:
    """Someone of the team. ``active``: they may be given a lead now."""

    id: UUID
    name: str = field(repr=False)
    active: bool


@dataclass(frozen=True)
class LeadBoard:
    """Every stage with its leads, and what the cards say beside them."""

    columns: tuple[Column, ...]
    follow_ups: Mapping[UUID, FollowUp]
    owners: tuple[Owner, ...]
    sources: tuple[str, ...]
    today: date
    timezone: str
    follows_up: bool


@dataclass(frozen=True)
class LeadDetail:
    """One lead with its timeline. ``reach``: whether the number can be texted."""

    lead: Lead
    follow_up: FollowUp | None
    timeline: tuple[LeadEvent, ...]
    owners: tuple[Owner, ...]
    reach: inbox.Reach
    visit: Appointment | None
    timezone: str


async def list_owners(database: Database, scope: ClinicScope) -> tuple[Owner, ...]:
    """The team, by name; those are active who may work on leads."""
    return tuple(
        Owner(one.user_id, one.name, not one.disabled and identity.allows(one.role, Permission.WRITE_LEADS))
        for one in await identity.list_members(database, scope)
    )


async def check_owner(database: Database, scope: ClinicScope, owner_id: UUID | None) -> None:
    """:class:`Invalid` for someone who cannot have a lead."""
    if owner_id is None or any(one.active and one.id == owner_id for one in await list_owners(database, scope)):
        return
    raise Invalid("This person can't own a lead", fields={"owner_id": "Choose a team member"})


async def read_board(
    session: ClinicSession, owners: tuple[Owner, ...], wanted: BoardFilter, limit: int
) -> LeadBoard:
    """The board; ``limit`` leads of each stage."""
    practice = await practices.get_practice(session)
    columns = tuple(await leads.read_board(session, wanted, limit))
    shown = [lead.id for column in columns for lead in column.leads]
    return LeadBoard(
        columns=columns,
        follow_ups=await list_follow_ups(session, shown),
        owners=owners,
        sources=tuple(await leads.list_sources(session)),
        today=session.now().astimezone(practice.zone).date(),
        timezone=practice.timezone,
        follows_up=practice.settings.follows_up_leads,
    )


async def read_lead(session: ClinicSession, owners: tuple[Owner, ...], lead_id: UUID) -> LeadDetail:
    """One lead; :class:`NotFound` when the clinic has none of this id. Leaves an audit row."""
    lead = await leads.get_lead(session, lead_id)
    await audit.record(session, "lead.read", "lead", [lead_id])
    return LeadDetail(
        lead=lead,
        follow_up=(await list_follow_ups(session, [lead_id])).get(lead_id),
        timeline=tuple(await leads.list_events(session, lead_id)),
        owners=owners,
        reach=await inbox.find_reach(session, lead.learned.phone),
        visit=await visit_of(session, lead.appointment_id),
        timezone=(await practices.get_practice(session)).timezone,
    )


def since_days(now: datetime, days: int | None) -> datetime | None:
    """The beginning of a window that ends now; None for all time."""
    return now - timedelta(days=days) if days is not None else None


async def visit_of(session: ClinicSession, appointment_id: UUID | None) -> Appointment | None:
    """The visit that a lead has booked, whatever became of it."""
    if appointment_id is None:
        return None
    try:
        return await schedule.get_appointment(session, appointment_id)
    except NotFound:
        return None
