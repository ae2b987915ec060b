"""``/sandbox/api``: the patients' phones and the development clock. Included outside production only."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Depends, Request

from mia.identity.guards import sandbox_visitor
from mia.platform.db.development_clock import DevelopmentClock
from mia.platform.db.session import Database, DatabaseDep
from mia.platform.kernel.errors import Invalid
from mia.sandbox.clock import move_clock
from mia.sandbox.demo.anchoring import anchor_demo
from mia.sandbox.phones import Phones
from mia.sandbox.schemas import (
    ClockIn,
    ClockOut,
    DeviceDetailOut,
    DeviceOut,
    DevicesOut,
    LineOut,
    LinesOut,
    NothingOut,
    PickedUpOut,
    PickUpIn,
    ReplyIn,
    ReplyOut,
    TextIn,
)

phone_router = APIRouter(prefix="/sandbox/api", tags=["sandbox"], dependencies=[Depends(sandbox_visitor)])

_FARTHEST = timedelta(days=400)


async def _phones(request: Request) -> Phones:
    phones: Phones = request.app.state.phones
    return phones


PhonesDep = Annotated[Phones, Depends(_phones)]


@phone_router.get("/phone/devices")
async def list_devices(phones: PhonesDep) -> DevicesOut:
    """The phones that a text, a call or an email to their owner has reached."""
    return DevicesOut(items=[DeviceOut.of(phone) for phone in await phones.list_phones()])


@phone_router.get("/phone/numbers")
async def list_numbers(phones: PhonesDep) -> LinesOut:
    """The practices' numbers, to be texted."""
    return LinesOut(items=[LineOut.of(line) for line in await phones.list_lines()])


@phone_router.post("/phone/texts", status_code=201)
async def write(body: TextIn, phones: PhonesDep) -> ReplyOut:
    """Text a practice's number from any phone; it arrives at the practice whose number it is."""
    return ReplyOut(id=str(await phones.write(body.sender, body.to, body.text)))


@phone_router.get("/phone/devices/{device_id}")
async def read_device(device_id: str, phones: PhonesDep) -> DeviceDetailOut:
    """One phone, with its owner's mailbox."""
    return DeviceDetailOut.of(await phones.get_phone(device_id))


@phone_router.post("/phone/devices/{device_id}/reply", status_code=201)
async def reply(device_id: str, body: ReplyIn, phones: PhonesDep) -> ReplyOut:
    """Write a text to the practice, as the person would."""
    return ReplyOut(id=str(await phones.reply(device_id, body.text)))


@phone_router.post("/phone/devices/{device_id}/mails/{mail_id}/reply", status_code=202)
async def reply_to_mail(device_id: str, mail_id: UUID, body: ReplyIn, phones: PhonesDep) -> NothingOut:
    """Answer an email in the owner's mailbox, as the person would."""
    await phones.reply_mail(device_id, mail_id, body.text)
    return NothingOut()


@phone_router.post("/phone/calls/{call_id}/answer")
async def pick_up(call_id: str, offer: PickUpIn, phones: PhonesDep) -> PickedUpOut:
    """Pick up a ringing phone. There is no trickling."""
    return PickedUpOut(sdp=await phones.pick_up(call_id, offer.sdp))


@phone_router.post("/phone/calls/{call_id}/{action}", status_code=204)
async def let_go(call_id: str, action: Literal["decline", "voicemail", "ring-out"], phones: PhonesDep) -> None:
    """Do not pick up: decline, let the voicemail answer, or let it ring out."""
    await phones.let_go(call_id, action)


@phone_router.get("/clock")
async def read_clock(database: DatabaseDep) -> ClockOut:
    """What time it is for the product."""
    return _clock(database)


@phone_router.put("/clock")
async def change_clock(body: ClockIn, database: DatabaseDep) -> ClockOut:
    """Make it another time in all processes, or the machine's time again. The sample data follows at once."""
    if body.now is not None and abs(body.now - datetime.now(UTC)) > _FARTHEST:
        raise Invalid("That is too far away", fields={"now": "Within 400 days of today"})
    await move_clock(database, body.now)
    await anchor_demo(database)  # now, not within the minute: who moved the clock goes on at once
    return _clock(database)


def _clock(database: Database) -> ClockOut:
    ahead = database.clock.ahead if isinstance(database.clock, DevelopmentClock) else timedelta()
    return ClockOut(now=database.clock.now(), machine=datetime.now(UTC), moved=bool(ahead))
