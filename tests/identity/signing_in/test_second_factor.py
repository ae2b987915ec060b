"""Authenticator apps and recovery codes: between password and code nothing is open, and no code counts twice."""

import asyncio
from datetime import timedelta

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from mia.identity.session.sessions import HALFWAY
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.scope import SystemScope
from tests.fakes.access import PASSWORD, Team, browser
from tests.fakes.post_office import PostOffice
from tests.identity.conftest import WRONG, sign_in
from tests.identity.signing_in.factors import WRONG_CODE, code_of, enrol_app, give, halfway
from tests.identity.signing_in.resetting import NEW, ask, exchange, set_password


async def test_after_the_password_the_code_opens_the_session(
    app: FastAPI, client: httpx.AsyncClient, team: Team, clock: MovableClock
) -> None:
    async with browser(app, team.owner) as first:
        secret, _ = await enrol_app(first, clock)
        assert (await first.get("/api/session")).json()["second_factor"] == "passed"
    clock.move(timedelta(minutes=1))
    half = await halfway(client, team.owner)
    assert (half["clinics"], half["home"], half["methods"]) == ([], None, ["totp", "recovery_code"])
    response = await give(client, code_of(secret, clock))
    assert response.status_code == 200
    body = response.json()
    assert (body["second_factor"], body["clinics"][0]["slug"]) == ("passed", team.clinic.slug)
    assert (await client.get("/api/session")).json() == body


async def test_before_the_code_every_other_route_is_401(
    app: FastAPI, client: httpx.AsyncClient, team: Team, clock: MovableClock
) -> None:
    async with browser(app, team.owner) as first:
        await enrol_app(first, clock)
    await halfway(client, team.owner)
    assert (await client.get(team.path)).status_code == 401
    for path in ("/api/sessions", "/api/account/second-factor"):
        assert (await client.get(path)).status_code == 401
    for path in ("/api/session/touch", "/api/account/totp/remove", "/api/account/recovery-codes"):
        assert (await client.post(path, json={"password": PASSWORD})).status_code == 401
    assert (await client.get("/api/session")).json()["second_factor"] == "required"


async def test_session_waits_for_the_code_for_ten_minutes(
    app: FastAPI, client: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    async with browser(app, email) as first:
        secret, _ = await enrol_app(first, clock)
    await halfway(client, email)
    clock.move(HALFWAY + timedelta(seconds=1))
    assert (await give(client, code_of(secret, clock))).status_code == 401
    await halfway(client, email)
    body = (await give(client, code_of(secret, clock))).json()
    assert body["second_factor"] == "passed"
    clock.move(HALFWAY + timedelta(seconds=1))
    assert (await client.get("/api/session")).status_code == 200


async def test_the_token_changes_with_the_code(
    app: FastAPI, client: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    async with browser(app, email) as first:
        before = first.cookies["mia_session"]
        secret, _ = await enrol_app(first, clock)
        assert first.cookies["mia_session"] != before
    clock.move(timedelta(minutes=1))
    await halfway(client, email)
    half = client.cookies["mia_session"]
    await give(client, code_of(secret, clock))
    assert client.cookies["mia_session"] != half
    async with browser(app) as thief:
        thief.cookies.set("mia_session", half)
        assert (await thief.get("/api/session")).status_code == 401


async def test_a_code_counts_once_and_none_before_it(
    app: FastAPI, client: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    async with browser(app, email) as first:
        secret, _ = await enrol_app(first, clock)
    await halfway(client, email)
    refused = await give(client, code_of(secret, clock))  # used for the enrolment
    assert (refused.status_code, refused.json()["detail"]) == (401, WRONG_CODE)
    assert (await give(client, code_of(secret, clock, -1))).status_code == 401
    assert (await give(client, code_of(secret, clock, 1))).status_code == 200


@pytest.mark.race
async def test_of_two_uses_of_one_code_at_one_time_one_is_taken(
    app: FastAPI, client: httpx.AsyncClient, other: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    async with browser(app, email) as first:
        secret, codes = await enrol_app(first, clock)
    clock.move(timedelta(minutes=1))
    await halfway(client, email)
    await halfway(other, email)
    code = code_of(secret, clock)
    answers = await asyncio.gather(give(client, code), give(other, code))
    assert sorted(answer.status_code for answer in answers) == [200, 401]
    await halfway(client, email)
    await halfway(other, email)
    answers = await asyncio.gather(give(client, codes[0], "recovery_code"), give(other, codes[0], "recovery_code"))
    assert sorted(answer.status_code for answer in answers) == [200, 401]


@pytest.mark.parametrize("code", ["000000", "12345", "abcdef", "\uff11" * 6, "x" * 200])
async def test_wrong_code_is_told_and_noted(
    app: FastAPI, client: httpx.AsyncClient, team: Team, clock: MovableClock, database: Database, code: str
) -> None:
    async with browser(app, team.manager) as first:
        await enrol_app(first, clock)
    await halfway(client, team.manager)
    refused = await give(client, code)
    assert (refused.status_code, refused.json()["detail"]) == (401, WRONG_CODE)
    async with database.system(SystemScope.CRON) as session:
        query = text("SELECT outcome FROM audit_entries WHERE action = 'session.second_factor' AND tenant_id = :id")
        assert await session.sql.scalar(query, {"id": team.clinic.id}) == "denied"


async def test_many_codes_are_too_many(
    app: FastAPI, client: httpx.AsyncClient, email: str, clock: MovableClock, office: PostOffice
) -> None:
    async with browser(app, email) as first:
        secret, _ = await enrol_app(first, clock)
    clock.move(timedelta(minutes=1))
    answers = []
    for _ in range(12):
        await halfway(client, email)  # a new session for each does not help
        answers.append((await give(client, "000000")).status_code)
    assert set(answers) == {401, 429}
    refused = await give(client, code_of(secret, clock))
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) > 0
    subjects = [sent.subject for sent in await office.emails_to(email)]
    assert 1 <= subjects.count("Someone is trying to sign in to your Mia account") <= 2  # a period may have ended


async def test_recovery_codes_are_ten_and_each_counts_once(
    app: FastAPI, client: httpx.AsyncClient, email: str, clock: MovableClock, office: PostOffice
) -> None:
    async with browser(app, email) as first:
        _, codes = await enrol_app(first, clock)
    assert len(set(codes)) == 10
    await halfway(client, email)
    assert (await give(client, codes[3].upper().replace("-", " "), "recovery_code")).status_code == 200
    assert (await client.get("/api/account/second-factor")).json()["recovery_codes_left"] == 9
    await halfway(client, email)
    assert (await give(client, codes[3], "recovery_code")).status_code == 401
    assert (await give(client, codes[4], "recovery_code")).status_code == 200
    emails = await office.emails_to(email)
    assert "(9 are left)" in emails[-2].text
    assert not any(code in sent.text for sent in emails for code in codes)


async def test_new_recovery_codes_make_the_former_void(
    app: FastAPI, client: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    async with browser(app, email) as first:
        _, codes = await enrol_app(first, clock)
        fresh = (await first.post("/api/account/recovery-codes", json={})).json()["recovery_codes"]
    assert not set(codes) & set(fresh)
    await halfway(client, email)
    assert (await give(client, codes[0], "recovery_code")).status_code == 401
    assert (await give(client, fresh[0], "recovery_code")).status_code == 200


async def test_codes_without_a_factor_are_refused(client: httpx.AsyncClient, email: str) -> None:
    await sign_in(client, email)
    assert (await client.post("/api/account/recovery-codes", json={})).status_code == 409
    assert (await give(client, "000000")).status_code == 409


async def test_secrets_are_stored_sealed_and_codes_as_digests(
    app: FastAPI, email: str, clock: MovableClock, database: Database
) -> None:
    async with browser(app, email) as first:
        secret, codes = await enrol_app(first, clock)
    async with database.system(SystemScope.LOGIN) as session:
        rows = (await session.sql.execute(text("SELECT secret_sealed FROM totp_secrets"))).scalars().all()
        hashes = (await session.sql.execute(text("SELECT code_hash FROM recovery_codes"))).scalars().all()
    assert all(secret.encode() not in row for row in rows)
    assert all(codes[0].replace("-", "").encode() not in row for row in hashes)


async def test_an_app_counts_only_once_confirmed(
    client: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    await sign_in(client, email)
    begun = (await client.post("/api/account/totp", json={})).json()
    assert begun["uri"].startswith("otpauth://totp/Mia:")
    assert begun["qr_svg"].startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    wrong = await client.post("/api/account/totp/confirm", json={"code": "000000"})
    assert (wrong.status_code, wrong.json()["errors"]) == (422, {"code": WRONG_CODE})
    assert (await sign_in(client, email)).json()["second_factor"] == "none"
    clock.move(timedelta(minutes=14))
    late = (
        await client.post("/api/account/totp/confirm", json={"code": code_of(begun["secret"], clock)})
    ).status_code
    assert late == 200
    again = await client.post("/api/account/totp", json={})
    assert again.status_code == 409


async def test_an_unconfirmed_secret_is_void_after_a_while(
    client: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    await sign_in(client, email)
    secret = (await client.post("/api/account/totp", json={})).json()["secret"]
    clock.move(timedelta(minutes=14))
    assert (await client.get("/api/session")).status_code == 200
    clock.move(timedelta(minutes=2))
    response = await client.post("/api/account/totp/confirm", json={"code": code_of(secret, clock)})
    assert response.status_code == 409


async def test_a_change_needs_the_password_when_the_sign_in_is_not_fresh(
    client: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    await sign_in(client, email)
    clock.move(timedelta(minutes=11))
    due = await client.post("/api/account/totp", json={})
    assert (due.status_code, due.json()["type"]) == (403, "/problems/password-due")
    wrong = await client.post("/api/account/totp", json={"password": WRONG})
    assert (wrong.status_code, wrong.json()["errors"]) == (422, {"password": "That password is not right."})
    assert (await client.post("/api/account/totp", json={"password": PASSWORD})).status_code == 200


async def test_guessing_the_password_at_a_change_is_limited(
    client: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    await sign_in(client, email)
    answers = [await client.post("/api/account/totp", json={"password": WRONG}) for _ in range(12)]
    assert {answer.status_code for answer in answers} == {422, 429}


async def test_first_factor_ends_the_other_sessions(
    app: FastAPI, client: httpx.AsyncClient, other: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    await sign_in(client, email)
    await sign_in(other, email)
    await enrol_app(client, clock)
    assert (await other.get("/api/session")).status_code == 401
    assert (await client.get("/api/session")).status_code == 200


async def test_removed_app_is_asked_for_no_more_and_takes_the_codes_with_it(
    client: httpx.AsyncClient, other: httpx.AsyncClient, email: str, clock: MovableClock, office: PostOffice
) -> None:
    await sign_in(client, email)
    secret, _ = await enrol_app(client, clock)
    clock.move(timedelta(minutes=1))
    await halfway(other, email)
    await give(other, code_of(secret, clock))
    assert (await client.post("/api/account/totp/remove", json={})).status_code == 204
    assert (await client.post("/api/account/totp/remove", json={})).status_code == 404
    assert (await other.get("/api/session")).status_code == 401
    left = (await client.get("/api/account/second-factor")).json()
    assert left == {"totp": False, "passkeys": [], "recovery_codes_left": 0}
    assert (await sign_in(other, email)).json()["second_factor"] == "none"
    subjects = [sent.subject for sent in await office.emails_to(email)]
    assert subjects == ["A change to how you sign in to Mia"] * 2
    assert "was removed" in office.sent[-1].text


async def test_factor_changes_stand_in_the_audit_log(
    app: FastAPI, team: Team, clock: MovableClock, database: Database
) -> None:
    async with browser(app, team.front_desk) as client:
        await enrol_app(client, clock)
        await client.post("/api/account/recovery-codes", json={})
        await client.post("/api/account/totp/remove", json={})
    async with database.system(SystemScope.CRON) as session:
        query = text("SELECT action FROM audit_entries WHERE tenant_id = :id AND user_id = :user ORDER BY at")
        rows = await session.sql.execute(query, {"id": team.clinic.id, "user": team.ids[team.front_desk]})
    assert list(rows.scalars()) == ["session.create", "totp.enrol", "recovery_codes.create", "totp.remove"]


async def test_a_new_password_by_email_does_not_open_the_second_factor(
    client: httpx.AsyncClient, other: httpx.AsyncClient, email: str, clock: MovableClock, office: PostOffice
) -> None:
    await sign_in(other, email)
    secret, codes = await enrol_app(other, clock)
    clock.move(timedelta(minutes=1))
    await ask(client, email)
    assert (await exchange(client, await office.reset_link_of(email))).status_code == 204
    assert (await set_password(client)).status_code == 204
    assert (await sign_in(client, email, NEW)).json()["second_factor"] == "required"
    assert (await client.get("/api/sessions")).status_code == 401
    assert (await give(client, code_of(secret, clock))).status_code == 200
    left = (await client.get("/api/account/second-factor")).json()
    assert (left["totp"], left["recovery_codes_left"]) == (True, len(codes))
