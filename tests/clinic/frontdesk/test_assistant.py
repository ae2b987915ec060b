"""The assistant resource: what Mia knows of a practice and may do there."""

from dataclasses import replace
from datetime import time

import pytest

from mia.clinic.frontdesk.assistant import Json, Server, build_assistant, digest, opening
from mia.clinic.frontdesk.service import FrontDesk
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import CallHours, Practice, PracticeSettings
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Provider, Service
from mia.platform.db.session import Database
from mia.platform.kernel.ids import encode
from mia.receptionist.practice import read_practice
from mia.voice.messages.targets import tool_target
from mia.voice.resources.assistant.brief import brief_of
from mia.voice.resources.assistant.schemas import AssistantBody
from tests.fakes.access import settings_of_tests
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.practice import PracticeOfTests

SERVER = Server("http://127.0.0.1:8000/api/frontdesk/server-messages", "secret")
TOOLS = {
    "find_slots",
    "book_appointment",
    "remember_caller",
    "request_person",
    "confirm_identity",
    "stop_contact",
    "list_visits",
    "cancel_visit",
    "identify_patient",
    "join_waiting_list",
    "send_code",
    "check_code",
}


async def known(database: Database, practice: PracticeOfTests) -> tuple[Practice, list[Service], list[Provider]]:
    async with database.clinic(practice.scope) as session:
        services = await schedule.list_services(session)
        return await practices.get_practice(session), services, await schedule.list_providers(session)


async def build(database: Database, practice: PracticeOfTests, **settings: str) -> Json:
    return build_assistant(*await known(database, practice), SERVER, settings_of_tests(**settings), on_call=False)


async def test_the_voice_service_accepts_it(database: Database, practice: PracticeOfTests) -> None:
    assistant = await build(database, practice)
    accepted = AssistantBody.model_validate(assistant).given()
    brief = brief_of(accepted)
    assert {tool.name for tool in brief.tools} == {*TOOLS, "transferCall"}
    assert all(tool.parameters["type"] == "object" and tool.description for tool in brief.tools)
    target = tool_target(accepted, "book_appointment")
    assert target is not None
    assert (target.url, target.headers) == (SERVER.url, {"Authorization": "Bearer secret"})


async def test_callers_are_put_through_to_the_team_but_never_back_to_mia(
    database: Database, practice: PracticeOfTests
) -> None:
    rooms, services, providers = await known(database, practice)
    desk = "+13055550101"

    def built(number: str, own: list[str]) -> tuple[Json, list[Json]]:
        there = replace(rooms, settings=replace(rooms.settings, hand_off_number=number))
        made = build_assistant(
            there, services, providers, SERVER, settings_of_tests(), on_call=False, own_numbers=own
        )
        tools = [tool for tool in made["model"]["tools"] if tool["type"] == "transferCall"]
        return made["metadata"]["practice"].get("transfer"), tools

    knows, (tool,) = built(desk, [])
    assert tool["destinations"][0]["number"] == desk == knows["number"]
    assert tool["destinations"][0]["transferPlan"]["mode"] == "warm-transfer-say-summary"
    for number, own in ((desk, [desk]), ("", []), ("+442071838750", [])):
        assert not any(built(number, own))


async def test_another_phone_rings_when_nobody_answers_and_outside_the_hours(
    database: Database, practice: PracticeOfTests
) -> None:
    rooms, services, providers = await known(database, practice)
    desk, overflow = "+13055550101", "+13055550177"
    own = replace(
        rooms.settings,
        hand_off_number=desk,
        hand_off_hours=(CallHours(0, time(10), time(19)),),
        overflow_number=overflow,
    )

    def built(settings: PracticeSettings, answers_herself: list[str]) -> tuple[Json, list[Json]]:
        there = replace(rooms, settings=settings)
        made = build_assistant(
            there, services, providers, SERVER, settings_of_tests(), on_call=False, own_numbers=answers_herself
        )
        AssistantBody.model_validate(made)
        (tool,) = [tool for tool in made["model"]["tools"] if tool["type"] == "transferCall"]
        return made["metadata"]["practice"]["transfer"], tool["destinations"]

    knows, (first, last) = built(own, [])
    assert (knows["number"], knows["overflow"]) == (desk, overflow)
    assert knows["hours"] == [{"weekday": 0, "opens": "10:00", "closes": "19:00"}]
    plans = [one["transferPlan"]["fallbackPlan"] for one in (first, last)]
    assert [plan.get("number") for plan in plans] == [overflow, None]
    _, (only,) = built(own, [desk])
    assert only["number"] == overflow


async def test_the_receptionist_knows_the_practice(database: Database, practice: PracticeOfTests) -> None:
    assistant = await build(database, practice)
    vocabulary = assistant["metadata"]["vocabulary"]
    assert {"Botox", "HydraFacial", "Main Office"} <= set(vocabulary)
    assert len(set(vocabulary)) == len(vocabulary)
    read = read_practice(assistant["metadata"]["practice"])
    assert [place.name for place in read.locations] == ["Main Office", "Downtown Branch"]
    assert {service.name for service in read.services} == {"Botox", "HydraFacial"}
    botox = read.service(encode("svc", practice.botox))
    assert botox is not None and (botox.duration_minutes, botox.price_cents) == (30, 10_000)
    reyes = read.provider(encode("prv", practice.dr_reyes))
    assert reyes is not None and reyes.service_ids == (encode("svc", practice.botox),)
    assert sorted(read.hours) == [0, 1, 2, 3, 4]
    assert all(len(spans) == 1 for spans in read.hours.values())
    assert read.zone.key == "America/New_York"


async def test_the_instructions_hold_the_facts(database: Database, practice: PracticeOfTests) -> None:
    assistant = await build(database, practice)
    (message,) = assistant["model"]["messages"]
    for fact in ("Botox", "Dr. Reyes", "Main Office", "Monday 09:00 to 18:00", "{{now}}", "911", "find_slots"):
        assert fact in message["content"]
    assert "{name}" not in message["content"]


async def test_nothing_is_recorded_and_the_analysis_is_structured(
    database: Database, practice: PracticeOfTests
) -> None:
    assistant = await build(database, practice)
    assert assistant["artifactPlan"]["recordingEnabled"] is False
    outcomes = assistant["analysisPlan"]["structuredDataPlan"]["schema"]["properties"]["outcome"]["enum"]
    assert outcomes == ["booked", "lead", "handed_off", "emergency", "answered", "abandoned"]


@pytest.mark.parametrize(
    ("settings", "model"),
    [
        ({}, ("mia", None)),
        ({"OPENAI_MODEL": "gpt", "OPENAI_API_KEY": "key"}, ("openai", None)),
        (
            {"OPENAI_MODEL": "gpt", "OPENAI_BASE_URL": "http://llm.example/v1"},
            ("custom-llm", "http://llm.example/v1"),
        ),
    ],
)
async def test_the_settings_choose_the_language_model(
    database: Database, practice: PracticeOfTests, settings: dict[str, str], model: tuple[str, str | None]
) -> None:
    built = (await build(database, practice, **settings))["model"]
    assert (built["provider"], built.get("url")) == model
    functions = [tool["function"]["name"] for tool in built["tools"] if tool["type"] == "function"]
    assert set(functions) == TOOLS


@pytest.mark.parametrize("greeting", ["Hi, this is Mia, the AI receptionist.", "An artificial voice speaks."])
def test_an_honest_greeting_stays_as_it_is(greeting: str) -> None:
    assert opening(greeting) == greeting


@pytest.mark.parametrize("greeting", ["Thank you for calling.", "Hello, said Maid."])
def test_a_greeting_that_hides_the_ai_is_completed(greeting: str) -> None:
    assert opening(greeting) == f"You are speaking with an AI assistant. {greeting}"


async def test_equal_input_has_an_equal_digest(database: Database, practice: PracticeOfTests) -> None:
    assert digest(await build(database, practice)) == digest(await build(database, practice))


async def test_the_assistant_is_sent_once_and_again_when_it_changes(
    desk: FrontDesk, voice: MemoryVoice, practice: PracticeOfTests, database: Database
) -> None:
    clinic_id = practice.scope.clinic_id
    first = await desk.ensure_assistant(clinic_id)
    assert await desk.ensure_assistant(clinic_id) == first
    assert voice.saves == 1
    async with database.clinic(practice.scope) as session:
        changed = PracticeSettings("+13055550100", "+13055550101", "Good day, the AI of the house.", 2400)
        await practices.save_settings(session, changed)
    assert await desk.ensure_assistant(clinic_id) == first
    assert voice.saves == 2
    assert voice.assistants[first]["firstMessage"] == "Good day, the AI of the house."


async def test_the_secret_in_the_assistant_opens_this_clinic(
    desk: FrontDesk, voice: MemoryVoice, practice: PracticeOfTests
) -> None:
    assistant = voice.assistants[await desk.ensure_assistant(practice.scope.clinic_id)]
    scheme, secret = assistant["server"]["headers"]["Authorization"].split(" ")
    assert scheme == "Bearer"
    assert desk.secrets.read(secret) == practice.scope.clinic_id
