"""What may be agreed to, and on what ground."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class Channel(StrEnum):
    """How someone may be contacted."""

    CALL = "call"
    SMS = "sms"
    EMAIL = "email"
    AI_VOICE = "ai_voice"
    """By a voice that is artificial (FCC 24-17); only ever in addition to :attr:`CALL`."""


class Purpose(StrEnum):
    """What the number was given for; it may be used for that and nothing wider (FCC 2015 order)."""

    APPOINTMENT = "appointment"
    CALL_BACK = "call_back"
    RECALL = "recall"
    """To be told when a visit is due."""
    MARKETING = "marketing"


class Basis(StrEnum):
    """Why contact is allowed."""

    NUMBER_GIVEN = "number_given"
    EXPRESS = "express"
    """Said so."""
    WRITTEN = "written"
    """Signed, on paper or by a form (47 CFR 64.1200(f)(9))."""


class Source(StrEnum):
    """How a member of staff learned what someone agrees to or does not want."""

    PAPER = "paper"
    """A signed form."""
    FORM = "form"
    """A form on the web."""
    IN_PERSON = "in_person"
    PHONE = "phone"
    MESSAGE = "message"


@dataclass(frozen=True)
class Evidence:
    """What stands behind an entry of the ledger. ``wording`` is what was agreed to, or said."""

    source: Source
    wording: str = field(repr=False)


@dataclass(frozen=True)
class Consent:
    """One grant. ``proof`` is the id of the conversation or form in which it was given, ``text_id`` that of the
    practice's words that were agreed to, where there were any."""

    channel: Channel
    purpose: Purpose
    basis: Basis
    proof: str
    granted_at: datetime
    text_id: UUID | None = None
