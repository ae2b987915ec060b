"""Passkeys: real ceremonies with an authenticator in software, and those it must refuse."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.identity.factors import passkeys
from mia.identity.factors.relying_party import RelyingParty, relying_party
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import Conflict
from tests.fakes.access import make_user, settings_of_tests
from tests.fakes.authenticator import Authenticator, encoded
from tests.fakes.post_office import PostOffice
from tests.fakes.production import production_settings
from tests.identity.conftest import sign_in
from tests.identity.signing_in.factors import WRONG_CODE, enrol_app, halfway

SITE = "http://localhost:8000"


@pytest_asyncio.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A browser that has opened the page under a name: addresses have no passkeys."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=SITE, headers={"Origin": SITE}) as client:
        yield client


async def creation_options(client: httpx.AsyncClient) -> dict[str, Any]:
    response = await client.post("/api/account/passkeys/options", json={})
    assert response.status_code == 200, response.text
    options: dict[str, Any] = response.json()
    return options


async def register(client: httpx.AsyncClient, credential: dict[str, Any], name: str = "Laptop") -> httpx.Response:
    return await client.post("/api/account/passkeys", json={"name": name, "credential": credential})


async def enrol(client: httpx.AsyncClient) -> Authenticator:
    """Make and register a passkey for who is signed in."""
    authenticator = Authenticator(SITE)
    made = await register(client, authenticator.create(await creation_options(client)))
    assert made.status_code == 201, made.text
    return authenticator


async def request_options(client: httpx.AsyncClient) -> dict[str, Any]:
    response = await client.post("/api/session/second-factor/passkey-options")
    assert response.status_code == 200, response.text
    options: dict[str, Any] = response.json()
    return options


async def answer(client: httpx.AsyncClient, credential: dict[str, Any]) -> httpx.Response:
    body = {"method": "passkey", "credential": credential}
    return await client.post("/api/session/second-factor", json=body)


async def test_a_passkey_is_made_and_opens_the_next_session(
    client: httpx.AsyncClient, email: str, clock: MovableClock, office: PostOffice
) -> None:
    await sign_in(client, email)
    authenticator = Authenticator(SITE)
    options = await creation_options(client)
    assert (options["rp"], options["user"]["name"]) == ({"name": "Mia", "id": "localhost"}, email)
    made = await register(client, authenticator.create(options), "  Front   desk laptop ")
    body = made.json()
    assert (made.status_code, body["name"], len(body["recovery_codes"])) == (201, "Front desk laptop", 10)
    half = await halfway(client, email)
    assert half["methods"] == ["passkey", "recovery_code"]
    opened = await answer(client, authenticator.get(await request_options(client)))
    assert (opened.status_code, opened.json()["second_factor"]) == (200, "passed")
    assert (await client.get("/api/account/second-factor")).json()["passkeys"][0]["last_used_at"] is not None
    assert "A passkey was added" in (await office.emails_to(email))[0].text


async def test_second_factor_of_another_kind_brings_no_new_recovery_codes(
    client: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    await sign_in(client, email)
    await enrol(client)
    _, codes = await enrol_app(client, clock)
    assert codes == []
    assert (await client.get("/api/session")).json()["methods"] == ["totp", "passkey", "recovery_code"]


async def test_challenge_is_answered_once(client: httpx.AsyncClient, email: str) -> None:
    await sign_in(client, email)
    authenticator = Authenticator(SITE)
    credential = authenticator.create(await creation_options(client))
    assert (await register(client, credential)).status_code == 201
    assert (await register(client, credential)).status_code == 422
    await halfway(client, email)
    assertion = authenticator.get(await request_options(client))
    assert (await answer(client, assertion)).status_code == 200
    replayed = await answer(client, assertion)
    assert (replayed.status_code, replayed.json()["detail"]) == (401, WRONG_CODE)


async def test_of_two_answers_to_one_challenge_one_is_taken(client: httpx.AsyncClient, email: str) -> None:
    await sign_in(client, email)
    authenticator = await enrol(client)
    await halfway(client, email)
    assertion = authenticator.get(await request_options(client))
    answers = await asyncio.gather(answer(client, assertion), answer(client, assertion))
    assert sorted(each.status_code for each in answers) == [200, 401]


async def test_a_passkey_is_registered_once(client: httpx.AsyncClient, email: str) -> None:
    await sign_in(client, email)
    authenticator = await enrol(client)
    again = await register(client, authenticator.create(await creation_options(client)))
    assert (again.status_code, again.json()["detail"]) == (409, "This passkey is registered already.")
    assert len((await client.get("/api/account/second-factor")).json()["passkeys"]) == 1


async def test_nobody_has_more_passkeys_than_they_can_tell_apart(
    client: httpx.AsyncClient, email: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passkeys, "MOST", 1)
    await sign_in(client, email)
    await enrol(client)
    full = await client.post("/api/account/passkeys/options", json={})
    assert (full.status_code, "Remove one" in full.json()["detail"]) == (409, True)


async def test_challenge_of_another_session_is_none(app: FastAPI, client: httpx.AsyncClient, email: str) -> None:
    await sign_in(client, email)
    authenticator = await enrol(client)
    await halfway(client, email)
    assertion = authenticator.get(await request_options(client))
    await halfway(client, email)
    await request_options(client)
    assert (await answer(client, assertion)).status_code == 401


async def test_challenge_runs_out(client: httpx.AsyncClient, email: str, clock: MovableClock) -> None:
    await sign_in(client, email)
    authenticator = await enrol(client)
    await halfway(client, email)
    assertion = authenticator.get(await request_options(client))
    clock.move(timedelta(minutes=5, seconds=1))
    assert (await answer(client, assertion)).status_code == 401


@pytest.mark.parametrize("spoiled", ["origin", "party", "signature", "key", "count"])
async def test_wrong_answer_opens_nothing(client: httpx.AsyncClient, email: str, spoiled: str) -> None:
    await sign_in(client, email)
    authenticator = await enrol(client)
    await halfway(client, email)
    if spoiled == "count":
        assert (await answer(client, authenticator.get(await request_options(client)))).status_code == 200
        authenticator.count = 0  # a copy made before
        await halfway(client, email)
    options = await request_options(client)
    if spoiled == "origin":
        authenticator.origin = "https://mia.evil.example"
    if spoiled == "party":
        options["rpId"] = "evil.example"
    if spoiled == "key":
        authenticator.key = Authenticator(SITE).key
    assertion = authenticator.get(options)
    if spoiled == "signature":
        assertion["response"]["signature"] = encoded(b"0" * 70)
    assert (await answer(client, assertion)).status_code == 401
    assert (await client.get("/api/session")).json()["second_factor"] == "required"


async def test_passkey_of_somebody_else_opens_nothing(
    client: httpx.AsyncClient, email: str, database: Database
) -> None:
    await make_user(database, f"other-{email}")
    await sign_in(client, f"other-{email}")
    foreign = await enrol(client)
    await sign_in(client, email)
    await enrol(client)
    await halfway(client, email)
    options = await request_options(client)
    options["allowCredentials"] = [{"id": encoded(foreign.credential_id)}]
    assert (await answer(client, foreign.get(options))).status_code == 401


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"id": "x", "rawId": "x", "type": "public-key", "response": {}},
        {"id": "é", "rawId": "é", "type": "public-key", "response": {"clientDataJSON": 1}},
        {"id": "AA", "rawId": 7, "type": 7, "response": "none"},
        {"id": "AA", "rawId": "AA", "type": "public-key", "response": {"clientDataJSON": "e30", "transports": 5}},
    ],
)
async def test_credential_that_is_none_is_refused(
    client: httpx.AsyncClient, email: str, credential: dict[str, Any]
) -> None:
    await sign_in(client, email)
    await creation_options(client)
    assert (await register(client, credential)).status_code == 422
    await enrol(client)
    await halfway(client, email)
    await request_options(client)
    assert (await answer(client, credential)).status_code == 401


async def test_spoiled_attestation_is_refused(client: httpx.AsyncClient, email: str) -> None:
    await sign_in(client, email)
    for spoil in ("origin", "object", "challenge"):
        authenticator = Authenticator("http://localhost:8001" if spoil == "origin" else SITE)
        options = await creation_options(client)
        if spoil == "challenge":
            options["challenge"] = encoded(b"mine" * 8)
        credential = authenticator.create(options)
        if spoil == "object":
            credential["response"]["attestationObject"] = encoded(b"\xa0")
        assert (await register(client, credential)).status_code == 422
    assert (await sign_in(client, email)).json()["second_factor"] == "none"


async def test_removed_passkey_opens_nothing(client: httpx.AsyncClient, email: str, clock: MovableClock) -> None:
    await sign_in(client, email)
    made = await register(client, Authenticator(SITE).create(await creation_options(client)))
    await enrol(client)
    path = f"/api/account/passkeys/{made.json()['id']}/remove"
    clock.move(timedelta(minutes=11))
    assert (await client.post(path, json={})).json()["type"] == "/problems/password-due"
    await sign_in(client, email)
    assert (await client.post(path, json={})).status_code == 401  # half signed in removes nothing


async def test_the_last_passkey_takes_the_codes_with_it(client: httpx.AsyncClient, email: str) -> None:
    await sign_in(client, email)
    made = await register(client, Authenticator(SITE).create(await creation_options(client)))
    path = f"/api/account/passkeys/{made.json()['id']}/remove"
    assert (await client.post(path, json={})).status_code == 204
    assert (await client.post(path, json={})).status_code == 404
    left = (await client.get("/api/account/second-factor")).json()
    assert left == {"totp": False, "passkeys": [], "recovery_codes_left": 0}


async def test_somebody_without_passkey_has_no_options(client: httpx.AsyncClient, email: str) -> None:
    await sign_in(client, email)
    assert (await client.post("/api/session/second-factor/passkey-options")).status_code == 409


def test_party_is_the_domain_of_the_settings() -> None:
    settings = production_settings(PUBLIC_URL="https://mia.example:8443")
    expected = RelyingParty("mia.example", "https://mia.example:8443")
    assert relying_party(settings, None) == expected
    assert relying_party(settings, "http://localhost:8000") == expected


def test_address_has_no_passkeys_but_localhost_has() -> None:
    settings = settings_of_tests()
    assert relying_party(settings, SITE) == RelyingParty("localhost", SITE)
    with pytest.raises(Conflict, match="http://localhost:8000"):
        relying_party(settings, "http://127.0.0.1:8000")
