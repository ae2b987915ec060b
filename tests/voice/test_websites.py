"""Pages of other websites: a browser lets one read what its public token opens, and nothing else."""

from typing import Any

import pytest

from tests.fakes.phones.voice import VoiceApi, assistant_body

Json = dict[str, Any]

CLINIC, EVIL = "https://clinic.example", "https://evil.example"
CHAT = "/chat/web"


async def preflight(voice: VoiceApi, path: str, method: str = "POST") -> Any:
    asked = {"Origin": EVIL, "Access-Control-Request-Method": method}
    return await voice.http.options(path, headers=asked)


async def token_of(voice: VoiceApi, **restrictions: Any) -> str:
    body = {"tag": "public", "restrictions": {"allowTransientAssistant": True} | restrictions}
    return str((await voice.http.post("/token", json=body)).json()["value"])


async def begin(voice: VoiceApi, token: str, origin: str | None) -> Any:
    headers = voice.as_client(token) | ({"Origin": origin} if origin else {})
    return await voice.http.post("/call/web", json={"assistant": assistant_body()}, headers=headers)


def readers(answer: Any) -> list[str]:
    """Whom the browser lets read it."""
    told = [(name, value) for name, value in answer.headers.items() if name.startswith("access-control-")]
    assert not any(name == "access-control-allow-credentials" or value == "*" for name, value in told)
    return [value for name, value in told if name == "access-control-allow-origin"]


@pytest.mark.parametrize("path", ["/call/web", CHAT, "/chat/web/responses", "/call/{id}/offer", "/call/{id}/end"])
async def test_a_browser_may_ask_for_what_public_tokens_open(voice: VoiceApi, path: str) -> None:
    answer = await preflight(voice, path.format(id="01890000-0000-7000-8000-000000000001"))
    assert (answer.status_code, readers(answer)) == (204, [EVIL])
    assert answer.headers["access-control-allow-headers"] == "Authorization, Content-Type"


@pytest.mark.parametrize(
    ("path", "method"), [("/call", "POST"), ("/chat", "POST"), ("/token", "GET"), (CHAT, "PUT")]
)
async def test_a_browser_may_ask_for_nothing_else(voice: VoiceApi, path: str, method: str) -> None:
    answer = await preflight(voice, path, method)
    assert (answer.status_code, readers(answer)) == (405, [])


async def test_only_a_page_that_the_token_names_reads_the_answer(voice: VoiceApi) -> None:
    token = await token_of(voice, allowedOrigins=[CLINIC])
    made = await begin(voice, token, CLINIC)
    assert (made.status_code, readers(made), made.headers["vary"]) == (201, [CLINIC], "Origin")
    refused = await begin(voice, token, EVIL)
    assert (refused.status_code, readers(refused)) == (403, [])
    assert readers(await begin(voice, token, None)) == []


async def test_a_page_reads_why_it_was_refused(voice: VoiceApi) -> None:
    token = await token_of(voice, allowedOrigins=[CLINIC])
    headers = voice.as_client(token) | {"Origin": CLINIC}
    malformed = await voice.http.post("/call/web", json={"assistant": {"colour": "red"}}, headers=headers)
    assert (malformed.status_code, readers(malformed)) == (400, [CLINIC])


async def test_a_token_that_names_no_website_serves_any_but_a_hidden_one(voice: VoiceApi) -> None:
    token = await token_of(voice)
    assert readers(await begin(voice, token, EVIL)) == [EVIL]
    assert readers(await begin(voice, token, "null")) == []


async def test_no_page_reads_what_a_private_token_opens(voice: VoiceApi) -> None:
    made = await begin(voice, voice.token, CLINIC)
    assert (made.status_code, readers(made)) == (201, [])
    assert readers(await voice.http.get("/call", headers={"Origin": CLINIC})) == []


async def test_the_page_that_began_a_call_leaves_it_and_no_other(voice: VoiceApi) -> None:
    call = (await begin(voice, await token_of(voice, allowedOrigins=[CLINIC]), CLINIC)).json()
    its = voice.as_client(call["transport"]["callToken"])
    for origin, may_read in ((EVIL, []), (CLINIC, [CLINIC])):
        answer = await voice.http.post(f"/call/{call['id']}/end", headers=its | {"Origin": origin})
        assert readers(answer) == may_read
