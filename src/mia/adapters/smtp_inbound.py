"""Emails come in by SMTP: a receiver behind a mail server of one's own, bound to this machine (aiosmtpd)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from aiosmtpd.smtp import SMTP, Envelope
from sqlalchemy.exc import SQLAlchemyError

from mia.clinic.inbox.service import LARGEST_MAIL, ArrivedMail, MailIntake, MailVerdict

log = structlog.get_logger()

_ANSWERS = {
    MailVerdict.ACCEPTED: "250 2.0.0 Taken",
    MailVerdict.NO_SUCH_MAILBOX: "550 5.1.1 No such mailbox",
    MailVerdict.TOO_LARGE: "552 5.3.4 Too large",
    MailVerdict.UNREADABLE: "554 5.6.0 Cannot be read",
}
_LATER = "451 4.3.0 Try again later"
_ONE_AT_A_TIME = "452 4.5.3 One recipient at a time"


class _Handler:
    """What aiosmtpd asks; the names of its methods are the library's."""

    def __init__(self, intake: MailIntake) -> None:
        self._intake = intake

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Envelope, to: str, _options: Any) -> str:
        if not self._intake.is_ours(to):
            return _ANSWERS[MailVerdict.NO_SUCH_MAILBOX]
        if envelope.rcpt_tos:
            return _ONE_AT_A_TIME
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Envelope) -> str:
        content = envelope.content
        raw = content if isinstance(content, bytes) else (content or "").encode()
        try:
            verdict = await self._intake.take(ArrivedMail(envelope.mail_from, envelope.rcpt_tos[0], raw))
        except (SQLAlchemyError, OSError) as error:
            log.warning("mail_not_taken", error=type(error).__name__)
            return _LATER
        return _ANSWERS[verdict]

    async def handle_exception(self, error: Exception) -> str:
        """The words of an error are for no one outside."""
        log.error("mail_failed", error=type(error).__name__)
        return _LATER


@asynccontextmanager
async def receiving_mail(intake: MailIntake, port: int, *, host: str = "127.0.0.1") -> AsyncIterator[int]:
    """Listen for as long as the block lasts; gives the port, which the system chooses for 0."""
    loop = asyncio.get_running_loop()
    handler = _Handler(intake)

    def connection() -> SMTP:
        return SMTP(handler, data_size_limit=LARGEST_MAIL, ident="Mia", hostname="mia", loop=loop)

    server = await loop.create_server(connection, host, port)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await server.wait_closed()
