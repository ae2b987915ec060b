"""Playing a recording: by who may read transcripts, written into the audit log, never cached."""

from datetime import timedelta
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.calls.routes import router as call_router
from mia.clinic.inbox.service import ActivitySearch, Channel
from mia.identity.routes import router as access_router
from mia.platform.audit.search import AuditSearch, search_entries
from mia.platform.db.session import Database
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import app_of_tests, browser
from tests.fakes.practice import PracticeOfTests, make_practice, member

SOUND = b"OggS" + bytes(300_000)


@pytest.fixture
def app(database: Database) -> FastAPI:
    return app_of_tests(database, routers=(access_router, call_router))


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


async def recorded(database: Database, practice: PracticeOfTests) -> UUID:
    async with database.clinic(practice.scope) as session:
        conversation = await inbox.start_conversation(session, Channel.PHONE, voice_id=new_id().hex)
        await inbox.note_in_progress(session, conversation, "Ana Ruiz")
        await inbox.note_recording_answer(session, conversation.id, "granted", session.now())
        assert await inbox.keep_recording(session, conversation.id, SOUND)
        (activity,) = (await inbox.search_activities(session, ActivitySearch())).items
    return activity.id


async def play(http: httpx.AsyncClient, practice: PracticeOfTests, activity_id: UUID) -> httpx.Response:
    return await http.get(f"/api/clinics/{practice.slug}/activities/{encode('act', activity_id)}/recording")


@pytest.mark.parametrize(
    ("role", "status"),
    [(Role.OWNER, 200), (Role.MANAGER, 200), (Role.FRONT_DESK, 200), (Role.PROVIDER, 200), (Role.READ_ONLY, 403)],
)
async def test_it_is_played_to_who_may_read_transcripts(
    app: FastAPI, database: Database, practice: PracticeOfTests, role: Role, status: int
) -> None:
    activity_id = await recorded(database, practice)
    async with browser(app, await member(database, role, practice)) as http:
        answer = await play(http, practice, activity_id)
    assert answer.status_code == status
    if status == 200:
        assert answer.content == SOUND
        assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("audio/ogg", "no-store")


async def test_strangers_find_nothing(app: FastAPI, database: Database, practice: PracticeOfTests) -> None:
    activity_id = await recorded(database, practice)
    elsewhere = await make_practice(database, f"practice-{new_id().hex}")
    async with browser(app, await member(database, Role.OWNER, elsewhere)) as http:
        assert (await play(http, practice, activity_id)).status_code == 404
        assert (await play(http, elsewhere, activity_id)).status_code == 404
    async with browser(app) as http:
        assert (await play(http, practice, activity_id)).status_code == 401


async def test_each_playing_stands_in_the_audit_log(
    app: FastAPI, database: Database, practice: PracticeOfTests
) -> None:
    activity_id = await recorded(database, practice)
    async with browser(app, await member(database, Role.OWNER, practice)) as http:
        for _ in range(2):
            await play(http, practice, activity_id)
    async with database.clinic(practice.scope) as session:
        page = await search_entries(session, AuditSearch())
    assert [entry.action for entry in page.entries].count("recording.play") == 2


async def test_a_recording_that_is_gone_is_404(app: FastAPI, database: Database, practice: PracticeOfTests) -> None:
    activity_id = await recorded(database, practice)
    async with database.clinic(practice.scope) as session:
        later = session.now() + timedelta(days=1)
        assert await inbox.drop_recordings(session, before=later) == 1
    async with browser(app, await member(database, Role.OWNER, practice)) as http:
        assert (await play(http, practice, activity_id)).status_code == 404
        assert (await play(http, practice, new_id())).status_code == 404
