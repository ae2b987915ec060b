"""Mail that goes nowhere: kept in the database and read at ``/sandbox/mail`` (demo and development)."""

from mia.db.session import Database
from mia.mail.ports import Letter
from mia.mail.rendering import render
from mia.mail.service import keep_in_sandbox


class SandboxMailSender:
    """Receives letters instead of sending them."""

    def __init__(self, database: Database, *, sender: str, reply_to: str) -> None:
        self._database = database
        self._sender = sender
        self._reply_to = reply_to

    async def send(self, letter: Letter) -> None:
        mail = render(letter, sender=self._sender, reply_to=self._reply_to, at=self._database.clock.now())
        async with self._database.clinic(letter.scope) as session:
            await keep_in_sandbox(session, letter, mail.as_string())
