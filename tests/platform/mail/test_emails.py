"""Emails leave after the commit, once, and are tried again while no one has refused them."""

from datetime import timedelta

import pytest
import pytest_asyncio

from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.jobs.service import Event
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import Invalid, Unavailable
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from mia.platform.mail import service as mail
from mia.platform.mail.ports import Email, MailRefused, Message
from tests.fakes.access import make_clinic, scope_of
from tests.platform.jobs.test_outbox import Recorder
from tests.platform.mail.dispatching import dispatching

MESSAGE = Message("ana@clinic.example", "Your demo", "Hello Ana")


class Postman:
    """Takes emails; ``faults`` are raised for the next ones instead."""

    def __init__(self, *faults: Exception) -> None:
        self.faults = list(faults)
        self.taken: list[Email] = []

    async def send(self, email: Email) -> None:
        if self.faults:
            raise self.faults.pop(0)
        self.taken.append(email)


@pytest_asyncio.fixture
async def scope(database: Database) -> ClinicScope:
    return scope_of(await make_clinic(database, new_id().hex))


async def queue(database: Database, scope: ClinicScope, key: str = "demo:1") -> object:
    async with database.clinic(scope) as session:
        return await mail.queue(session, MESSAGE, key=key)


async def kept(database: Database, scope: ClinicScope) -> list[mail.Kept]:
    async with database.clinic(scope) as session:
        return await mail.list_for(session, MESSAGE.to)


async def test_the_job_worker_sends_what_was_committed(database: Database, scope: ClinicScope) -> None:
    postman, handled = Postman(), Recorder()

    async def deliver(database: Database, event: Event) -> None:
        await mail.deliver(database, identity.service_scope(event.tenant_id, "mail"), postman, event.ids["mail_id"])

    async with dispatching(database, {mail.QUEUED: [deliver, handled]}):
        with pytest.raises(RuntimeError):
            async with database.clinic(scope) as session:
                await mail.queue(session, MESSAGE, key="never")
                raise RuntimeError
        await queue(database, scope)
        await handled.wait_for(1)
    assert [email.message for email in postman.taken] == [MESSAGE]
    (email,) = await kept(database, scope)
    assert (email.key, email.status) == ("demo:1", "sent")


async def test_one_key_is_one_email(database: Database, scope: ClinicScope) -> None:
    assert await queue(database, scope) is not None
    assert await queue(database, scope) is None
    assert len(await kept(database, scope)) == 1


async def test_an_email_delivered_twice_is_sent_once(database: Database, scope: ClinicScope) -> None:
    await queue(database, scope)
    (email,) = await kept(database, scope)
    postman = Postman()
    await mail.deliver(database, scope, postman, email.id)
    await mail.deliver(database, scope, postman, email.id)
    assert len(postman.taken) == 1


async def test_an_email_put_off_is_sent_at_the_next_attempt(database: Database, scope: ClinicScope) -> None:
    await queue(database, scope)
    (email,) = await kept(database, scope)
    postman = Postman(Unavailable())
    with pytest.raises(Unavailable):
        await mail.deliver(database, scope, postman, email.id)
    await mail.deliver(database, scope, postman, email.id)
    assert [taken.id for taken in postman.taken] == [email.id]


async def test_a_refused_email_is_not_tried_again(database: Database, scope: ClinicScope) -> None:
    await queue(database, scope)
    (email,) = await kept(database, scope)
    postman = Postman(MailRefused())
    await mail.deliver(database, scope, postman, email.id)
    await mail.deliver(database, scope, postman, email.id)
    assert postman.taken == []
    assert [item.status for item in await kept(database, scope)] == ["refused"]


async def test_a_waiting_email_is_taken_up_again_and_in_the_end_given_up(
    database: Database, scope: ClinicScope, clock: MovableClock
) -> None:
    await queue(database, scope)
    async with database.clinic(scope) as session:
        assert await mail.requeue_waiting(session) == 0
    clock.move(timedelta(hours=1))
    async with database.clinic(scope) as session:
        assert await mail.requeue_waiting(session) == 1
    clock.move(timedelta(days=4))
    async with database.clinic(scope) as session:
        await mail.requeue_waiting(session)
    assert [email.status for email in await kept(database, scope)] == ["given_up"]


@pytest.mark.parametrize(
    "address", ["a,b@clinic.example", "Ana <ana@clinic.example>", "an\u00e1@clinic.example", "x"]
)
async def test_an_address_nobody_can_write_to_is_refused(
    address: str, database: Database, scope: ClinicScope
) -> None:
    with pytest.raises(Invalid) as refusal:
        async with database.clinic(scope) as session:
            await mail.queue(session, Message(address, "Hi", "Hi"), key="bad")
    assert set(refusal.value.fields) == {"email"}


async def test_old_emails_lose_their_content_and_stay_counted(
    database: Database, scope: ClinicScope, clock: MovableClock
) -> None:
    await queue(database, scope)
    async with database.clinic(scope) as session:
        assert await mail.purge_content(session, session.now() - timedelta(days=1)) == 0
    clock.move(timedelta(days=2))
    async with database.clinic(scope) as session:
        assert await mail.purge_content(session, session.now() - timedelta(days=1)) == 1
        email = await mail.find_by_key(session, "demo:1")
    assert email is not None and (email.message, email.status) == (None, "given_up")
    assert await queue(database, scope) is None


async def test_what_was_written_to_somebody_can_be_erased(database: Database, scope: ClinicScope) -> None:
    await queue(database, scope)
    async with database.clinic(scope) as session:
        assert await mail.erase_for(session, "ANA@clinic.example") == 1
    assert await kept(database, scope) == []


async def test_an_email_with_a_secret_is_emptied_when_it_has_left(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        await mail.queue(session, MESSAGE, key="reset:1", secret=True)
    (email,) = await kept(database, scope)
    postman = Postman(Unavailable())
    with pytest.raises(Unavailable):
        await mail.deliver(database, scope, postman, email.id)
    assert len(await kept(database, scope)) == 1
    await mail.deliver(database, scope, postman, email.id)
    assert [taken.message for taken in postman.taken] == [MESSAGE]
    async with database.clinic(scope) as session:
        found = await mail.find_by_key(session, "reset:1")
    assert found is not None
    assert (found.status, found.message) == ("sent", None)


@pytest.mark.parametrize(
    "address", ["", "nobody", "a@b@c.example", "'@", "\\\\@[>", "a.@\t[ ", ". \\ ", "é@a.example"]
)
def test_an_address_that_parsers_stumble_over_is_refused(address: str) -> None:
    with pytest.raises(Invalid):
        mail.check_recipient(address)
