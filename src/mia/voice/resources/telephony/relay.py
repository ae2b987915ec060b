"""The sound of a phone call, passed on between the carrier and the media worker that holds the call."""

from dataclasses import dataclass
from uuid import UUID

from fastapi import WebSocket
from sqlalchemy import select

from mia.platform.kernel.scope import SystemScope
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.outbound import INBOUND_CALL
from mia.voice.services import Services
from mia.voice.workers.registry import addresses_with_room
from mia.voice.workers.relay import TRY_AGAIN_LATER, carry


@dataclass(frozen=True)
class Holder:
    """The worker of a call, and the organization the call belongs to."""

    org_id: UUID
    address: str


async def relay(
    services: Services, call_id: UUID, websocket: WebSocket, leg: UUID | None = None, way: str = "media"
) -> None:
    """Carry the stream of a call, or of a second phone of it, until one side ends it; ``way`` is the worker's route
    for it. Where no worker takes it the stream ends at once, and the carrier asks what to do."""
    for holder in await holders(services, call_id):
        path = f"/calls/{call_id}/{way}?org={holder.org_id}{f'&leg={leg}' if leg else ''}"
        if await carry(services.settings, holder.address, path, websocket):
            return
    await websocket.accept()
    await websocket.close(TRY_AGAIN_LATER)


async def holders(services: Services, call_id: UUID) -> list[Holder]:
    """Who holds a call that has not ended; for one that comes in, who may, the least busy first."""
    async with services.database.system(SystemScope.VOICE_TOKEN) as system:
        row = (await system.sql.scalars(select(CallRecordRow).where(CallRecordRow.id == call_id))).one_or_none()
        if row is None or row.status == "ended":
            return []
        if row.worker_address is not None:
            return [Holder(row.org_id, row.worker_address)]
        if row.type != INBOUND_CALL:
            return []
        return [Holder(row.org_id, address) for address in await addresses_with_room(system)]
