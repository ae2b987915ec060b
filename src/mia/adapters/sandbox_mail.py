"""Mail that goes nowhere: kept in the database and read at ``/sandbox/mail`` (demo and development)."""

from mia.platform.db.session import Database
from mia.platform.mail.ports import Email, EmailDefaults
from mia.platform.mail.rendering import render
from mia.platform.mail.service import keep_in_sandbox


class SandboxMailSender:
    """Receives emails instead of sending them."""

    def __init__(self, database: Database, defaults: EmailDefaults) -> None:
        self._database = database
        self._defaults = defaults

    async def send(self, email: Email) -> None:
        mail = render(email, self._defaults, at=self._database.clock.now())
        async with self._database.clinic(email.scope) as session:
            await keep_in_sandbox(session, email, mail.as_string())
