"""Call Logs: calls, none of them simulated, narrowed by day, status and verdict; what staff thought of each."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from uuid import UUID

from sqlalchemy import delete, exists, select
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.inbox import queries
from mia.clinic.inbox.activity_pages import Condition
from mia.clinic.inbox.conversations import read_lines
from mia.clinic.inbox.history import Activity, ActivitySearch, ActivityStatus, search_activities
from mia.clinic.inbox.models import ActivityRow, FeedbackRow
from mia.clinic.inbox.nobody import is_name
from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.teaching import service as teaching
from mia.clinic.teaching.service import Origin, Said
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound
from mia.platform.realtime import service as realtime

Verdict = Literal["up", "down"]


@dataclass(frozen=True)
class CallSearch:
    """Which calls to list, newest first. Days are the clinic's, both included; None narrows nothing."""

    patient: str | None = field(default=None, repr=False)
    statuses: tuple[ActivityStatus, ...] = ()
    since: date | None = None
    until: date | None = None
    verdict: Verdict | None = None
    limit: int = 50
    cursor: str | None = None


@dataclass(frozen=True)
class Call:
    """A line of the call log. ``seconds`` is how long Mia talked, 0 where no one answered."""

    activity: Activity
    seconds: int
    verdict: Verdict | None


@dataclass(frozen=True)
class CallPage:
    """A page; ``next_cursor`` is None on the last."""

    items: tuple[Call, ...]
    next_cursor: str | None


@dataclass(frozen=True)
class Feedback:
    """What someone thought of a call. ``remark`` is empty when nothing was written, or it has had its time."""

    verdict: Verdict
    remark: str = field(repr=False)
    given_at: datetime


async def search_calls(session: ClinicSession, search: CallSearch) -> CallPage:
    """A page of calls; each reading is audited like that of the history."""
    narrowed = await _conditions(session, search)
    page = await search_activities(
        session,
        ActivitySearch(patient=search.patient, limit=search.limit, cursor=search.cursor, narrowed=narrowed),
    )
    ids = [activity.id for activity in page.items]
    seconds, verdicts = await _seconds(session, ids), await _verdicts(session, ids)
    items = tuple(Call(item, seconds.get(item.id, 0), verdicts.get(item.id)) for item in page.items)
    return CallPage(items, page.next_cursor)


async def get_feedback(session: ClinicSession, activity_id: UUID) -> Feedback | None:
    """What was thought of a call; :class:`NotFound` when the clinic has no such. Each reading is audited."""
    await _known(session, activity_id)
    await audit.record(session, "activity.read", "activity", [activity_id])
    query = select(FeedbackRow).where(FeedbackRow.activity_id == activity_id)
    row = await session.sql.scalar(query)
    if row is None:
        return None
    remark = session.unseal(row.remark_sealed) if row.remark_sealed else ""
    return Feedback("down" if row.verdict == "down" else "up", remark, row.given_at)


async def give_feedback(
    session: ClinicSession, activity_id: UUID, verdict: Verdict | None, remark: str = ""
) -> None:
    """Say what one thinks of a call or chat, over what was said before; None takes it back. With a thumb down the
    remark is what should have happened, and the conversation becomes a case to learn from."""
    activity = await _known(session, activity_id)
    if verdict is None:
        await session.sql.execute(delete(FeedbackRow).where(FeedbackRow.activity_id == activity_id))
    else:
        values = {
            "verdict": verdict,
            "remark_sealed": session.seal(remark.strip()) if remark.strip() else None,
            "given_by": session.scope.actor,
            "given_at": session.now(),
        }
        key = {"clinic_id": session.scope.clinic_id, "activity_id": activity_id}
        statement = upsert(FeedbackRow).values({**key, **values})
        await session.sql.execute(
            statement.on_conflict_do_update(index_elements=["clinic_id", "activity_id"], set_=values)
        )
    if verdict == "down" and remark.strip():
        await _keep_case(session, activity, remark.strip())
    else:
        await teaching.drop_case(session, activity_id)
    await audit.record(session, "activity.judge", "activity", [activity_id])
    await realtime.publish(session, "activity.changed", activity_id)


async def _conditions(session: ClinicSession, search: CallSearch) -> tuple[Condition, ...]:
    zone = (await practices.get_practice(session)).zone
    found: list[Condition] = [ActivityRow.action_type == "Call", ~ActivityRow.simulated]
    if search.statuses:
        found.append(ActivityRow.status.in_([status.value for status in search.statuses]))
    if search.since is not None:
        found.append(ActivityRow.occurred_at >= datetime.combine(search.since, time(), zone).astimezone(UTC))
    if search.until is not None:
        end = datetime.combine(search.until + timedelta(days=1), time(), zone).astimezone(UTC)
        found.append(ActivityRow.occurred_at < end)
    if search.verdict is not None:
        judged = select(FeedbackRow.activity_id).where(
            FeedbackRow.clinic_id == ActivityRow.clinic_id,
            FeedbackRow.activity_id == ActivityRow.id,
            FeedbackRow.verdict == search.verdict,
        )
        found.append(exists(judged))
    return tuple(found)


async def _seconds(session: ClinicSession, ids: Sequence[UUID]) -> dict[UUID, int]:
    query = select(ActivityRow.id, ActivityRow.handled_seconds).where(ActivityRow.id.in_(ids))
    return {row.id: row.handled_seconds for row in await session.sql.execute(query)}


async def _verdicts(session: ClinicSession, ids: Sequence[UUID]) -> dict[UUID, Verdict]:
    query = select(FeedbackRow.activity_id, FeedbackRow.verdict).where(FeedbackRow.activity_id.in_(ids))
    return {id_: "down" if verdict == "down" else "up" for id_, verdict in await session.sql.execute(query)}


async def _keep_case(session: ClinicSession, activity: ActivityRow, should: str) -> None:
    if activity.conversation_id is None:
        return
    lines = [Said(line.role, line.text) for line in await read_lines(session, activity.conversation_id)]
    shown = session.unseal(activity.name_sealed)
    names = [shown if is_name(shown) else None]
    if activity.patient_id is not None:
        names.append((await patients.get_patient(session, activity.patient_id)).name)
    origin = Origin(activity.id, activity.conversation_id, activity.channel, activity.occurred_at)
    await teaching.note_case(session, origin, lines, should, names)


async def _known(session: ClinicSession, activity_id: UUID) -> ActivityRow:
    found = await queries.find_activity(session, activity_id)
    if found is None:
        raise NotFound
    return found
