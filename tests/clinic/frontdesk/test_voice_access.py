"""Each clinic's way into the voice service: its own organization, and a token that ends with the signing key."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import delete, select, text

from mia.adapters.http_voice import HttpVoiceServices
from mia.adapters.voice_tokens import HttpVoiceOperator
from mia.clinic.frontdesk.models import VoiceAccessRow
from mia.clinic.frontdesk.service import ClinicTokens, RemoteToken
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.kernel.errors import NotFound, Unavailable
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope, SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.app import create_voice_app, voice_service
from mia.voice.auth.guards import hash_token, operator_credential, scope_of_row
from mia.voice.auth.models import TokenRecord
from mia.voice.auth.tokens import revoke_tokens
from mia.voice.messages.models import OutgoingMessage
from mia.voice.resources.org.service import SHARED_ORG, empty_shared_org
from tests.fakes.access import make_clinic, scope_of
from tests.fakes.phones.voice import SCRIPTED, assistant_body, make_token, voice_settings

Json = dict[str, Any]
VARIABLES = {"now": "Tuesday, 2:30 PM"}


@dataclass
class House:
    """A front office and a voice service with one signing key."""

    settings: Settings
    tokens: ClinicTokens
    voices: HttpVoiceServices
    http: httpx.AsyncClient

    async def status(self, token: str, method: str, path: str, body: Json | None = None) -> int:
        headers = {b"Authorization": f"Bearer {token}".encode()}
        return (await self.http.request(method, path, json=body, headers=headers)).status_code


@asynccontextmanager
async def house(database: Database, settings: Settings) -> AsyncIterator[House]:
    app = create_voice_app()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(voice_service(app, database, settings, SCRIPTED))
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        url = "http://voice.example"
        operator = HttpVoiceOperator(url, lambda: operator_credential(settings), transport=transport)
        stack.push_async_callback(operator.close)
        tokens = ClinicTokens(database, operator)
        voices = HttpVoiceServices(url, tokens, transport=transport)
        stack.push_async_callback(voices.close)
        http = await stack.enter_async_context(httpx.AsyncClient(transport=transport, base_url=url))
        yield House(settings, tokens, voices, http)


def with_key(folder: Path, name: str) -> Settings:
    return voice_settings(folder, MIA_SIGNING_KEY=f"signing key {name}".ljust(40, "."))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return with_key(tmp_path, "of today")


@pytest_asyncio.fixture
async def here(database: Database, settings: Settings) -> AsyncIterator[House]:
    async with house(database, settings) as running:
        yield running


@pytest_asyncio.fixture
async def clinics(database: Database) -> list[ClinicScope]:
    async with database.system(
        SystemScope.LOGIN
    ) as system:  # each test begins without a clinic of a remote service
        found = await identity.list_clinics(system)
    for clinic in found:
        async with database.clinic(scope_of(clinic)) as session:
            await session.sql.execute(delete(VoiceAccessRow))
    return [scope_of(await make_clinic(database, f"clinic-{new_id().hex}")) for _ in range(2)]


async def test_a_clinics_token_opens_nothing_of_another_clinic(here: House, clinics: list[ClinicScope]) -> None:
    mine, other = (here.voices.of(clinic.clinic_id) for clinic in clinics)
    assistant_id = await mine.save_assistant(assistant_body(), None)
    call = await mine.start_web_call(assistant_id, VARIABLES)
    chat = await mine.start_chat(assistant_id, VARIABLES)
    await mine.send_chat(chat.id, "my tooth hurts")
    foreign = await here.tokens.token(clinics[1].clinic_id)
    for path in (f"/assistant/{assistant_id}", f"/call/{call.id}", f"/session/{chat.id}"):
        for method, body in (("GET", None), ("PATCH", {"name": "x"}), ("DELETE", None)):
            assert await here.status(foreign, method, path, body) == 404, (method, path)
    assert await here.status(foreign, "GET", f"/call/{call.id}/recording") == 404
    assert await here.status(foreign, "POST", f"/call/{call.id}/end") == 404
    assert await here.status(foreign, "POST", "/chat", {"sessionId": chat.id, "input": "x"}) == 404
    assert await here.status(foreign, "POST", "/chat", {"assistantId": assistant_id, "input": "x"}) == 404
    with pytest.raises(NotFound):
        await other.send_chat(chat.id, "what did they say?")
    assert await other.call_state(call.id) is None
    assert await mine.call_state(call.id) is not None


async def test_each_clinic_has_an_organization_and_a_data_key_of_its_own(
    here: House, clinics: list[ClinicScope], database: Database
) -> None:
    orgs, keys = set(), set()
    for clinic in clinics:
        await here.tokens.token(clinic.clinic_id)
        async with database.clinic(clinic) as session:
            keys.add(session.key.current.secret)
            orgs.add((await session.sql.scalars(select(VoiceAccessRow.org_id))).one())
    for org_id in orgs:
        async with database.org(scope_of_row(org_id, "test")) as session:
            keys.add(session.key.current.secret)
    assert (len(orgs), len(keys)) == (2, 4)


async def test_a_token_is_sealed_here_and_hashed_there(
    here: House, clinics: list[ClinicScope], database: Database
) -> None:
    token = await here.tokens.token(clinics[0].clinic_id)
    async with database.clinic(clinics[0]) as session:
        ours = await session.sql.scalar(text("SELECT row_to_json(a)::text FROM frontdesk_voice_access a"))
    async with database.system(SystemScope.VOICE_TOKEN) as system:
        theirs = await system.sql.scalar(text("SELECT json_agg(t)::text FROM voice_tokens t"))
    for dump in (ours, theirs):
        assert dump
        assert token not in dump
        assert token.encode().hex() not in dump


async def test_what_is_derived_from_the_signing_key_opens_no_conversation(
    here: House, clinics: list[ClinicScope]
) -> None:
    await here.voices.of(clinics[0].clinic_id).save_assistant(assistant_body(), None)
    derived = [here.settings.derived_secret("voice-token"), operator_credential(here.settings)]
    for token in derived:
        for path in ("/assistant", "/call", "/chat", "/session"):
            assert await here.status(token, "GET", path) == 401, path
        assert await here.status(token, "POST", "/call/web", {"assistantId": str(new_id())}) == 401


async def test_only_the_operator_opens_organizations(
    here: House, clinics: list[ClinicScope], tmp_path: Path
) -> None:
    token, org = await here.tokens.token(clinics[0].clinic_id), f"/org/{new_id()}"
    earlier = operator_credential(with_key(tmp_path, "of yesterday"))
    for credential in (token, earlier, "", "é"):
        assert await here.status(credential, "PUT", org, {"name": "x"}) == 401
        assert await here.status(credential, "POST", f"{org}/token", {"name": "x"}) == 401
    unopened = await here.status(operator_credential(here.settings), "POST", f"{org}/token", {"name": "x"})
    assert unopened == 404


async def test_an_organization_that_leaves_takes_everything_along_and_no_other_one(
    here: House, clinics: list[ClinicScope], database: Database
) -> None:
    operator, orgs, tokens = operator_credential(here.settings), [], []
    for clinic in clinics:
        voice = here.voices.of(clinic.clinic_id)
        assistant_id = await voice.save_assistant(assistant_body(), None)
        await voice.start_web_call(assistant_id, VARIABLES)
        await voice.send_chat((await voice.start_chat(assistant_id, VARIABLES)).id, "my tooth hurts")
        tokens.append(await here.tokens.token(clinic.clinic_id))
        number = {"number": f"+1305{new_id().int % 10**7:07d}"}
        assert await here.status(tokens[-1], "POST", "/phone-number", number) == 201
        async with database.clinic(clinic) as session:
            orgs.append((await session.sql.scalars(select(VoiceAccessRow.org_id))).one())
    assert await here.status(tokens[0], "DELETE", f"/org/{orgs[1]}") == 404
    headers = {b"Authorization": f"Bearer {operator}".encode()}
    answer = (await here.http.delete(f"/org/{orgs[0]}", headers=headers)).json()
    counts = {"assistants": 1, "calls": 1, "chats": 1, "sessions": 1, "phoneNumbers": 1, "tokens": 1, "dataKeys": 1}
    assert answer["erased"].pop("logs") > 0
    assert answer == {"id": str(orgs[0]), "erased": counts}
    again = (await here.http.delete(f"/org/{orgs[0]}", headers=headers)).json()
    assert again == {"id": str(orgs[0]), "erased": {}}
    assert await here.status(tokens[0], "GET", "/call") == 401
    assert await here.status(tokens[1], "GET", f"/assistant/{assistant_id}") == 200
    async with database.system(SystemScope.KEYS) as system:
        held = set(await system.sql.scalars(text("SELECT tenant_id FROM data_keys")))
    assert orgs[0] not in held and orgs[1] in held
    assert await here.status(tokens[1], "DELETE", "/org") == 200, "a token may end its own organization"
    assert await here.status(tokens[1], "GET", "/call") == 401


async def test_no_program_of_ours_can_destroy_a_clinics_data_key(
    database: Database, clinics: list[ClinicScope]
) -> None:
    async with database.clinic(clinics[0]) as session:
        gone = await session.sql.scalars(text("DELETE FROM data_keys RETURNING key_id"))
        assert gone.all() == []


async def test_a_rotated_signing_key_ends_every_token_at_once(
    database: Database, clinics: list[ClinicScope], tmp_path: Path
) -> None:
    clinic = clinics[0].clinic_id
    async with (
        house(database, with_key(tmp_path, "new")) as after,
        house(database, with_key(tmp_path, "old")) as before,
    ):
        token = await before.tokens.token(clinic)
        assert await before.status(token, "GET", "/call") == 200
        assert await _count(database, token) == 1
        assert await after.status(token, "GET", "/call") == 401, (
            "the row stands, and its key is not the one in force"
        )
    async with house(database, with_key(tmp_path, "new")) as after:
        assert await _count(database, token) == 0, "the start takes away what the key no longer covers"
        assert await after.voices.of(clinic).call_state(str(new_id())) is None, "a token of the new key is at hand"
        assert await after.tokens.token(clinic) != token


async def test_revoked_tokens_end_at_once_and_are_replaced_when_needed(
    here: House, clinics: list[ClinicScope], database: Database
) -> None:
    clinic = clinics[0].clinic_id
    first = await here.tokens.token(clinic)
    assert await revoke_tokens(database) >= 1
    assert await here.status(first, "GET", "/call") == 401
    assistant_id = await here.voices.of(clinic).save_assistant(assistant_body(), None)
    second = await here.tokens.token(clinic)
    assert second != first
    assert await here.status(second, "GET", f"/assistant/{assistant_id}") == 200, "the organization stays"


async def test_processes_share_a_clinics_token(here: House, clinics: list[ClinicScope], database: Database) -> None:
    clinic = clinics[0].clinic_id
    transport = httpx.ASGITransport(create_voice_app())
    asks_nobody = HttpVoiceOperator("http://voice.example", lambda: "none", transport=transport)
    first = await here.tokens.token(clinic)
    assert await ClinicTokens(database, asks_nobody).token(clinic) == first
    second = await here.tokens.token(clinic, refused=first)
    assert await ClinicTokens(database, asks_nobody).token(clinic, refused=first) == second
    assert await here.status(first, "GET", "/call") == 401
    await asks_nobody.close()


async def test_a_voice_service_that_is_away_leaves_the_clinic_without_a_token(
    database: Database, clinics: list[ClinicScope]
) -> None:
    for answer in (httpx.Response(503), httpx.Response(401)):
        transport = httpx.MockTransport(lambda _request, answer=answer: answer)
        operator = HttpVoiceOperator("http://voice.example", lambda: "secret", transport=transport)
        with pytest.raises(Unavailable):
            await ClinicTokens(database, operator).token(clinics[0].clinic_id)
        await operator.close()


async def test_a_remote_voice_service_serves_one_clinic(database: Database, clinics: list[ClinicScope]) -> None:
    first, second = (clinic.clinic_id for clinic in clinics)
    tokens = RemoteToken(database, "token of a service elsewhere")
    assert await tokens.token(first) == "token of a service elsewhere"
    for again in (tokens, RemoteToken(database, "token of a service elsewhere")):
        with pytest.raises(Unavailable, match="MIA_VOICE_URL serves one practice"):
            await again.token(second)
        assert await again.token(first) == "token of a service elsewhere"


async def test_the_clinic_of_a_remote_service_may_come_back_to_ours(
    here: House, database: Database, clinics: list[ClinicScope]
) -> None:
    first, second = (clinic.clinic_id for clinic in clinics)
    await RemoteToken(database, "elsewhere").token(first)
    await here.tokens.token(first)
    assert await RemoteToken(database, "elsewhere").token(second) == "elsewhere"


async def test_the_organization_that_all_clinics_shared_is_emptied_as_its_conversations_end(
    here: House, database: Database
) -> None:
    headers = {"Authorization": f"Bearer {await make_token(database, here.settings, SHARED_ORG)}"}

    async def begin() -> str:
        made = await here.http.post("/session", json={"assistant": assistant_body()}, headers=headers)
        return str(made.json()["id"])

    over, unreported, going_on = [await begin() for _ in range(3)]
    for session_id in (over, unreported):
        await here.http.patch(f"/session/{session_id}", json={"status": "completed"}, headers=headers)
    alone = await here.http.post("/chat", json={"assistant": assistant_body(), "input": "hello"}, headers=headers)
    async with database.org(scope_of_row(SHARED_ORG, "test")) as session:
        values = {"subject_id": UUID(unreported), "type": "end-of-call-report", "org_id": SHARED_ORG}
        sealed = session.seal("{}")
        session.sql.add(OutgoingMessage(**values, id=new_id(), target_sealed=sealed, body_sealed=sealed))
    assert await empty_shared_org(database) == 2
    left = (await here.http.get("/session", headers=headers)).json()["results"]
    assert {session["id"] for session in left} == {unreported, going_on}
    assert (await here.http.get(f"/chat/{alone.json()['id']}", headers=headers)).status_code == 404
    assert await empty_shared_org(database) == 0


async def _count(database: Database, token: str) -> int:
    async with database.system(SystemScope.VOICE_TOKEN) as system:
        rows = await system.sql.scalars(select(TokenRecord.id).where(TokenRecord.value_hash == hash_token(token)))
        return len(rows.all())
