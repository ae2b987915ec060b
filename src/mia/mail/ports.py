"""What the mail room asks of the outside: somebody who takes a letter away."""

from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from mia.kernel.scope import ClinicScope


@dataclass(frozen=True)
class Attachment:
    """A file that goes along. ``media_type`` may carry parameters (``text/calendar; method=REQUEST``)."""

    filename: str
    media_type: str
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class Message:
    """A mail to one person. ``text`` is always there; ``html`` is the same, more beautifully."""

    to: str = field(repr=False)
    subject: str = field(repr=False)
    text: str = field(repr=False)
    html: str | None = field(default=None, repr=False)
    attachments: tuple[Attachment, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Letter:
    """A message on its way. ``id`` stays the same at each attempt and becomes the Message-ID."""

    id: UUID
    scope: ClinicScope
    message: Message


class MailRefused(Exception):
    """The letter will never be taken (no such mailbox, refused content): trying again is of no use."""


class MailSender(Protocol):
    """Takes letters away."""

    async def send(self, letter: Letter) -> None:
        """Hand a letter over.

        :class:`MailRefused` when it is refused for good, :class:`mia.kernel.errors.Unavailable` when it may
        be taken later. A second call for the same letter may send it twice, with the same Message-ID.
        """
        ...
