"""What every adapter of the ``MailSender`` port must do: the sandbox's, and SMTP against a real server."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
import pytest_asyncio
from aiosmtpd.smtp import SMTP, Envelope

from mia.adapters.sandbox_mail import SandboxMailSender
from mia.adapters.smtp_mail import SmtpMailSender, SmtpServer
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from mia.platform.mail import service as mail
from mia.platform.mail.ports import Attachment, Email, EmailDefaults, MailRefused, MailSender, Message
from tests.fakes.access import make_clinic, scope_of

SENDER, REPLY_TO = "Mia <hello@mia.example>", "contact@mia.example"
DEFAULTS = EmailDefaults(SENDER, REPLY_TO, "https://mia.example", "mia@replies.example")
INVITATION = b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
MESSAGE = Message(
    to="jos\u0065@clinic.example",
    subject="Your demo: caf\u00e9, 2:30 PM",
    text="Hello Jos\u00e9,\n\nfollow https://mia.example/cancel#token\n",
    attachments=(Attachment("demo.ics", "text/calendar; method=REQUEST; charset=utf-8", INVITATION),),
)


@dataclass
class Mailbox:
    """An SMTP server's handler; ``answers`` are given to the next DATA commands instead of taking them."""

    received: list[bytes] = field(default_factory=list)
    recipients: list[list[str]] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Envelope, to: str, _options: Any) -> str:
        if to in self.refused:
            return "550 No such mailbox"
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Envelope) -> str:
        if self.answers:
            return self.answers.pop(0)
        assert isinstance(envelope.content, bytes)
        self.received.append(envelope.content)
        self.recipients.append(list(envelope.rcpt_tos))
        return "250 OK"


@dataclass
class Post:
    """An adapter, and a way to see what arrived."""

    sender: MailSender
    scope: ClinicScope
    arrived: Callable[[], Awaitable[list[EmailMessage]]]

    def email(self, message: Message = MESSAGE) -> Email:
        return Email(new_id(), self.scope, message)


@pytest.fixture
def mailbox() -> Mailbox:
    return Mailbox()


@pytest_asyncio.fixture
async def port(mailbox: Mailbox) -> AsyncIterator[int]:
    """The port of a server that puts into ``mailbox``."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(mailbox, loop=loop), "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()


def by_smtp(port: int, clock: MovableClock) -> SmtpMailSender:
    server = SmtpServer.from_url(f"smtp://127.0.0.1:{port}?starttls=0")
    return SmtpMailSender(server, clock, DEFAULTS)


@pytest_asyncio.fixture(params=["sandbox", "smtp"])
async def post(
    request: pytest.FixtureRequest, database: Database, clock: MovableClock, mailbox: Mailbox, port: int
) -> AsyncIterator[Post]:
    scope = scope_of(await make_clinic(database, new_id().hex))
    if request.param == "sandbox":

        async def kept() -> list[EmailMessage]:
            async with database.clinic(scope) as session:
                return [received.mail for received in await mail.list_sandbox(session)]

        yield Post(SandboxMailSender(database, DEFAULTS), scope, kept)
        return

    async def received() -> list[EmailMessage]:
        parsed = [message_from_bytes(raw, EmailMessage, policy=policy.default) for raw in mailbox.received]
        return [item for item in parsed if isinstance(item, EmailMessage)]

    yield Post(by_smtp(port, clock), scope, received)


async def test_an_email_arrives_whole(post: Post) -> None:
    email = post.email()
    await post.sender.send(email)
    (arrived,) = await post.arrived()
    assert arrived["To"] == MESSAGE.to
    assert arrived["From"] == SENDER
    assert arrived["Reply-To"] == REPLY_TO
    assert arrived["Subject"] == MESSAGE.subject
    assert arrived["Message-ID"] == f"<{email.id}@mia.example>"
    text, html = arrived.get_body(("plain",)), arrived.get_body(("html",))
    assert text is not None and text.get_content().replace("\r\n", "\n") == MESSAGE.text
    assert html is not None and '<a href="https://mia.example/cancel#token">' in html.get_content()
    (invitation,) = arrived.iter_attachments()
    assert invitation.get_content_type() == "text/calendar"
    assert invitation.get_param("method") == "REQUEST"
    assert invitation.get_filename() == "demo.ics"
    assert invitation.get_payload(decode=True) == INVITATION


async def test_an_email_sent_again_can_be_told_by_its_message_id(post: Post) -> None:
    email = post.email()
    await post.sender.send(email)
    await post.sender.send(email)
    assert len({arrived["Message-ID"] for arrived in await post.arrived()}) == 1


async def test_a_subject_cannot_smuggle_in_a_header(post: Post) -> None:
    await post.sender.send(post.email(Message("ana@clinic.example", "Hello\r\nBcc: eve@evil.example", "Hi")))
    (arrived,) = await post.arrived()
    assert arrived["Bcc"] is None
    assert arrived["Subject"] == "Hello Bcc: eve@evil.example"


async def test_every_email_comes_as_text_and_with_layout(post: Post) -> None:
    await post.sender.send(post.email(Message("ana@clinic.example", "Hello", "Only text")))
    (arrived,) = await post.arrived()
    assert arrived.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in arrived.iter_parts()] == ["text/plain", "text/html"]


async def test_the_server_is_told_one_recipient(post: Post, mailbox: Mailbox, port: int) -> None:
    sender = by_smtp(port, MovableClock())
    await sender.send(post.email())
    assert mailbox.recipients == [[MESSAGE.to]]


@pytest.mark.parametrize(("answer", "error"), [("451 Later", Unavailable), ("554 Never", MailRefused)])
async def test_the_server_may_put_off_or_refuse(
    answer: str, error: type[Exception], mailbox: Mailbox, port: int, clock: MovableClock
) -> None:
    mailbox.answers.append(answer)
    email = Email(new_id(), ClinicScope(new_id(), "test"), MESSAGE)
    with pytest.raises(error):
        await by_smtp(port, clock).send(email)


async def test_a_mailbox_that_does_not_exist_is_refused(mailbox: Mailbox, port: int, clock: MovableClock) -> None:
    mailbox.refused.add(MESSAGE.to)
    with pytest.raises(MailRefused):
        await by_smtp(port, clock).send(Email(new_id(), ClinicScope(new_id(), "test"), MESSAGE))


async def test_a_server_that_is_away_is_tried_later(clock: MovableClock) -> None:
    closed = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
    nobody = closed.sockets[0].getsockname()[1]
    closed.close()
    await closed.wait_closed()
    with pytest.raises(Unavailable):
        await by_smtp(nobody, clock).send(Email(new_id(), ClinicScope(new_id(), "test"), MESSAGE))


async def test_without_tls_nothing_is_sent_unless_so_set(mailbox: Mailbox, port: int, clock: MovableClock) -> None:
    strict = SmtpServer.from_url(f"smtp://127.0.0.1:{port}")
    sender = SmtpMailSender(strict, clock, DEFAULTS)
    with pytest.raises(Unavailable):
        await sender.send(Email(new_id(), ClinicScope(new_id(), "test"), MESSAGE))
    assert mailbox.received == []


def test_a_server_is_read_from_its_url() -> None:
    server = SmtpServer.from_url("smtp://mia%40x:p%2Fw@mail.example?starttls=1")
    assert (server.host, server.port, server.user, server.password) == ("mail.example", 587, "mia@x", "p/w")
    assert (server.tls, server.starttls) == (False, True)
    assert "p/w" not in repr(server)
    secure = SmtpServer.from_url("smtps://mail.example")
    assert (secure.port, secure.tls, secure.starttls) == (465, True, False)


async def test_an_email_to_a_patient_can_be_answered_and_stopped_with_one_click(post: Post) -> None:
    message = Message(
        MESSAGE.to, "Your next visit", "Hello", unsubscribe="t0ken", reply="thr34d", answers="<1@x.example>"
    )
    await post.sender.send(post.email(message))
    (arrived,) = await post.arrived()
    assert arrived["List-Unsubscribe"] == "<https://mia.example/unsubscribe/t0ken>"
    assert arrived["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert arrived["Reply-To"] == "mia+thr34d@replies.example"
    assert (arrived["In-Reply-To"], arrived["Auto-Submitted"]) == ("<1@x.example>", "auto-replied")
    body = arrived.get_body(("plain",))
    assert body is not None and "https://mia.example/unsubscribe/t0ken" in body.get_content()
    page = arrived.get_body(("html",))
    assert (
        page is not None and '<a href="https://mia.example/unsubscribe/t0ken">Unsubscribe</a>' in page.get_content()
    )
