"""Conditions told beside what someone wants: "the 2nd, but only if there's parking"."""

import re

_CONDITION = re.compile(
    r"\b(?:(?:but )?only if|(?:as|so) long as|provided(?: that)?|on (?:the )?condition(?: that)?"
    r"|assuming(?: that)?|if (?=there(?: is|['\u2019]?s| are)\b"
    r"|(?:it|that)(?: is|['\u2019]?s) (?:under|below|less|free|covered|cheaper)))[^.,;!?]+",
    re.IGNORECASE,
)


def hear_condition(text: str) -> str:
    """The words of the first condition in an utterance; "" where there is none."""
    found = _CONDITION.search(text)
    return found[0].strip() if found else ""
