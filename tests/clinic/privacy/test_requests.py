"""A person gets all that is held about them, or is removed from everything, and is never contacted again."""

import argparse
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from mia.clinic.consent import service as consent
from mia.clinic.frontdesk.service import FrontDesk
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivitySearch
from mia.clinic.leads import service as leads
from mia.clinic.patients import service as patients
from mia.clinic.privacy.arguments import add_arguments
from mia.clinic.privacy.commands import run
from mia.clinic.privacy.ledger import Ledger
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import AppointmentStatus
from mia.clinic.verification import service as verification
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import decode, encode, new_id
from mia.platform.mail import service as mail
from mia.platform.mail.ports import Message
from tests.clinic.frontdesk.calls import CallOfTests
from tests.clinic.frontdesk.test_retention import values
from tests.fakes.front_desk import MemoryVoice, make_desk
from tests.fakes.practice import PracticeOfTests, make_patient, make_practice

PHONE, EMAIL = "+13055550171", "maria@glow.example"


class Operator:
    """Runs the command as ``mia privacy`` would."""

    def __init__(self, database: Database, voice: MemoryVoice, practice: PracticeOfTests, folder: Path) -> None:
        self.database = database
        self.ledger = Ledger(folder / "erasures.log")
        self.voice = voice
        self.practice = practice

    async def run(self, *words: str) -> int:
        parser = argparse.ArgumentParser()
        add_arguments(parser)
        action, *rest = words
        options = parser.parse_args([action, "--clinic", self.practice.slug, *rest])
        return await run(options, self.database, self.voice, self.ledger)

    async def export(self, out: Path, *words: str) -> dict[str, Any]:
        assert await self.run("export", "--out", str(out), *words) == 0
        return private_document(out)


def private_document(path: Path) -> dict[str, Any]:
    """What was exported; no one else may read it."""
    assert path.stat().st_mode & 0o777 == 0o600
    document: dict[str, Any] = json.loads(path.read_text())
    return document


@pytest.fixture
def voice() -> MemoryVoice:
    return MemoryVoice()


@pytest.fixture
def desk(database: Database, voice: MemoryVoice) -> FrontDesk:
    return make_desk(database, voice)


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


@pytest_asyncio.fixture
async def call(desk: FrontDesk, practice: PracticeOfTests, database: Database) -> CallOfTests:
    """Maria called and booked, and staff know that it was she; she was written to, and she called once more
    without booking."""
    call = CallOfTests(desk, practice)
    found = await call.tool("find_slots", service_id=encode("svc", practice.botox), limit=1)
    booked = await call.tool(
        "book_appointment", slot_token=found["slots"][0]["token"], name="Maria Gomez", phone=PHONE, email=EMAIL
    )
    assert booked["status"] == "booked"
    await call.end(said=("This is Maria Gomez", "Hello Maria"), outcome="booked", summary="Maria booked.")
    async with database.clinic(practice.scope) as session:
        visit = await schedule.get_appointment(session, decode("apt", booked["appointment_id"]))
        await verification.confirm_by_staff(session, visit.patient_id, None)
    second = CallOfTests(desk, practice)
    await second.tool("remember_caller", name="Maria Gomez", phone=PHONE, intent="a question of Maria's")
    await second.end(said=("Maria again", "Hello"), outcome="lead", summary="Maria asked.")
    async with database.clinic(practice.scope) as session:
        await mail.queue(session, Message(EMAIL, "Dear Maria", "Maria, see you soon"), key="maria")
        thread_id = await inbox.receive_text(session, inbox.InboundText(new_id().hex, PHONE, "It's Maria, by text"))
        await inbox.add_note(session, thread_id, "Call Maria after lunch")
    return call


@pytest.fixture
def operator(database: Database, voice: MemoryVoice, practice: PracticeOfTests, tmp_path: Path) -> Operator:
    return Operator(database, voice, practice, tmp_path)


@pytest.mark.parametrize("by", [("--email", EMAIL), ("--phone", "(305) 555-0171")])
async def test_an_export_holds_everything(
    by: tuple[str, str], call: CallOfTests, operator: Operator, tmp_path: Path
) -> None:
    document = await operator.export(tmp_path / "maria.json", *by)
    assert [patient["name"] for patient in document["patients"]] == ["Maria Gomez"]
    assert [item["name"] for item in document["patients"][0]["treatments"]] == ["Botox"]
    assert [visit["service"] for visit in document["appointments"]] == ["Botox"]
    assert {lead["intent"] for lead in document["leads"]} == {"a question of Maria's"}
    assert len(document["conversations"]) == len(document["contacts"]) == 2
    said = [line["text"] for talk in document["conversations"] for line in talk["lines"]]
    assert "This is Maria Gomez" in said and "Maria again" in said
    assert {item["channel"] for item in document["consents"]} == {"call", "sms"}
    assert [email["subject"] for email in document["emails"]] == ["Dear Maria"]
    confirmation, own = [text["text"] for text in document["texts"]]
    assert confirmation.startswith("Harbor Aesthetics: Your appointment") and own == "It's Maria, by text"
    assert [note["text"] for note in document["conversation_notes"]] == ["Call Maria after lunch"]
    assert document["addresses"] == [PHONE, EMAIL]


async def test_an_export_holds_nothing_of_others(
    call: CallOfTests, operator: Operator, practice: PracticeOfTests, database: Database, tmp_path: Path
) -> None:
    await make_patient(database, practice, "Ana Ruiz", "(305) 555-0142")
    assert "Ana" not in json.dumps(await operator.export(tmp_path / "maria.json", "--email", EMAIL))


async def test_a_deletion_removes_her_name_from_everywhere(
    call: CallOfTests, operator: Operator, practice: PracticeOfTests, database: Database, database_url: str
) -> None:
    assert await operator.run("delete", "--email", EMAIL, "--yes") == 0
    async with database.clinic(practice.scope) as session:
        for place, value in values(database_url):
            texts = [str(value)]
            if isinstance(value, bytes) and value[1:17] == session.key.id.bytes:
                texts.append(session.unseal(value))
            for text in texts:
                assert not any(word in text for word in ("Maria", PHONE, EMAIL)), place


async def test_a_deletion_cancels_what_was_to_come_and_counts_stay(
    call: CallOfTests, operator: Operator, practice: PracticeOfTests, database: Database, tmp_path: Path
) -> None:
    document = await operator.export(tmp_path / "maria.json", "--email", EMAIL)
    assert await operator.run("delete", "--email", EMAIL, "--yes") == 0
    async with database.clinic(practice.scope) as session:
        visit = await schedule.get_appointment(session, decode("apt", document["appointments"][0]["id"]))
        assert visit.status is AppointmentStatus.CANCELLED
        assert (await patients.get_patient(session, visit.patient_id)).name == "Deleted person"
        history = (await inbox.search_activities(session, ActivitySearch())).items
        assert [activity.patient_name for activity in history] == ["Deleted person"] * 2
        assert await leads.list_for_person(session, PHONE, []) == []


async def test_after_a_deletion_she_is_not_contacted(
    call: CallOfTests, operator: Operator, practice: PracticeOfTests, database: Database
) -> None:
    async with database.clinic(practice.scope) as session:
        assert not await consent.is_suppressed(session, PHONE)
    await operator.run("delete", "--phone", PHONE, "--yes")
    async with database.clinic(practice.scope) as session:
        assert await consent.is_suppressed(session, PHONE)
        assert await consent.is_suppressed(session, EMAIL)
        assert not await consent.is_suppressed(session, "+13055550142")


async def test_who_opts_out_keeps_the_record_and_is_not_contacted(
    call: CallOfTests, operator: Operator, practice: PracticeOfTests, database: Database
) -> None:
    assert await operator.run("opt-out", "--email", EMAIL) == 0
    async with database.clinic(practice.scope) as session:
        (patient,) = await patients.find_by_email(session, EMAIL)
        assert patient.name == "Maria Gomez"
        assert await consent.is_suppressed(session, PHONE)
        assert await consent.is_suppressed(session, EMAIL)
        assert await consent.list_consents(session, PHONE)


async def test_the_voice_service_erases_its_part_first(
    call: CallOfTests, operator: Operator, voice: MemoryVoice, practice: PracticeOfTests, database: Database
) -> None:
    voice.fault = Unavailable()
    assert await operator.run("delete", "--email", EMAIL, "--yes") == 1
    async with database.clinic(practice.scope) as session:
        assert await patients.find_by_email(session, EMAIL)
    voice.fault = None
    assert await operator.run("delete", "--email", EMAIL, "--yes") == 0
    assert call.id in voice.erased and len(voice.erased) == 2


async def test_without_yes_only_counts_are_shown(
    call: CallOfTests,
    operator: Operator,
    practice: PracticeOfTests,
    database: Database,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert await operator.run("delete", "--email", EMAIL) == 0
    shown = capsys.readouterr().out
    assert "Would delete" in shown and "conversations   2" in shown
    assert "Maria" not in shown and EMAIL not in shown
    async with database.clinic(practice.scope) as session:
        assert await patients.find_by_email(session, EMAIL)


async def test_a_deletion_can_be_repeated(call: CallOfTests, operator: Operator) -> None:
    assert [await operator.run("delete", "--email", EMAIL, "--yes") for _ in range(2)] == [0, 0]


async def test_requests_stand_in_the_audit_log(
    call: CallOfTests, operator: Operator, database_url: str, tmp_path: Path
) -> None:
    await operator.export(tmp_path / "maria.json", "--email", EMAIL)
    await operator.run("delete", "--email", EMAIL, "--yes")
    actions = {value for place, value in values(database_url) if place == "audit_entries.action"}
    actors = {value for place, value in values(database_url) if place == "audit_entries.actor"}
    assert actions >= {"privacy.export", "privacy.delete", "patient.anonymize", "appointment.cancelled"}
    assert "privacy-request" in actors


async def test_people_who_share_a_number_are_told_apart_by_name(
    call: CallOfTests,
    operator: Operator,
    practice: PracticeOfTests,
    database: Database,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    await make_patient(database, practice, "Ana Ruiz", PHONE)
    assert await operator.run("delete", "--phone", PHONE, "--yes") == 1
    assert "--name" in capsys.readouterr().err
    document = await operator.export(tmp_path / "ana.json", "--phone", PHONE, "--name", "ana ruiz")
    assert [patient["name"] for patient in document["patients"]] == ["Ana Ruiz"]
    assert document["conversations"] == []


@pytest.mark.parametrize("words", [(), ("--email", "nonsense"), ("--phone", "12")])
async def test_a_request_that_names_nobody_is_refused(words: tuple[str, ...], operator: Operator) -> None:
    assert await operator.run("export", *words) == 1


async def test_an_unknown_clinic_is_said(database: Database, voice: MemoryVoice, tmp_path: Path) -> None:
    options = argparse.Namespace(action="export", clinic="nowhere", email=EMAIL, phone=None, name=None, out=None)
    assert await run(options, database, voice, Ledger(tmp_path / "erasures.log")) == 1


async def test_an_email_that_waits_for_a_removed_person_is_not_sent(
    call: CallOfTests, operator: Operator, practice: PracticeOfTests, database: Database
) -> None:
    await operator.run("delete", "--email", EMAIL, "--yes")
    async with database.clinic(practice.scope) as session:
        email = await mail.find_by_key(session, "maria")
        assert email is not None and (email.status, email.message) == ("given_up", None)
        assert session.now() - email.written_at < timedelta(hours=1)
