"""Contacts and texts of one patient, for their record, and contacts with a number that is no one patient's."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, or_, select

from mia.clinic.inbox.conversations import origin_blind
from mia.clinic.inbox.history import Activity, ActivitySearch, search_activities
from mia.clinic.inbox.models import ActivityRow, ConversationRow, ThreadRow
from mia.clinic.inbox.threads import queries as thread_queries
from mia.clinic.inbox.threads.service import Text, text_of
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession

_MOST_TEXTS = 200


async def list_contacts(
    session: ClinicSession, patient_id: UUID, *, before: datetime | None, limit: int
) -> tuple[Activity, ...]:
    """The newest lines of the history about a patient, simulated ones left out. Audited like the history."""
    narrowed = [ActivityRow.patient_id == patient_id, ~ActivityRow.simulated]
    if before is not None:
        narrowed.append(ActivityRow.occurred_at < before)
    return (await search_activities(session, ActivitySearch(limit=limit, narrowed=tuple(narrowed)))).items


async def list_contacts_with(
    session: ClinicSession, address: str, claimed_by: Sequence[UUID], *, limit: int
) -> tuple[Activity, ...]:
    """The newest lines about a phone number or email address that is no one patient's: calls that came from it,
    and contacts of ``claimed_by``, the unconfirmed records that hold it. Audited like the history."""
    calls = select(ConversationRow.id).where(ConversationRow.origin_blind == origin_blind(session, address))
    theirs = or_(ActivityRow.conversation_id.in_(calls), ActivityRow.patient_id.in_(claimed_by))
    return (await search_activities(session, ActivitySearch(limit=limit, narrowed=(theirs,)))).items


async def last_contacts(session: ClinicSession, patient_ids: Sequence[UUID]) -> dict[UUID, datetime]:
    """When the practice and each of some patients were last in contact, no matter who began it."""
    query = (
        select(ActivityRow.patient_id, func.max(ActivityRow.occurred_at))
        .where(ActivityRow.patient_id.in_(patient_ids), ~ActivityRow.simulated)
        .where(ActivityRow.status.not_in(["Scheduled", "Failed"]))
        .group_by(ActivityRow.patient_id)
    )
    return {id_: at for id_, at in await session.sql.execute(query) if id_ is not None}


async def list_texts_with(session: ClinicSession, patient_id: UUID) -> list[tuple[UUID, Text]]:
    """The newest texts of each thread with a patient, with the thread's id. Audited as reading the threads."""
    query = select(ThreadRow.id).where(ThreadRow.patient_id == patient_id)
    threads = (await session.sql.scalars(query)).all()
    if threads:
        await audit.record(session, "thread.read", "thread", threads)
    return [
        (thread_id, text_of(session, row))
        for thread_id in threads
        for row in await thread_queries.list_texts(session, thread_id, _MOST_TEXTS)
    ]
