"""Recognizes words that may mean danger, in English and Spanish, before anything answers them.

Recall comes first: better one call too many to 911. Nothing here weighs symptoms; a hit leads to the fixed
script and a person (clinical words are never answered with advice). ``english.txt`` and ``spanish.txt`` say how
body parts, changes and deeds are called, ``rules.txt`` which of them mean danger together; ``guards.py`` takes out
what is denied, supposed or long ago, by the words of ``english_guards.txt`` and ``spanish_guards.txt``.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from mia.platform.safety.guards import (
    Reading,
    without_denied,
    without_figures,
    without_minor,
    without_numbness,
    without_supposed,
    without_threats,
)
from mia.platform.safety.lexicon import Lexicon
from mia.platform.safety.rules import Rule, read_rules
from mia.platform.safety.spelling import Speller, spanish_sound
from mia.platform.words.phrase_files import read_sections


class Danger(StrEnum):
    """``NOW``: the 911 script. ``CRISIS``: thoughts of suicide, with the 988 line as well.
    ``ASKED``: a general question about emergencies."""

    NOW = "now"
    CRISIS = "crisis"
    ASKED = "asked"


@dataclass(frozen=True)
class Alarm:
    """Danger that was heard, and whether it was told in Spanish."""

    danger: Danger
    spanish: bool = False

    @property
    def is_urgent(self) -> bool:
        """Whether someone may be in danger now, and nothing else matters."""
        return self.danger is not Danger.ASKED


_PHONE_NUMBER = re.compile(r"\b\d[\d ]{5,}\d\b")
"""It is no amount of anything."""
_ENGLISH, _SPANISH = "english", "spanish"
_SHORTEST = {_ENGLISH: 5, _SPANISH: 7}
"""Letters from which a word may be misspelled: Spanish inflects, so that its short words are one letter from each
other ("lunes", "luces"; "vuelvo", "vuelve")."""
_GRAVITY = (Danger.ASKED, Danger.NOW, Danger.CRISIS)


def hear_danger(*lines: str) -> Alarm | None:
    """The gravest danger that an utterance may speak of, ``None`` when there is none.

    ``lines`` are plain forms (``kernel/plain.py``) of the same utterance: as heard, and as corrected towards
    the names that a practice uses. Denials ("it's not an emergency", "no trouble breathing"), what is long over
    and general questions ("what do I do in an emergency?") are not taken for danger; a symptom that someone
    has now always is.
    """
    judged = (
        (_judge(_read(line, language)), language)
        for line in dict.fromkeys(lines)
        for language in (_ENGLISH, _SPANISH)
    )
    alarms = [Alarm(danger, language == _SPANISH) for danger, language in judged if danger is not None]
    return max(alarms, key=lambda alarm: _GRAVITY.index(alarm.danger), default=None)


def denies_danger(line: str) -> bool:
    """Whether a plain text says that something is no danger, or uses its words for something else."""
    return any(_told(_read(line, language)).dropped for language in (_ENGLISH, _SPANISH))


def names_a_body(line: str) -> bool:
    """Whether what a plain text says of danger is said of a body or of what was done to it, in the same breath."""
    return any(_holds("body", _now(_read(line, language))) for language in (_ENGLISH, _SPANISH))


def tells_a_deed(line: str) -> bool:
    """Whether a plain text tells what someone does to someone, or that someone cannot be woken."""
    return any(_holds("deed", _now(_read(line, language))) for language in (_ENGLISH, _SPANISH))


def plans_an_end(line: str) -> bool:
    """Whether a plain text tells of an end that someone has made ready, however calm it sounds."""
    return any(_holds("plan", _told(_read(line, language))) for language in (_ENGLISH, _SPANISH))


def speaks_of_an_end(line: str) -> bool:
    """Whether a plain text tells of suicide, or takes leave as those do who mean to die."""
    readings = [_told(_read(line, language)) for language in (_ENGLISH, _SPANISH)]
    return any(
        _holds("crisis", each) or _holds("plan", each) or _takes_leave(each)
        for each in map(without_threats, readings)
    )


def asks_about_emergencies(line: str) -> bool:
    """Whether a plain text has a word for an emergency, or for help."""
    readings = [_told(_read(line, language)) for language in (_ENGLISH, _SPANISH)]
    return any(reading.spans("emergency") or reading.spans("help") for reading in readings)


def _read(line: str, language: str) -> Reading:
    lexicon, speller = _language(language)
    words = _PHONE_NUMBER.sub(" ", line).split()
    return Reading(lexicon.find(["^", *(speller.mend(word) for word in words), "$"]), _kinds())


def _told(reading: Reading) -> Reading:
    return without_numbness(without_denied(without_figures(reading, _rules()["figure"])))


def _now(reading: Reading) -> Reading:
    return without_supposed(without_minor(_told(reading)), _rules()["hypothetical"])


def _judge(reading: Reading) -> Danger | None:
    told = without_minor(_told(reading))
    ended = without_threats(told)
    if _holds("crisis", ended) or _holds("plan", ended):
        return Danger.CRISIS
    if any(_holds(heading, _now(reading)) for heading in ("now", "deed")):
        return Danger.NOW
    may_be = _takes_leave(told) or told.spans("emergency") or _holds("now", told)
    return Danger.ASKED if may_be else None


def _takes_leave(reading: Reading) -> bool:
    """Whether someone takes leave, and gives no reason such as those have who move away."""
    return _holds("farewell", reading) and not reading.spans("lives on")


def _holds(heading: str, reading: Reading) -> bool:
    return any(rule.holds(reading.found) for rule in _rules()[heading])


def _text(name: str) -> str:
    return (files(__package__) / f"{name}.txt").read_text(encoding="utf-8")


@cache
def _language(name: str) -> tuple[Lexicon, Speller]:
    lexicons = _lexicon(_ENGLISH), _lexicon(_SPANISH)
    lexicon, ordinary = _lexicon(name), frozenset(_text("ordinary").split())
    rules = (*_rules()["crisis"], *_rules()["now"])
    alarming = {concept for rule in rules for part in rule.parts for concept in part}

    def is_known(word: str) -> bool:
        return word in ordinary or any(each.knows(word) for each in lexicons)

    sound = spanish_sound if name == _SPANISH else None
    return lexicon, Speller(lexicon.words(alarming), is_known=is_known, shortest=_SHORTEST[name], sound=sound)


@cache
def _lexicon(name: str) -> Lexicon:
    return Lexicon(_text(name) + _text(f"{name}_guards"))


@cache
def _rules() -> Mapping[str, tuple[Rule, ...]]:
    return read_rules(_text("rules"))


@cache
def _kinds() -> Mapping[str, Collection[str]]:
    return {kind: frozenset(lines) for kind, lines in read_sections(_text("kinds")).items()}
