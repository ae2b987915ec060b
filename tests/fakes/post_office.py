"""The job worker's part of accounts, step by step: what was asked for is done, and emails are at hand."""

import re
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import delete, select

from mia.app.accounts.jobs import register_accounts
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.jobs.models import OutboxRow
from mia.platform.jobs.service import Event, Registry
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail
from mia.platform.mail.ports import Email, Message


@dataclass
class PostOffice:
    """Handles the waiting events of accounts and mail; ``sent`` are the emails that left, oldest first."""

    database: Database
    settings: Settings
    sent: list[Message] = field(default_factory=list)
    registry: Registry = field(default_factory=Registry)

    def __post_init__(self) -> None:
        register_accounts(self.registry, self.settings)
        self.registry.register(mail.QUEUED, self._deliver)

    async def send(self, email: Email) -> None:
        self.sent.append(email.message)

    async def work(self) -> None:
        """Until nothing waits."""
        while events := await self.take():
            for event in events:
                for handler in self.registry.handlers[event.name]:
                    await handler(self.database, event)

    async def emails_to(self, email: str) -> list[Message]:
        """What has been written to an address by now."""
        await self.work()
        return [message for message in self.sent if message.to == email]

    async def reset_link_of(self, email: str) -> dict[str, str]:
        """The two halves of the newest reset link of an address."""
        text = (await self.emails_to(email))[-1].text
        found = re.search(r"#access_token=([\w-]+)&refresh_token=([\w-]+)&type=recovery", text)
        assert found is not None, text
        return {"access_token": found[1], "refresh_token": found[2]}

    async def invite_of(self, email: str) -> dict[str, str]:
        """The newest invitation's link of an address, as the page sends it."""
        text = (await self.emails_to(email))[-1].text
        found = re.search(r"/accept-invite#type=invite&token=([\w-]+)", text)
        assert found is not None, text
        return {"type": "invite", "token": found[1]}

    async def _deliver(self, database: Database, event: Event) -> None:
        scope = identity.service_scope(event.tenant_id, "mail")
        await mail.deliver(database, scope, self, event.ids["mail_id"])

    async def take(self) -> list[Event]:
        """Take the waiting events away, as the dispatcher does before it hands them on."""
        async with self.database.system(SystemScope.OUTBOX) as session:
            query = select(OutboxRow).where(OutboxRow.name.in_(self.registry.handlers))
            rows = (await session.sql.scalars(query.order_by(OutboxRow.created_at, OutboxRow.id))).all()
            await session.sql.execute(delete(OutboxRow).where(OutboxRow.id.in_([row.id for row in rows])))
            return [
                Event(row.id, row.tenant_id, row.name, {key: UUID(value) for key, value in row.ids.items()}, 1)
                for row in rows
            ]
