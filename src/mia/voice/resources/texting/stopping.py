"""Who wants no more texts, and has said so in one."""

import re

from sqlalchemy import select

from mia.platform.db.session import OrgSession
from mia.voice.resources.texting.models import TextRecord

STOP, START = "stop", "start"
_WORDS = {
    **dict.fromkeys(
        ("stop", "stopall", "stop all", "quit", "end", "revoke", "opt out", "optout", "cancel", "unsubscribe"), STOP
    ),
    **dict.fromkeys(("start", "unstop", "subscribe", "opt in", "optin"), START),
}
"""Whole texts that are a wish: to stop those of 47 CFR 64.1200(a)(10), and the carriers' own."""
_NO_WORD = re.compile(r"[\W_]+")

CONFIRMED = {
    STOP: "You will get no more texts from this number. Write START to get them again.",
    START: "You will get texts from this number again. Write STOP to end them.",
}
"""What each wish is answered with, once."""


def wish_of(words: str) -> str | None:
    """The wish that a text is, if it is one as a whole."""
    return _WORDS.get(_NO_WORD.sub(" ", words).strip().lower())


def sender_of(session: OrgSession, number: str) -> bytes:
    """The keyed hash that a person who writes from ``number`` (E.164) is known by."""
    return session.blind(f"voice-text:{number}")


async def has_stopped(session: OrgSession, number: str) -> bool:
    """Whether the person at this number wants no texts from the organization."""
    text = TextRecord
    wishes = select(text.wish).where(text.org_id == session.scope.org_id, text.wish.is_not(None))
    theirs = wishes.where(text.sender_blind == sender_of(session, number)).order_by(text.created_at.desc())
    return await session.sql.scalar(theirs.limit(1)) == STOP
