"""What the mail room asks of the outside: someone who takes an email away."""

from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from mia.platform.kernel.scope import ClinicScope


@dataclass(frozen=True)
class Attachment:
    """A file that goes along. ``media_type`` may carry parameters (``text/calendar; method=REQUEST``)."""

    filename: str
    media_type: str
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class Message:
    """An email to one person. Its layout is made of ``text`` when it leaves: see ``layout.py``.

    ``about_patient`` is False for emails about an account or the product itself: all others are taken to say
    something about a patient, if only that they are one.
    ``unsubscribe`` is the token of a one-click link (RFC 8058), ``reply`` that of an address of its own for
    answers; neither says anything of the person. ``answers`` is the Message-ID that this mail answers.
    """

    to: str = field(repr=False)
    subject: str = field(repr=False)
    text: str = field(repr=False)
    attachments: tuple[Attachment, ...] = field(default=(), repr=False)
    unsubscribe: str | None = field(default=None, repr=False)
    reply: str | None = field(default=None, repr=False)
    answers: str | None = field(default=None, repr=False)
    about_patient: bool = True


@dataclass(frozen=True)
class EmailDefaults:
    """What stands on every email. ``sender`` is ``Name <address>``; ``origin`` is where our pages are, for links;
    ``replies`` is the address that takes answers in (``mia@clinic.example``), None where no one listens."""

    sender: str
    reply_to: str
    origin: str = ""
    replies: str | None = None


@dataclass(frozen=True)
class Email:
    """A message on its way. ``id`` stays the same at each attempt and becomes the Message-ID."""

    id: UUID
    scope: ClinicScope
    message: Message


class MailRefused(Exception):
    """The email will never be taken (no such mailbox, refused content): trying again is of no use."""


class MailSender(Protocol):
    """Takes emails away."""

    async def send(self, email: Email) -> None:
        """Hand an email over.

        :class:`MailRefused` when it is refused for good, :class:`mia.platform.kernel.errors.Unavailable` when it
        may be taken later. A second call for the same email may send it twice, with the same Message-ID.
        """
        ...
