"""Who is to come beside the one who speaks: what they are to them, and what they are called."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from mia.platform.words.plain import plain
from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS
from mia.receptionist.understanding.who.destinations import is_destination
from mia.receptionist.understanding.who.minors import is_for_child
from mia.receptionist.understanding.who.name_sounds import without_capitals
from mia.receptionist.understanding.who.name_words import name_alone
from mia.receptionist.understanding.who.names import is_put_right

KIN = (
    r"(?:(?:step|grand|god)?(?:son|daughter|mother|mom|mum|mama|father|dad|pa|ma|kid|child|sister|brother|boy)"
    r"(?: in law)?|girl|wife|husband|hubby|spouse|partner|bf|gf|girlfriend|boyfriend|fiancee?|(?:best )?friend"
    r"|maid of honor|bridesmaid|best man"
    r"|bestie|buddy|boss|bro|sis|roomie|aunt|uncle|cousin|niece|nephew|\w*mate|coworker|colleague|neighbor|twin|nana|granny)"
)
ONLY_ONE = re.compile(
    r"\b(?:only|just) (?:mine|me|my own|(?:the )?one(?: for me)?|for me|myself)\b(?! (?:and|plus)\b)"
    r"|\b(?:mine|me) (?:only|alone)\b"
)
"""What takes back the visits of the others."""
SELF = "self"
"""Stands for kin where someone says that a visit is their own."""
_SOMEONE, _FIRST = "other", "first"
"""Stand for kin where it was not said who comes, and for the first of several."""
_MOST_OF_NAME = 4
_OWNERS = r"(?i:my|our|his|her|their)"
_NAME = r"[^\W\d_a-z][\w'\u2019-]+"
_NAMES = rf"({_NAME}(?: {_NAME}){{0,2}})"
_KIN_NAMED = re.compile(
    rf"\b{_OWNERS} (?:\w+ )?(?P<kin>(?i:{KIN}))"
    r"(?:'s name is|'s name's| is called| is named| named| called| is|,? (?:his|her|their) name(?:'s| is)"
    r"|[,:]| \(| [\u2013\u2014-])? ?"
    rf"{_NAMES}"
)
_CALLED = re.compile(
    rf"\b(?i:his|her|their|the kid's|the patient's) (?:full )?name(?:'s| is| would be|:) {_NAMES}"
    rf"|\b(?i:she|he)(?:'s|s| is) {_NAMES}"
)
_KIN = re.compile(
    rf"\b(?:my|our) (?!(?:usual|regular|normal|old|previous|last) )(?:\w+ )?({KIN})\b"
    rf"|(?:^|\b(?:for|book|bring|and) )(mom|mum|mama|dad|papa|grandma|grandpa|nana|bro|sis)\b"
    rf"|^({KIN}) (?:also |just )?(?:wants?|needs?|would|gets?|can|could|will|has)\b"
)
_THIRD = re.compile(r"\b(?:shes?|hes?|hers?|him|his)\b|^(?:wants|needs|would like)\b")
_SELF = re.compile(r"\b(?:me|myself|mine|i)\b")
_GOES_ON = re.compile(r"^(?:also |just )?(?:wants?|needs?|is|has|was|will|would|could|can|should)\b")
"""How a part goes on about the one of the part before: "my girl turned 8 and is due a checkup"."""
_I_WANT = re.compile(
    r"\bi (?:also |just )?(?:want|need|would (?:like|love)|am (?:getting|having|due)|will (?:have|take|get))\b"
    r"(?! (?:her|him|them)\b)(?! to (?:\w+ )?(?:her|him|them)\b)"
)
"""Who asks for themselves, whatever the words around it are about."""
_WE = re.compile(r"\b(?:both|each|all|two|three|2|3|4|four) of (?:us|them)\b|\bus (?:both|all)\b|\bwe all\b")
_FOR_NAME = re.compile(rf"\bfor ({_NAME}(?: {_NAME}){{0,2}})(?![\w])")
_LISTED = re.compile(
    rf"(?P<for>\bfor )?\b(?P<names>{_NAME}(?: {_NAME})?(?:(?:, ?|,? (?:and|&) ){_NAME}(?: {_NAME})?)*)"
    r"(?P<me>,? (?:and|&) (?:me|myself|i)\b(?! (?:am|was|have|want|need|would|will|can)\b))?"
)
_BETWEEN = re.compile(r", ?(?:(?:and|&) )?| (?:and|&) ")
_APIECE = re.compile(
    r"\b(?:each|both|apiece|all (?:of (?:them|us)|three|four|3|4)|(?:the|these) (?:two|three)|twins)\b"
)
"""What tells that each of the names in a list is someone who comes."""
_SHORT_DAYS = ("sun", "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sept")
_DAY_WORDS = "|".join((*WEEKDAYS, *MONTHS, *_SHORT_DAYS, *(month[:3] for month in MONTHS)))
_DATED = re.compile(rf"\b(?:{_DAY_WORDS})\b")
_DATE_BEFORE = re.compile(
    rf"^(?:(?:(?:on|the)\s+)?(?:{_DAY_WORDS}|\d{{1,2}}(?:st|nd|rd|th)?)\b\.?\s*)+", re.IGNORECASE
)
"""A day in figures before a name: "Mon Dec 14 Bo Lind"."""
_JUST_ME = re.compile(r"\b(?:me|myself)$")
_IS_SPEAKING = re.compile(r"\W*(?:here|speaking|calling)\b", re.IGNORECASE)
_ANY_KIN = rf"{KIN}|grandma|grandpa|comadre|compadre"
_PIECES = re.compile(r"[,;:()!?\n/&]|(?<!\bSt)(?<!\bJr)(?<!\bDr)\.(?=\s|$)|\b(?:and|plus)\b", re.IGNORECASE)
_IS_ME = re.compile(
    r"(?:(?:so|hi|hello|hey|yes|yo|i|it's for|for|also)\s+)*"
    r"(?:i am|i['\u2019]?m|my (?:full |own )?name(?: is|['\u2019]s)|mine is|me llamo|me|myself|soy)\b[\s\u2013-]*",
    re.IGNORECASE,
)
_IS_KIN = re.compile(
    rf"(?:(?:for|with|then|also|the|my|our|his|her|their|mi)\s+)*(?:\w+\s+)?({_ANY_KIN})s?\b"
    r"(?:['\u2019]s)?(?:\s+name)?(?:\s+(?:is|are|called|named))?[\s\u2013-]*",
    re.IGNORECASE,
)
_SEVERAL_KIN = re.compile(r"(?:the|my|our|their)\s+(?:\w+\s+)?\w+s\s+are\b", re.IGNORECASE)
_AT_END = re.compile(rf"\b(?:for (?:me|myself)|(?:my|our|his|her) (?:\w+ )?({_ANY_KIN}))$")
_IS_THIRD = re.compile(
    r"(?:(?:for|with|then)\s+)*(?:(?:his|her|their|the other|the other one|the second) (?:full )?name is"
    r"|(?:he|she)(?: is|['\u2019]?s)?|him|hers?|his|ella|el|the other(?: one| person)?(?: is)?)\b[\s\u2013-]*",
    re.IGNORECASE,
)
_ME_AFTER = re.compile(
    r"\W*(?:is |would be |that's |for )?(?:me|myself|mine|yours truly|speaking)\b", re.IGNORECASE
)
_THIRD_AFTER = re.compile(r"\W*(?:is |would be |that's |for )?(?:him|her|hers|his|he|she)\b", re.IGNORECASE)
_ALIKE = {
    **dict.fromkeys(("mom", "mum", "mama", "ma"), "mother"),
    **dict.fromkeys(("dad", "papa", "pa"), "father"),
    **dict.fromkeys(("kid", "son", "daughter", "boy", "girl"), "child"),
    **dict.fromkeys(("bro",), "brother"),
    **dict.fromkeys(("sis",), "sister"),
    **dict.fromkeys(("hubby", "spouse"), "husband"),
    **dict.fromkeys(("best friend", "bestie", "buddy"), "friend"),
}
"""Words for the same person, or for one of the same children."""
_PARTS = re.compile(
    r"[,;!?():]\s|[()]|\.(?=\s|$)|\b(?:and|plus|also|then)\b"
    r"|(?<!\d)\s[\u2013\u2014-]+\s(?=(?:the )?\d{1,2}(?::\d\d)? ?(?:[ap]m )?for\b"
    r"|[^\W\d_]+ (?:at|on|gets|wants|needs)\b)"
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
        kin = [_kin_of(one) for one in _KIN.finditer(plain(text[: match.start()]))]
        if name and kin and name not in (one.name for one in found):
            found.append(Person(kin[-1], name))
    return tuple(found)


def hear_listed(text: str) -> tuple[str, ...]:
    """The names of a list of those who come: "one each for Ana, Bo and Cy Lind", "Ana, Bo and me, a sauna each".
    Who speaks is ``SELF``; the last name of the last two is that of both."""
    found: list[str] = []
    for match in _LISTED.finditer(text):
        told = [each for each in _BETWEEN.split(match["names"]) if each]
        names = [name for each in told if (name := _name(each)) and not _DATED.search(plain(name))]
        names += [SELF] if match["me"] else []
        if len(names) > max(1, len(found)) and (match["for"] or match["me"] or _APIECE.search(plain(text))):
            found = names
    if len(found) > 1 and " " in found[-1] and " " not in found[-2]:
        found[-2] = f"{found[-2]} {found[-1].split(maxsplit=1)[1]}"
    return tuple(found)


def hear_everyone(text: str, *, asked: bool) -> tuple[Person, ...]:
    """All who are told of by full name: "I'm Ana Ruiz, my friend is Bo Lind"; ``asked``: in answer to a question
    for names, which need not say who is who ("al and bea yoder")."""
    found: list[Person] = []
    if is_put_right(text):
        return ()
    kin = every = alone = ""
    bare = text == text.lower()
    for piece in map(str.strip, _PIECES.split(text)):
        mark, said = _mark(piece)
        if mark:
            kin, every = mark, mark if _SEVERAL_KIN.match(piece) else ""
        name, rest = _leading(said, asked=asked)
        if not name and mark and bare:
            name, rest = without_capitals(said), ""
        if not name:
            goes_on = mark and not _SELF.search(plain(said))  # not "my husband after me, please"
            kin = kin if goes_on or not piece else _mark_at_end(piece)
            continue
        kin = SELF if _ME_AFTER.match(rest) else kin or every or (_SOMEONE if _THIRD_AFTER.match(rest) else "")
        if " " not in name:
            alone = name  # "Al and Bea Yoder" have one last name
            continue
        if alone and asked and re.search(rf"\b{re.escape(alone)},? (?:and|&) ", text):
            found.append(Person("", f"{alone} {name.split(maxsplit=1)[1]}"))
        if asked or kin:
            found.append(Person(kin, name))
        kin = alone = ""
    several = len({frozenset(one.name.casefold().split()) for one in found}) > 1
    beside = any(one.kin == SELF for one in found) and bool(hear_kin(plain(text)))
    return tuple(found) if several or (beside and not asked) else ()


def _mark(piece: str) -> tuple[str, str]:
    """Who is named by the words that begin a piece, and the rest of it."""
    for mark, who in ((_IS_ME, SELF), (_IS_KIN, ""), (_IS_THIRD, _SOMEONE)):
        if match := mark.match(piece):
            return who or plain(match[1]), piece[match.end() :]
    return "", piece


def _mark_at_end(piece: str) -> str:
    """Who is meant by the words before a name: "a peel for me (Ana Ruiz)"."""
    match = _AT_END.search(plain(piece))
    return (match[1] or SELF) if match else ""


def _leading(said: str, *, asked: bool) -> tuple[str, str]:
    """The name at the beginning of some words, and what stands after it."""
    words = said.split()
    for count in range(min(len(words), _MOST_OF_NAME), 0, -1):
        alone = " ".join(words[:count])
        written = alone.title() if asked and alone == alone.lower() else alone
        if name := name_alone(written):
            return name, " ".join(words[count:])
    return "", said


def called(people: Sequence[Person], kin: str, taken: Collection[str]) -> str | None:
    """The name of the one who is meant by kin, else of one who is left; None where that would be a guess.

    ``taken``: the names of those who have their visit."""
    own = [one for one in people if (one.kin and is_alike(one.kin, kin)) or is_alike(one.name, kin)]
    taken = {*taken, *(each.split()[0] for each in taken)}
    free = [one for one in own if one.name not in taken]
    if free or own or kin[:1].isupper():  # nobody else is meant by a name
        return next((one.name for one in (*free, *own)), None)
    free = sorted((one for one in people if one.name not in taken), key=lambda one: " " not in one.name)
    left = [one for one in free if one.kin in ("", _SOMEONE)]
    if kin == _FIRST:
        left = [one for one in free if one.kin == SELF] or left or free
    elif kin == _SOMEONE:
        free.sort(key=lambda one: one.kin == SELF)  # who asks for others comes last
        left = left or (free if len(people) > 1 else [])
    elif kin == SELF:
        left = [one for one in left if not one.kin]
    else:
        left.sort(key=lambda one: one.kin != _SOMEONE)
    return left[0].name if left else None


def is_alike(one: str, other: str) -> bool:
    """Whether two words may name the same person: "kid" and "daughter", "Ana" and "Ana Ruiz"."""
    if one[:1].isupper() and one.split()[:1] == other.split()[:1]:
        return True
    return _ALIKE.get(one, one) == _ALIKE.get(other, other) and other not in (_SOMEONE, _FIRST)


def hear_kin(line: str) -> set[str]:
    """What those who are told of in a plain text are to the one who speaks."""
    return {_kin_of(one) for one in _KIN.finditer(line)}


def _kin_of(match: re.Match[str]) -> str:
    return str(next(filter(None, match.groups())))


def tells_of_others(line: str) -> bool:
    """Whether a plain text that asks for several visits tells of more than one person."""
    return bool(_KIN.search(line) or _WE.search(line) or is_for_child(line))


def by_part(text: str, people: Sequence[Person] = ()) -> Iterator[tuple[str, str]]:
    """The parts of a text, plain, each with whom it is about: kin, a first name, ``SELF``, or ``""`` where it does
    not say. ``people``: those who were told of by name, which may stand for them."""
    kins = [one.kin for one in people]
    first_names = {
        plain(one.name).split()[0]: one.kin if one.kin and kins.count(one.kin) == 1 else one.name for one in people
    }
    other = who = ""
    just_me = False
    for said in _PARTS.split(text):
        part, named = plain(said), _FOR_NAME.search(said)
        kin = [_kin_of(one) for one in _KIN.finditer(part)]
        kin = kin or [first_names[word] for word in _words(part) if word in first_names]
        to = named if named and not is_destination(named[1].split()[0], part) else None
        if not kin and (name := (_name(to[1]) if to else None) or _full_name(said)):
            is_me = just_me and plain(name) == part  # "for me (Ana Ruiz)"
            just_me = False
            yield part, SELF if is_me else name
            continue
        just_me = bool(_JUST_ME.search(part))
        if not kin and _I_WANT.search(part):
            who = SELF
            yield part, who
            continue
        if kin == [SELF] or (not kin and who not in ("", SELF) and _GOES_ON.match(part)):
            who = SELF if kin else who
            yield part, who
            continue
        other = kin[-1] if kin else other
        third = kin or _THIRD.search(part)
        who = (other or _SOMEONE) if third else SELF if _SELF.search(part) else ""
        yield part, who


def _full_name(said: str) -> str | None:
    """The first and last name with which a part begins that tells of someone else: "Bo Lind wants a peel"."""
    name, rest = _leading(_DATE_BEFORE.sub("", said.strip()), asked=False)
    dated = _DATED.search(plain(name))
    return None if " " not in name or dated or _IS_SPEAKING.match(rest) or _ME_AFTER.match(rest) else name


def _words(line: str) -> list[str]:
    return [word.removesuffix("s") if word.endswith("'s") else word for word in line.split()]


def _name(said: str) -> str | None:
    """The longest beginning that is a name: "Jasper Whitlow Monday" is Jasper Whitlow."""
    words = said.split()
    tries = (name_alone(" ".join(words[:count])) for count in range(len(words), 0, -1))
    return next((name for name in tries if name), None)
