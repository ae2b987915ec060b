"""What people say when Mia is the one who calls: that it is them or not, to stop, no thanks, not now.

Their patterns stand in ``data/outreach.txt``.
"""

import re
from enum import StrEnum

from mia.platform.words.plain import plain
from mia.receptionist import data


class Reply(StrEnum):
    """What the answer to a call amounts to, beside its content."""

    MAILBOX = "mailbox"
    STOP = "stop"
    WRONG_NUMBER = "wrong_number"
    ABSENT = "absent"
    FETCHING = "fetching"
    IDENTITY = "identity"
    WHO = "who"
    RECORDING = "recording"
    DETAILS = "details"
    NOT_INTERESTED = "not_interested"
    BAD_TIME = "bad_time"
    ALREADY = "already"


def hear_replies(text: str) -> frozenset[Reply]:
    """All replies found in a plain text."""
    found = data.patterns("outreach")
    return frozenset(reply for reply in Reply if found[reply.value].search(text))


def says_name(text: str, first_name: str) -> bool:
    """Whether a plain text introduces the speaker by that first name: "this is Ana", "Ana speaking"."""
    name = re.escape(plain(first_name))
    if not name:
        return False
    introduced = rf"\b(?:this is|it is|i am|that is|you (?:have )?(?:got|reached)|speaking (?:to|with)) {name}\b"
    return re.search(rf"{introduced}|\b{name} (?:speaking|here)\b|^(?:yes )?{name}$", text) is not None


def denies_name(text: str, first_name: str) -> bool:
    """Whether a plain text says that the speaker is someone else: "this is not Ana", "I'm not her"."""
    name = re.escape(plain(first_name)) or "her"
    return re.search(rf"\b(?:is|am|are) not (?:{name}|her|him|she|he|them|the person)\b", text) is not None
