"""What every way in for emails must do: SMTP, from a real client, and the sandbox's mailboxes."""

import asyncio
import smtplib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from uuid import UUID

import pytest
import pytest_asyncio

from mia.adapters.sandbox_mailbox import SandboxMailbox
from mia.adapters.smtp_inbound import receiving_mail
from mia.clinic.consent import service as consent
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import MailIntake, MailVerdict, Text, Thread
from mia.clinic.patients import service as patients
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.mail import service as mail
from tests.fakes.outbox import work_off
from tests.fakes.phones.sms import MemorySms
from tests.fakes.practice import PracticeOfTests, make_practice

NOON = datetime(2026, 3, 24, 16, tzinfo=UTC)
OURS = "mia@replies.example"
NUMBER = "+13055550142"

Send = Callable[[EmailMessage, str | None], Awaitable[MailVerdict]]


@dataclass
class Post:
    """A way in, a practice and a patient who got an email of its."""

    send: Send
    database: Database
    clock: MovableClock
    practice: PracticeOfTests
    address: str
    patient_id: UUID
    thread_id: UUID
    reply_to: str

    def email(self, text: str, *, sender: str | None = None, to: str | None = None, **headers: str) -> EmailMessage:
        email = EmailMessage()
        email["From"], email["To"] = f"Ana <{sender or self.address}>", to or self.reply_to
        email["Subject"], email["Message-ID"] = (
            headers.pop("Subject", "Re: Your visit"),
            f"<{new_id().hex}@x.example>",
        )
        for name, value in headers.items():
            email[name.replace("_", "-")] = value
        email.set_content(text)
        return email

    async def arrive(self, email: EmailMessage, envelope: str | None = "") -> MailVerdict:
        verdict = await self.send(email, self.address if envelope == "" else envelope)
        registry = Registry()
        inbox.register_texting(registry, MemorySms())
        await work_off(self.database, registry, self.practice.scope.clinic_id)
        return verdict

    async def thread(self, address: str | None = None) -> tuple[Thread, list[Text]] | None:
        async with self.database.clinic(self.practice.scope) as session:
            thread_id = await inbox.find_thread_of(session, address or self.address)
            return await inbox.get_thread(session, thread_id) if thread_id else None

    async def said(self, address: str | None = None) -> list[str]:
        found = await self.thread(address)
        return [text.text for text in found[1] if text.author == "patient"] if found else []

    async def suppressed(self, *addresses: str) -> bool:
        async with self.database.clinic(self.practice.scope) as session:
            return all([await consent.is_suppressed(session, address) for address in addresses])

    async def waiting(self) -> bool:
        found = await self.thread()
        return found is not None and found[0].waiting


def by_smtp(port: int) -> Send:
    def hand_over(email: EmailMessage, sender: str | None) -> MailVerdict:
        with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
            try:
                client.sendmail(sender or "<>", [str(email["To"])], email.as_bytes(policy=SMTP))
            except smtplib.SMTPRecipientsRefused:
                return MailVerdict.NO_SUCH_MAILBOX
            except smtplib.SMTPDataError as refused:
                return MailVerdict.TOO_LARGE if refused.smtp_code == 552 else MailVerdict.NO_SUCH_MAILBOX
            except smtplib.SMTPSenderRefused:
                return MailVerdict.TOO_LARGE
        return MailVerdict.ACCEPTED

    async def send(email: EmailMessage, sender: str | None) -> MailVerdict:
        return await asyncio.to_thread(hand_over, email, sender)

    return send


@pytest_asyncio.fixture(params=["sandbox", "smtp"])
async def post(request: pytest.FixtureRequest, database: Database, clock: MovableClock) -> AsyncIterator[Post]:
    clock.set(NOON)
    practice = await make_practice(database, f"practice-{new_id().hex}")
    address = f"ana-{new_id().hex}@mail.example"
    async with database.clinic(practice.scope) as session:
        ana = patients.NewPatient("Ana Ruiz", NUMBER, email=address)
        (patient_id,) = await patients.import_patients(session, [ana])
        thread_id = await inbox.ensure_thread(session, address, patient_id=patient_id)
        reply_to = f"mia+{inbox.reply_token(session, thread_id)}@replies.example"
    rest = (database, clock, practice, address, patient_id, thread_id, reply_to)
    intake = MailIntake(database, OURS)
    if request.param == "smtp":
        async with receiving_mail(intake, 0) as port:
            yield Post(by_smtp(port), *rest)
        return
    mailbox = SandboxMailbox(intake, clock)
    yield Post(lambda email, sender: mailbox.send(email, sender=sender), *rest)


async def test_an_answer_joins_the_thread_of_the_email_once(post: Post) -> None:
    email = post.email("Tuesday at three?\n\nOn Mon, Mia wrote:\n> Reply STOP to stop.\n")
    for _ in range(2):
        assert await post.arrive(email) is MailVerdict.ACCEPTED
    assert await post.said() == ["Tuesday at three?"]
    found = await post.thread()
    assert found is not None
    assert (found[0].id, found[0].channel, found[0].patient_id) == (post.thread_id, "email", post.patient_id)


async def test_stop_in_any_words_holds_on_every_channel_and_is_confirmed(post: Post) -> None:
    await post.arrive(post.email("Please don't send me any more of these e-mails."))
    assert await post.suppressed(post.address, NUMBER)
    async with post.database.clinic(post.practice.scope) as session:
        (email,) = await mail.list_for(session, post.address)
    assert email.message is not None and "opted out" in email.message.text


async def test_a_subject_alone_can_say_stop(post: Post) -> None:
    await post.arrive(post.email("", Subject="unsubscribe"))
    assert await post.suppressed(post.address, NUMBER)


async def test_a_claimed_sender_may_stop_but_is_answered_by_a_person(post: Post) -> None:
    plain = f"mia+{post.practice.slug}@replies.example"
    await post.arrive(post.email("When is my next visit?", to=plain))
    assert await post.waiting()
    assert not await post.suppressed(post.address)
    await post.arrive(post.email("STOP", to=plain))
    assert await post.suppressed(post.address, NUMBER)


async def test_an_email_passed_on_is_a_strangers(post: Post) -> None:
    other = f"leo-{new_id().hex}@mail.example"
    await post.arrive(post.email("What is this about?", sender=other))
    found = await post.thread(other)
    assert found is not None
    assert (found[0].patient_id, found[0].name) == (None, None)
    assert await post.said() == []


@pytest.mark.parametrize("to", ["mia+nobody-here@replies.example", "else@replies.example", "mia@elsewhere.example"])
async def test_there_are_no_other_mailboxes(post: Post, to: str) -> None:
    assert await post.arrive(post.email("Hello", to=to)) is MailVerdict.NO_SUCH_MAILBOX


@pytest.mark.parametrize(
    "headers", [{"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"List_Id": "<list.example>"}]
)
async def test_machines_are_never_answered(post: Post, headers: dict[str, str]) -> None:
    await post.arrive(post.email("STOP sending, I am out of office", **headers))
    assert await post.said() == ["STOP sending, I am out of office"]
    assert not await post.suppressed(post.address)
    async with post.database.clinic(post.practice.scope) as session:
        assert await mail.list_for(session, post.address) == []


async def test_bounces_leave_nothing(post: Post) -> None:
    assert await post.arrive(post.email("Undeliverable"), envelope=None) is MailVerdict.ACCEPTED
    assert await post.said() == []


async def test_what_is_too_large_is_refused(post: Post) -> None:
    assert await post.arrive(post.email("x\n" * 3_000_000)) is MailVerdict.TOO_LARGE


async def test_two_machines_that_answer_each_other_end(post: Post) -> None:
    for number in range(14):
        await post.arrive(post.email(f"Message {number}"))
    assert await post.waiting()
