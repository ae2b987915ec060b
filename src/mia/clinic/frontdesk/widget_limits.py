"""How much visitors of the widget may do: no one signs in there."""

from dataclasses import dataclass, replace
from datetime import timedelta

from mia.identity.service import Limit, Simultaneous
from mia.platform.kernel.settings import Settings

CALL_START = Limit(
    "call-start",
    timedelta(minutes=10),
    per_address=12,
    detail="Too many calls. Please try again in a few minutes.",
)
"""Calls and chats begun with the public widget."""
SITE_CALL_START = replace(CALL_START, purpose="site-call-start", per_subject=120)
"""The same on the website of one clinic, which is the subject."""
CHAT_MESSAGE = Limit(
    "chat-message",
    timedelta(minutes=1),
    per_address=120,
    per_subject=30,
    detail="You're sending messages too quickly. Please wait a moment and try again.",
)
"""Messages that a visitor writes to Mia; the subject is the chat. Each costs a language model's answer."""
CHAT_LENGTH = Limit(
    "chat-length",
    timedelta(minutes=30),
    per_subject=200,
    detail="This chat has reached its limit. Please call the practice or start a new chat.",
)
"""The same over the life of a chat's pass (:data:`mia.clinic.frontdesk.widget.PASS_VALIDITY`)."""
CALLS_AT_ONCE = Simultaneous("calls-at-once", per_address=2)
"""Calls of browsers that hold a line, on all websites together."""
CHATS_AT_ONCE = Simultaneous("chats-at-once", per_address=6)
"""Chats in which visitors of one address are writing, on the website of one clinic."""


@dataclass(frozen=True)
class WidgetLimits:
    """Bounds on what visitors may do (compliance: anti-automation, cost cap).

    ``starts`` conversations per address, ``site_starts`` the same on a clinic's own website, per clinic too;
    ``messages`` and ``chat_length`` written in one chat; ``at_once`` conversations of all visitors of a clinic;
    ``calls_at_once`` calls and ``chats_at_once`` chats from one address.
    """

    starts: Limit
    site_starts: Limit
    messages: Limit = CHAT_MESSAGE
    chat_length: Limit = CHAT_LENGTH
    at_once: int = 50
    calls_at_once: Simultaneous = CALLS_AT_ONCE
    chats_at_once: Simultaneous = CHATS_AT_ONCE

    @classmethod
    def of(cls, settings: Settings) -> "WidgetLimits":
        """Those that hold where the product runs."""
        return cls(
            starts=CALL_START.of(settings),
            site_starts=SITE_CALL_START.of(settings),
            messages=CHAT_MESSAGE.of(settings),
            calls_at_once=CALLS_AT_ONCE.of(settings),
            chats_at_once=CHATS_AT_ONCE.of(settings),
        )
