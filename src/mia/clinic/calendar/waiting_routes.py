"""The waiting list, for staff."""

from dataclasses import replace
from datetime import date, datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints

from mia.clinic.calendar.schemas import Id, Key
from mia.clinic.inbox import service as inbox
from mia.clinic.patients import service as patients
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import NewWaiting, PartOfDay
from mia.identity.guards import CurrentScope
from mia.identity.service import Permission, allows
from mia.platform.db.session import DatabaseDep
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.bounds import Day, Instant
from mia.platform.kernel.errors import Invalid
from mia.platform.kernel.ids import decode, encode

router = APIRouter()


class WaitingOut(Out):
    """Someone who waits for a visit between two days, as soon as possible without the first; ``phone`` is null for
    who may not read patients."""

    id: Annotated[str, IdOf("wtl")]
    since: datetime
    name: str
    phone: Annotated[str | None, BeforeValidator(lambda phone: phone or None)]
    service_id: Annotated[str, IdOf("svc")]
    service: str
    provider_id: Annotated[str, IdOf("prv")] | None
    provider: str | None
    wish: str
    from_day: date | None
    until_day: date
    part_of_day: PartOfDay | None
    offered_at: datetime | None


class NewWaitingIn(BaseModel):
    """A patient who waits for a service between two days, as soon as possible without the first; ``wish`` is when
    they would like to come, in words. Who waits for it already has the wish replaced."""

    model_config = ConfigDict(extra="forbid")

    patient_id: Id
    service_id: Id
    provider_id: Id | None = None
    from_day: Day | None = None
    until_day: Day | None = None
    wish: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = ""


class AddedOut(BaseModel):
    """The entry of the list."""

    id: str


class OfferIn(BaseModel):
    """The time that someone who waits is offered, and what they are written; the same key writes once."""

    model_config = ConfigDict(extra="forbid")

    starts_at: Instant
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=inbox.LONGEST_TEXT)]
    idempotency_key: Key


class OfferedOut(BaseModel):
    """Where the answer will stand."""

    conversation_id: str


class WaitingListOut(BaseModel):
    """Everyone who waits, those who came first first."""

    items: list[WaitingOut]


@router.get("/waiting-list")
async def read_waiting_list(scope: CurrentScope, database: DatabaseDep) -> WaitingListOut:
    """Who would like to come when something becomes free."""
    in_full = allows(scope.role, Permission.READ_PATIENTS)
    async with database.clinic(scope) as session:
        waiting = await schedule.list_waiting(session)
    shown = waiting if in_full else [replace(one, phone="") for one in waiting]
    return WaitingListOut(items=[WaitingOut.of(one) for one in shown])


@router.post("/waiting-list", status_code=201)
async def join_waiting_list(body: NewWaitingIn, scope: CurrentScope, database: DatabaseDep) -> AddedOut:
    """Put a patient on the list; 409 when they wait for several services already."""
    async with database.clinic(scope) as session:
        patient = await patients.get_patient(session, decode("pat", body.patient_id))
        if patient.phone is None:
            raise Invalid("A phone number is needed to reach the patient", fields={"patient_id": "No phone number"})
        provider_id = decode("prv", body.provider_id) if body.provider_id else None
        service_id, days = decode("svc", body.service_id), (body.from_day, body.until_day)
        new = NewWaiting(patient.name, patient.phone, service_id, provider_id, body.wish, *days)
        return AddedOut(id=encode("wtl", await schedule.join_waiting_list(session, new)))


@router.post("/waiting-list/{entry_id}/offer", status_code=202)
async def offer_time(entry_id: str, body: OfferIn, scope: CurrentScope, database: DatabaseDep) -> OfferedOut:
    """Text someone who waits that a time is free; the team gets the answer. 409 says that it is not, or why they
    may not be texted."""
    async with database.clinic(scope) as session:
        phone = await schedule.note_offer(session, decode("wtl", entry_id), body.starts_at)
        thread_id = await inbox.ensure_thread(session, phone)
        await inbox.write_as_staff(session, thread_id, body.text, body.idempotency_key)
        return OfferedOut(conversation_id=encode("thr", thread_id))


@router.delete("/waiting-list/{entry_id}", status_code=204)
async def leave_waiting_list(entry_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Take someone off the list; for a day they can be put back."""
    async with database.clinic(scope) as session:
        await schedule.leave_waiting_list(session, decode("wtl", entry_id))


@router.post("/waiting-list/{entry_id}/rejoin", status_code=204)
async def rejoin_waiting_list(entry_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Put someone back who was taken off by mistake, in their old place. Again is fine."""
    async with database.clinic(scope) as session:
        await schedule.rejoin_waiting_list(session, decode("wtl", entry_id))
