"""The front office with a voice service elsewhere, of which it has an address and a token (``MIA_VOICE_URL``).

Calls, chats and calls that Mia makes work as with its own; the two have a database and keys each, and meet by HTTP.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import delete

from mia.adapters.http_voice import HttpVoiceServices
from mia.app.language_models import build_language_models
from mia.app.parts import voice_tokens
from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Channel, Consent, Grant, Purpose
from mia.clinic.frontdesk.models import VoiceAccessRow
from mia.clinic.frontdesk.routes import router
from mia.clinic.frontdesk.service import FrontDesk, MiaCalls
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Activity, ActivitySearch, ActivityStatus
from mia.clinic.outreach.service import register_outreach
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import Kind
from mia.identity import service as identity
from mia.platform.conversation.ports import CallTool
from mia.platform.db.encryption import Vault
from mia.platform.db.migrate import app_url
from mia.platform.db.opening import open_engine
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.keys import Keys
from mia.platform.kernel.scope import SystemScope
from mia.voice.app import create_voice_app, voice_service
from tests.conftest import APP_PASSWORD, PostgresServer
from tests.fakes.access import app_of_tests, scope_of, settings_of_tests
from tests.fakes.outbox import work_off
from tests.fakes.outreach import means_of
from tests.fakes.phones.media import OFFER, RunningWorker, ScriptedCall, media_worker
from tests.fakes.phones.voice import listen, make_token, serving, voice_settings
from tests.fakes.practice import PracticeOfTests, make_patient, make_practice
from tests.fakes.waiting import eventually

Json = dict[str, Any]
pytestmark = pytest.mark.conformance

NUMBER = "+13055550142"
NOON = datetime(2026, 3, 24, 16, tzinfo=UTC)


@dataclass
class TwoHouses:
    """A front office that is served over HTTP, and a worker of the voice service elsewhere."""

    database: Database
    elsewhere: Database
    practice: PracticeOfTests
    desk: FrontDesk
    visitor: httpx.AsyncClient
    theirs: httpx.AsyncClient
    """The service elsewhere, for who has the token."""
    media: RunningWorker

    async def begin(self, kind: str) -> Json:
        """A visitor of the site begins a call or a chat."""
        answer = await self.visitor.post(f"/api/widget/{kind}", json={})
        assert answer.status_code == 201, answer.text
        begun: Json = answer.json()
        self.visitor.headers["Authorization"] = f"Bearer {begun['token']}"
        return begun

    async def activity(self) -> Activity | None:
        """What the history of the practice shows of the conversation."""
        async with self.database.clinic(self.practice.scope) as session:
            return next(iter((await inbox.search_activities(session, ActivitySearch())).items), None)

    async def shows(self, status: ActivityStatus) -> Activity:
        """Once the voice service has told of it."""

        async def told() -> bool:
            activity = await self.activity()
            return activity is not None and activity.status is status

        await eventually(told)
        activity = await self.activity()
        assert activity is not None
        return activity

    async def talk(self) -> ScriptedCall:
        """What goes on in the call at the voice service."""
        talk = await self.media.engine.next_call()
        await talk.begin()
        return talk


@pytest_asyncio.fixture
async def elsewhere(postgres: PostgresServer, clock: MovableClock) -> AsyncIterator[Database]:
    """The database of the other service, with a master key of its own."""
    name = "voice_service_elsewhere"
    dsn = app_url(postgres.clone(name), APP_PASSWORD)
    engine = open_engine(dsn, 5)
    database = Database(engine, Vault(partial(Keys, b"e" * 32)), clock, dsn)
    yield database
    await database.close()
    await engine.dispose()
    postgres.drop(name)


async def forget_who_uses_it(database: Database) -> None:
    """A service elsewhere serves one clinic, and each test has another."""
    async with database.system(SystemScope.LOGIN) as system:
        clinics = await identity.list_clinics(system)
    for clinic in clinics:
        async with database.clinic(scope_of(clinic)) as session:
            await session.sql.execute(delete(VoiceAccessRow))


@pytest_asyncio.fixture
async def houses(
    database: Database, elsewhere: Database, clock: MovableClock, tmp_path: Path
) -> AsyncIterator[TwoHouses]:
    clock.set(NOON)
    await forget_who_uses_it(database)
    theirs = voice_settings(tmp_path, MIA_SIGNING_KEY="signing key of the service elsewhere".ljust(40, "."))
    practice = await make_practice(database, f"practice-{new_id().hex}")
    async with AsyncExitStack() as stack:
        voice, (voice_listener, voice_url) = create_voice_app(), listen()
        models = build_language_models(theirs)
        await stack.enter_async_context(voice_service(voice, elsewhere, theirs, models))
        await stack.enter_async_context(serving(voice, voice_listener))
        media = await stack.enter_async_context(media_worker(elsewhere, theirs))
        listener, url = listen()
        token = await make_token(elsewhere, theirs, new_id())
        settings = settings_of_tests(
            MIA_SIGNING_KEY="signing key of tests",
            MIA_SITE_CLINIC=practice.slug,
            MIA_VOICE_URL=voice_url,
            MIA_VOICE_TOKEN=token,
            PUBLIC_URL=url,
        )
        tokens = await stack.enter_async_context(voice_tokens(database, settings))
        voices = HttpVoiceServices(settings.voice_base_url, tokens)
        stack.push_async_callback(voices.close)
        desk, app = FrontDesk(database, voices, settings), app_of_tests(database, settings, routers=(router,))
        app.state.front_desk = desk
        await stack.enter_async_context(serving(app, listener))
        visitor = await stack.enter_async_context(httpx.AsyncClient(base_url=url, trust_env=False, timeout=20))
        known = httpx.AsyncClient(base_url=voice_url, headers={"Authorization": f"Bearer {token}"}, trust_env=False)
        yield TwoHouses(database, elsewhere, practice, desk, visitor, await stack.enter_async_context(known), media)


async def test_a_call_books_a_visit_and_stands_in_the_history(houses: TwoHouses) -> None:
    call = await houses.begin("calls")
    joined = await houses.visitor.post(f"/api/widget/calls/{call['call_id']}/offer", json=OFFER)
    assert joined.status_code == 200, joined.text
    talk = await houses.talk()
    service = encode("svc", houses.practice.botox)
    found = await talk.uses_tool("find_slots", service_id=service, limit=2)
    assert found.error is None, found
    slot = found.result["slots"][0]
    visit = {"slot_token": slot["token"], "name": "Ana Ruiz", "phone": NUMBER}
    booked = await talk.setup.answering.run_tool(CallTool("tool-2", "book_appointment", visit))
    assert booked.result["status"] == "booked", booked
    talk.hang_up()
    await houses.shows(ActivityStatus.BOOKED)


async def test_a_chat_is_answered_with_what_the_practice_wrote(houses: TwoHouses) -> None:
    chat = await houses.begin("chats")
    said = await houses.visitor.post(
        f"/api/widget/chats/{chat['chat_id']}/messages", json={"text": "Are you open on Monday?"}
    )
    assert said.status_code == 200, said.text
    assert "9" in said.text
    assert (
        await houses.visitor.post(f"/api/widget/chats/{chat['chat_id']}/end", json={"token": chat["token"]})
    ).is_success
    await houses.shows(ActivityStatus.ANSWERED)


async def test_a_call_that_mia_makes_rings_and_is_told_of(houses: TwoHouses) -> None:
    registry = Registry()
    register_outreach(registry, means_of(MiaCalls(houses.desk)))
    recalls.register_rebooking(registry)
    patient = await make_patient(houses.database, houses.practice, "Ana Ruiz", NUMBER)
    scope = houses.practice.scope
    async with houses.database.clinic(scope) as session:
        signed = [
            Grant(NUMBER, Consent(channel, Purpose.RECALL, Basis.WRITTEN, "form", session.now()))
            for channel in (Channel.CALL, Channel.AI_VOICE)
        ]
        await consent.import_consents(session, signed)
        await recalls.refresh(session)
        await recalls.start(session, patient, Kind.CALL, new_id().hex)
    assert await work_off(houses.database, registry, scope.clinic_id) == []
    scheduled = await houses.activity()
    assert scheduled is not None and scheduled.patient_name == "Ana Ruiz"
    (call,) = (await houses.theirs.get("/call")).json()
    assert (call["type"], call["customer"]["number"]) == ("outboundPhoneCall", NUMBER)

    async def declined() -> bool:
        phone = f"/call/{call['id']}/sandbox-phone"
        return (await houses.theirs.post(phone, json={"action": "decline"})).is_success

    await eventually(declined)
    activity = await houses.shows(ActivityStatus.NO_ANSWER)
    assert (activity.patient_name, activity.outcome) == ("Ana Ruiz", "The line was busy")
