"""Mail by SMTP: one connection for each email, on a thread of its own."""

import asyncio
import smtplib
import ssl
from dataclasses import dataclass, field
from email.message import EmailMessage
from urllib.parse import parse_qs, unquote, urlsplit

from mia.platform.kernel.clock import Clock
from mia.platform.kernel.errors import Unavailable
from mia.platform.mail.ports import Email, EmailDefaults, MailRefused
from mia.platform.mail.rendering import render

_TIMEOUT_S = 20.0
_PERMANENT = 500
_PORTS = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True)
class SmtpServer:
    """Where to hand mail in. TLS from the start, after STARTTLS, or none (a relay on this machine)."""

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    tls: bool
    starttls: bool

    @classmethod
    def from_url(cls, url: str) -> "SmtpServer":
        """``smtp://user:password@host:587`` (``?starttls=0`` without TLS) or ``smtps://...``."""
        parts = urlsplit(url)
        tls = parts.scheme == "smtps"
        wanted = parse_qs(parts.query).get("starttls", ["1"])[-1]
        return cls(
            host=parts.hostname or "",
            port=parts.port or _PORTS[parts.scheme],
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
            tls=tls,
            starttls=not tls and wanted != "0",
        )


class SmtpMailSender:
    """Hands emails to a server that sends them on."""

    def __init__(
        self,
        server: SmtpServer,
        clock: Clock,
        defaults: EmailDefaults,
        *,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self._server = server
        self._clock = clock
        self._defaults = defaults
        self._context = context or ssl.create_default_context()

    async def send(self, email: Email) -> None:
        mail = render(email, self._defaults, at=self._clock.now())
        await asyncio.to_thread(self._hand_over, mail, email.message.to)

    def _hand_over(self, mail: EmailMessage, to: str) -> None:
        try:
            with self._connected() as connection:
                connection.send_message(mail, to_addrs=[to])
        except smtplib.SMTPRecipientsRefused as error:
            _raise_for(next(iter(error.recipients.values()))[0])
        except smtplib.SMTPDataError as error:
            _raise_for(error.smtp_code)
        except (smtplib.SMTPException, OSError):
            # Wrong credentials and an unknown sender are ours to mend: the email waits meanwhile.
            raise Unavailable("The mail server isn't accepting email right now") from None

    def _connected(self) -> smtplib.SMTP:
        server = self._server
        connection: smtplib.SMTP
        if server.tls:
            connection = smtplib.SMTP_SSL(server.host, server.port, timeout=_TIMEOUT_S, context=self._context)
        else:
            connection = smtplib.SMTP(server.host, server.port, timeout=_TIMEOUT_S)
        try:
            if server.starttls:
                connection.starttls(context=self._context)
            if server.user:
                connection.login(server.user, server.password)
        except BaseException:
            connection.close()
            raise
        return connection


def _raise_for(code: int) -> None:
    if code >= _PERMANENT:
        raise MailRefused from None
    raise Unavailable("The mail server isn't accepting email right now") from None
