"""Notes of the team in a conversation, for everyone who may and may not."""

from datetime import timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import func, select, text

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.correspondence.routes import router as correspondence_router
from mia.clinic.inbox.models import NoteRow
from mia.clinic.inbox.notes.routes import router
from mia.identity.routes import router as access_router
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role, SystemScope
from tests.clinic.inbox.conftest import NUMBER, Texting
from tests.fakes.access import app_of_tests, browser, make_user
from tests.fakes.practice import make_practice

WORDS = "Prefers Sofia; call after lunch"


@pytest.fixture
def app(texting: Texting) -> FastAPI:
    return app_of_tests(texting.database, routers=(access_router, router, correspondence_router))


async def member(texting: Texting, role: Role | None) -> str:
    email = f"member-{new_id().hex}@clinic.example"
    await make_user(texting.database, email, {texting.practice.scope.clinic_id: role} if role else None)
    return email


async def url_of_thread(texting: Texting) -> str:
    thread_id = await texting.receive("Hello")
    return f"/api/clinics/{texting.practice.slug}/conversations/{encode('thr', thread_id)}"


async def test_a_note_is_read_with_the_conversation_and_never_sent(app: FastAPI, texting: Texting) -> None:
    ana = await texting.patient()
    url = await url_of_thread(texting)
    sent = len(texting.sms.texts)
    async with texting.database.clinic(texting.practice.scope) as session:
        by_mail = await inbox.ensure_thread(session, "ana@mail.example", patient_id=ana)
    async with browser(app, await member(texting, Role.PROVIDER)) as http:
        me = (await http.get("/api/session")).json()["user"]["id"]
        added = await http.post(f"{url}/notes", json={"text": f"  {WORDS} "})
        assert added.status_code == 201, added.text
    await texting.work()
    assert len(texting.sms.texts) == sent
    async with browser(app, await member(texting, Role.FRONT_DESK)) as http:
        elsewhere = f"{url.rpartition('/')[0]}/{encode('thr', by_mail)}"
        for address in (url, elsewhere):
            (note,) = (await http.get(address)).json()["notes"]
            assert (note["text"], note["author_id"], note["mine"]) == (WORDS, me, False)
    async with texting.database.system(SystemScope.CRON) as system:
        actions = text("SELECT count(*) FROM audit_entries WHERE action = 'note.write' AND tenant_id = :id")
        clinic_id = texting.practice.scope.clinic_id
        assert await system.sql.scalar(actions, {"id": clinic_id}) == 1


async def test_who_wrote_a_note_may_delete_it_and_no_one_else(app: FastAPI, texting: Texting) -> None:
    url = await url_of_thread(texting)
    async with browser(app, await member(texting, Role.FRONT_DESK)) as author:
        note = (await author.post(f"{url}/notes", json={"text": WORDS})).json()["id"]
        async with browser(app, await member(texting, Role.OWNER)) as colleague:
            refused = await colleague.delete(f"{url}/notes/{note}")
            assert (refused.status_code, refused.json()["detail"]) == (403, "Only who wrote a note can delete it.")
        assert (await author.delete(f"{url}/notes/{note}")).status_code == 204
        assert (await author.delete(f"{url}/notes/{note}")).status_code == 404
        assert (await author.get(url)).json()["notes"] == []


@pytest.mark.parametrize("role", [Role.OWNER, Role.PROVIDER, Role.READ_ONLY, None])
async def test_roles_strangers_and_nobody(app: FastAPI, texting: Texting, role: Role | None) -> None:
    url = await url_of_thread(texting)
    body = {"text": WORDS}
    async with browser(app) as anonymous:
        assert (await anonymous.post(f"{url}/notes", json=body)).status_code == 401
    wanted = {Role.READ_ONLY: 403, None: 404}.get(role, 201)
    async with browser(app, await member(texting, role)) as http:
        assert (await http.post(f"{url}/notes", json=body)).status_code == wanted
        if wanted == 201:
            assert (await http.post(f"{url}/notes", json={"text": "  "})).status_code == 422
            unknown = f"{url.rpartition('/')[0]}/{encode('thr', new_id())}"
            assert (await http.post(f"{unknown}/notes", json=body)).status_code == 404
            assert (await http.delete(f"{url}/notes/{encode('nte', new_id())}")).status_code == 404


async def test_another_practice_neither_reads_nor_deletes_a_note(app: FastAPI, texting: Texting) -> None:
    url = await url_of_thread(texting)
    other = await make_practice(texting.database, f"practice-{new_id().hex}")
    email = f"member-{new_id().hex}@clinic.example"
    await make_user(texting.database, email, {other.scope.clinic_id: Role.OWNER})
    async with browser(app, await member(texting, Role.OWNER)) as http:
        note = (await http.post(f"{url}/notes", json={"text": WORDS})).json()["id"]
    theirs = url.replace(texting.practice.slug, other.slug)
    async with browser(app, email) as http:
        assert (await http.post(f"{theirs}/notes", json={"text": WORDS})).status_code == 404
        assert (await http.delete(f"{theirs}/notes/{note}")).status_code == 404


async def test_notes_go_with_their_time_and_with_the_person(texting: Texting) -> None:
    await texting.patient()
    thread_id = await texting.receive("Hello")
    async with texting.database.clinic(texting.practice.scope) as session:
        await inbox.add_note(session, thread_id, WORDS)
        now = session.now()
        assert await inbox.purge_notes(session, now - timedelta(days=1)) == 0
        assert await inbox.purge_notes(session, now + timedelta(days=1)) == 1
        await inbox.add_note(session, thread_id, WORDS)
        assert [note.text for note in await inbox.list_notes_of(session, [], [NUMBER])] == [WORDS]
        await inbox.erase_texts(session, [], [NUMBER])
        assert await session.sql.scalar(select(func.count()).select_from(NoteRow)) == 0
