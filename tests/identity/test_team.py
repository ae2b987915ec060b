"""The team: who sees and changes it, what a change ends, and that one active owner always remains."""

import asyncio
from datetime import timedelta

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.scope import Role, SystemScope
from tests.fakes.access import Team, browser, make_user
from tests.identity.conftest import sign_in

LAST_OWNER = "A practice needs at least one Clinic Administrator."


async def change(client: httpx.AsyncClient, team: Team, email: str, **changes: object) -> httpx.Response:
    return await client.patch(f"{team.path}/members/{team.id_of(email)}", json=changes)


async def remove(client: httpx.AsyncClient, team: Team, email: str) -> httpx.Response:
    return await client.delete(f"{team.path}/members/{team.id_of(email)}")


async def second_owner(database: Database, team: Team) -> str:
    email = f"second@{team.clinic.slug}.example"
    team.ids[email] = await make_user(database, email, {team.clinic.id: Role.OWNER})
    return email


async def test_an_owner_sees_everybody(app: FastAPI, team: Team) -> None:
    async with browser(app, team.owner) as owner:
        items = (await owner.get(f"{team.path}/members")).json()["items"]
    assert {item["email"] for item in items} == {team.owner, team.manager, team.front_desk, team.read_only}
    (me,) = (item for item in items if item["is_you"])
    assert (me["id"], me["email"], me["role_label"]) == (team.id_of(team.owner), team.owner, "Clinic Administrator")
    assert not any(item["disabled"] or item["second_factor"] for item in items)


async def test_last_activity_is_when_the_clinic_was_used(app: FastAPI, team: Team, clock: MovableClock) -> None:
    async def activity(owner: httpx.AsyncClient) -> dict[str, str | None]:
        items = (await owner.get(f"{team.path}/members")).json()["items"]
        return {item["email"]: item["last_active_at"] for item in items}

    async with browser(app, team.owner) as owner, browser(app, team.front_desk) as desk:
        before = await activity(owner)
        assert before[team.owner] is not None
        assert before[team.front_desk] is None
        await desk.get(team.path)
        used = (await activity(owner))[team.front_desk]
        assert used is not None
        clock.move(timedelta(minutes=2))
        await desk.get(team.path)
        later = (await activity(owner))[team.front_desk]
        assert later is not None
        assert later > used


async def test_a_new_role_holds_and_ends_the_persons_sessions(app: FastAPI, team: Team) -> None:
    async with browser(app, team.owner) as owner, browser(app, team.front_desk) as desk:
        assert (await desk.get(f"{team.path}/members")).status_code == 403
        answer = await change(owner, team, team.front_desk, role="manager")
        assert (answer.status_code, answer.json()["role"]) == (200, "manager")
        assert (await desk.get(team.path)).status_code == 401
        await sign_in(desk, team.front_desk)
        assert (await desk.get(f"{team.path}/members")).status_code == 200
        assert (await owner.get(team.path)).status_code == 200


async def test_a_disabled_person_is_out_at_once_and_can_be_let_in_again(app: FastAPI, team: Team) -> None:
    async with browser(app, team.owner) as owner, browser(app, team.front_desk) as desk:
        assert (await desk.get(team.path)).status_code == 200
        assert (await change(owner, team, team.front_desk, disabled=True)).json()["disabled"] is True
        assert (await desk.get(team.path)).status_code == 401
        assert (await sign_in(desk, team.front_desk)).json()["clinics"] == []
        assert (await desk.get(team.path)).status_code == 404
        assert (await change(owner, team, team.front_desk, disabled=False)).json()["disabled"] is False
        await sign_in(desk, team.front_desk)
        assert (await desk.get(team.path)).status_code == 200


async def test_a_removed_person_is_out_at_once(app: FastAPI, team: Team) -> None:
    async with browser(app, team.manager) as manager, browser(app, team.front_desk) as desk:
        assert (await remove(manager, team, team.front_desk)).status_code == 204
        assert (await desk.get(team.path)).status_code == 401
        assert (await remove(manager, team, team.front_desk)).status_code == 404
        items = (await manager.get(f"{team.path}/members")).json()["items"]
    assert team.front_desk not in {item["email"] for item in items}


async def test_a_change_to_what_is_so_already_ends_nothing(app: FastAPI, team: Team) -> None:
    async with browser(app, team.owner) as owner, browser(app, team.front_desk) as desk:
        await change(owner, team, team.front_desk, role="front_desk", disabled=False)
        assert (await desk.get(team.path)).status_code == 200


@pytest.mark.parametrize("changes", [{"role": "manager"}, {"disabled": True}, None])
async def test_the_last_owner_stays(app: FastAPI, team: Team, changes: dict[str, object] | None) -> None:
    async with browser(app, team.owner) as owner:
        answer = (
            await remove(owner, team, team.owner)
            if changes is None
            else await change(owner, team, team.owner, **changes)
        )
        assert (answer.status_code, answer.json()["detail"]) == (409, LAST_OWNER)
        assert (await owner.get(f"{team.path}/members")).status_code == 200


async def test_a_disabled_owner_does_not_count(app: FastAPI, team: Team, database: Database) -> None:
    second = await second_owner(database, team)
    async with browser(app, team.owner) as owner:
        assert (await change(owner, team, second, disabled=True)).status_code == 200
        assert (await change(owner, team, team.owner, role="manager")).status_code == 409
        assert (await change(owner, team, second, disabled=False)).status_code == 200
        assert (await change(owner, team, team.owner, role="manager")).status_code == 200


@pytest.mark.race
async def test_two_owners_who_remove_each_other_leave_one(app: FastAPI, team: Team, database: Database) -> None:
    second = await second_owner(database, team)
    async with browser(app, team.owner) as one, browser(app, second) as two:
        answers = await asyncio.gather(
            remove(one, team, second),
            remove(two, team, team.owner),
            change(one, team, team.owner, role="manager"),
            change(two, team, second, disabled=True),
        )
    assert {answer.status_code for answer in answers} <= {200, 204, 401, 403, 404, 409}
    async with database.system(SystemScope.LOGIN) as session:
        query = text(
            "SELECT count(*) FROM memberships WHERE clinic_id = :id AND role = 'owner' AND disabled_at IS NULL"
        )
        assert await session.sql.scalar(query, {"id": team.clinic.id}) == 1


async def test_a_manager_has_no_say_over_owners(app: FastAPI, team: Team, database: Database) -> None:
    await second_owner(database, team)
    async with browser(app, team.manager) as manager:
        refused = [
            await change(manager, team, team.owner, role="read_only"),
            await change(manager, team, team.owner, disabled=True),
            await remove(manager, team, team.owner),
            await change(manager, team, team.front_desk, role="owner"),
            await change(manager, team, team.manager, role="owner"),
        ]
        assert [answer.status_code for answer in refused] == [403] * 5
        assert (await change(manager, team, team.front_desk, role="manager")).status_code == 200


async def test_others_neither_see_nor_change_the_team(app: FastAPI, team: Team) -> None:
    for email, status in ((None, 401), (team.stranger, 404), (team.front_desk, 403), (team.read_only, 403)):
        async with browser(app, email) as client:
            answers = [
                await client.get(f"{team.path}/members"),
                await change(client, team, team.read_only, role="owner"),
                await remove(client, team, team.manager),
            ]
        assert [answer.status_code for answer in answers] == [status] * 3, email


async def test_who_is_not_on_the_team_is_not_found(app: FastAPI, team: Team) -> None:
    async with browser(app, team.owner) as owner:
        assert (await change(owner, team, team.stranger, role="manager")).status_code == 404
        assert (await remove(owner, team, team.stranger)).status_code == 404
        assert (await owner.delete(f"{team.path}/members/usr_x")).status_code == 404
        assert (await owner.patch(f"{team.path}/members/x", json={"role": "root"})).status_code == 422


async def test_changes_stand_in_the_audit_log(app: FastAPI, team: Team, database: Database) -> None:
    async with browser(app, team.owner) as owner:
        await change(owner, team, team.front_desk, role="provider")
        await change(owner, team, team.front_desk, disabled=True)
        await change(owner, team, team.front_desk, disabled=False)
        await remove(owner, team, team.front_desk)
        await remove(owner, team, team.owner)
    async with database.system(SystemScope.CRON) as session:
        query = text(
            "SELECT user_id, action, object_ids FROM audit_entries "
            "WHERE tenant_id = :id AND action LIKE 'member.%' ORDER BY at"
        )
        rows = [tuple(row) for row in await session.sql.execute(query, {"id": team.clinic.id})]
    actor, person = team.ids[team.owner], team.ids[team.front_desk]
    actions = ("member.role", "member.disable", "member.enable", "member.remove")
    assert rows == [(actor, action, [person]) for action in actions]
