"""Server messages that must arrive: written with the change they tell of, sent until they do."""

from uuid import UUID

import structlog
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import aliased

from mia.platform.db.session import OrgSession, SystemSession
from mia.platform.kernel.ids import new_id
from mia.voice.messages.models import OutgoingMessage
from mia.voice.resources.assistant.brief import server_target, wants_message
from mia.voice.wire import Json, milliseconds, to_text

log = structlog.get_logger()

LEASE_SECONDS = 60
"""How long a process may take to deliver a message before another tries; more than its time-out."""

BATCH = 16


async def enqueue_message(session: OrgSession, subject_id: UUID, assistant: Json, message: Json) -> None:
    """Promise ``message`` to the assistant's server, if it has one and wants the type.

    It is sent once the transaction has committed. ``subject_id`` keeps the order within a call or session.
    """
    target = server_target(assistant)
    if target is None or not wants_message(assistant, message["type"]):
        return
    body = {"message": {"timestamp": milliseconds(session.now()), **message}}
    address = {"url": target.url, "headers": target.headers}
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


async def claim_due(system: SystemSession) -> list[tuple[UUID, UUID]]:
    """Take up to a batch of due messages, the oldest of each subject; (organization, message) pairs."""
    earlier = aliased(OutgoingMessage)
    blocked = select(1).where(
        earlier.org_id == OutgoingMessage.org_id,
        earlier.subject_id == OutgoingMessage.subject_id,
        earlier.id < OutgoingMessage.id,
    )
    free = OutgoingMessage.lease_until.is_(None) | (OutgoingMessage.lease_until < func.now())
    due = (
        select(OutgoingMessage.org_id, OutgoingMessage.id)
        .where(OutgoingMessage.next_at <= func.now(), free, ~blocked.exists())
        .order_by(OutgoingMessage.next_at)
        .limit(BATCH)
        .with_for_update(skip_locked=True)
    )
    taken = [(row.org_id, row.id) for row in await system.sql.execute(due)]
    if taken:
        lease = func.now() + func.make_interval(0, 0, 0, 0, 0, 0, LEASE_SECONDS)
        claim = update(OutgoingMessage).where(OutgoingMessage.id.in_([id for _, id in taken]))
        await system.sql.execute(claim.values(lease_until=lease, attempts=OutgoingMessage.attempts + 1))
    return taken


async def read_message(session: OrgSession, message_id: UUID) -> OutgoingMessage | None:
    """A claimed message, if it is still there."""
    return await session.sql.get(OutgoingMessage, (session.scope.org_id, message_id))


async def forget_message(session: OrgSession, message_id: UUID) -> None:
    """The message has arrived, or is given up."""
    mine = (OutgoingMessage.org_id == session.scope.org_id, OutgoingMessage.id == message_id)
    await session.sql.execute(delete(OutgoingMessage).where(*mine))


async def postpone_message(session: OrgSession, message_id: UUID, delay_seconds: float) -> None:
    """Try again after ``delay_seconds``."""
    mine = (OutgoingMessage.org_id == session.scope.org_id, OutgoingMessage.id == message_id)
    later = func.now() + func.make_interval(0, 0, 0, 0, 0, 0, delay_seconds)
    await session.sql.execute(update(OutgoingMessage).where(*mine).values(lease_until=None, next_at=later))
