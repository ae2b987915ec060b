"""Support's visits: for a reason and a time, told to the owners, in the audit log, ended by them or by the
clock."""

from datetime import timedelta

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import text

from mia.identity import service as identity
from mia.identity.people.support import SupportVisit
from mia.identity.principal import Principal, SessionKind
from mia.identity.scopes import find_scope
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role, SystemScope
from tests.fakes.access import Team, browser, make_user, settings_of_tests
from tests.fakes.post_office import PostOffice
from tests.identity.conftest import sign_in

REASON = "The calendar shows Ana Ruiz twice"


@pytest_asyncio.fixture
async def helper(database: Database) -> str:
    """An account of the platform's support."""
    email = f"support-{new_id().hex}@mia.example"
    await make_user(database, email)
    return email


async def visit(
    database: Database,
    team: Team,
    email: str,
    *,
    minutes: int = 60,
    role: Role = Role.READ_ONLY,
    reason: str = REASON,
) -> SupportVisit:
    lasting = timedelta(minutes=minutes)
    return await identity.open_support(database, settings_of_tests(), team.clinic, email, reason, lasting, role)


async def test_support_is_a_stranger_without_a_visit(app: FastAPI, team: Team, helper: str) -> None:
    async with browser(app, helper) as client:
        assert (await client.get(team.path)).status_code == 404


async def test_a_visit_opens_the_clinic_with_its_role_and_no_more(
    app: FastAPI, team: Team, helper: str, database: Database
) -> None:
    await visit(database, team, helper)
    async with browser(app, helper) as client:
        session = (await client.get("/api/session")).json()
        assert [clinic["role"] for clinic in session["clinics"]] == ["read_only"]
        assert session["home"] == f"/dashboard/{team.clinic.slug}"
        assert (await client.get(team.path)).status_code == 200
        assert (await client.get(f"{team.path}/members")).status_code == 403
        assert (await client.get(f"{team.path}/support-access")).status_code == 403


async def test_a_visit_ends_by_the_clock(
    app: FastAPI, team: Team, helper: str, database: Database, clock: MovableClock
) -> None:
    await visit(database, team, helper, minutes=10)
    async with browser(app, helper) as client:
        clock.move(timedelta(minutes=9, seconds=50))
        assert (await client.get(team.path)).status_code == 200
        clock.move(timedelta(seconds=10))
        assert (await client.get(team.path)).status_code == 404
        assert (await client.get("/api/session")).json()["clinics"] == []


async def test_an_owner_sees_and_ends_it_at_once(app: FastAPI, team: Team, helper: str, database: Database) -> None:
    opened = await visit(database, team, helper)
    async with browser(app, team.owner) as owner, browser(app, helper) as client:
        (item,) = (await owner.get(f"{team.path}/support-access")).json()["items"]
        assert (item["id"], item["who"], item["reason"]) == (encode("sup", opened.id), "Robin Vale", REASON)
        assert item["ended_at"] is None
        assert (await client.get(team.path)).status_code == 200
        assert (await owner.delete(f"{team.path}/support-access/{item['id']}")).status_code == 204
        assert (await client.get(team.path)).status_code == 404
        (item,) = (await owner.get(f"{team.path}/support-access")).json()["items"]
        ended_at = item["ended_at"]
        assert ended_at is not None
        await owner.delete(f"{team.path}/support-access/{item['id']}")
        (item,) = (await owner.get(f"{team.path}/support-access")).json()["items"]
        assert item["ended_at"] == ended_at


async def test_the_owners_are_told_and_nobody_else(
    team: Team, helper: str, database: Database, office: PostOffice
) -> None:
    await office.work()
    office.sent.clear()
    await visit(database, team, helper)
    (email,) = await office.emails_to(team.owner)
    assert [message.to for message in office.sent] == [team.owner]
    assert f"Reason: {REASON}" in email.text
    assert f"/dashboard/{team.clinic.slug}/support" in email.text


async def test_each_request_stands_in_the_audit_log_with_the_visit(
    app: FastAPI, team: Team, helper: str, database: Database
) -> None:
    opened = await visit(database, team, helper)
    async with browser(app, helper) as client, browser(app, team.owner) as owner:
        await client.get(team.path)
        await client.get(f"{team.path}/members")
        await owner.delete(f"{team.path}/support-access/{encode('sup', opened.id)}")
    async with database.system(SystemScope.CRON) as session:
        query = text(
            "SELECT action, object_ids[1] FROM audit_entries WHERE tenant_id = :id AND kind = 'support' ORDER BY at"
        )
        rows = [tuple(row) for row in await session.sql.execute(query, {"id": team.clinic.id})]
    actions = ("support.open", "support.request", "support.request", "support.end")
    assert rows == [(action, opened.id) for action in actions]


async def test_a_page_of_a_visit_that_is_only_kept_open_is_no_request(
    team: Team, helper: str, database: Database
) -> None:
    await visit(database, team, helper)
    now = database.clock.now()
    async with database.system(SystemScope.LOGIN) as session:
        user_id = (
            await session.sql.execute(text("SELECT id FROM users WHERE email = :e"), {"e": helper})
        ).scalar_one()
        principal = Principal(user_id, new_id(), helper, "Support", SessionKind.BROWSER, False, False, now, now)
        watching = await find_scope(session, principal, team.clinic.slug, active=False)
        query = text("SELECT count(*) FROM audit_entries WHERE tenant_id = :id AND action = 'support.request'")
        noted = await session.sql.scalar(query, {"id": team.clinic.id})
    assert watching is not None
    assert (watching.role, noted) == (Role.READ_ONLY, 0)


async def test_a_visit_opens_no_other_clinic(app: FastAPI, team: Team, helper: str, database: Database) -> None:
    await visit(database, team, helper)
    async with database.system(SystemScope.LOGIN) as session:
        query = text("SELECT slug FROM clinics JOIN memberships ON clinic_id = id WHERE user_id = :id")
        slug = await session.sql.scalar(query, {"id": team.ids[team.stranger]})
    async with browser(app, helper) as client:
        assert (await client.get(f"/api/clinics/{slug}")).status_code == 404


async def test_a_visit_needs_a_reason_an_end_and_a_small_role(team: Team, helper: str, database: Database) -> None:
    with pytest.raises(Invalid):
        await visit(database, team, helper, reason="  ")
    for minutes in (0, -1, 481):
        with pytest.raises(Invalid):
            await visit(database, team, helper, minutes=minutes)
    for role in (Role.OWNER, Role.MANAGER):
        with pytest.raises(Invalid):
            await visit(database, team, helper, role=role)


async def test_a_visit_needs_an_account_that_is_not_on_the_team(team: Team, database: Database) -> None:
    with pytest.raises(NotFound):
        await visit(database, team, "nobody@mia.example")
    with pytest.raises(Conflict):
        await visit(database, team, team.front_desk)


async def test_others_neither_see_nor_end_visits(app: FastAPI, team: Team, helper: str, database: Database) -> None:
    path = f"{team.path}/support-access/{encode('sup', (await visit(database, team, helper)).id)}"
    for email, status in ((None, 401), (team.stranger, 404), (team.front_desk, 403), (team.manager, 403)):
        async with browser(app, email) as client:
            answers = [await client.get(f"{team.path}/support-access"), await client.delete(path)]
        assert [answer.status_code for answer in answers] == [status] * 2, email
    async with browser(app, team.owner) as owner:
        assert (await owner.delete(f"{team.path}/support-access/{encode('sup', new_id())}")).status_code == 404


async def test_reasons_are_sealed(team: Team, helper: str, database: Database) -> None:
    await visit(database, team, helper)
    async with database.system(SystemScope.LOGIN) as session:
        query = text("SELECT reason_sealed FROM support_grants WHERE clinic_id = :id")
        sealed = await session.sql.scalar(query, {"id": team.clinic.id})
    assert b"Ana" not in bytes(sealed or b"")


async def test_support_that_is_signed_in_already_enters_at_its_next_request(
    client: httpx.AsyncClient, team: Team, helper: str, database: Database
) -> None:
    await sign_in(client, helper)
    assert (await client.get(team.path)).status_code == 404
    await visit(database, team, helper)
    assert (await client.get(team.path)).status_code == 200


async def test_what_an_owner_writes_is_sent_to_the_operator_once_with_whom_to_answer(
    app: FastAPI, team: Team, office: PostOffice
) -> None:
    contact = settings_of_tests().contact_email
    body = {"key": "written-01", "message": "  The calendar <b>is</b> empty.\nSince noon.  "}
    async with browser(app, team.owner) as owner:
        before = len(await office.emails_to(contact))
        for _ in range(2):
            assert (await owner.post(f"{team.path}/support-requests", json=body)).status_code == 204
        blank = await owner.post(f"{team.path}/support-requests", json={"key": "written-02", "message": "  "})
        assert blank.status_code == 422
    (email,) = (await office.emails_to(contact))[before:]
    assert email.text.startswith("The calendar <b>is</b> empty.\nSince noon.\n\n")
    assert f"Answer to {team.owner}" in email.text


async def test_who_does_not_answer_for_the_practice_does_not_write_to_support(
    app: FastAPI, team: Team, database: Database
) -> None:
    email = f"desk@{team.clinic.slug}.example"
    await make_user(database, email, {team.clinic.id: Role.FRONT_DESK})
    async with browser(app, email) as desk:
        body = {"key": "written-03", "message": "Hello"}
        assert (await desk.post(f"{team.path}/support-requests", json=body)).status_code == 403
