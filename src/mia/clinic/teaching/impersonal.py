"""Words of a patient without who said them: names and numbers give way to a mark."""

import re
from collections.abc import Iterable

NAME, NUMBER, EMAIL = "[name]", "[number]", "[email]"

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[\w.]+ at [\w]+ dot (?:com|net|org|edu)\b", re.IGNORECASE)
_DIGITS = re.compile(r"(?<![$\d])\+?\(?\d(?:[\s()./-]*\d){3,}")
_DIGIT = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|double|triple|\d+)"
_SPOKEN_DIGITS = re.compile(rf"\b{_DIGIT}(?:[\s,.-]+{_DIGIT}){{3,}}\b", re.IGNORECASE)
_WORD = r"[^\W\d_][\w'\u2019-]*"
_PROPER = r"[A-Z\u00c0-\u00de][\w'\u2019-]*"
_GOES_ON = (
    "and|but|so|or|i|im|i'm|i've|i'd|my|we|you|do|does|did|is|are|am|can|could|would|will|what|when|where|who|why|how|"
    "which|have|has|calling|from|with|at|to|about|here|the|a|just|was|it|that|if|please|thanks|should|on|for"
)
_NAMED = re.compile(
    rf"\b((?:(?i:my (?:full )?name is|my name's|name's))\s+)"
    rf"{_WORD}(?:\s+(?!(?i:{_GOES_ON})\b){_WORD}){{0,3}}"
)
_INTRODUCED = re.compile(rf"\b((?:(?i:i'm|i\u2019m|i am|this is|call me))\s+){_PROPER}(?:\s+{_PROPER}){{0,3}}")
_KIN = re.compile(
    r"\b((?:(?i:my|our|her|his)\s+(?i:daughter|son|husband|wife|mom|mother|dad|father|sister|brother|friend|partner|"
    rf"fianc\u00e9e?|boyfriend|girlfriend|grandma|grandson|granddaughter|kid|child|baby|boss|neighbor)),?\s+){_PROPER}"
)
_TITLED = re.compile(rf"\b((?:Mr|Mrs|Ms|Miss)\.?\s+){_PROPER}(?:\s+{_PROPER})?")
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
    text = _EMAIL.sub(EMAIL, text)
    text = _SPOKEN_DIGITS.sub(NUMBER, _DIGITS.sub(NUMBER, text))
    for pattern in (_NAMED, _INTRODUCED, _KIN, _TITLED):
        text = pattern.sub(rf"\1{NAME}", text)
    for word in {part for name in names if name for part in re.findall(_WORD, name)}:
        text = _without(text, word)
    return _MARKS.sub(NAME, text)


def _without(text: str, name: str) -> str:
    if len(name) == 1:
        return text
    ordinary = name.casefold() in _ORDINARY
    found = re.compile(rf"(?<![\w\[]){re.escape(name)}(?!\w)", 0 if ordinary else re.IGNORECASE)
    return found.sub(lambda at: at[0] if ordinary and at.start() == 0 else NAME, text)
