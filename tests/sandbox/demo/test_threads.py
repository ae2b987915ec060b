"""Messages of the demo practice are not empty on first look, nor on any later day."""

from datetime import timedelta

from sqlalchemy import text

from mia.clinic.inbox import service as inbox
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.scope import ClinicScope, SystemScope
from mia.sandbox.demo.anchoring import anchor_demo
from mia.sandbox.demo.seed import seed
from tests.fakes.access import settings_of_tests


async def scope_of_demo(database: Database) -> ClinicScope:
    async with database.system(SystemScope.SEED) as system:
        clinic = await identity.find_clinic(system, "downtown-medspa")
    assert clinic is not None
    return identity.service_scope(clinic.id, "test")


async def look(session: ClinicSession) -> tuple[list[str], int, int]:
    """Channels by newest thread, unread ones, and notes."""
    found = (await inbox.search_threads(session)).items
    notes = await session.sql.scalar(text("SELECT count(*) FROM thread_notes"))
    return sorted(one.channel for one in found), sum(one.unread for one in found), notes or 0


async def test_texts_an_email_an_unread_one_and_a_note_stand_there_each_day(
    database: Database, clock: MovableClock
) -> None:
    await seed(database, settings_of_tests())
    scope = await scope_of_demo(database)
    whole = (["email", "sms", "sms", "sms"], 1, 1)
    async with database.clinic(scope) as session:
        assert await look(session) == whole
    clock.move(timedelta(days=40))
    await anchor_demo(database)
    async with database.clinic(scope) as session:
        assert await look(session) == whole
        newest = (await inbox.search_threads(session)).items[0]
        assert session.now() - newest.last_at < timedelta(days=1)

        await inbox.add_note(session, newest.id, "Asked Sofia")
    clock.move(timedelta(days=2))
    await anchor_demo(database)
    async with database.clinic(scope) as session:
        ids = [one.id for one in (await inbox.search_threads(session)).items]
    assert newest.id in ids and len(ids) == 5, "what somebody has worked with stays"
