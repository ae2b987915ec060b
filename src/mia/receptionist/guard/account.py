"""What a language model says a conversation came to, as far as the conversation bears it out."""

from collections.abc import Sequence
from typing import Any

from rapidfuzz import fuzz

from mia.platform.conversation.ports import Conclusion, Message, Turn
from mia.platform.conversation.spoken_text import sentences
from mia.receptionist.guard.check import Guard
from mia.receptionist.guard.conversation import facts_of
from mia.receptionist.guard.facts import Facts, words_of
from mia.receptionist.guard.instructions import instructions
from mia.receptionist.practice import practice_of

_LONGEST_SUMMARY = 600
_LONGEST_WISH = 200
_ALIKE = 80  # likeness in percent from which a name is one that was said
_DIGITS_OF_A_NUMBER = 10
_MOSTLY = 0.6
"""Share of a question's words that someone must have said."""


def checked_account(account: Conclusion, own: Conclusion, turn: Turn) -> Conclusion:
    """The model's conclusion without what no one said and no tool did; ``own`` is the receptionist's.

    ``turn`` is the conversation as it ended.
    """
    facts = facts_of(turn)
    structured: dict[str, Any] = {**own.structured, **_known(account, facts, turn)}
    if unanswered := _unanswered(account, own, facts):
        structured["unanswered"] = unanswered
    outcome = _outcome(str(account.structured.get("outcome")), str(own.structured["outcome"]), facts)
    structured["outcome"] = outcome
    guard = Guard(facts, instructions(turn.brief))
    summary = account.summary[:_LONGEST_SUMMARY]
    sound = bool(summary) and not any(guard.objection(sentence) for sentence in sentences(summary))
    return Conclusion(summary if sound else own.summary, structured, success=outcome != "abandoned")


def own_account(own: Conclusion, history: Sequence[Message]) -> Conclusion:
    """The receptionist's conclusion of a conversation in which the model did most of the talking."""
    said = [message.role for message in history if message.role in ("user", "assistant") and message.content]
    answered = "user" in said and "assistant" in said[said.index("user") :]
    if own.structured["outcome"] != "abandoned" or not answered:
        return own
    return Conclusion(
        "The caller's questions were answered.", {**own.structured, "outcome": "answered"}, success=True
    )


def _outcome(claimed: str, own: str, facts: Facts) -> str:
    done = {"booked": facts.outcomes.booked, "handed_off": facts.outcomes.person}
    if not done.get(claimed, True):
        return own
    return "booked" if facts.outcomes.booked and claimed != "emergency" else claimed


def _known(account: Conclusion, facts: Facts, turn: Turn) -> dict[str, str]:
    found = {key: value for key, value in account.structured.items() if isinstance(value, str)}
    kept: dict[str, str] = {}
    if (name := found.get("name")) and all(_was_said(word, facts) for word in words_of(name)):
        kept["name"] = name
    digits = "".join(c for c in found.get("phone", "") if c.isdigit())[-_DIGITS_OF_A_NUMBER:]
    if len(digits) == _DIGITS_OF_A_NUMBER and digits in facts.said_digits:
        kept["phone"] = found["phone"]
    service = practice_of(turn.brief).service(found.get("service_id"))
    if service is not None:
        kept |= {"service_id": service.id, "service": service.name}
    if preferred := found.get("preferred"):
        kept["preferred"] = preferred[:_LONGEST_WISH]
    return kept


def _unanswered(account: Conclusion, own: Conclusion, facts: Facts) -> list[str]:
    """Questions that stayed open: the receptionist's own, and of the model's those that someone has put."""
    told = account.structured.get("unanswered")
    asked = [text for text in told if isinstance(text, str)] if isinstance(told, list) else []
    heard = [text[:_LONGEST_WISH] for text in asked if _mostly_said(text, facts)]
    return list(dict.fromkeys([*own.structured.get("unanswered", []), *heard]))


def _mostly_said(text: str, facts: Facts) -> bool:
    words = words_of(text)
    return bool(words) and sum(word in facts.said_words for word in words) >= _MOSTLY * len(words)


def _was_said(word: str, facts: Facts) -> bool:
    return any(fuzz.ratio(word, said) >= _ALIKE for said in facts.said_words | facts.words)
