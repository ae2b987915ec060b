"""Figures of lead conversion, computed by the database over the leads that came in within a window."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, or_, select

from mia.clinic.leads.models import LeadRow
from mia.clinic.leads.reading import BoardFilter, conditions
from mia.clinic.leads.stages import LeadStage
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class SourceFigures:
    """Leads of one source: how many came, booked a consult (whatever became of it), and were won."""

    source: str
    total: int
    booked: int
    won: int
    lost: int


@dataclass(frozen=True)
class LeadFigures:
    """``by_stage`` counts where the leads are now; ``contacted`` counts those who have heard from the practice.

    ``speed_seconds``: median time from capture to the first answer, over the leads that waited for one
    (``answered`` of ``waited``); None before the first answer. Leads who were already talking with Mia waited for
    nothing and are not counted there.
    """

    by_stage: dict[LeadStage, int]
    by_source: tuple[SourceFigures, ...]
    contacted: int
    speed_seconds: float | None
    waited: int
    answered: int

    @property
    def total(self) -> int:
        return sum(self.by_stage.values())

    @property
    def booked(self) -> int:
        return sum(source.booked for source in self.by_source)

    @property
    def won(self) -> int:
        return sum(source.won for source in self.by_source)


async def lead_figures(session: ClinicSession, wanted: BoardFilter) -> LeadFigures:
    """The figures of the leads that a filter of the board leaves."""
    where = await conditions(session, wanted)
    stages = await session.sql.execute(select(LeadRow.stage, func.count()).where(*where).group_by(LeadRow.stage))
    counted = {LeadStage(stage): number for stage, number in stages}
    waiting = func.count(LeadRow.captured_at)
    answered = func.count().filter(LeadRow.captured_at.is_not(None), LeadRow.answered_at.is_not(None))
    heard = or_(
        LeadRow.captured_at.is_(None),
        LeadRow.answered_at.is_not(None),
        LeadRow.booked_at.is_not(None),
        LeadRow.stage.in_([LeadStage.CONTACTED.value, LeadStage.CONSULT_BOOKED.value, LeadStage.WON.value]),
    )
    seconds = func.extract("epoch", LeadRow.answered_at - LeadRow.captured_at)
    # Aggregates pass nulls over: neither who never waited nor who still waits counts into the median.
    median = func.percentile_cont(0.5).within_group(seconds)
    contacted = func.count().filter(heard)
    speed = (await session.sql.execute(select(waiting, answered, median, contacted).where(*where))).one()
    return LeadFigures(
        by_stage={stage: counted.get(stage, 0) for stage in LeadStage},
        by_source=await _by_source(session, where),
        speed_seconds=float(speed[2]) if speed[2] is not None else None,
        waited=speed[0],
        answered=speed[1],
        contacted=speed[3],
    )


async def _by_source(session: ClinicSession, where: list[ColumnElement[bool]]) -> tuple[SourceFigures, ...]:
    total = func.count()
    query = (
        select(
            LeadRow.source,
            total,
            func.count().filter(LeadRow.booked_at.is_not(None)),
            func.count().filter(LeadRow.stage == LeadStage.WON.value),
            func.count().filter(LeadRow.stage == LeadStage.LOST.value),
        )
        .where(*where)
        .group_by(LeadRow.source)
        .order_by(total.desc(), LeadRow.source)
    )
    return tuple(SourceFigures(*row) for row in await session.sql.execute(query))
