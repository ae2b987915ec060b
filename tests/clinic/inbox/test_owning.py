"""Who becomes a patient keeps the conversation that began before: nothing is split, lost, or given to others."""

from uuid import UUID

from sqlalchemy import select

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.correspondence.service import begin_writing, read_correspondence
from mia.clinic.inbox.models import ThreadRow
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Identity, NewPatient
from tests.clinic.inbox.conftest import NUMBER, Texting

EMAIL = "ana@mail.example"


async def add(
    texting: Texting, name: str = "Ana Ruiz", phone: str | None = NUMBER, email: str | None = None
) -> UUID:
    """Staff enter someone, and the worker does what comes of it."""
    async with texting.database.clinic(texting.practice.scope) as session:
        patient = await patients.add_patient(session, NewPatient(name, phone, email))
    await texting.work()
    return patient.id


async def owners(texting: Texting) -> list[UUID | None]:
    async with texting.database.clinic(texting.practice.scope) as session:
        return list(await session.sql.scalars(select(ThreadRow.patient_id).order_by(ThreadRow.id)))


async def test_a_strangers_thread_is_the_patients_as_soon_as_they_are_one(texting: Texting) -> None:
    thread_id = await texting.receive("Do you do peels?")
    assert await owners(texting) == [None]
    ana = await add(texting)
    await texting.receive("It's Ana again")
    assert await owners(texting) == [ana], "one thread, theirs from the first word"
    async with texting.database.clinic(texting.practice.scope) as session:
        told = await read_correspondence(session, thread_id)
    assert told.thread.name == "Ana Ruiz"
    assert [text.text for _, text in told.texts] == ["Do you do peels?", "It's Ana again"]


async def test_a_number_that_comes_onto_a_record_later_brings_its_thread(texting: Texting) -> None:
    await texting.receive("Do you do peels?")
    ana = await add(texting, phone=None)
    assert await owners(texting) == [None]
    async with texting.database.clinic(texting.practice.scope) as session:
        version = (await patients.get_patient(session, ana)).version
        await patients.change_patient(session, ana, Identity("Ana Ruiz", NUMBER, None, None), version)
    await texting.work()
    assert await owners(texting) == [ana]


async def test_a_thread_finds_its_owner_at_the_latest_with_their_next_text(texting: Texting) -> None:
    await texting.receive("Do you do peels?")
    async with texting.database.clinic(texting.practice.scope) as session:
        (ana,) = await patients.import_patients(session, [NewPatient("Ana Ruiz", NUMBER)])
    assert await owners(texting) == [None]
    await texting.receive("It's Ana again")
    assert await owners(texting) == [ana]


async def test_a_shared_number_and_an_unconfirmed_record_settle_nothing(texting: Texting) -> None:
    await texting.receive("Hello")
    async with texting.database.clinic(texting.practice.scope) as session:
        stranger = await patients.unverified_patient(session, "Mallory Stone", NUMBER, source="mia")
    await texting.work()
    assert await owners(texting) == [None], "what a stranger typed does not say whose number it is"
    async with texting.database.clinic(texting.practice.scope) as session:
        await patients.import_patients(session, [NewPatient("Leo Ruiz", NUMBER)])
        await patients.confirm_patient(session, stranger.id)
    await texting.work()
    assert await owners(texting) == [None], "two people share it"


async def test_a_thread_that_is_someones_stays_theirs(texting: Texting) -> None:
    ana = await add(texting)
    await texting.receive("Hello")
    async with texting.database.clinic(texting.practice.scope) as session:
        version = (await patients.get_patient(session, ana)).version
        await patients.change_patient(session, ana, Identity("Ana Ruiz", None, None, None), version)
    await add(texting, "Leo Ruiz")
    assert await owners(texting) == [ana]


async def test_an_email_thread_is_the_patients_once_staff_write_to_them_there(texting: Texting) -> None:
    async with texting.database.clinic(texting.practice.scope) as session:
        mail = inbox.InboundText("mail-1", EMAIL, "Do you do peels?", subject="Peels")
        thread_id = await inbox.receive_mail(session, mail, verified=False)
    ana = await add(texting, email=EMAIL)
    assert await owners(texting) == [None], "anyone can write an address above an email"
    async with texting.database.clinic(texting.practice.scope) as session:
        assert await begin_writing(session, ana, "email") == thread_id
        told = await read_correspondence(session, thread_id)
    assert {way.channel for way in told.ways} == {"sms", "email"}
    assert set(await owners(texting)) == {ana}


async def test_writing_to_one_of_two_at_an_address_gives_the_thread_to_neither(texting: Texting) -> None:
    async with texting.database.clinic(texting.practice.scope) as session:
        mail = inbox.InboundText("mail-1", EMAIL, "Hello", subject="Hello")
        await inbox.receive_mail(session, mail, verified=False)
    ana = await add(texting, phone=None, email=EMAIL)
    await add(texting, "Leo Ruiz", phone=None, email=EMAIL)
    async with texting.database.clinic(texting.practice.scope) as session:
        await begin_writing(session, ana, "email")
    assert await owners(texting) == [None]
