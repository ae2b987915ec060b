"""The people of a message that tells something of each by name, with capitals or without: "leo at 9, mia at 10",
"three kids: Ana (5), Bo (8) and Cy", "9 am for Ana and 10 for Bo"."""

import re
from collections.abc import Iterator, Sequence

from mia.platform.words.plain import plain
from mia.receptionist.data import word_set
from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS
from mia.receptionist.understanding.who.name_sounds import is_common
from mia.receptionist.understanding.who.name_words import name_alone, title
from mia.receptionist.understanding.who.people import KIN, Person

_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_MONTH = "|".join(month[:3] for month in MONTHS)
_DAY = rf"(?:{'|'.join((*WEEKDAYS, *MONTHS))}|sun|mon|tues?|weds?|thu(?:rs?)?|fri|sat|{_MONTH}|tomorrow|today)"
_TIME = r"(?:\d{1,2}(?::\d\d)?(?: ?(?:am|pm|a\.m|p\.m))?|noon|nine|ten|eleven|twelve|one|two|three|four|five)"
_AFTER = re.compile(
    r"\W{0,3}(?:"
    r"(?:who(?:['\u2019]s| is) |is |['\u2019]s |aged? |turns |turning )?\(?(?:1[0-7]|[1-9])\b(?!:)"
    rf"|(?:(?:is|can do|could do|needs|wants|gets|would be|should be|goes|takes|prefers) )?(?:at|@|around|by|on|for"
    rf"|from|before|after)? ?(?:the )?(?:{_DAY}\b|{_TIME}(?!\w))"
    r"|(?:wants|needs|gets|is due|would like|prefers|can|could|takes)\b"
    r")",
    re.IGNORECASE,
)
"""What stands after the name of someone of whom something is told."""
_BEFORE = re.compile(
    rf"(?:\d|noon|{_DAY}|am|pm|a\.m\.?|p\.m\.?|morning|afternoon|evening|one|checkup|cleaning|visit|slot)"
    r",? (?:is |goes |should be |would be )?for ?$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?:\s*[,/]\s*(?:and |& )?|\s+(?:and|&|plus)\s+)(?:then |also |(?:my|our) )?", re.IGNORECASE)
_THEM = re.compile(
    r"\b(?:kids|kiddos|children|boys|girls|sons|daughters|twins|triplets|sisters|brothers|siblings|friends|nieces"
    r"|nephews|grandkids|grandchildren|cousins|parents|colleagues|coworkers|roommates|bridesmaids|each"
    r"|(?:of|for all) (?:us|them))(?: \w+)?(?: (?:are|is|named|called|namely))?[\s:,(\u2013-]*$",
    re.IGNORECASE,
)
"""Who a list of names is, right before it."""
_OF_KIN = re.compile(
    rf"\b(?:my|our|his|her|their) (?:\w+ )?({KIN})(?:['\u2019]s name is| is| named| called)?[,:]? $", re.I
)
_LAST = re.compile(
    r"\b(?i:(?:(?:their|the kids['\u2019]?|the|our|all|everyone['\u2019]?s|same|shared|for all:?) )?"
    r"(?:last names?|surnames?|family name)(?:['\u2019]s| for (?:all|everyone|both)[\w ]*| is| are|:)*"
    r"(?: all| both)?)"
    r"[ ,]*([^\W\d_][\w'\u2019-]+)"
    r"|\b(?i:all|both)(?i: (?:of them|of us|three|four|two))?(?i: are)? ([^\W\d_a-z][\w'\u2019-]+)(?=[.,!)]|$)"
)
_CHILDREN = re.compile(
    r"\b(?:kids?|kiddos|child(?:ren)?|boys|girls|sons?|daughters?|twins|siblings|brothers|sisters)\b"
)
_FEWEST = 2
_NO_NAMES = frozenset(
    {"also", "just", "both", "who", "only", "would", "could", "can", "has", "and", "or", "then", "too"}
)
_NO_LAST = frozenset({"the", "same", "for", "is", "and", "too", "my", "are", "all", "both", "yes"})


def hear_group(text: str) -> tuple[Person, ...]:
    """Those of whom a message tells by first name, where there are several, in its order."""
    words = [word for word in _WORD.finditer(text) if _may_name(word[0]) or _is_told_of(text, word)]
    found: dict[str, Person] = {}
    whole: dict[str, str] = {}
    end, listed = -1, False
    for word in words:
        if word.start() < end:
            continue
        before = text[: word.start()]
        joins = listed and bool(_BETWEEN.fullmatch(text[end : word.start()]))
        name, stop = _with_last(text, word)
        kin = _OF_KIN.search(before)
        told = _AFTER.match(text[stop:]) or _BEFORE.search(before) or kin
        listed = bool(told or joins or _THEM.search(before))
        first = name.split()[0]
        if " " in name:
            whole.setdefault(first, name)
        if listed:
            end = stop
            found.setdefault(first, Person(plain(kin[1]) if kin else "", name))
    if len(found) < _FEWEST:
        return ()
    named = [Person(one.kin, whole.get(first, one.name)) for first, one in found.items()]
    return tuple(_of_one_family(text, named))


def last_name_of_all(text: str) -> str:
    """The last name that is told for several: "last name Lind for all", "they're all Lind"."""
    found = _LAST.search(text)
    word = next(filter(None, found.groups()), "") if found else ""
    return title(word) if word and word.casefold() not in _NO_LAST | word_set("not_names") else ""


def _may_name(word: str) -> bool:
    """Whether a word may be someone's first name: with a capital any that is no ordinary word, without one only a
    name that many have."""
    low = word.casefold()
    if re.fullmatch(_DAY, low) or low in word_set("names_or_words"):
        return False
    written = name_alone(title(word))
    return written is not None and (word[0].isupper() or is_common(low, "given"))


def _is_told_of(text: str, word: re.Match[str]) -> bool:
    """Whether a word without a capital is the name of someone's kin, or one of those who are told of twice: "my son
    theo is 5", "ella and bo, ella tues 3 pm, bo weds"."""
    low = word[0]
    if low != low.lower():
        return False
    odd = low in _NO_NAMES or low.endswith("ly") or low in word_set("ordinary_words") | word_set("not_names")
    if odd or re.fullmatch(_DAY, low):
        return False
    again = text == text.lower() and re.findall(rf"\b{re.escape(low)}\b", text)
    if again and len(again) > 1:
        return any(_AFTER.match(text[one.end() :]) for one in re.finditer(rf"\b{re.escape(low)}\b", text))
    return bool(_OF_KIN.search(text[: word.start()]) and _AFTER.match(text[word.end() :]))


def _with_last(text: str, word: re.Match[str]) -> tuple[str, int]:
    """The name that begins with a word, with the last name after it if there is one, and where it ends."""
    after = re.match(r" ([^\W\d_][\w'\u2019-]*)", text[word.end() :])
    full = after and name_alone(f"{title(word[0])} {title(after[1])}")
    capital = after and after[1][0].isupper()
    bare = after and word[0].islower() and is_common(after[1], "family")
    if after and full and (capital or bare) and not re.fullmatch(_DAY, after[1], re.IGNORECASE):
        return full, word.end() + after.end()
    return title(word[0]), word.end()


def _of_one_family(text: str, people: Sequence[Person]) -> Iterator[Person]:
    """The people with the last name they share, where that is told: of all, or after the last child of a list."""
    shared = last_name_of_all(text)
    named = [one.name.split(maxsplit=1)[1] for one in people if " " in one.name]
    if not shared and len(named) == 1 and " " in people[-1].name and _CHILDREN.search(plain(text)):
        shared = named[0]
    for one in people:
        yield one if " " in one.name or not shared else Person(one.kin, f"{one.name} {shared}")
