"""What a practice settles reaches Mia at once, and what she may not do she does not do, whatever a model says."""

from datetime import timedelta
from typing import Any

import pytest

from mia.clinic.frontdesk.service import FrontDesk, purge_at_voice_service, purge_old_content, register_upkeep
from mia.clinic.inbox import service as inbox
from mia.clinic.practice import service as practices
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import Kind
from mia.clinic.settings.item_changes import add_item, change_item
from mia.clinic.settings.items import read_items
from mia.clinic.settings.sections import read_mia, save_section
from mia.clinic.settings.values import ClosureValue, FactValue, Hours
from mia.clinic.settings.versions import version_of
from mia.platform.conversation.ports import Heard, Say, Turn
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import encode
from mia.receptionist.receptionist import embedded_receptionist
from mia.voice.resources.assistant.brief import brief_of
from tests.clinic.frontdesk.calls import CallOfTests
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.outbox import work_off
from tests.fakes.practice import PracticeOfTests, make_patient, next_weekday

Json = dict[str, Any]


class Visitor:
    """Someone who writes to Mia; each question begins a chat of its own with the assistant as it then is."""

    def __init__(self, desk: FrontDesk, voice: MemoryVoice, practice: PracticeOfTests) -> None:
        self._desk, self._voice, self._practice = desk, voice, practice
        self.registry = Registry()
        register_upkeep(self.registry, desk)

    async def ask(self, question: str) -> str:
        """What Mia answers, after the worker has done what changes call for."""
        await work_off(self._desk.database, self.registry, self._practice.scope.clinic_id)
        ((_, assistant),) = self._voice.assistants.items()
        turn = Turn(brief_of(assistant), (), Heard(question, typed=True), {}, self._desk.database.clock.now())
        said = [output async for output in embedded_receptionist().reply(turn)]
        return " ".join(output.text for output in said if isinstance(output, Say))


@pytest.fixture
def visitor(desk: FrontDesk, voice: MemoryVoice, practice: PracticeOfTests) -> Visitor:
    return Visitor(desk, voice, practice)


async def switch(database: Database, practice: PracticeOfTests, **switches: bool) -> None:
    """Turn on or off what Mia may do, as the page does."""
    async with database.clinic(practice.scope) as session:
        stands = await read_mia(session)
        await save_section(session, stands.model_copy(update=switches), version_of(stands), at_most=30)


async def test_a_changed_answer_changes_what_mia_says_in_a_chat(
    visitor: Visitor, desk: FrontDesk, practice: PracticeOfTests, database: Database
) -> None:
    await desk.ensure_assistant(practice.scope.clinic_id)
    question = "is there somewhere to leave my bicycle?"
    assert "rack" not in await visitor.ask(question)
    fact = FactValue(topic="Bicycles", questions=[question], answer="There is a bicycle rack by the door.")
    async with database.clinic(practice.scope) as session:
        await add_item(session, fact)
    assert "There is a bicycle rack by the door." in await visitor.ask(question)
    async with database.clinic(practice.scope) as session:
        (item,) = (await read_items(session)).facts
        moved = fact.model_copy(update={"answer": "The bicycle rack is in the garage."})
        await change_item(session, encode("fct", item.id), moved, version_of(item.value))
    assert "The bicycle rack is in the garage." in await visitor.ask(question)


async def test_who_writes_spanish_reads_the_practices_own_spanish(
    visitor: Visitor, desk: FrontDesk, practice: PracticeOfTests, database: Database
) -> None:
    await desk.ensure_assistant(practice.scope.clinic_id)
    question = "¿aceptan seguro médico?"
    fact = FactValue(topic="insurance", questions=["Do you take insurance?"], answer="We take most PPO plans.")
    async with database.clinic(practice.scope) as session:
        await add_item(session, fact)
    assert "en inglés: “We take most PPO plans.”" in await visitor.ask(question)
    async with database.clinic(practice.scope) as session:
        (item,) = (await read_items(session)).facts
        spanish = fact.model_copy(update={"answer_es": " Aceptamos casi todos los planes PPO. "})
        await change_item(session, encode("fct", item.id), spanish, version_of(item.value))
    assert (await visitor.ask(question)).startswith("Aceptamos casi todos los planes PPO.")


async def test_changed_hours_and_holidays_change_what_mia_says_in_a_chat(
    visitor: Visitor, desk: FrontDesk, practice: PracticeOfTests, database: Database, clock: MovableClock
) -> None:
    await desk.ensure_assistant(practice.scope.clinic_id)
    assert "closed" in (await visitor.ask("are you open on Saturday?")).lower()
    async with database.clinic(practice.scope) as session:
        main = next(item for item in (await read_items(session)).locations if item.id == practice.main)
        hours = [*main.value.hours, Hours(weekday=5, begins="10:00", ends="14:00")]
        opened = main.value.model_copy(update={"hours": hours})
        await change_item(session, encode("loc", main.id), opened, version_of(main.value))
    answer = await visitor.ask("are you open on Saturday?")
    assert "10" in answer
    assert "closed" not in answer.lower()
    day = next_weekday(clock.now(), 5).date()
    async with database.clinic(practice.scope) as session:
        closed = ClosureValue(location_id=None, first_day=day, last_day=day, reason="Staff day")
        await add_item(session, closed)
    assert "closed" in (await visitor.ask(f"are you open on {day:%B} {day.day}?")).lower()


async def test_a_practice_that_books_itself_has_mia_take_the_wish_down_instead(
    visitor: Visitor, desk: FrontDesk, voice: MemoryVoice, practice: PracticeOfTests, database: Database
) -> None:
    await desk.ensure_assistant(practice.scope.clinic_id)
    await switch(database, practice, books_visits=False)
    assert "I can't book that myself." in await visitor.ask("I'd like to book Botox on Tuesday")
    ((_, assistant),) = voice.assistants.items()
    listed = assistant["model"]["tools"]
    tools = {tool["function"]["name"] for tool in listed if tool["type"] == "function"}
    assert tools.isdisjoint({"find_slots", "book_appointment"})
    assert "request_person" in tools
    assert "You may not book here" in assistant["model"]["messages"][0]["content"]


@pytest.mark.parametrize("tool", ["find_slots", "book_appointment"])
async def test_a_tool_refuses_when_booking_is_switched_off_however_it_is_called(
    call: CallOfTests, practice: PracticeOfTests, database: Database, tool: str
) -> None:
    arguments = {"service_id": encode("svc", practice.botox)} if tool == "find_slots" else {"slot_token": "x"}
    await switch(database, practice, books_visits=False)
    refused = await call.tool_answer(tool, **arguments)
    assert "does not let you" in refused["error"]
    await switch(database, practice, books_visits=True)
    assert "result" in await call.tool_answer(tool, **arguments)


async def test_cancelling_is_refused_when_it_is_switched_off(
    call: CallOfTests, practice: PracticeOfTests, database: Database
) -> None:
    await switch(database, practice, cancels_visits=False)
    refused = await call.tool_answer("cancel_visit", appointment_id="apt_00000000000000000000000000")
    assert "does not let you" in refused["error"]


@pytest.mark.parametrize("power", ["keeps_waiting_list", "books_visits"])
async def test_nobody_is_put_on_the_list_when_it_is_switched_off(
    call: CallOfTests, practice: PracticeOfTests, database: Database, power: str
) -> None:
    wish = {"service_id": encode("svc", practice.botox), "name": "Ana Ruiz", "phone": "305 555 0142"}
    await switch(database, practice, **{power: False})
    refused = await call.tool_answer("join_waiting_list", **wish)
    assert "does not let you" in refused["error"]
    await switch(database, practice, **{power: True})
    assert (await call.tool("join_waiting_list", **wish))["status"] == "listed"


async def test_an_assistant_that_may_not_knows_no_prices_and_rings_nobody(
    visitor: Visitor, desk: FrontDesk, voice: MemoryVoice, practice: PracticeOfTests, database: Database
) -> None:
    await desk.ensure_assistant(practice.scope.clinic_id)
    assert "$" in await visitor.ask("how much is Botox?")
    await switch(
        database, practice, tells_prices=False, transfers_calls=False, keeps_waiting_list=False, moves_visits=False
    )
    said = await visitor.ask("how much is Botox?")
    assert "$" not in said and "Shall I have someone call you?" in said
    ((_, assistant),) = voice.assistants.items()
    assert not [tool for tool in assistant["model"]["tools"] if tool["type"] == "transferCall"]
    assert "transfer" not in assistant["metadata"]["practice"]
    told = assistant["model"]["messages"][0]["content"]
    assert "$" not in told
    for bound in ("may not tell prices", "may not put anyone on a waiting list", "may not move appointments"):
        assert bound in told


async def test_contacts_are_blocked_with_the_reason_when_they_are_switched_off(
    practice: PracticeOfTests, database: Database
) -> None:
    patient_id = await make_patient(database, practice)
    await switch(database, practice, calls_patients=False, writes_to_patients=False)
    async with database.clinic(practice.scope) as session:
        for kind in Kind:
            outreach = await recalls.start(session, patient_id, kind, f"key-of-a-{kind.value}")
            assert outreach.decision.rule == "switched_off"
    await switch(database, practice, calls_patients=True, writes_to_patients=True)
    async with database.clinic(practice.scope) as session:
        outreach = await recalls.start(session, patient_id, Kind.CALL, "key-of-another")
    assert outreach.decision.rule != "switched_off"


async def test_a_shorter_retention_holds_for_the_practice_and_where_its_talks_were_held(
    call: CallOfTests,
    desk: FrontDesk,
    voice: MemoryVoice,
    practice: PracticeOfTests,
    database: Database,
    clock: MovableClock,
) -> None:
    await call.end(said=("Hello", "Hi"), outcome="answered", summary="Asked for the hours")
    clock.move(timedelta(days=8))
    assert await purge_at_voice_service(desk) == 0
    async with database.clinic(practice.scope) as session:
        settings = await practices.get_settings(session)
        await practices.save_settings(session, practices.PracticeSettings(**(vars(settings) | {"content_days": 7})))
    voice.fault = Unavailable()
    assert await purge_at_voice_service(desk) == 0
    voice.fault = None
    assert await purge_at_voice_service(desk) == 1
    assert voice.erased == [call.id]
    assert await purge_at_voice_service(desk) == 0
    await purge_old_content(database, 30)
    async with database.clinic(practice.scope) as session:
        conversation = await inbox.find_by_voice_id(session, call.id)
        assert conversation is not None
        (talk,) = (await inbox.read_person(session, [], [conversation.id])).talks
    assert (talk.lines, talk.summary) == ((), None)
