"""What may be agreed to, and on what ground."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Channel(StrEnum):
    """How somebody may be contacted."""

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


@dataclass(frozen=True)
class Consent:
    """One grant. ``proof`` is the id of the conversation or form in which it was given."""

    channel: Channel
    purpose: Purpose
    basis: Basis
    proof: str
    granted_at: datetime
