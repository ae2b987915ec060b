"""Words of a patient without who said them: names and numbers give way to a mark."""

import re
from collections.abc import Iterable

NAME, NUMBER, EMAIL = "[name]", "[number]", "[email]"

EMAILS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[\w.]+ at [\w]+ dot (?:com|net|org|edu)\b", re.IGNORECASE)
NUMBERS = re.compile(r"(?<![$\d])(?:\d{3}, ?\d{3}, ?\d{4}\b|\+?\(?\d(?:[\s()./-]*\d){3,})")
_DIGIT = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|double|triple|\d+)"
SPOKEN_NUMBERS = re.compile(rf"\b{_DIGIT}(?:[\s,.-]+{_DIGIT}){{3,}}\b", re.IGNORECASE)
WORD = r"[^\W\d_][\w'\u2019-]*"
PROPER = r"[A-Z\u00c0-\u00de][\w'\u2019-]*"
_GOES_ON = (
    "and|but|so|or|i|im|i'm|i've|i'd|my|we|you|do|does|did|is|are|am|can|could|would|will|what|when|where|who|why|how|"
    "which|have|has|calling|from|with|at|to|about|here|the|a|just|was|it|that|if|please|thanks|should|on|for"
)
_NAMED = re.compile(
    rf"\b((?:(?i:my (?:full )?name is|my name's|name's))\s+)"
    rf"{WORD}(?:\s+(?!(?i:{_GOES_ON})\b){WORD}){{0,3}}"
)
_INTRODUCED = re.compile(rf"\b((?:(?i:i'm|i\u2019m|i am|this is|call me))\s+){PROPER}(?:\s+{PROPER}){{0,3}}")
_KIN = re.compile(
    r"\b((?:(?i:my|our|her|his)\s+(?i:daughter|son|husband|wife|mom|mother|dad|father|sister|brother|friend|partner|"
    rf"fianc\u00e9e?|boyfriend|girlfriend|grandma|grandson|granddaughter|kid|child|baby|boss|neighbor)),?\s+){PROPER}"
)
_TITLED = re.compile(rf"\b((?:Mr|Mrs|Ms|Miss)\.?\s+){PROPER}(?:\s+{PROPER})?")
_NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_OTHERS = {"oh": "0", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50"}
_VALUES = {word: str(value) for value, word in enumerate(_NUMERALS)} | _OTHERS
_MARKS = re.compile(r"\[name\](?:[\s-]+\[name\])+")
_ORDINARY = frozenset({
    "an", "april", "art", "august", "bill", "bush", "can", "dawn", "day", "do", "faith", "for", "frank", "grace",
    "grant", "green", "hope", "ivy", "joy", "july", "june", "lane", "long", "mark", "may", "miles", "my", "park",
    "pat", "price", "ray", "rich", "rose", "sandy", "skip", "sky", "so", "sue", "summer", "white", "will", "you",
    "young",
})  # fmt: skip
"""Names that are words too: only a capital tells them apart."""


def impersonal(words: str, names: Iterable[str | None] = ()) -> str:
    """The words without email addresses, numbers of four digits and more, and names: ``names`` are those known to
    have to do with the conversation, others are told by how they are introduced."""
    text = " ".join(words.split())
    text = EMAILS.sub(EMAIL, text)
    text = SPOKEN_NUMBERS.sub(NUMBER, NUMBERS.sub(NUMBER, text))
    for pattern in (_NAMED, _INTRODUCED, _KIN, _TITLED):
        text = pattern.sub(rf"\1{NAME}", text)
    for word in {part for name in names if name for part in re.findall(WORD, name)}:
        text = _without(text, word)
    return _MARKS.sub(NAME, text)


def introduced_names(words: str) -> list[str]:
    """Those whom someone introduces or speaks of by name."""
    text = " ".join(words.split())
    return [
        found[0][len(found[1]) :].strip()
        for pattern in (_NAMED, _INTRODUCED, _KIN, _TITLED)
        for found in pattern.finditer(text)
    ]


def is_ordinary(name: str) -> bool:
    """Whether a name is a word, too, which a capital alone tells apart."""
    return name.casefold() in _ORDINARY


def said_digits(words: str) -> str:
    """The digits of a number in words, one after the other."""
    digits, times = "", 1
    for word in re.findall(r"[a-z]+|\d+", words.casefold()):
        if word in ("double", "triple"):
            times = 2 if word == "double" else 3
            continue
        digits += (word if word.isdigit() else _VALUES.get(word, "")) * times
        times = 1
    return digits


def _without(text: str, name: str) -> str:
    if len(name) == 1:
        return text
    ordinary = is_ordinary(name)
    found = re.compile(rf"(?<![\w\[]){re.escape(name)}(?!\w)", 0 if ordinary else re.IGNORECASE)
    return found.sub(lambda at: at[0] if ordinary and at.start() == 0 else NAME, text)
