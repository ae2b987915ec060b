"""The job worker sends what was queued and purges what has had its time."""

from datetime import timedelta

from mia.app.worker import register_house_keeping, register_mail
from mia.platform.audit import service as audit
from mia.platform.db.session import Database
from mia.platform.jobs.service import Event, Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.mail import service as mail
from mia.platform.mail.ports import Message
from tests.fakes.access import make_clinic, scope_of, settings_of_tests


async def test_a_queued_email_reaches_the_sandbox_and_is_purged_in_its_time(
    database: Database, clock: MovableClock
) -> None:
    settings, registry = settings_of_tests(), Registry()
    register_mail(registry, database, settings)
    register_house_keeping(registry, settings)
    scope = scope_of(await make_clinic(database, new_id().hex))
    async with database.clinic(scope) as session:
        mail_id = await mail.queue(session, Message("ana@clinic.example", "Hello", "Hello Ana"), key="one")
    assert mail_id is not None
    (deliver,) = registry.handlers[mail.QUEUED]
    await deliver(database, Event(new_id(), scope.clinic_id, mail.QUEUED, {"mail_id": mail_id}, 1))
    async with database.clinic(scope) as session:
        assert [received.mail["Subject"] for received in await mail.list_sandbox(session)] == ["Hello"]
    clock.move(timedelta(days=30))
    for task in registry.periodic_tasks:
        await task.task(database)
    async with database.clinic(scope) as session:
        assert await mail.list_sandbox(session) == []
        assert [(receipt.kind, receipt.count) for receipt in await audit.list_receipts(session)] == [("mail", 2)]


def test_purges_run_every_hour() -> None:
    registry = Registry()
    register_house_keeping(registry, settings_of_tests())
    (purge,) = [task for task in registry.periodic_tasks if task.name == "frontdesk.purge_old_content"]
    minute, *rest = purge.cron.split()
    assert minute.isdigit() and rest == ["*"] * 4
