"""A process to be killed: ``python -m tests.clinic.outreach.worker_process DSN FILE MOMENT AHEAD [IDS]``.

``FILE`` stands for the world outside: a line for each text, email or call that was taken. At ``MOMENT`` the process
says ``started`` and goes no further: ``before`` the world has taken it, ``after`` it has and before we know,
``intent`` in the middle of writing the intent (``IDS``: clinic and patient). Its clock is ``AHEAD`` of the
machine's by so many seconds.
"""

import asyncio
import sys
from datetime import timedelta
from pathlib import Path
from uuid import UUID

from mia.app.purposes import register_purposes
from mia.clinic.inbox.ports import ReceiptStatus, SendReceipt, SmsMessage
from mia.clinic.inbox.service import register_texting
from mia.clinic.leads.answers.service import register_conversion
from mia.clinic.oncall.service import register_oncall
from mia.clinic.outreach.service import OutboundCall, register_outreach
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import Kind, register_rebooking
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.jobs.dispatcher import Dispatcher
from mia.platform.jobs.service import Event, Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.mail import service as mail
from mia.platform.mail.ports import Email
from tests.fakes.outreach import means_of

LEASE = timedelta(seconds=2)


async def hang() -> None:
    print("started", flush=True)
    await asyncio.Event().wait()


class World:
    """A provider of texts, emails and calls that outlives the process."""

    def __init__(self, file: Path, moment: str) -> None:
        self._file, self._moment = file, moment

    async def send(self, message: SmsMessage) -> SendReceipt:
        await self.take(message.idempotency_key)
        return SendReceipt(message.idempotency_key, ReceiptStatus.ACCEPTED)

    async def place(self, call: OutboundCall) -> str:
        await self.take(str(call.key))
        return f"call-{call.key}"

    async def take(self, key: str) -> None:
        if self._moment == "before":
            await hang()
        with self._file.open("a") as file:
            file.write(key + "\n")
        if self._moment == "after":
            await hang()

    def has(self, key: str) -> bool:
        return self._file.exists() and key in self._file.read_text().split()


class Texts(World):
    async def find(self, message: SmsMessage) -> SendReceipt | None:
        key = message.idempotency_key
        return SendReceipt(key, ReceiptStatus.ACCEPTED) if self.has(key) else None


class Emails:
    """A mail server, which takes a message of the same Message-ID once."""

    def __init__(self, file: Path, moment: str) -> None:
        self._world = Texts(file, moment)

    async def send(self, email: Email) -> None:
        if not self._world.has(str(email.id)):
            await self._world.take(str(email.id))


class Calls(World):
    async def find(self, call: OutboundCall) -> str | None:
        return f"call-{call.key}" if self.has(str(call.key)) else None


async def main(dsn: str, file: str, moment: str, ahead: str, *ids: str) -> None:
    register_purposes()
    database = Database.connect(dsn, b"m" * 32, MovableClock(timedelta(seconds=float(ahead))))
    if moment == "intent":
        scope = identity.service_scope(UUID(ids[0]), "test")
        async with database.clinic(scope) as session:
            await recalls.start(session, UUID(ids[1]), Kind.MESSAGE, "click-killed")
            await hang()
    await work(database, Path(file), moment)


async def work(database: Database, file: Path, moment: str = "never") -> None:
    """What the worker does; until canceled."""
    registry, emails = Registry(), Emails(file, moment)

    async def deliver(database: Database, event: Event) -> None:
        scope = identity.service_scope(event.tenant_id, "mail")
        await mail.deliver(database, scope, emails, event.ids["mail_id"])

    registry.register(mail.QUEUED, deliver)
    register_texting(registry, Texts(file, moment))
    register_outreach(registry, means_of(Calls(file, moment)))
    register_rebooking(registry)
    register_conversion(registry)
    register_oncall(registry, Texts(file, moment), Calls(file, moment), "http://127.0.0.1:8000")
    await Dispatcher(database, registry.handlers, lease=LEASE).run()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
