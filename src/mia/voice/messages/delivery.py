"""Sending server messages, again and again until they arrive."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from uuid import UUID

import structlog

from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope
from mia.voice.auth import scope_of_row
from mia.voice.messages import outbox
from mia.voice.messages.client import IDEMPOTENCY_HEADER, MessageClient, NotSent
from mia.voice.wire import Json

log = structlog.get_logger()

_GIVE_UP_AFTER = timedelta(days=3)
_LONGEST_DELAY_SECONDS = 300.0
_SECONDS = 20.0


async def deliver_due(database: Database, client: MessageClient) -> int:
    """Send every message that is due; returns how many arrived. Safe to run in many processes."""
    arrived = 0
    while True:
        async with database.system(SystemScope.OUTBOX) as system:
            taken = await outbox.claim_due(system)
        if not taken:
            return arrived
        sent = await asyncio.gather(*(_deliver(database, client, org_id, id) for org_id, id in taken))
        arrived += sum(sent)


async def _deliver(database: Database, client: MessageClient, org_id: UUID, message_id: UUID) -> bool:
    scope = scope_of_row(org_id, "voice:delivery")
    async with database.org(scope) as session:
        row = await outbox.read_message(session, message_id)
        if row is None:
            return False
        target = json.loads(session.unseal(row.target_sealed))
        body = session.unseal(row.body_sealed)
    failure = await _post(client, target, message_id, body)
    async with database.org(scope) as session:
        if failure is None:
            await outbox.forget_message(session, message_id)
            log.info("server_message_delivered", message_id=str(message_id), type=row.type)
        elif datetime.now(UTC) - row.created_at > _GIVE_UP_AFTER:
            await outbox.forget_message(session, message_id)
            log.error("server_message_given_up", message_id=str(message_id), type=row.type, reason=failure)
        else:
            await outbox.postpone_message(session, message_id, _delay(row.attempts))
            log.info("server_message_postponed", message_id=str(message_id), type=row.type, reason=failure)
    return failure is None


async def _post(client: MessageClient, target: Json, message_id: UUID, body: str) -> str | None:
    """``None`` when the server took it, else a static reason."""
    headers = {**target["headers"], IDEMPOTENCY_HEADER: str(message_id)}
    try:
        answer = await client.post(target["url"], headers, body.encode(), _SECONDS)
    except NotSent as failure:
        return failure.reason
    return None if answer.is_success else f"status-{answer.status}"


def _delay(attempts: int) -> float:
    """Seconds before the next try: 1, 2, 4, ... up to five minutes."""
    return float(min(2.0 ** min(attempts - 1, 10), _LONGEST_DELAY_SECONDS))
