"""Who a contact of the history was with, as far as the inbox knows: other rooms may know more of them."""

from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import select

from mia.clinic.inbox import queries
from mia.clinic.inbox.models import TaskRow
from mia.clinic.inbox.threads import queries as thread_queries
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound


@dataclass(frozen=True)
class Caller:
    """``phone`` (E.164) is where staff were asked to call back, or from where someone texts."""

    conversation_id: UUID | None
    patient_id: UUID | None
    phone: str | None = field(repr=False)


async def find_caller(session: ClinicSession, activity_id: UUID) -> Caller:
    """Who a contact was with; :class:`NotFound` when the clinic has no such. What is read is audited."""
    row = await queries.find_activity(session, activity_id)
    if row is None:
        raise NotFound
    await audit.record(session, "activity.read", "activity", [activity_id])
    phone = await _phone_left(session, row.conversation_id) if row.conversation_id else None
    return Caller(row.conversation_id, row.patient_id, phone)


async def _phone_left(session: ClinicSession, conversation_id: UUID) -> str | None:
    query = select(TaskRow.phone_sealed).where(
        TaskRow.conversation_id == conversation_id, TaskRow.phone_sealed.is_not(None)
    )
    sealed = await session.sql.scalar(query.order_by(TaskRow.created_at.desc()).limit(1))
    if sealed is not None:
        return session.unseal(sealed)
    thread = await thread_queries.find_thread_of_talk(session, conversation_id)
    return session.unseal(thread.address_sealed) if thread and thread.channel == "sms" else None
