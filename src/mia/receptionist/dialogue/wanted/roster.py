"""Who gets what: the visits of a message that tells of each person's treatment, or of each person's day.

"Botox for me and a peel for Ana", "Bo Lind: massage, Friday. Al Lind: sauna, Saturday. Wait, Al can only Sunday".
Later words put right what was told before. Where someone's treatment stays open, there is no roster: others read
the message then, or we ask.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.wanted.parts import Part, parts_of
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.who.people import SELF, is_alike

_PUTS_RIGHT = re.compile(
    r"\b(?:(?:oh|no|oh no|um|ah),? )?(?:wait(?:,? no)?|hang on|hold on|scratch that|sorry|actually|oops|my bad"
    r"|correction|i mean|i meant)\b[,:]?",
    re.IGNORECASE,
)
_EXCLUDES = re.compile(
    r"^(?:(?:so|and|but) )*(?:not\b"
    r"|(?:\w+ ){1,3}(?:is|are) (?:only |just )?for (?:adults|grown ?ups|kids|children)\b)"
)
_BUSY = re.compile(r"\b(?:works?|working|busy|away|tied up|cannot|not (?:free|available|do|make))\b")
_ALONE = re.compile(
    r"\b(?:only|just) (?:hers|his|mine|theirs|for (?:me|her|him|my \w+))\b|\b(?:hers|his|mine) only\b"
)
_DROPS = re.compile(
    r"\b(?:skip|drop|forget|leave out|cancel|pass on|nix) (?:mine|hers|his|that|it|my \w+|the \w+)\b"
)
_FOR_ME = re.compile(r"\b(?:me|myself)$")
_NOBODY = frozenset({"", "other"})
_ANY_CHILD = frozenset({"child", "kid"})
"""What those who are told by name are, and no one beside them."""
_NO_ONE = Part("", "", When())
_MOST_WORDS_OF_A_NAME = 5
_FEWEST = 2
"""Names from which they are a list of those who come."""
_IS_ME = re.compile(
    r"^(?:(?:and|for|then|also|one for) )*(?:me|myself|mine|i)(?! (?:need|want|would|am|have|had|can)\b)\b"
)
"""How the one who speaks is one of those who are told by name."""


@dataclass
class _Row:
    """What one person gets."""

    who: str
    service: str
    when: When
    said: str


def of_each(scene: Scene, meaning: Meaning) -> list[Part]:
    """A visit for each person whose treatment is told, or who has a day of their own for the same treatment."""
    first, *later = _segments(scene, meaning.whole or meaning.text)
    rows = _rows(first)
    named = _of_names(first, list(dict.fromkeys((*meaning.services, *meaning.more_services))))
    people = {row.who for row in rows} - _NOBODY
    if len(named) > len(people):
        rows = named
    elif len(people) < _FEWEST:
        rows = _same_for_each(first, rows, meaning.services)
    if not _is_whole(rows):
        return []
    shared = next((part.when for part in first if part.days), When())
    for parts in later:
        rows = _put_right(rows, parts)
    return _with_days(rows, shared)


def _segments(scene: Scene, text: str) -> list[list[Part]]:
    """The parts before the first correction, and those after each."""
    pieces = [piece for piece in _PUTS_RIGHT.split(text) if piece.strip(" .,;!")]
    return [parts_of(scene, piece, new=True) for piece in pieces] or [[]]


def _rows(parts: Sequence[Part]) -> list[_Row]:
    """Each treatment with the one who gets it: named in the same part, just before it, or just after it."""
    rows: list[_Row] = []
    waits = _NO_ONE
    for place, part in enumerate(parts):
        if _EXCLUDES.match(part.said):
            continue
        if part.service:
            _same_for(rows, waits, part)
            who, when = (part.kin, When()) if part.kin not in _NOBODY else (waits.kin or part.kin, waits.when)
            _get(rows, who, replace(part, when=when.updated(part.when)))
            waits = _NO_ONE
        elif part.kin:
            waits = _name(rows, part, parts[place + 1 :], waits)
        elif part.days and rows and not rows[-1].when.days:
            rows[-1].when = rows[-1].when.updated(part.when)
    _same_for(rows, waits, None)
    return rows


def _same_for(rows: list[_Row], waits: Part, now: Part | None) -> None:
    """The treatment told before for someone who is only named beside the one who gets it, where the next (``now``)
    is another's: "cleanings for me and my wife and a checkup for our son"."""
    beside = bool(rows) and rows[-1].who == SELF and bool(_FOR_ME.search(rows[-1].said))
    alone = now is None or now.kin not in _NOBODY
    if beside and alone and not waits.when and waits.kin not in _NOBODY | {SELF}:
        _get(rows, waits.kin, replace(waits, service=rows[-1].service))


def _get(rows: list[_Row], who: str, part: Part) -> None:
    """A treatment for someone, or the day of one that is told again."""
    same = next((row for row in rows if (row.who, row.service) == (who, part.service)), None)
    if same is None:
        rows.append(_Row(who, part.service, part.when, part.said))
    elif part.days:
        same.when = part.when


def _name(rows: list[_Row], part: Part, rest: Sequence[Part], waits: Part) -> Part:
    """Someone who is told of without a treatment; who waits for one after that."""
    if rows and rows[-1].who in _NOBODY and _only_names(part, rest):
        rows[-1].who = part.kin
        return _NO_ONE
    known = [row for row in rows if _is_same(row.who, part.kin)]
    if part.days and not _BUSY.search(part.said):
        for row in known:
            row.when = row.when if row.when.days else part.when
    if known:
        return _NO_ONE
    same = (waits.kin == SELF and " " in part.kin) or (" " in waits.kin and part.kin == SELF)
    return replace(part, kin=SELF, when=waits.when.updated(part.when)) if same else part


def _only_names(part: Part, rest: Sequence[Part]) -> bool:
    """Whether a part tells whose the treatment before it is, and does not begin another's: "a crown (my mom)"."""
    begins = bool(rest) and bool(rest[0].service) and rest[0].kin in ("", part.kin)
    return len(part.said.split()) <= _MOST_WORDS_OF_A_NAME and not begins and not part.days


def _is_same(one: str, other: str) -> bool:
    return one == other or is_alike(one, other) or one.split()[:1] == other.split()[:1]


def _same_for_each(parts: Sequence[Part], rows: Sequence[_Row], whole: Sequence[str]) -> list[_Row]:
    """The one treatment that is told, for each person who has a day of their own; ``whole``: that of the message,
    which knows that "my kids, a checkup" is a children's checkup."""
    services = {row.service for row in rows}
    services = set(whole) if len(services) == len(whole) == 1 else services
    dated = {part.kin: part for part in parts if part.kin and part.days and not _BUSY.search(part.said)}
    if len(services) != 1 or len(dated) < 2 or len({part.days for part in dated.values()}) < 2:
        return []
    service = next(iter(services))
    return [_Row(kin, service, part.when, part.said) for kin, part in dated.items()]


def _of_names(parts: Sequence[Part], whole: Sequence[str]) -> list[_Row]:
    """A visit for each of those who are told by name, and for the one who speaks where they are one of them. Who
    has no treatment of their own has the one that was told before, else the next."""
    named = [part for part in parts if part.kin[:1].isupper()]
    if len({part.kin for part in named}) < _FEWEST:
        return []
    rows: list[_Row] = []
    service = next((part.service for part in parts if part.service), "")
    service = whole[0] if len(whole) == 1 and service else service
    for part in parts:
        service = part.service if part.service and len(whole) > 1 else service
        who = part.kin if part.kin != SELF or _IS_ME.search(part.said) else ""
        if who in _NOBODY | _ANY_CHILD or not service or _EXCLUDES.match(part.said) or _BUSY.search(part.said):
            continue
        known = next((row for row in rows if _is_same(row.who, who)), None)
        if known is None:
            rows.append(_Row(who, service, part.when, part.said))
        else:
            known.when = known.when.updated(part.when)
            known.service = part.service if part.service and len(whole) > 1 else known.service
    told, had = ({day for one in ones for day in one.when.days} for ones in (parts, rows))
    return rows if told <= had else []  # "for Pia, Lou and Cy: Tuesday, Wednesday, Thursday, in that order"


def _is_whole(rows: Sequence[_Row]) -> bool:
    """Whether it is certain who gets what, and there are several who do."""
    people = {row.who for row in rows}
    return len(people) > 1 and not people & _NOBODY


def _put_right(rows: list[_Row], parts: Sequence[Part]) -> list[_Row]:
    """The rows after what is told of one of them again: another treatment, another day, or that it falls away."""
    for part in parts:
        whose = [row for row in rows if part.kin and _is_same(row.who, part.kin)]
        others = {row.who for row in rows} - {SELF}
        if not whose and part.kin not in ("", SELF) and len(others) == 1:
            whose = [row for row in rows if row.who != SELF]
        whose = whose or [row for row in rows if part.service and row.service == part.service and not part.kin]
        if _ALONE.search(part.said) and whose:
            rows = whose
        elif _DROPS.search(part.said) and whose:
            rows = [row for row in rows if row not in whose]
        elif len(whose) == 1 and not _EXCLUDES.match(part.said):
            _retell(whose[0], part)
    return rows


def _retell(row: _Row, part: Part) -> None:
    row.service = part.service or row.service
    if part.when and not _BUSY.search(part.said):
        row.when = row.when.updated(part.when)


def _with_days(rows: Sequence[_Row], shared: When) -> list[Part]:
    """The visits, each with the day it has alone; one that holds for all is that of the message."""
    days = {(row.when.days, row.when.until) for row in rows if row.when.days}
    if len(days | ({(shared.days, shared.until)} if shared.days else set())) < 2:
        timed = len({row.when.time for row in rows if row.when.has_time}) > 1
        return [Part(row.who, row.service, row.when.time if timed else When(), row.said) for row in rows]
    whole = [replace(row, when=row.when if row.when.days else shared.updated(row.when)) for row in rows]
    return [Part(row.who, row.service, row.when, row.said) for row in whole]
