"""What a text asks of us before anyone answers it: to be left alone, to be written to again, help.

A revocation counts "by any reasonable means"; stop, quit, end, revoke, opt out, cancel and unsubscribe do by
themselves (47 CFR 64.1200(a)(10)). Sentences are read as a reasonable person would read them, and in doubt as
a revocation; "stop by on Tuesday", "cancel my appointment" and "don't stop" are none.
"""

import re
import unicodedata
from enum import StrEnum


class Wish(StrEnum):
    """What a text asks for; ``OTHER`` is for Mia or staff to answer."""

    STOP = "stop"
    START = "start"
    HELP = "help"
    WRONG_NUMBER = "wrong_number"
    OTHER = "other"


_STOP_WORDS = frozenset(
    [
        "stop", "stopall", "stop all", "stop it", "stop now", "please stop", "stop please", "quit", "end", "revoke",
        "opt out", "optout", "opt me out", "cancel", "unsubscribe", "unsubscribe me", "arret", "alto", "basta",
        "pare", "parar", "no more", "enough", "leave me alone", "remove", "remove me", "take me off", "go away",
        "no mas",
    ]
)  # fmt: skip
"""Texts that are a revocation as a whole."""
_START_WORDS = frozenset(["start", "unstop", "resume", "subscribe", "opt in", "optin", "opt me in", "resubscribe"])
_HELP_WORDS = frozenset(["help", "info", "ayuda", "help me", "who is this", "who are you", "who s this"])

_ADDRESSING = (
    r"(?:text(?:ing|s)?|messag(?:e|es|ing)|call(?:ing|s)?|contact(?:ing)?|writ(?:e|ing)|bother(?:ing)?|spam(?:ming)?"
    r"|phon(?:e|ing)|e ?mail(?:s|ing)?|remind(?:er|ers|ing)?|send(?:ing)?(?: me)?)"
)
_STOP = re.compile(
    rf"\b(?:stop|quit|cease|end|no more|enough)(?: (?:with|all|the|these|those|your|any|of))* {_ADDRESSING}\b"
    rf"|\b(?:do not|dont|don t|never|no longer|not to|please no)(?: (?:ever|want|you|to|be|get|any|more|your|me))*"
    rf" {_ADDRESSING}\b"
    r"|\b(?:remove|delete|erase|take|drop)\b.{0,20}\b(?:number|name|me)\b.{0,15}\b(?:list|off|system|records|database)\b"
    r"|\b(?:remove|delete|erase) (?:me|my (?:number|name|phone))\b"
    r"|\btake me off\b|\bunsubscribe\b|\bopt(?:ing)?[ -]?(?:me )?out\b|\brevoke\b|\bleave me alone\b"
    r"|\bnot interested\b.{0,30}\b(?:stop|again|anymore|any more)\b|\blose (?:my|this) number\b"
    r"|\bno (?:me )?(?:escriban|llamen|manden|envien|molesten|contacten)\b|\bdejen de\b|\bdeja de\b"
)
_STOP_AT_ONCE = re.compile(
    r"^(?:please |pls |ok |okay |just |hey |hi |mia )*stop(?: it| now| please| pls| this| that)*$"
)
_NOT_A_STOP = re.compile(
    r"\b(?:do not|dont|don t|never|please don t) stop\b|\b(?:cancel|stop|end)\b.{0,12}\b(?:appointment|visit"
    r"|booking|reservation)\b|\bstop(?:ping)? (?:by|in|over)\b"
)
_WRONG = re.compile(
    r"\bwrong (?:number|person|phone|guy|lady)\b|\b(?:you have|you ve|got|have) the wrong\b"
    r"|\b(?:i am|i m|im|this is|this isn t|this is not|not) not? ?(?:her|him|that person)\b"
    r"|\b(?:no one|nobody|noone) (?:here )?(?:by|with|of|named|called)\b.{0,15}"
    r"|\b(?:don t|dont|do not) know (?:a|an|any|who)\b.{0,25}\b(?:is|named|called|person|you)\b"
    r"|\bnumero equivocado\b"
    r"|\b(?:is not|isn t|no longer) (?:her|his|their) (?:number|phone)\b"
)


def read_wish(text: str) -> Wish:
    """What a text asks for. A wish to be left alone counts before everything else."""
    plain = _plain(text)
    if plain in _STOP_WORDS or _STOP_AT_ONCE.fullmatch(plain):
        return Wish.STOP
    if _WRONG.search(plain):
        return Wish.WRONG_NUMBER
    if _STOP.search(_NOT_A_STOP.sub(" ", plain)):
        return Wish.STOP
    if plain in _START_WORDS:
        return Wish.START
    if plain in _HELP_WORDS:
        return Wish.HELP
    return Wish.OTHER


def _plain(text: str) -> str:
    """Letters and digits in lower case, single spaces: ``S.T.O.P!`` and ``stop`` are one."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("\u2019", "'"))
    letters = "".join(one for one in decomposed if not unicodedata.combining(one))
    joined = re.sub(r"\b(\w)\W(?=\w\b)", r"\1", letters)
    return " ".join(re.sub(r"[^a-z0-9]+", " ", joined).split())
