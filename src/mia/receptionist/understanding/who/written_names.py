"""A name in a written answer to the question for one, wherever it stands in it."""

import re

from rapidfuzz import fuzz

from mia.receptionist.data import word_set
from mia.receptionist.understanding.who.name_words import clean, name_alone

_NAME = r"[^\W\d_a-z][\w'\u2019-]+"
_SMALL = r"(?:de|la|las|los|del|da|dos|do|di|du|van|von|der|den|bin|ibn|al|el)"
_RUN = rf"{_NAME}(?: (?:{_SMALL} )*{_NAME}){{0,3}}"
_FULL = re.compile(rf"(?<![\w'\u2019-]){_NAME}(?: (?:{_SMALL} )*{_NAME}){{1,3}}(?![\w])")
_PATIENT = re.compile(
    r"\b(?i:(?:the )?(?:patient|client|resident|guest|kid|child|appointment|visit|first one|one)(?:['\u2019]s)?"
    r"(?: name)?(?: is| would be|:)?(?: for)?(?: called| named)?"
    r"|(?:it|that|this)(?:['\u2019]ll| will|['\u2019]d| would) be(?: for)?"
    r"|(?:for|and|is|['\u2019]s) me|myself|legal name(?: is|:)?|goes under)[,:]? "
    rf"({_RUN})"
)
"""What introduces the one who comes, where another may be told of beside them."""
_LAST = re.compile(rf"\b(?i:last name|surname|family name)(?:['\u2019]s| is|:)? ({_NAME})")
_GOES_BY = re.compile(rf"\b{_NAME} (?:goes|went) by ({_RUN})")
_NICKNAME = re.compile(r"\b(?:[\w'\u2019]+ ){1,3}(?i:calls?|called|calling) me [^,.;:!?]+")
"""What someone is called beside their name: "they call me Bear"."""
_NUMBER = re.compile(r"\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}\b")
_BREAKS = re.compile(r"[.!?;,:\n]+\s*|\s+(?:and|number|cell|phone|mobile)\b\W*", re.IGNORECASE)
_LEADS = re.compile(
    r"^(?:(?:yes|yeah|yep|ok|okay|sure|hi|hello|it'?s|this is|i'?m|name is|for)\b\W*)+", re.IGNORECASE
)
_MOST_WORDS, _NEAREST = 4, 3
_SAME = 60
"""Likeness in percent from which a name that someone goes by has the last name in it."""


def hear_patient(text: str) -> str | None:
    """Who comes, where that is said in so many words: "patient is Bo Lind, I'm his aide", "one's for me, Ana"."""
    if found := _GOES_BY.search(text):
        return _going_by(text[: found.start()], found[1])
    if _NICKNAME.search(text) and (name := hear_written(_NICKNAME.sub(" ", text))):
        return name
    names = (_leading(match[1]) for match in _PATIENT.finditer(text))
    return next((name for name in names if name), None)


def with_last_name(name: str, text: str) -> str:
    """A first name with the last name that is told apart from it: "Marta here, last name's Kowalczyk"."""
    found = _LAST.search(text) if " " not in name else None
    last = name_alone(found[1]) if found else None
    return f"{name} {last}" if last and last != name else name


def hear_written(text: str) -> str | None:
    """The one full name that is written somewhere in a text."""
    found = {name for match in _FULL.finditer(text) if (name := _leading(match[0])) and " " in name}
    return found.pop() if len(found) == 1 else None


def _going_by(before: str, called: str) -> str | None:
    """A full name with what someone goes by: "Robin Castle. Robin goes by Castle-Vega since the summer"."""
    name, told = hear_written(before), name_alone(called)
    if told is None or name is None or " " in told:
        return told
    first, last = name.split()[0], name.split()[-1]
    return f"{first} {told}" if fuzz.partial_ratio(last, told) >= _SAME else f"{told} {last}"


def _leading(said: str) -> str | None:
    """The longest beginning or end that is a name: "Sure Ana Ruiz" is Ana Ruiz."""
    words = said.split()
    tries = [words[:count] for count in range(len(words), 0, -1)] + [words[at:] for at in range(1, len(words))]
    return next((name for one in tries if (name := name_alone(" ".join(one)))), None)


def hear_beside_a_number(text: str) -> str | None:
    """The name written right before a whole phone number, or else right after it, with capitals or without: "priya
    raman, 3055550131. I might be late", "503 555 0139, Wei Chen". A full name goes before a first name."""
    number = _NUMBER.search(text)
    if number is None:
        return None
    before, after = (_BREAKS.split(part) for part in (text[: number.start()], text[number.end() :]))
    near = (_LEADS.sub("", piece) for piece in (*reversed(list(filter(str.strip, before))[-_NEAREST:]), *after[:2]))
    pieces = [piece for piece in near if len(piece.split()) <= _MOST_WORDS and not _tells(piece)]
    names = [name for piece in pieces if (name := _whole(piece))]
    return next((name for name in names if " " in name), names[0] if names else None)


def _tells(piece: str) -> bool:
    """Whether a piece without capitals is made of words that many messages have: "heart valve thing"."""
    return piece == piece.lower() and any(word in word_set("ordinary_words") for word in piece.split())


def _whole(piece: str) -> str | None:
    """A piece that is a name and nothing else."""
    name = clean(piece)
    return name if name and len(name.split()) == len(piece.split()) else None
