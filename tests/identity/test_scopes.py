"""Scopes open one clinic only, for people and for Mia's own work."""

import pytest
from sqlalchemy import text

from mia.identity.principal import SessionKind
from mia.identity.service import Principal, find_clinic, get_clinic, list_clinics, open_scope, service_scope
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role, SystemScope
from tests.fakes.access import make_clinic, make_user
from tests.identity.two_clinics import Two

DENIED = "Access denied to this clinic dashboard"


async def test_scope_opens_only_the_users_clinic(database: Database, two: Two) -> None:
    async with database.system(SystemScope.LOGIN) as session:
        user_id = await session.sql.scalar(text("SELECT id FROM users WHERE email = :e"), {"e": two.owner})
    assert user_id is not None
    now = database.clock.now()
    principal = Principal(user_id, new_id(), two.owner, "Robin Vale", SessionKind.BROWSER, False, False, now, now)
    scope = await open_scope(database, principal, two.first.slug)
    assert (scope.clinic_id, scope.user_id, scope.role) == (two.first.id, user_id, Role.OWNER)
    for slug in (two.second.slug, "no-such-clinic"):
        with pytest.raises(NotFound, match=DENIED):
            await open_scope(database, principal, slug)


async def test_service_scope_names_its_actor_and_has_no_role(two: Two) -> None:
    scope = service_scope(two.first.id, "mia")
    assert (scope.actor, scope.role, scope.user_id) == ("mia", None, None)


async def test_work_on_a_clinic_that_is_gone_finds_none(database: Database) -> None:
    async with database.clinic(service_scope(new_id(), "mia")) as session:
        with pytest.raises(NotFound):
            await get_clinic(session)


async def test_periodic_work_lists_all_clinics(database: Database, two: Two) -> None:
    async with database.system(SystemScope.CRON) as session:
        ids = [clinic.id for clinic in await list_clinics(session)]
        assert await find_clinic(session, "no-such-clinic") is None
    assert {two.first.id, two.second.id} <= set(ids)


async def test_taken_slug_and_taken_email_are_conflicts(database: Database, two: Two) -> None:
    with pytest.raises(Conflict):
        await make_clinic(database, two.first.slug)
    with pytest.raises(Conflict):
        await make_user(database, two.owner.upper())
