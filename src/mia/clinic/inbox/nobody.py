"""Who it is, as long as no one has said."""

from mia.clinic.inbox.conversations import Channel

UNKNOWN_CALLER = "Website visitor"
"""Shown in the history until a name is known."""
_UNKNOWN = {
    Channel.SMS: "Someone by text",
    Channel.EMAIL: "Someone by email",
    Channel.PHONE: "Unknown caller",
}


def unknown_name(channel: Channel) -> str:
    """Who it is, as long as no one has said."""
    return _UNKNOWN.get(channel, UNKNOWN_CALLER)


def is_name(shown: str) -> bool:
    """Whether a line of the history bears someone's name."""
    return shown != UNKNOWN_CALLER and shown not in _UNKNOWN.values()
