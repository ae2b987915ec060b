"""Mail that goes nowhere: kept in the database and read at ``/sandbox/mail`` (demo and development)."""

from mia.platform.db.session import Database
from mia.platform.mail.ports import Letter, Letterhead
from mia.platform.mail.rendering import render
from mia.platform.mail.service import keep_in_sandbox


class SandboxMailSender:
    """Receives letters instead of sending them."""

    def __init__(self, database: Database, head: Letterhead) -> None:
        self._database = database
        self._head = head

    async def send(self, letter: Letter) -> None:
        mail = render(letter, self._head, at=self._database.clock.now())
        async with self._database.clinic(letter.scope) as session:
            await keep_in_sandbox(session, letter, mail.as_string())
