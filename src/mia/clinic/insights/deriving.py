"""Derives what the client analytics reads: days, bookings that Mia brought, recalls that fell due.

Set by set, one statement for all days or patients that are stale. Formulas are the design's (figures of the client
analytics); simulated records never count.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import text

from mia.clinic.insights.kinds import KIND
from mia.clinic.insights.windows import midnight
from mia.platform.db.session import ClinicSession

_ATTRIBUTED = "interval '14 days'"
"""A booking so soon after a touch counts as brought by it; a contact is about a visit booked so soon after it."""
_BEFORE_DUE = "interval '30 days'"
"""A touch so long before a recall's due date is about that recall."""
_TOUCHED = (
    "touch.purpose = 'recall' AND touch.touched_at IS NOT NULL "
    "AND touch.state NOT IN ('failed', 'blocked', 'cancelled')"
)

# --- communications, day by day -----------------------------------------------------------------

_CLEAR_DAYS = text("DELETE FROM insight_days WHERE clinic_id = :clinic_id AND day = ANY(CAST(:days AS date[]))")

_VISIT_ABOUT = """
    SELECT visit.location_id::text AS place, {kind} AS kind
    FROM appointments AS visit
    JOIN services ON services.clinic_id = :clinic_id AND services.id = visit.service_id
    WHERE visit.clinic_id = :clinic_id AND visit.patient_id = {patient}
        AND (visit.starts_at <= {at} OR visit.created_at BETWEEN {at} AND {at} + {attributed})
    ORDER BY visit.created_at >= {at} DESC, abs(extract(epoch FROM visit.created_at - {at}))
    LIMIT 1
    """
"""What a contact is about: the visit booked in it or soon after, else the one booked last before."""

_DAYS_TEMPLATE = """
    WITH local AS (
        SELECT day FROM unnest(CAST(:days AS date[])) AS day
    ), happened AS (
        SELECT local.day, coalesce(visit.place, '') AS place, coalesce(visit.kind, '') AS kind,
            1 AS contacts, it.asked_for_booking::int AS asked, (it.asked_for_booking AND it.booked)::int AS booked,
            it.handled_seconds, 0 AS ratings, 0 AS points,
            CASE WHEN it.direction = 'inbound' THEN round(it.first_answer_ms / 100.0)::int END AS answer,
            CASE WHEN it.action_type = 'Call'
                THEN extract(hour FROM it.occurred_at AT TIME ZONE :zone)::int || '|' || it.status END AS call
        FROM local
        JOIN activities AS it ON (it.occurred_at AT TIME ZONE :zone)::date = local.day
        LEFT JOIN LATERAL ({about_contact}) AS visit ON true
        WHERE it.clinic_id = :clinic_id AND NOT it.simulated
            AND it.occurred_at >= :since AND it.occurred_at < :until
        UNION ALL
        SELECT local.day, coalesce(own.place, about.place, ''), coalesce(own.kind, about.kind, ''),
            0, 0, 0, 0, 1, rated.score, NULL, NULL
        FROM local
        JOIN ratings AS rated ON rated.clinic_id = :clinic_id AND rated.score IS NOT NULL
            AND (rated.rated_at AT TIME ZONE :zone)::date = local.day
            AND rated.rated_at >= :since AND rated.rated_at < :until
        LEFT JOIN LATERAL (
            SELECT visit.location_id::text AS place, {kind} AS kind
            FROM appointments AS visit
            JOIN services ON services.clinic_id = :clinic_id AND services.id = visit.service_id
            WHERE visit.clinic_id = :clinic_id AND visit.id = rated.appointment_id
        ) AS own ON true
        LEFT JOIN LATERAL ({about_rating}) AS about
            ON own.place IS NULL
    ), sums AS (
        SELECT day, CASE WHEN grouping(place) = 1 THEN '*' ELSE place END AS place,
            CASE WHEN grouping(kind) = 1 THEN '*' ELSE kind END AS kind,
            sum(contacts) AS contacts, sum(asked) AS asked, sum(booked) AS booked,
            sum(handled_seconds) AS handled_seconds, sum(ratings) AS ratings, sum(points) AS points
        FROM happened
        GROUP BY day, CUBE (place, kind)
    ), counted AS (
        SELECT day, CASE WHEN grouping(place) = 1 THEN '*' ELSE place END AS place,
            CASE WHEN grouping(kind) = 1 THEN '*' ELSE kind END AS kind,
            answer, call, count(*) AS times
        FROM happened
        WHERE answer IS NOT NULL OR call IS NOT NULL
        GROUP BY GROUPING SETS (
            (day, answer, place, kind), (day, answer, place), (day, answer, kind), (day, answer),
            (day, call, place, kind), (day, call, place), (day, call, kind), (day, call)
        )
    ), objects AS (
        SELECT day, place, kind,
            coalesce(jsonb_object_agg(answer, times) FILTER (WHERE answer IS NOT NULL), '{{}}') AS answers,
            coalesce(jsonb_object_agg(call, times) FILTER (WHERE call IS NOT NULL), '{{}}') AS calls
        FROM counted
        GROUP BY day, place, kind
    )
    INSERT INTO insight_days (clinic_id, place, kind, day, filled_at, contacts, asked, booked,
        handled_seconds, ratings, points, answers, calls)
    SELECT :clinic_id, coalesce(sums.place, '*'), coalesce(sums.kind, '*'), local.day, :now,
        coalesce(sums.contacts, 0), coalesce(sums.asked, 0), coalesce(sums.booked, 0),
        coalesce(sums.handled_seconds, 0), coalesce(sums.ratings, 0), coalesce(sums.points, 0),
        coalesce(objects.answers, '{{}}'), coalesce(objects.calls, '{{}}')
    FROM local
    LEFT JOIN sums ON sums.day = local.day
    LEFT JOIN objects ON objects.day = sums.day AND objects.place = sums.place
        AND objects.kind = sums.kind
    """
_ABOUT = {"kind": KIND, "attributed": _ATTRIBUTED}
_FILL_DAYS = text(
    _DAYS_TEMPLATE.format(
        kind=KIND,
        about_contact=_VISIT_ABOUT.format(patient="it.patient_id", at="it.occurred_at", **_ABOUT),
        about_rating=_VISIT_ABOUT.format(patient="rated.patient_id", at="rated.created_at", **_ABOUT),
    )
)


async def derive_days(session: ClinicSession, days: Sequence[date], zone: ZoneInfo) -> None:
    """Count the communications of these local days again; ``days`` are in order."""
    for run in _runs(days):
        values = {"clinic_id": session.scope.clinic_id, "days": run, "zone": zone.key, "now": session.now()}
        values |= {"since": midnight(run[0], zone), "until": midnight(run[-1] + _DAY, zone)}
        await session.sql.execute(_CLEAR_DAYS, values)
        await session.sql.execute(_FILL_DAYS, values)


def _runs(days: Sequence[date]) -> list[list[date]]:
    """Stretches of days next to each other, so that each is read from the index in one go."""
    runs: list[list[date]] = []
    for day in days:
        if runs and day - runs[-1][-1] == _DAY:
            runs[-1].append(day)
        else:
            runs.append([day])
    return runs


# --- bookings and recalls, patient by patient ---------------------------------------------------

_CLEAR_BOOKINGS = "DELETE FROM insight_bookings WHERE clinic_id = :clinic_id {of_them}"
_CLEAR_DUES = "DELETE FROM insight_dues WHERE clinic_id = :clinic_id {of_them}"

_FILL_BOOKINGS = """
    INSERT INTO insight_bookings
        (clinic_id, appointment_id, patient_id, booked_at, location_id, service_id, price_cents,
        before_at, before_at_place, before_of_kind, before_of_kind_at_place)
    SELECT :clinic_id, visit.id, visit.patient_id, visit.created_at, visit.location_id, visit.service_id,
        coalesce(
            (SELECT done.price_cents FROM treatments AS done
             WHERE done.clinic_id = :clinic_id AND done.appointment_id = visit.id LIMIT 1),
            services.price_cents),
        lag(visit.created_at) OVER (PARTITION BY visit.patient_id {in_order}),
        lag(visit.created_at) OVER (PARTITION BY visit.patient_id, visit.location_id {in_order}),
        lag(visit.created_at) OVER (PARTITION BY visit.patient_id, {kind} {in_order}),
        lag(visit.created_at) OVER (PARTITION BY visit.patient_id, visit.location_id, {kind} {in_order})
    FROM appointments AS visit
    JOIN services ON services.clinic_id = :clinic_id AND services.id = visit.service_id
    WHERE visit.clinic_id = :clinic_id AND visit.status <> 'cancelled' {of_visit}
        AND EXISTS (
            SELECT FROM outreach AS touch
            WHERE touch.clinic_id = :clinic_id AND touch.patient_id = visit.patient_id AND {touched}
                AND touch.touched_at <= visit.created_at
                AND touch.touched_at > visit.created_at - {attributed})
    """

_FILL_DUES = """
    WITH visits AS (
        SELECT visit.patient_id, services.family, visit.starts_at AS at, visit.created_at AS booked_at,
            visit.status = 'completed' AS treated, visit.id
        FROM appointments AS visit
        JOIN services ON services.clinic_id = :clinic_id AND services.id = visit.service_id
        WHERE visit.clinic_id = :clinic_id AND visit.status <> 'cancelled' {of_visit}
    ), steps AS (
        SELECT patient_id, family, at, booked_at, treated FROM visits
        UNION ALL
        -- Visits that came with a record from elsewhere have no appointment: they were booked by the day itself.
        SELECT patient_id, family, performed_at, performed_at, true
        FROM treatments
        WHERE clinic_id = :clinic_id AND status = 'completed' AND appointment_id IS NULL
            AND service_id IS NOT NULL {of_them}
    ), done AS (
        SELECT visit.patient_id, visit.family, visit.performed_at AS visit_at,
            visit.performed_at + make_interval(days => rules.due_days) AS due_at,
            visit.appointment_id, visit.service_id
        FROM treatments AS visit
        JOIN recall_rules AS rules ON rules.clinic_id = :clinic_id AND rules.family = visit.family
        WHERE visit.clinic_id = :clinic_id AND visit.status = 'completed'
            AND visit.service_id IS NOT NULL {of_visit}
    ), followed AS (
        SELECT done.patient_id, done.family, done.visit_at, min(steps.booked_at) AS booked_at,
            min(steps.at) FILTER (WHERE steps.treated) AS treated_at
        FROM done
        JOIN steps ON steps.patient_id = done.patient_id AND steps.family = done.family
            AND steps.at > done.visit_at
        GROUP BY done.patient_id, done.family, done.visit_at
    ), touched AS (
        SELECT done.patient_id, done.family, done.visit_at, min(touch.touched_at) AS touched_at,
            bool_or(touch.state IN ('answered', 'booked')) AS answered
        FROM done
        JOIN outreach AS touch ON touch.clinic_id = :clinic_id AND touch.patient_id = done.patient_id
            AND {touched} AND touch.touched_at >= done.due_at - {before_due}
        GROUP BY done.patient_id, done.family, done.visit_at
    )
    INSERT INTO insight_dues (clinic_id, patient_id, family, visit_at, due_at, location_id, service_id,
        touched_at, answered, booked_at, treated_at, next_at, next_at_place, next_of_kind, next_of_kind_at_place)
    SELECT :clinic_id, due.*,
        lead(due.due_at) OVER (PARTITION BY due.patient_id, due.family ORDER BY due.visit_at),
        lead(due.due_at) OVER (PARTITION BY due.patient_id, due.family, due.location_id ORDER BY due.visit_at),
        lead(due.due_at) OVER (PARTITION BY due.patient_id, due.family, {kind} ORDER BY due.visit_at),
        lead(due.due_at) OVER (
            PARTITION BY due.patient_id, due.family, due.location_id, {kind} ORDER BY due.visit_at)
    FROM (
        SELECT DISTINCT ON (done.patient_id, done.family, done.visit_at)
            done.patient_id, done.family, done.visit_at, done.due_at, place.location_id, done.service_id,
            touched.touched_at, coalesce(touched.answered, false), followed.booked_at, followed.treated_at
        FROM done
        LEFT JOIN followed USING (patient_id, family, visit_at)
        LEFT JOIN touched USING (patient_id, family, visit_at)
        LEFT JOIN appointments AS place ON place.clinic_id = :clinic_id AND place.id = done.appointment_id
    ) AS due
    LEFT JOIN services ON services.clinic_id = :clinic_id AND services.id = due.service_id
    """

_IN_ORDER = "ORDER BY visit.created_at, visit.id"
_SPANS = {**_ABOUT, "in_order": _IN_ORDER, "before_due": _BEFORE_DUE, "touched": _TOUCHED}
_SOME = "= ANY(CAST(:patients AS uuid[]))"
_NAMED = {"of_them": f"AND patient_id {_SOME}", "of_visit": f"AND visit.patient_id {_SOME}"}
_PARTS = (_CLEAR_BOOKINGS, _FILL_BOOKINGS, _CLEAR_DUES, _FILL_DUES)
# Two sets of statements, so that the plan for a few patients is never that for all.
_OF_ALL = [text(part.format(of_them="", of_visit="", **_SPANS)) for part in _PARTS]
_OF_SOME = [text(part.format(**_NAMED, **_SPANS)) for part in _PARTS]


async def derive_patients(session: ClinicSession, patient_ids: Sequence[UUID] | None) -> None:
    """Derive bookings and recalls again of some patients, or (None) of all."""
    values: dict[str, Any] = {"clinic_id": session.scope.clinic_id}
    if patient_ids is not None:
        values["patients"] = list(patient_ids)
    for statement in _OF_ALL if patient_ids is None else _OF_SOME:
        await session.sql.execute(statement, values)


# --- what is stale ------------------------------------------------------------------------------

_TAKE_MARKS = text(
    """
    WITH taken AS (DELETE FROM insight_stale WHERE clinic_id = :clinic_id RETURNING patient_id, moment)
    SELECT DISTINCT patient_id, (moment AT TIME ZONE :zone)::date AS day FROM taken
    """
)
_UNFILLED_DAYS = """
    SELECT one.day::date
    FROM generate_series(CAST(:first AS timestamp), CAST(:last AS timestamp), interval '1 day') AS one (day)
    WHERE NOT EXISTS (
        SELECT FROM insight_days AS known
        WHERE known.clinic_id = :clinic_id AND known.place = '*' AND known.kind = '*'
            AND known.day = one.day::date AND known.filled_at <= :now
            AND known.filled_at >= (one.day + interval '1 day') AT TIME ZONE :zone)
    """
_ANY_MARK = "SELECT EXISTS (SELECT FROM insight_stale WHERE clinic_id = :clinic_id) OR EXISTS ({unfilled})"
_UNFILLED = text(_UNFILLED_DAYS)
_ANY_STALE = text(_ANY_MARK.format(unfilled=_UNFILLED_DAYS))
_MANY = 2000
_DAY = timedelta(days=1)
_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))")
_CLEAR_WINDOWS = text("DELETE FROM insight_windows WHERE clinic_id = :clinic_id")


async def bring_up_to_date(session: ClinicSession, first: date, end: date, zone: ZoneInfo) -> None:
    """Derive again what triggers have marked since, and the days from ``first`` up to ``end`` never counted yet.

    A day that was counted before it was over, or by a clock since set back, counts as never counted.
    """
    values: dict[str, Any] = {"clinic_id": session.scope.clinic_id, "zone": zone.key, "now": session.now()}
    values |= {"first": datetime.combine(first, datetime.min.time()), "last": _day_before(end)}
    if not await session.sql.scalar(_ANY_STALE, values):
        return
    await hold_derived(session)  # who waited finds the marks taken and the work done
    patients, days = await _take(session, values)
    if patients != []:
        await derive_patients(session, patients if patients is None or len(patients) <= _MANY else None)
    unfilled = set((await session.sql.scalars(_UNFILLED, values)).all())
    today = session.now().astimezone(zone).date()
    wanted = unfilled | {day for day in days if day < today}  # the marks are gone, of days after this window too
    if wanted:
        await derive_days(session, sorted(wanted), zone)
    if wanted or patients != []:
        await session.sql.execute(_CLEAR_WINDOWS, values)


async def hold_derived(session: ClinicSession) -> None:
    """Have no one else derive anything for the clinic until this transaction ends."""
    await session.sql.execute(_LOCK, {"key": f"insights:{session.scope.clinic_id}"})


async def _take(session: ClinicSession, values: dict[str, Any]) -> tuple[list[UUID] | None, set[date]]:
    """Patients (None: all) and days that are marked; the marks are removed."""
    rows = (await session.sql.execute(_TAKE_MARKS, values)).all()
    days = {row.day for row in rows if row.day is not None}
    if any(row.day is None and row.patient_id is None for row in rows):
        return None, days
    return [row.patient_id for row in rows if row.patient_id is not None], days


def _day_before(end: date) -> datetime:
    return datetime.combine(end, datetime.min.time()) - _DAY
