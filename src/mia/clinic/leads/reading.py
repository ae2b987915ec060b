"""The pipeline as the board and the drawer show it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import ColumnElement, func, select

from mia.clinic.leads import pipeline_queries as queries
from mia.clinic.leads.lead import Lead, open_lead
from mia.clinic.leads.models import LeadRow
from mia.clinic.leads.stages import LeadStage
from mia.clinic.practice import service as practices
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession


class NextStep(StrEnum):
    """Leads by their next step; days are the practice's."""

    OVERDUE = "overdue"
    TODAY = "today"
    PLANNED = "planned"
    NONE = "none"


@dataclass(frozen=True)
class BoardFilter:
    """Which leads. ``since``: came in at or after. ``unowned`` wins over ``owner_id``."""

    since: datetime | None = None
    source: str | None = None
    owner_id: UUID | None = None
    unowned: bool = False
    next_step: NextStep | None = None


@dataclass(frozen=True)
class Column:
    """A stage with its newest leads, and how many there are in all."""

    stage: LeadStage
    total: int
    leads: tuple[Lead, ...]


@dataclass(frozen=True)
class LeadEvent:
    """A line of the timeline. ``rule`` and ``until`` are of the send decision, when there was one."""

    kind: str
    at: datetime
    actor: str
    user_id: UUID | None
    stage_before: LeadStage | None
    stage_after: LeadStage | None
    rule: str | None
    until: datetime | None


async def read_board(session: ClinicSession, wanted: BoardFilter, limit: int) -> list[Column]:
    """Every stage with up to ``limit`` leads, those first that moved last. Leaves an audit row."""
    where = await conditions(session, wanted)
    counts = await session.sql.execute(select(LeadRow.stage, func.count()).where(*where).group_by(LeadRow.stage))
    totals = {LeadStage(stage): number for stage, number in counts}
    columns = [
        Column(stage, totals.get(stage, 0), await _leads(session, where, stage, limit)) for stage in LeadStage
    ]
    await audit.record(session, "lead.read", "lead", [lead.id for column in columns for lead in column.leads])
    return columns


async def list_sources(session: ClinicSession) -> list[str]:
    """Where the clinic's leads came from, for the filter."""
    query = select(LeadRow.source).where(LeadRow.visitor.is_(False))
    return list(await session.sql.scalars(query.distinct().order_by(LeadRow.source)))


async def list_events(session: ClinicSession, lead_id: UUID) -> list[LeadEvent]:
    """What happened to a lead, in order."""
    return [
        LeadEvent(
            kind=row.kind,
            at=row.created_at,
            actor=row.actor,
            user_id=row.user_id,
            stage_before=LeadStage(row.stage_before) if row.stage_before else None,
            stage_after=LeadStage(row.stage_after) if row.stage_after else None,
            rule=row.rule,
            until=row.until,
        )
        for row in await queries.list_events(session, lead_id)
    ]


async def _leads(
    session: ClinicSession, where: list[ColumnElement[bool]], stage: LeadStage, limit: int
) -> tuple[Lead, ...]:
    query = (
        select(LeadRow)
        .where(*where, LeadRow.stage == stage.value)
        .order_by(LeadRow.stage_at.desc(), LeadRow.id.desc())
        .limit(limit)
    )
    return tuple(open_lead(session, row) for row in await session.sql.scalars(query))


async def conditions(session: ClinicSession, wanted: BoardFilter) -> list[ColumnElement[bool]]:
    """What a filter asks of a row."""
    today = session.now().astimezone((await practices.get_practice(session)).zone).date()
    # What visitors tell the demo practice's widget is theirs: it is gone after a day, and no lead of the practice.
    where: list[ColumnElement[bool]] = [LeadRow.visitor.is_(False)]
    if wanted.since is not None:
        where.append(LeadRow.created_at >= wanted.since)
    if wanted.source is not None:
        where.append(LeadRow.source == wanted.source)
    if wanted.unowned:
        where.append(LeadRow.owner_id.is_(None))
    elif wanted.owner_id is not None:
        where.append(LeadRow.owner_id == wanted.owner_id)
    match wanted.next_step:
        case NextStep.OVERDUE:
            where.append(LeadRow.next_step_on < today)
        case NextStep.TODAY:
            where.append(LeadRow.next_step_on == today)
        case NextStep.PLANNED:
            where.append(LeadRow.next_step_on > today)
        case NextStep.NONE:
            where.append(LeadRow.next_step_on.is_(None))
    return where
