"""A visit on file that something else is in the way of: it wants another time, or is given up. "The final is on
Saturday at 11, which is when you're supposed to be lasering my legs"."""

import re
from dataclasses import dataclass

from mia.platform.words.plain import plain
from mia.receptionist.dates.spoken import hear_when
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.wanted.asking import asks_fee
from mia.receptionist.understanding.expected import (
    collides,
    collides_with_own,
    is_expected,
    keeps_from_coming,
    was_expected,
)
from mia.receptionist.understanding.lexicon import find_provider, find_services
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.subjects import QUESTIONS
from mia.receptionist.understanding.wishes.errands import Errand, adds_another, drops, refuses_new

_SENTENCES = re.compile(r"[.;!?:]+\s+|,\s+(?=(?:and|but|so)\b)|\s+but\s+", re.IGNORECASE)
_CLAUSES = re.compile(r"[.,;!?:]+\s|\b(?:and|but|when|while)\b", re.IGNORECASE)
_OTHER_DAY = re.compile(
    r"\b(?:any(?: other)? ?(?:day|time|afternoon|morning|evening|weekday|hour)|(?:another|different|other) \w+"
    r"|instead|not mind|free|works?|(?:how|what) about|rather|later|earlier|(?:can|could) (?:i|we|you|it))\b"
)
_ASKS, _LIKELY = 0.65, 0.65
"""Probabilities from which something is only asked, and from which a visit is given up."""


@dataclass(frozen=True)
class Visit:
    """A visit that something is in the way of; ``errand``: what is to become of it, ``to`` its new days, ``beside``
    the other sentences, plain."""

    errand: Errand
    services: tuple[str, ...]
    of: When
    to: When
    beside: str


def hear(scene: Scene, meaning: Meaning) -> Visit | None:
    """The visit that a message tells something to be in the way of."""
    fee = asks_fee(meaning)
    only_asks = meaning.wants(Purpose.ASK, least=_ASKS) and meaning.about(*QUESTIONS) and not fee
    if only_asks or adds_another(meaning.plain):
        return None
    told = _expected(scene, meaning)
    if told is None:
        return None
    line, services, of = told
    gone = was_expected(line) and (of.has_day or fee)
    if not (gone or collides(meaning.plain) or keeps_from_coming(meaning.plain) or _same_hour(scene, meaning)):
        return None
    others = [said for said in map(plain, _SENTENCES.split(meaning.text)) if said != line]
    to = _other_days(scene, others, of)
    errand = _what_becomes_of_it(meaning, others, given_up=gone or fee)
    return Visit(errand, services, of, to, " ".join(others))


def _expected(scene: Scene, meaning: Meaning) -> tuple[str, tuple[str, ...], When] | None:
    """The sentence that tells of someone whom the practice expects, plain, with its treatments and day."""
    for text in _SENTENCES.split(meaning.text):
        said = plain(text)
        found = find_services(said, scene.practice)
        of = _heard(scene, said)
        ours = bool(found or find_provider(said, scene.practice, text)) and of.has_day
        if is_expected(said, ours=ours) or (ours and collides_with_own(said)):
            return said, found.ids if found else (), of
    return None


def _what_becomes_of_it(meaning: Meaning, others: list[str], *, given_up: bool) -> Errand:
    """Whether the visit is moved or given up, which is asked before it is."""
    if drops(meaning.plain) or refuses_new(meaning.plain):
        return Errand.CANCEL
    if any(_OTHER_DAY.search(said) for said in others):
        return Errand.MOVE
    rather = meaning.wants(Purpose.CANCEL, least=_LIKELY) and meaning.hardly_wants(Purpose.MOVE, most=_LIKELY)
    return Errand.CANCEL if given_up or (rather and not collides(meaning.plain)) else Errand.MOVE


def _other_days(scene: Scene, others: list[str], of: When) -> When:
    """The days that are told to be free for it."""
    heard = [_heard(scene, said) for said in others if _OTHER_DAY.search(said)]
    return next((when for when in heard if when.has_day and when.days != of.days), When())


def _same_hour(scene: Scene, meaning: Meaning) -> bool:
    """Whether two things are told to be at one hour: "I'm due on the 9th at 2 and the game is on the 9th at 2"."""
    heard = [_heard(scene, plain(one)) for one in _CLAUSES.split(meaning.text)]
    timed = [(one.days, one.at) for one in heard if one.at and one.one_day]
    return len(timed) > len(set(timed))


def _heard(scene: Scene, said: str) -> When:
    return hear_when(said, scene.now, scene.practice.day_bounds)
