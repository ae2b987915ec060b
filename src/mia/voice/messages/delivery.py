"""Sending server messages, again and again until they arrive."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from uuid import UUID

import structlog

from mia.platform.db.session import Database
from mia.platform.jobs.pulling import Puller
from mia.platform.jobs.queue import Taken
from mia.voice.auth.guards import scope_of_row
from mia.voice.logs.service import note_delivery
from mia.voice.messages.authentication import proof
from mia.voice.messages.client import IDEMPOTENCY_HEADER, MessageClient, NotSent
from mia.voice.messages.models import OutgoingMessage
from mia.voice.messages.outbox import MESSAGES, read_message
from mia.voice.wire import Json

log = structlog.get_logger()

_GIVE_UP_AFTER = timedelta(days=3)
_AT_ONCE = 16
_SECONDS = 20.0
_LONGEST_S = 45.0
"""Within the lease of a claimed message: nobody else sends it meanwhile."""


async def run_delivery(database: Database, client: MessageClient) -> None:
    """Send messages as they come and fall due, until canceled. Safe to run in many processes."""

    async def work(taken: Taken[OutgoingMessage]) -> None:
        await _deliver(database, client, taken)

    await Puller(database, MESSAGES, work, at_once=_AT_ONCE).run()


async def deliver_due(database: Database, client: MessageClient) -> int:
    """Send every message that is due now; returns how many arrived."""
    arrived = 0
    while taken := await MESSAGES.claim(database, _AT_ONCE):
        arrived += sum(await asyncio.gather(*(_deliver(database, client, each) for each in taken)))
    return arrived


async def _deliver(database: Database, client: MessageClient, taken: Taken[OutgoingMessage]) -> bool:
    message = taken.row
    async with database.org(scope_of_row(message.org_id, "voice:delivery")) as session:
        row = await read_message(session, message.id)
        if row is None:  # erased
            return False
        target = json.loads(session.unseal(row.target_sealed))
        body = session.unseal(row.body_sealed)
    failure = await _post(client, target, row.id, body)
    gives_up = failure is not None and datetime.now(UTC) - row.created_at > _GIVE_UP_AFTER
    async with database.org(scope_of_row(message.org_id, "voice:delivery")) as session:
        note_delivery(session, row.subject_id, row.type, failure, gives_up=gives_up)
    if failure is None:
        await MESSAGES.forget(database, taken)
        log.info("server_message_delivered", message_id=str(row.id), type=row.type)
        return True
    await MESSAGES.try_again(database, taken, give_up=gives_up)
    note, event = (log.error, "given_up") if gives_up else (log.info, "postponed")
    note(f"server_message_{event}", message_id=str(row.id), type=row.type, reason=failure)
    return False


async def _post(client: MessageClient, target: Json, message_id: UUID, body: str) -> str | None:
    """``None`` when the server took it, else a static reason."""
    try:
        own, plan = target["headers"], target.get("authentication")
        proven = await proof(client, own, plan, str(message_id), body.encode())
        headers = {**own, **proven, IDEMPOTENCY_HEADER: str(message_id)}
        seconds = min(target.get("seconds", _SECONDS), _LONGEST_S)
        answer = await client.post(target["url"], headers, body.encode(), seconds)
    except NotSent as failure:
        return failure.reason
    return None if answer.is_success else f"status-{answer.status}"
