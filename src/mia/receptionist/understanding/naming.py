"""Which words of an utterance are someone's name, and which are a provider's, a place's or a day's."""

import re

from mia.platform.conversation.ports import Heard
from mia.platform.words.plain import plain
from mia.receptionist.dates.when import When
from mia.receptionist.practice import Practice, Provider
from mia.receptionist.understanding.meaning import Expecting
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.reading import Reading
from mia.receptionist.understanding.who.destinations import is_destination
from mia.receptionist.understanding.who.names import hear_name, hear_renamed, hear_respelled, hear_whose

_SURELY_NAME = 0.8
"""Probability from which what is said after "your name?" is a name."""
_SURELY_ELSE = 0.8
"""Probability from which it is something else."""
_BY_ITSELF = re.compile(r"\W*([A-Z][\w'\u2019-]+(?: (?:[A-Z][\w'\u2019.-]+|de|la|del|van|von)){1,3})\. +\w")
_TITLE = r"(?:dr|doctor|mr|ms|mrs|miss)"
_SEES = (
    r"(?:with|see|put|prefer|want|get|give me|not|by|rather)(?: me (?:down )?with)?"
    rf"(?: {_TITLE})?|dr|doctor"
)
"""How a provider is told by one word of the name."""
PUTS_OFF = (Purpose.CORRECT, Purpose.WAIT, Purpose.ASK, Purpose.MOVE, Purpose.CANCEL, Purpose.BOOK, Purpose.PERSON)
"""What is no yes, whatever else it is."""
ASKS_HARDLY = 0.3
"""The probability below which something else is hardly meant."""


def name_and_day(
    heard: Heard, text: str, named: str, expecting: Expecting, reading: Reading | None, when: When, *, found: bool
) -> tuple[str | None, When]:
    """The name that was told, and the day without what was part of it; ``named``: the text without digits,
    ``found``: a treatment was."""
    name, known = _name(named, expecting, when, found), expecting.known_name
    if name is None and when and _is_name(reading, expecting):
        name = hear_name(named, expected=True)  # "April Summers", "J. T. Worthington the third"
        when = When() if name else when
    if name is None and found and expecting.name and (alone := _BY_ITSELF.match(text)):
        name = hear_name(alone[1], expected=True)  # "Philippa Nwosu. Hm, then make it the sauna"
    if name is None and expecting.asked == "confirm":
        name = hear_whose(named) or (hear_respelled(text, known) if known else None)
    if name is None and heard.typed and known and " " in known:
        name = hear_renamed(text, known)
    return name, when


def hardly_answers(reading: Reading | None, expecting: Expecting) -> bool:
    """Whether what was said after "your name?" wants something else, so that one word of it is no name."""
    if reading is None or not expecting.name or reading.purposes.get(Purpose.ANSWER, 0.0) >= ASKS_HARDLY:
        return False
    return max(reading.purposes.get(one, 0.0) for one in (*PUTS_OFF, Purpose.TASK)) >= _SURELY_ELSE


def is_asked_for(provider: Provider, line: str, *, typed: bool) -> bool:
    """Whether a provider is meant: by a word of the name, or, where only a word like it was typed, by how people
    ask for one. Reese is no Dr. Reyes, "with dr reese" is."""
    exactly = set(plain(provider.name).split()) & set(line.split())
    return not typed or bool(exactly) or bool(re.search(rf"\b(?:{_SEES}) \w", line))


_NOT_WITH = re.compile(
    r"\b(?:not|never|no longer|no more|without|except(?: for)?|other than|any(?:one|body) (?:but|except)"
    r"|(?:some|any)(?:one|body) (?:else|other) (?:than|but)|instead of|rather than)"
    rf"(?: (?:with|see|by|have|get|want|be|done))*(?: {_TITLE})? (?P<name>\w+(?: \w+)?)"
)
"""How someone tells whom they will not see: "just not with Astrid", "anyone but Dr. Reyes"."""


def refused_provider(line: str, practice: Practice) -> Provider | None:
    """The provider whom someone does not want to see."""
    for match in _NOT_WITH.finditer(line):
        said = set(match["name"].split())
        for one in practice.providers:
            if said & (set(plain(one.name).split()) - {"dr"}):
                return one
    return None


def is_provider(name: str, line: str, provider: Provider | None) -> bool:
    """Whether one word that sounds like a name is whom someone wants to see: "with mr cho", "put Reyes please"."""
    said = [word for word in plain(name).split() if not re.fullmatch(_TITLE, word)]
    names = plain(provider.name).split() if provider else []
    own = [word for word in names if re.search(rf"\b(?:{_SEES}) {word}\b", line)]
    return len(said) <= 1 and bool(own) and set(said) <= set(own)


def _is_name(reading: Reading | None, expecting: Expecting) -> bool:
    """Whether what was said after "your name?" is that, whatever day its words may name."""
    if reading is None or expecting.asked != "name":
        return False
    odds = reading.purposes
    return odds.get(Purpose.ANSWER, 0.0) >= _SURELY_NAME and odds.get(Purpose.CORRECT, 0.0) < ASKS_HARDLY


def _name(text: str, expecting: Expecting, when: When, has_service: bool) -> str | None:
    bare = expecting.name and not when and not has_service and "?" not in text
    return hear_name(text, expected=bare, known=expecting.known_name)


def without_name(line: str, name: str | None) -> str:
    """Amy Price asks for no price, and Lena Park for no parking."""
    for word in plain(name or "").split():
        line = re.sub(rf"\b{re.escape(word)}\b", " ", line)
    return " ".join(line.split())


def no_ones(name: str, line: str, provider: Provider | None, reading: Reading | None, expecting: Expecting) -> bool:
    """Whether what sounds like a name is nobody's who comes: "I leave for Peru", "put Reyes please", "omg. get me a
    human"."""
    if is_destination(name, line) or is_provider(name, line, provider):
        return True
    return " " not in name and hardly_answers(reading, expecting)
