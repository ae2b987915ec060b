"""The wishes of a message, each kind by itself, in the order in which they are settled.

"I left my scarf there. Cancel my sauna and move the massage to Sunday, and what's your late fee?" is a message for
the team, then a cancellation, then a move; the question is answered with the first of them that is settled here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mia.receptionist.understanding.models.marking import Kind, Mark
from mia.receptionist.understanding.models.purposes import Purpose

_LIKELY, _SURE, _SURE_OF_TEAM, _OF_A_MOVE = 0.5, 0.6, 0.8, 0.3
"""How sure a mark has to be, all of them on average, one for the team beside others, and one of a move."""
_SHORTEST = 4
_IN_PIECES = frozenset({Kind.TO, Kind.ALL, Kind.WHO, Kind.NOT, Kind.TEAM})
"""Parts of which two in a row are one, with at most so many characters between them; of new visits, which a comma
keeps apart, a space."""
_GAP, _SAME_BREATH = 2, 1
_ORDER = {
    Kind.TEAM: Purpose.TASK,
    Kind.CANCEL: Purpose.CANCEL,
    Kind.MOVE: Purpose.MOVE,
    Kind.BOOK: Purpose.BOOK,
    Kind.KEEP: Purpose.OWN,
    Kind.ASK: Purpose.ASK,
}
"""What is settled first: what the team has to know must not be lost when someone leaves."""
_ANOTHER = re.compile(r"\W*(?:and|then|plus|also|or|one|another)\b|\W*[&+]", re.I)
"""How a second visit begins."""
_LIMIT = re.compile(r"\b(?:before|after|earlier|later|until|till|no|not|except|but)\b", re.I)
_TAKES_BACK = re.compile(r"\b(?:sorry|wait|scratch|mean|meant|actually|oops|instead|correction)\b", re.I)
_TELLS = re.compile(
    r"\W*(?:(?:there|it) (?:should|ought to|must|might) (?:be|have been)|i (?:should|ought to|must) have)\b", re.I
)
"""How a visit is told of that is there, or should be."""
_ASKED = (
    "?",
    "when",
    "what",
    "where's",
    "where is",
    "where are",
    "is ",
    "are ",
    "do ",
    "did ",
    "still",
    "whats",
    "check",
    "confirm",
    "remind",
)


@dataclass(frozen=True)
class Wish:
    """One wish in its own words; ``to`` is what a visit is moved to."""

    text: str
    to: str = ""


@dataclass(frozen=True)
class Wants:
    """Wishes of one kind; ``shared`` are words that hold for all of them, ``who`` tells who someone is."""

    purpose: Purpose
    each: tuple[Wish, ...]
    shared: str = ""
    who: str = ""

    @property
    def text(self) -> str:
        """All of it in one piece."""
        wished = (f"{one.text} to {one.to}" if one.to else one.text for one in self.each)
        return ". ".join(filter(None, (*wished, self.shared, self.who)))


def wants(marks: Sequence[Mark]) -> tuple[Wants, ...]:
    """What a message wants, kind by kind; empty where the marks are in doubt."""
    marks = [one for one in _in_one_piece(marks) if one.odds >= _least(one)]
    if len({one.kind for one in marks} & set(_ORDER)) > 1:
        marks = [one for one in marks if one.kind is not Kind.TEAM or one.odds >= _SURE_OF_TEAM]
    if not marks or _mean(marks) < _SURE:
        return ()
    told = {kind: list(_wishes(marks, kind)) for kind in _ORDER}
    if any(_TELLS.match(one.text) for one in told[Kind.BOOK]):
        told[Kind.BOOK] = []  # "there should be a facial and a peel"
    told[Kind.KEEP] = [one for one in told[Kind.KEEP] if asks_about(one.text)]
    shared = " ".join(one.text for one in marks if one.kind is Kind.ALL)
    who = ". ".join(one.text for one in marks if one.kind is Kind.WHO)
    found = [Wants(purpose, tuple(told[kind]), "", who) for kind, purpose in _ORDER.items() if told[kind]]
    last = next((one for one in reversed(found) if one.purpose in (Purpose.MOVE, Purpose.BOOK)), None)
    return tuple(replace(one, shared=shared) if one is last else one for one in found)


def read_wants(raw: Mapping[str, Any]) -> Wants:
    """Wishes that were kept as JSON."""
    each = tuple(Wish(one["text"], one["to"]) for one in raw["each"])
    return Wants(Purpose(raw["purpose"]), each, raw["shared"], raw["who"])


def _least(mark: Mark) -> float:
    """How sure a mark has to be: less of a move, which the reader has to see as well; a mere "and" never is."""
    if mark.kind in _ORDER and len(mark.text) < _SHORTEST:
        return 1.0
    return _OF_A_MOVE if mark.kind in (Kind.MOVE, Kind.TO) else _LIKELY


def _mean(marks: Sequence[Mark]) -> float:
    return sum(one.odds for one in marks) / len(marks)


def _in_one_piece(marks: Sequence[Mark]) -> list[Mark]:
    """The marks, with parts of a kind that follow right upon each other as one."""
    found: list[Mark] = []
    for one in marks:
        before = found[-1] if found else None
        gap = _GAP if one.kind in _IN_PIECES else _SAME_BREATH if _goes_on(one) else -1
        if before and before.kind is one.kind and one.start - before.end <= gap:
            text, odds = f"{before.text} {one.text}", max(before.odds, one.odds)
            found[-1] = replace(before, text=text, end=one.end, odds=odds)
        else:
            found.append(one)
    return found


def _limits(one: Mark) -> bool:
    """Whether what is excluded narrows the time wished for ("just not before 3"), and takes no words back."""
    return one.kind is Kind.NOT and bool(_LIMIT.search(one.text)) and not _TAKES_BACK.search(one.text)


def _goes_on(one: Mark) -> bool:
    """Whether a new visit may be the rest of the one before it, not another: "I want to | add a sauna"."""
    return one.kind is Kind.BOOK and not _ANOTHER.match(one.text)


def asks_about(text: str) -> bool:
    """Whether words about a visit on file ask for something: when it is, or whether it still is."""
    return any(word in text.lower() for word in _ASKED)


def _wishes(marks: Sequence[Mark], kind: Kind) -> Iterator[Wish]:
    """The wishes of a kind; of moves each with the new time told after it, or for all of them at the end."""
    own = [place for place, one in enumerate(marks) if one.kind is kind]
    if kind is not Kind.MOVE:
        yield from (Wish(marks[place].text) for place in own)
        return
    for number, place in enumerate(own, 1):
        after = own[number] if number < len(own) else len(marks)
        to = [one.text for one in marks[place + 1 : after] if one.kind is Kind.TO or _limits(one)]
        to = to or [one.text for one in marks if one.kind is Kind.TO][-1:]
        yield Wish(marks[place].text, " ".join(to))
