"""Who is to come beside the one who speaks: what they are to them, and what they are called."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mia.platform.words.plain import plain
from mia.receptionist.understanding.minors import is_for_child
from mia.receptionist.understanding.names import name_alone

KIN = (
    r"(?:(?:step|grand|god)?(?:son|daughter|mother|mom|mum|mama|father|dad|pa|ma|kid|child|sister|brother|boy)"
    r"(?: in law)?|girl|wife|husband|hubby|spouse|partner|bf|gf|girlfriend|boyfriend|fiancee?|(?:best )?friend"
    r"|bestie|buddy|boss|aunt|uncle|cousin|niece|nephew|\w*mate|coworker|colleague|neighbor|twin|nana|granny)"
)
SELF = "self"
"""Stands for kin where someone says that a visit is their own."""
_SOMEONE = "other"
_OWNERS = r"(?i:my|our|his|her|their)"
_NAME = r"[^\W\d_a-z][\w'\u2019-]+"
_NAMES = rf"({_NAME}(?: {_NAME}){{0,2}})"
_KIN_NAMED = re.compile(
    rf"\b{_OWNERS} (?:\w+ )?(?P<kin>(?i:{KIN}))"
    r"(?:'s name is|'s name's| is called| is named| named| called| is|,? (?:his|her|their) name(?:'s| is)|,| \()? ?"
    rf"{_NAMES}"
)
_CALLED = re.compile(
    rf"\b(?i:his|her|their|the kid's|the patient's) (?:full )?name(?:'s| is| would be|:) {_NAMES}"
    rf"|\b(?i:she|he)(?:'s|s| is) {_NAMES}"
)
_KIN = re.compile(
    rf"\b(?:my|our) (?:\w+ )?({KIN})\b|\b(?:for|book|bring|and) (mom|mum|mama|dad|papa|grandma|grandpa|nana)\b"
)
_THIRD = re.compile(r"\b(?:shes?|hes?|hers?|him|his)\b|^(?:wants|needs|would like)\b")
_SELF = re.compile(r"\b(?:me|myself|mine|i)\b")
_WE = re.compile(r"\b(?:both|each|all|two|three|2|3|4|four) of (?:us|them)\b|\bus (?:both|all)\b|\bwe all\b")
_FOR_NAME = re.compile(rf"\bfor ({_NAME})\b")
_PARTS = re.compile(
    r"[,;!?():]\s|[()]|\.(?=\s|$)|\b(?:and|plus|also|then)\b"
    r"|(?<=\dst|\dnd|\drd|\dth) (?=(?:him|her|me|he|she|i)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Person:
    """Someone who is told of; either may be empty."""

    kin: str
    name: str


def hear_named(text: str) -> tuple[Person, ...]:
    """Those who are told of by name: "my son Jasper Whitlow", "my roommate ... she's Roz Kimmel"."""
    found: list[Person] = []
    for match in _KIN_NAMED.finditer(text):
        if name := _name(match[2]):
            found.append(Person(plain(match["kin"]), name))
    for match in _CALLED.finditer(text):
        name = _name(match[1] or match[2])
        kin = [one[1] or one[2] for one in _KIN.finditer(plain(text[: match.start()]))]
        if name and kin and name not in (one.name for one in found):
            found.append(Person(kin[-1], name))
    return tuple(found)


def hear_kin(line: str) -> set[str]:
    """What those who are told of in a plain text are to the one who speaks."""
    return {one[1] or one[2] for one in _KIN.finditer(line)}


def tells_of_others(line: str) -> bool:
    """Whether a plain text that asks for several visits tells of more than one person."""
    return bool(_KIN.search(line) or _WE.search(line) or is_for_child(line))


def by_part(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a text, plain, each with whom it is about: kin, a first name, ``SELF``, or ``""`` where it does
    not say."""
    other = ""
    for said in _PARTS.split(text):
        part, named = plain(said), _FOR_NAME.search(said)
        if named and (name := name_alone(named[1])):
            yield part, name
            continue
        kin = [one[1] or one[2] for one in _KIN.finditer(part)]
        other = kin[-1] if kin else other
        third = kin or _THIRD.search(part)
        yield part, (other or _SOMEONE) if third else SELF if _SELF.search(part) else ""


def _name(said: str) -> str | None:
    """The longest beginning that is a name: "Jasper Whitlow Monday" is Jasper Whitlow."""
    words = said.split()
    tries = (name_alone(" ".join(words[:count])) for count in range(len(words), 0, -1))
    return next((name for name in tries if name), None)
