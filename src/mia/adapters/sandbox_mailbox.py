"""The patients' side of mail in the sandbox: what they answer takes the same way in as an email by SMTP."""

from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid, parseaddr

from mia.clinic.inbox.service import ArrivedMail, MailIntake, MailVerdict
from mia.platform.kernel.clock import Clock


class SandboxMailbox:
    """Hands emails in as a mail server would."""

    def __init__(self, intake: MailIntake, clock: Clock) -> None:
        self._intake = intake
        self._clock = clock

    async def send(self, mail: EmailMessage, *, sender: str | None) -> MailVerdict:
        """Send an email; ``sender`` is its return path, None of a report."""
        _, recipient = parseaddr(str(mail["To"]))
        return await self._intake.take(ArrivedMail(sender, recipient, mail.as_bytes(policy=SMTP)))

    async def reply(self, email: EmailMessage, sender: str, text: str) -> MailVerdict:
        """Answer an email as a mail program does: to its Reply-To, with what was said quoted below."""
        body = email.get_body(("plain",))
        quoted = str(body.get_content()) if body else ""
        subject = str(email["Subject"])
        answer = EmailMessage()
        answer["From"], answer["To"] = sender, str(email["Reply-To"] or email["From"])
        answer["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
        answer["Date"], answer["Message-ID"] = (
            format_datetime(self._clock.now()),
            make_msgid(domain="sandbox.example"),
        )
        answer["In-Reply-To"] = answer["References"] = str(email["Message-ID"])
        below = "\n".join(f"> {line}" for line in quoted.splitlines())
        answer.set_content(f"{text}\n\nOn {email['Date']}, {email['From']} wrote:\n{below}\n")
        return await self.send(answer, sender=sender)
