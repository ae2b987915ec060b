"""Reads what was derived for the client analytics: a window of days, narrowed by place and kind of service."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import select, text
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.insights.kinds import KIND
from mia.clinic.insights.models import InsightWindowRow
from mia.clinic.insights.windows import Window
from mia.platform.db.session import ClinicSession

_ALL = "*"


@dataclass(frozen=True)
class Narrowing:
    """A location and a kind of service (``kinds.py``); None narrows nothing."""

    location_id: UUID | None = None
    kind: str | None = None


@dataclass(frozen=True)
class DayCount:
    """The communications of a day. ``answers`` counts first answers by tenths of a second, ``calls`` by
    ``hour|status``."""

    day: date
    asked: int
    booked: int
    handled_seconds: int
    ratings: int
    points: int
    answers: dict[str, int]
    calls: dict[str, int]


def _narrowed_key(session: ClinicSession, narrowing: Narrowing) -> dict[str, Any]:
    place = str(narrowing.location_id) if narrowing.location_id else _ALL
    return {"clinic_id": session.scope.clinic_id, "place": place, "kind": narrowing.kind or _ALL}


async def find_kept(session: ClinicSession, window: Window, narrowing: Narrowing) -> dict[str, Any] | None:
    """What was kept of a window, if nothing was derived since."""
    key = _narrowed_key(session, narrowing) | {"since": window.since, "until": window.until}
    return await session.sql.scalar(select(InsightWindowRow.content).filter_by(**key))


async def keep(session: ClinicSession, window: Window, narrowing: Narrowing, content: dict[str, Any]) -> None:
    """Keep what was counted in a window until something is derived again."""
    key = _narrowed_key(session, narrowing) | {"since": window.since, "until": window.until}
    statement = upsert(InsightWindowRow).values(**key, content=content)
    await session.sql.execute(
        statement.on_conflict_do_update(index_elements=list(key), set_={"content": statement.excluded.content})
    )


_DAYS = text(
    """
    SELECT day, asked, booked, handled_seconds, ratings, points, answers, calls
    FROM insight_days
    WHERE clinic_id = :clinic_id AND place = :place AND kind = :kind AND day >= :first AND day < :end
    ORDER BY day
    """
)


async def list_days(session: ClinicSession, window: Window, narrowing: Narrowing) -> list[DayCount]:
    """The days of a window that were counted; those without any contact may be missing."""
    values = _narrowed_key(session, narrowing) | {"first": window.first, "end": window.end}
    return [DayCount(*row) for row in await session.sql.execute(_DAYS, values)]


@dataclass(frozen=True)
class Brought:
    """Bookings of a service that Mia brought, made in one column of the chart (``step``, from 0), at their list
    prices in cents. ``new_in_step`` and ``new`` of them are their patients' first in the column and in the window:
    sums of these count patients."""

    step: int
    service_id: UUID
    bookings: int
    new_in_step: int
    new: int
    cents: int


# Column by column, each from the index alone.
_BROUGHT = """
    SELECT steps.number - 1, sums.*
    FROM unnest(CAST(:begins AS timestamptz[]), CAST(:ends AS timestamptz[]))
        WITH ORDINALITY AS steps (begins, ends, number)
    CROSS JOIN LATERAL (
        SELECT brought.service_id, count(*),
            count(*) FILTER (WHERE brought.{before} IS NULL OR brought.{before} < steps.begins),
            count(*) FILTER (WHERE brought.{before} IS NULL OR brought.{before} < :since),
            sum(brought.price_cents)
        FROM insight_bookings AS brought {joined}
        WHERE brought.clinic_id = :clinic_id AND brought.booked_at >= steps.begins
            AND brought.booked_at < steps.ends {narrowed}
        GROUP BY brought.service_id
    ) AS sums
    """


async def list_brought(
    session: ClinicSession, window: Window, narrowing: Narrowing, steps: Sequence[datetime]
) -> list[Brought]:
    """The bookings of a window that followed a touch by Mia, in the columns that begin at ``steps``."""
    values = _values(session, window, narrowing) | {"begins": list(steps), "ends": [*steps[1:], window.until]}
    statement = text(_BROUGHT.format(before=f"before_{_kept(narrowing)}", **_narrowed("brought", narrowing)))
    return [Brought(*row) for row in await session.sql.execute(statement, values)] if steps else []


def _kept(narrowing: Narrowing) -> str:
    """The suffix of the columns for a row's neighbor in the result."""
    if narrowing.location_id:
        return "of_kind_at_place" if narrowing.kind else "at_place"
    return "of_kind" if narrowing.kind else "at"


@dataclass(frozen=True)
class DueCount:
    """Patients whose due date fell into a window or whom Mia brought back in it, and how far they got.

    ``due`` fell due in the window, and ``retained`` of them booked by its end, contacted or not. ``reached`` are
    those and who booked in the window within fourteen days of a touch by Mia; ``touched``, ``answered``,
    ``booked`` and ``treated`` are each a subset of the one before. ``booked`` are the figures' patients rebooked.
    """

    due: int
    retained: int
    reached: int
    touched: int
    answered: int
    booked: int
    treated: int


# The last recall of each family that fell due: what was to follow an earlier one, follows it. A booking that Mia
# brought stands for its patient's way to it, whenever the recall fell due.
_DUE = """
    SELECT count(*) FILTER (WHERE due) AS due, count(*) FILTER (WHERE retained) AS retained, count(*) AS reached,
        count(*) FILTER (WHERE touched) AS touched, count(*) FILTER (WHERE answered) AS answered,
        count(*) FILTER (WHERE booked) AS booked, count(*) FILTER (WHERE treated) AS treated
    FROM (
        SELECT patient_id, bool_or(due) AS due, bool_or(retained) AS retained, bool_or(touched) AS touched,
            bool_or(answered) AS answered, bool_or(booked) AS booked, bool_or(treated) AS treated
        FROM (
            SELECT due.patient_id, true AS due, due.booked_at < :until AS retained,
                due.touched_at < :until AS touched,
                due.touched_at < :until AND due.answered AS answered, false AS booked, false AS treated
            FROM insight_dues AS due {due_joined}
            WHERE due.clinic_id = :clinic_id AND due.due_at >= :since AND due.due_at < :until {due_narrowed}
                AND (due.{next} IS NULL OR due.{next} >= :until)
            UNION ALL
            SELECT brought.patient_id, false, false, true, true, true, visit.status = 'completed'
            FROM insight_bookings AS brought {brought_joined}
            JOIN appointments AS visit
                ON visit.clinic_id = brought.clinic_id AND visit.id = brought.appointment_id
            WHERE brought.clinic_id = :clinic_id AND brought.booked_at >= :since AND brought.booked_at < :until
                {brought_narrowed}
        ) AS ways
        GROUP BY patient_id
    ) AS patients
    """


async def count_due(session: ClinicSession, window: Window, narrowing: Narrowing) -> DueCount:
    """What became of the patients who fell due in a window, or whom Mia brought back in it."""
    words = {
        f"{table}_{key}": value
        for table in ("due", "brought")
        for key, value in _narrowed(table, narrowing).items()
    }
    statement = text(_DUE.format(next=f"next_{_kept(narrowing)}", **words))
    row = (await session.sql.execute(statement, _values(session, window, narrowing))).one()
    return DueCount(*row)


def _values(session: ClinicSession, window: Window, narrowing: Narrowing) -> dict[str, Any]:
    values: dict[str, Any] = {"clinic_id": session.scope.clinic_id, "since": window.since, "until": window.until}
    if narrowing.location_id:
        values["location_id"] = narrowing.location_id
    if narrowing.kind:
        values["kind"] = narrowing.kind
    return values


def _narrowed(table: str, narrowing: Narrowing) -> dict[str, str]:
    """The SQL that narrows; only names of ours stand in it."""
    joined = narrowed = ""
    if narrowing.location_id:
        narrowed += f"AND {table}.location_id = :location_id "
    if narrowing.kind:
        joined = (
            f"JOIN services ON services.clinic_id = {table}.clinic_id AND services.id = {table}.service_id "
            f"AND {KIND} = :kind"
        )
    return {"joined": joined, "narrowed": narrowed}


async def list_due_patients(session: ClinicSession, window: Window) -> list[UUID]:
    """The patients whose due date fell into a window."""
    query = text(
        "SELECT DISTINCT patient_id FROM insight_dues "
        "WHERE clinic_id = :clinic_id AND due_at >= :since AND due_at < :until"
    )
    return list(await session.sql.scalars(query, _values(session, window, Narrowing())))
