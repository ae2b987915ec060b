"""Mia is tried by voice with a change that is not saved: it lets one person in, once, and leaves nothing behind."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import text

from mia.clinic.frontdesk.service import FrontDesk
from mia.clinic.settings import routes as settings_routes
from mia.clinic.tryout import call_routes
from mia.clinic.tryout.call_messages import register_tryouts
from mia.clinic.tryout.calls import MESSAGES_PATH
from mia.identity import routes as identity
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from mia.voice.resources.assistant.schemas import AssistantOverrides
from tests.fakes.access import app_of_tests, browser, make_clinic, make_user, settings_of_tests
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.outbox import work_off
from tests.fakes.practice import PracticeOfTests, make_practice

Json = dict[str, Any]

OFFER = {"type": "offer", "sdp": "v=0"}
STAYS = (
    "appointments", "patients", "leads", "conversations", "activities", "tasks", "tool_runs", "oncall_alerts",
    "outreach", "texts", "open_questions", "eval_cases", "outbox",
)  # fmt: skip


@pytest.fixture
def voice() -> MemoryVoice:
    return MemoryVoice()


@pytest.fixture
def app(database: Database, voice: MemoryVoice) -> FastAPI:
    app = app_of_tests(database, routers=(identity.router, settings_routes.router, call_routes.router))
    app.state.front_desk = FrontDesk(database, voice, settings_of_tests())
    return app


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    practice = await make_practice(database, f"practice-{new_id().hex}")
    for role in Role:
        await make_user(database, f"{role.value}@{practice.slug}.example", {practice.scope.clinic_id: role})
    return practice


@dataclass
class TryoutOfTests:
    """A manager who tries Mia, and the voice service that holds the call."""

    client: httpx.AsyncClient
    practice: PracticeOfTests
    desk: FrontDesk
    voice: MemoryVoice

    @property
    def path(self) -> str:
        return f"/api/clinics/{self.practice.slug}/mia-tryouts/calls"

    @property
    def voice_id(self) -> str:
        return list(self.voice.states)[-1]

    async def mia(self, **changes: Any) -> Json:
        """Her settings with changes that are not saved."""
        read = await self.client.get(f"/api/clinics/{self.practice.slug}/settings")
        value: Json = read.json()["mia"]["value"]
        return value | changes

    async def begin(self, **draft: Any) -> str:
        begun = await self.client.post(self.path, json=draft)
        assert begun.status_code == 201, begun.text
        call_id: str = begun.json()["call_id"]
        return call_id

    async def tell(self, kind: str, **body: Any) -> Json:
        """A server message of the call."""
        message = {"type": kind, "call": {"id": self.voice_id, "type": "webCall"}, **body}
        secret = self.desk.secrets.issue(self.practice.scope.clinic_id)
        told = await self.client.post(
            MESSAGES_PATH, json={"message": message}, headers={"Authorization": f"Bearer {secret}"}
        )
        assert told.status_code == 200, told.text
        answer: Json = told.json()
        return answer

    async def tool(self, tool: str, /, **arguments: Any) -> Json:
        listed = [{"id": new_id().hex, "type": "function", "function": {"name": tool, "arguments": arguments}}]
        (answer,) = (await self.tell("tool-calls", toolCallList=listed))["results"]
        assert isinstance(answer, dict)
        result: Json = answer.get("result", answer)
        return result

    async def book(self, **more: Any) -> Json:
        service_id = encode("svc", self.practice.botox)
        slot = (await self.tool("find_slots", service_id=service_id, limit=1))["slots"][0]
        caller = {"name": "Maria Gomez", "phone": "305 555 0171"}
        return await self.tool("book_appointment", slot_token=slot["token"], **caller, **more)

    async def counts(self, *tables: str) -> dict[str, int]:
        async with self.desk.database.clinic(self.practice.scope) as session:
            return {
                name: await session.sql.scalar(text(f"SELECT count(*) FROM {name}")) or 0
                for name in tables or STAYS
            }


@pytest_asyncio.fixture
async def trial(app: FastAPI, practice: PracticeOfTests, voice: MemoryVoice) -> AsyncIterator[TryoutOfTests]:
    async with browser(app, f"manager@{practice.slug}.example") as client:
        yield TryoutOfTests(client, practice, app.state.front_desk, voice)


async def test_she_speaks_with_what_is_not_saved(trial: TryoutOfTests) -> None:
    said = [{"written": "Reyes", "said_as": "RAY-ess"}]
    fact = {"topic": "Wi-Fi", "questions": [], "answer": "It is called GuestNet."}
    mia = await trial.mia(greeting="Hi, this is Mia, an AI. What's up?", pronunciations=said, tells_prices=False)
    await trial.begin(mia=mia, fact={"value": fact})
    overrides = trial.voice.overrides
    AssistantOverrides.model_validate(overrides)
    knowledge = overrides["metadata"]["practice"]
    assert overrides["firstMessage"] == "Hi, this is Mia, an AI. What's up?"
    assert overrides["voice"]["chunkPlan"]["formatPlan"]["replacements"][0]["value"] == "RAY-ess"
    assert knowledge["may"]["price"] is False
    assert [one["answer"] for one in knowledge["faq"]] == ["It is called GuestNet."]
    (saved,) = trial.voice.assistants.values()
    assert saved["firstMessage"] != overrides["firstMessage"], "callers meet her as she is saved"
    assert (await trial.mia())["greeting"] != mia["greeting"]


async def test_the_call_is_neither_recorded_nor_read_even_where_calls_are(trial: TryoutOfTests) -> None:
    await trial.begin(mia=await trial.mia(records_calls=True))
    assert trial.voice.overrides["artifactPlan"]["recordingEnabled"] is False
    assert "end-of-call-report" not in trial.voice.overrides["serverMessages"]


async def test_a_booking_is_spoken_to_its_end_and_stands_nowhere(trial: TryoutOfTests) -> None:
    before = await trial.counts()
    await trial.begin()
    booked = await trial.book()
    assert booked["status"] == "booked", booked
    person = await trial.tool("request_person", reason="Wants to know more", urgency="routine")
    assert "error" not in person
    assert await trial.counts() == before


async def test_a_visit_that_was_booked_in_the_call_is_there_for_the_rest_of_it(trial: TryoutOfTests) -> None:
    await trial.begin()
    first = await trial.book()
    moved = await trial.book(replaces=first["appointment_id"])
    assert (first["status"], moved["status"]) == ("booked", "booked")
    assert (moved["spoken"], moved["provider"]) != (first["spoken"], first["provider"]), "hers was taken"
    assert moved["moved"] is True
    unknown = await trial.book(replaces=encode("apt", new_id()))
    assert unknown["status"] == "invalid"


async def test_an_emergency_is_answered_and_alerts_nobody(trial: TryoutOfTests) -> None:
    before = await trial.counts()
    await trial.begin()
    told = await trial.tool("request_person", reason="Can't breathe", urgency="emergency")
    assert "error" not in told
    assert await trial.counts() == before


async def test_a_tool_that_the_draft_forbids_does_not_run(trial: TryoutOfTests) -> None:
    await trial.begin(mia=await trial.mia(books_visits=False))
    assert "error" in await trial.tool("book_appointment", slot_token="x", name="Maria Gomez", phone="305 555 0171")


async def test_when_it_is_over_it_is_erased_on_both_sides(trial: TryoutOfTests, database: Database) -> None:
    await trial.begin()
    await trial.book()
    voice_id = trial.voice_id
    registry = Registry()
    register_tryouts(registry, trial.desk)
    await trial.tell("status-update", status="ended")
    await work_off(database, registry, trial.practice.scope.clinic_id)
    assert trial.voice.erased == [voice_id]
    assert await trial.counts("mia_tryout_calls") == {"mia_tryout_calls": 0}


async def test_a_call_that_no_one_ended_is_erased_after_a_while(
    trial: TryoutOfTests, clock: MovableClock, database: Database
) -> None:
    await trial.begin()
    registry = Registry()
    register_tryouts(registry, trial.desk)
    (task,) = registry.periodic_tasks
    await task.task(database)
    assert trial.voice.erased == []
    clock.move(timedelta(minutes=16))
    trial.voice.fault = Unavailable("away")
    await task.task(database)
    assert await trial.counts("mia_tryout_calls") == {"mia_tryout_calls": 1}, "tried again later"
    trial.voice.fault = None
    await task.task(database)
    assert await trial.counts("mia_tryout_calls") == {"mia_tryout_calls": 0}
    secret = trial.desk.secrets.issue(trial.practice.scope.clinic_id)
    gone = {"message": {"type": "tool-calls", "call": {"id": "gone", "type": "webCall"}}}
    late = await trial.client.post(MESSAGES_PATH, json=gone, headers={"Authorization": f"Bearer {secret}"})
    assert (late.status_code, late.json()) == (200, {}), "what comes too late does nothing"


async def test_the_call_lets_its_user_in_once_and_soon(trial: TryoutOfTests, clock: MovableClock) -> None:
    path = f"{trial.path}/{await trial.begin()}/offer"
    joined = await trial.client.post(path, json=OFFER)
    assert (joined.status_code, joined.json()["type"]) == (200, "answer")
    assert (await trial.client.post(path, json=OFFER)).status_code == 409
    late = f"{trial.path}/{await trial.begin()}/offer"
    clock.move(timedelta(minutes=3))
    assert (await trial.client.post(late, json=OFFER)).status_code == 404


async def test_the_call_may_be_held_in_a_room_and_ended_twice(trial: TryoutOfTests) -> None:
    path = f"{trial.path}/{await trial.begin()}"
    assert (await trial.client.post(f"{path}/room")).json()["provider"] == "livekit"
    assert [(await trial.client.post(f"{path}/end")).status_code for _ in range(2)] == [204, 204]
    assert trial.voice.states[trial.voice_id].ended


async def test_nobody_else_joins_or_ends_it(app: FastAPI, trial: TryoutOfTests, database: Database) -> None:
    path = f"{trial.path}/{await trial.begin()}"
    foreign = await make_clinic(database, new_id().hex)
    await make_user(database, f"owner@{foreign.slug}.example", {foreign.id: Role.OWNER})
    theirs = path.replace(trial.practice.slug, foreign.slug)
    colleague, stranger = f"owner@{trial.practice.slug}.example", f"owner@{foreign.slug}.example"
    async with browser(app, colleague) as one, browser(app, stranger) as other, browser(app) as nobody:
        refused = [
            (await client.post(f"{where}/offer", json=OFFER)).status_code
            for client, where in ((one, path), (other, path), (other, theirs), (nobody, path))
        ]
        await one.post(f"{path}/end")
    assert refused == [404, 404, 404, 401]
    assert not trial.voice.states[trial.voice_id].ended


@pytest.mark.parametrize("role", list(Role))
async def test_only_those_who_lead_the_practice_talk_with_her(
    app: FastAPI, trial: TryoutOfTests, role: Role
) -> None:
    async with browser(app, f"{role.value}@{trial.practice.slug}.example") as client:
        told = await client.post(trial.path, json={})
    assert told.status_code == (201 if role in (Role.OWNER, Role.MANAGER) else 403)


async def test_a_draft_that_could_not_be_saved_begins_no_call(trial: TryoutOfTests) -> None:
    mia = await trial.mia(greeting="")
    unknown = {"item_id": "fct_00000000000000000000000000", "value": {"topic": "a", "questions": [], "answer": "b"}}
    empty = await trial.client.post(trial.path, json={"mia": mia})
    nowhere = await trial.client.post(trial.path, json={"fact": unknown})
    assert (empty.status_code, nowhere.status_code) == (422, 404)
    assert trial.voice.states == {}


async def test_a_voice_service_without_a_free_line_says_so(trial: TryoutOfTests) -> None:
    await trial.begin()
    trial.voice.fault = Unavailable("All lines are busy. Please try again in a moment.")
    busy = await trial.client.post(trial.path, json={})
    assert (busy.status_code, busy.json()["detail"]) == (503, trial.voice.fault.args[0])


async def test_too_many_calls_are_refused_with_a_time(trial: TryoutOfTests) -> None:
    for _ in range(30):
        await trial.begin()
    refused = await trial.client.post(trial.path, json={})
    assert refused.status_code == 429 and int(refused.headers["retry-after"]) > 0


@pytest.mark.parametrize("secret", ["", "Bearer", "Bearer wrong", "Basic wrong"])
async def test_messages_without_the_clinics_secret_are_refused(trial: TryoutOfTests, secret: str) -> None:
    await trial.begin()
    told = await trial.client.post(
        MESSAGES_PATH, json={"message": {"type": "tool-calls"}}, headers={"Authorization": secret}
    )
    assert told.status_code == 401
