"""Server messages that must arrive: written with the change they tell of, sent until they do."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import aliased

from mia.platform.db.session import OrgSession
from mia.platform.jobs.queue import Queue
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.voice.logs.service import note_state
from mia.voice.messages.models import OutgoingMessage
from mia.voice.messages.targets import server_target, wants_message
from mia.voice.wire import Json, milliseconds, to_text

_earlier = aliased(OutgoingMessage)
_blocked = select(1).where(
    _earlier.org_id == OutgoingMessage.org_id,
    _earlier.subject_id == OutgoingMessage.subject_id,
    _earlier.id < OutgoingMessage.id,
    _earlier.failed_at.is_(None),
)
MESSAGES = Queue(
    OutgoingMessage,
    SystemScope.OUTBOX,
    longest_pause_s=300.0,
    only=[~_blocked.exists()],
    channel="mia_voice_messages",
)
"""The oldest waiting message of each subject."""


async def enqueue_message(session: OrgSession, subject_id: UUID, assistant: Json, message: Json) -> None:
    """Promise ``message`` to the assistant's server, if it has one and wants the type.

    It is sent once the transaction has committed. ``subject_id`` keeps the order within a call or session. The
    states of a call stand in the organization's log, too.
    """
    if message["type"] == "status-update" and "status" in message:
        note_state(session, subject_id, message["status"], message.get("endedReason"))
    target = server_target(assistant)
    if target is None or not wants_message(assistant, message["type"]):
        return
    body = {"message": {"timestamp": milliseconds(session.now()), **message}}
    address: Json = {"url": target.url, "headers": target.headers, "authentication": target.authentication}
    address["seconds"] = target.timeout_seconds
    row = OutgoingMessage(
        org_id=session.scope.org_id,
        id=new_id(),
        subject_id=subject_id,
        type=message["type"],
        target_sealed=session.seal(to_text(address)),
        body_sealed=session.seal(to_text(body)),
    )
    session.sql.add(row)
    await session.sql.flush()  # one by one: ids, and so the order, follow the calls
    await MESSAGES.tell(session)


async def read_message(session: OrgSession, message_id: UUID) -> OutgoingMessage | None:
    """A claimed message, if it is still there."""
    return await session.sql.get(OutgoingMessage, (session.scope.org_id, message_id))
