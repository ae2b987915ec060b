"""The database finds who asks by itself: what it opens for that is open to no one else."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import text

from mia.identity.service import service_scope
from mia.identity.session.live import find_live
from mia.identity.session.sessions import Client, SessionPolicy, begin
from mia.identity.tokens import digest
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role, SystemScope
from tests.fakes.access import make_clinic, make_user, settings_of_tests

POLICY = SessionPolicy.of(settings_of_tests())


async def signed_in(database: Database) -> tuple[UUID, str, str]:
    """A clinic, its slug, and the token of someone who works there."""
    slug = f"entry-{new_id().hex}"
    clinic = await make_clinic(database, slug)
    user_id = await make_user(database, f"owner-{new_id().hex}@harbor.example", {clinic.id: Role.OWNER})
    async with database.system(SystemScope.LOGIN) as session:
        return clinic.id, slug, (await begin(session, user_id, Client("127.0.0.1", "Firefox"), POLICY)).token


@dataclass(frozen=True)
class Accounts:
    """How many sessions are seen."""

    seen: int


async def test_without_a_scope_it_tells_of_its_token_and_leaves_nothing_open(database: Database) -> None:
    clinic_id, slug, token = await signed_in(database)
    live = await find_live(database, database.clock.now(), token, POLICY, slug)
    assert live is not None and (live.clinic_id, live.role, live.is_member) == (clinic_id, Role.OWNER, True)
    assert await database.call(Accounts, "SELECT count(*) AS seen FROM sessions", {}) == Accounts(0)
    assert await find_live(database, database.clock.now(), token[:-1] + "~", POLICY, slug) is None


async def test_a_transaction_sees_no_account_after_it(database: Database) -> None:
    clinic_id, slug, token = await signed_in(database)
    values = {"token": digest(token), "now": database.clock.now(), "clinic": slug}
    async with database.clinic(service_scope(clinic_id, "test")) as session:
        call = text("SELECT user_id FROM live_session(:token, 'browser', :now, :now - interval '1 hour', :clinic)")
        assert await session.sql.scalar(call, values) is not None
        assert await session.sql.scalar(text("SELECT count(*) FROM sessions")) == 0


async def test_another_clinic_is_named_without_a_role(database: Database) -> None:
    _, _, token = await signed_in(database)
    other_id, other, _ = await signed_in(database)
    live = await find_live(database, database.clock.now(), token, POLICY, other)
    assert live is not None and (live.clinic_id, live.is_member) == (other_id, False)


@pytest.mark.parametrize(("before_its_end", "lives"), [(timedelta(minutes=1), True), (timedelta(), False)])
async def test_it_knows_how_long_a_session_lives_unused(
    database: Database, before_its_end: timedelta, lives: bool
) -> None:
    _, slug, token = await signed_in(database)
    now = database.clock.now() + POLICY.idle - before_its_end
    assert (await find_live(database, now, token, POLICY, slug) is not None) is lives
