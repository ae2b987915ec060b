"""A clinic that requires a second factor: closed to members without one, until they have set it up."""

from datetime import timedelta

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from mia.identity.guards import CurrentUser
from mia.identity.service import open_scope
from mia.platform.db.session import Database, DatabaseDep
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.scope import SystemScope
from tests.fakes.access import Team, browser
from tests.identity.conftest import sign_in
from tests.identity.signing_in.factors import code_of, enrol_app, give, halfway


@pytest.fixture
def app(app: FastAPI) -> FastAPI:
    """With a route over all clinics, as figures have them."""

    @app.get("/api/treatments")
    async def figures(user: CurrentUser, database: DatabaseDep, slug: str) -> str:
        return (await open_scope(database, user, slug)).actor

    return app


async def require(client: httpx.AsyncClient, team: Team, required: bool = True) -> httpx.Response:
    return await client.patch(f"{team.path}/security", json={"require_second_factor": required})


async def test_member_without_a_factor_sets_one_up_before_entering(
    app: FastAPI, client: httpx.AsyncClient, team: Team, clock: MovableClock
) -> None:
    await sign_in(client, team.front_desk)
    assert (await client.get("/api/session")).json()["second_factor"] == "none"
    async with browser(app, team.owner) as owner:
        assert (await require(owner, team)).json() == {"require_second_factor": True}
    session = (await client.get("/api/session")).json()
    assert (session["second_factor"], session["methods"]) == ("enrol", [])
    for path in (team.path, f"/api/treatments?slug={team.clinic.slug}"):
        closed = await client.get(path)
        assert (closed.status_code, closed.json()["type"]) == (403, "/problems/second-factor-enrolment")
    await enrol_app(client, clock)
    assert (await client.get("/api/session")).json()["second_factor"] == "passed"
    assert (await client.get(team.path)).status_code == 200


async def test_member_with_a_factor_enters_as_before(
    app: FastAPI, client: httpx.AsyncClient, team: Team, clock: MovableClock
) -> None:
    async with browser(app, team.owner) as owner:
        secret, _ = await enrol_app(owner, clock)
        await require(owner, team)
    clock.move(timedelta(minutes=1))
    await halfway(client, team.owner)
    await give(client, code_of(secret, clock))
    assert (await client.get(team.path)).status_code == 200


async def test_removing_the_last_factor_closes_the_clinic_again(
    client: httpx.AsyncClient, team: Team, clock: MovableClock
) -> None:
    await sign_in(client, team.owner)
    await enrol_app(client, clock)
    await require(client, team)
    await client.post("/api/account/totp/remove", json={})
    assert (await client.get("/api/session")).json()["second_factor"] == "enrol"
    assert (await client.get(team.path)).status_code == 403


async def test_owner_without_a_factor_sets_one_up_before_waiving_the_rule(
    app: FastAPI, client: httpx.AsyncClient, team: Team, clock: MovableClock
) -> None:
    await sign_in(client, team.front_desk)
    async with browser(app, team.owner) as owner:
        await require(owner, team)
        assert (await require(owner, team, False)).status_code == 403
        assert (await client.get(team.path)).status_code == 403
        await enrol_app(owner, clock)
        assert (await require(owner, team, False)).status_code == 200
    assert (await client.get(team.path)).status_code == 200


async def test_another_clinic_of_the_same_person_stays_open(app: FastAPI, team: Team, database: Database) -> None:
    async with browser(app, team.owner) as owner:
        await require(owner, team)
    async with database.system(SystemScope.LOGIN) as session:
        query = text("INSERT INTO memberships (clinic_id, user_id, role) VALUES (:clinic, :user, 'manager')")
        await session.sql.execute(query, {"clinic": team.clinic.id, "user": team.ids[team.stranger]})
    async with browser(app, team.stranger) as client:
        slugs = {clinic["slug"] for clinic in (await client.get("/api/session")).json()["clinics"]}
        statuses = {slug: (await client.get(f"/api/clinics/{slug}")).status_code for slug in slugs}
    assert statuses.pop(team.clinic.slug) == 403
    assert list(statuses.values()) == [200]


async def test_stranger_learns_nothing_of_the_rule(app: FastAPI, team: Team) -> None:
    async with browser(app, team.owner) as owner:
        await require(owner, team)
    async with browser(app, team.stranger) as stranger:
        assert (await stranger.get(team.path)).status_code == 404


async def test_who_may_read_and_change_the_rule(app: FastAPI, client: httpx.AsyncClient, team: Team) -> None:
    expected = {
        team.owner: (200, 200),
        team.manager: (200, 403),
        team.front_desk: (403, 403),
        team.read_only: (403, 403),
        team.stranger: (404, 404),
    }
    for email, statuses in expected.items():
        async with browser(app, email) as person:
            read = await person.get(f"{team.path}/security")
            assert (read.status_code, (await require(person, team, False)).status_code) == statuses, email
    assert (await client.get(f"{team.path}/security")).status_code == 401
    assert (await require(client, team)).status_code == 401


async def test_change_of_the_rule_stands_in_the_audit_log(app: FastAPI, team: Team, database: Database) -> None:
    async with browser(app, team.owner) as owner:
        await require(owner, team, False)  # as it was: no change
        await require(owner, team)
    async with database.system(SystemScope.CRON) as session:
        query = text("SELECT action FROM audit_entries WHERE tenant_id = :id AND kind = 'clinic'")
        assert list((await session.sql.execute(query, {"id": team.clinic.id})).scalars()) == [
            "second_factor.require"
        ]
