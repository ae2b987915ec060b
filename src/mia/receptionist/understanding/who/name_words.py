"""Which words are a name: where it ends, and what is none."""

import re

from mia.receptionist.data import word_set

_STOP_AT = re.compile(
    r"[,.;!?]\s*(?:and|my|the|i|we|he|she|they|you|can|could|please|that|it|that's|it's|calling|from|with|phone|number|spelled)\b|"
    r"[.;!?]\s+|\b(?:and|but|my|calling|phone|number|i'd|i'm|i|please|thanks|thank|for|at|on|from|with|spelled|"
    r"spelt|that's|it's|is|to|because|looking|the|so|we|you|can|could|who|again|speaking|here|s|actually|not|if|has|have|viuda|pero)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['\u2019-])*")
_PARTICLES = frozenset(
    {
        *("de", "la", "las", "los", "del", "da", "dos", "do", "di", "du", "le", "y", "e", "el", "al"),
        *("van", "von", "der", "den", "ter", "ten", "bin", "ibn", "st"),
    }
)
"""Small words within family names: "de la Cruz", "van der Berg"."""
_BEFORE_REMARK = re.compile(r"([A-Z][\w'\u2019-]+(?: [A-Z][\w'\u2019-]+)+), [a-z]")
"""A full name in capitals, and what is said after it in small letters: "Marisol Peña, by email is better"."""
_MOST_WORDS = 4


def clean(text: str, *, strict: bool = False) -> str | None:
    """The name at the start of ``text``, or ``None`` when ordinary words stand there."""
    text = _leading_noise(text.strip())
    stop = _STOP_AT.search(text)
    if stop and stop.start() == 0:
        return None
    said = text[: stop.start()] if stop else text
    if full := _BEFORE_REMARK.match(said):
        said = full[1]
    words = _WORD.findall(said)
    if said.endswith(("'", "\u2019")):
        return None  # "one's for me"
    family = sum(word.lower() not in _PARTICLES for word in words)
    if not words or family > _MOST_WORDS or any(c.isdigit() for c in said):
        return None
    if any(w.lower() in word_set("not_names") and not (len(words) > 1 and _may_be_name(w)) for w in words):
        return None
    if len(words) == 1 and words[0].lower() in word_set("names_or_words"):
        return None
    if strict and not all(
        w[0].isupper() for w in (words[0], *(w for w in words[1:-1] if w not in _PARTICLES), words[-1])
    ):
        return None
    if len(words) == 1 and len(words[0]) < 2:
        return None
    if len(words) == 3 and words[0].lower() in (words[1].lower(), words[2].lower()):
        words = words[1:]  # "Bond, James Bond"
    return " ".join([title(words[0]), *(w if w in _PARTICLES else title(w) for w in words[1:])])


def _may_be_name(word: str) -> bool:
    """ "Will" in "Will Lind", written as a name."""
    return word[0].isupper() and word.lower() in word_set("names_or_words")


def clean_misheard(text: str) -> str | None:
    """After "my name is" even an odd word is the name as heard ("on Ruiz"); it is read back anyway."""
    words = re.findall(r"[A-Za-z][A-Za-z'-]*", re.split(r"[,.;!?]", _leading_noise(text.strip()))[0])
    known = word_set("not_names")
    if not 2 <= len(words) <= 3 or sum(w.lower() not in known for w in words) < len(words) - 1:
        return None
    return " ".join(title(w) for w in words) if words[-1].lower() not in known else None


def _leading_noise(text: str) -> str:
    noise = (
        r"^(?:\W|\b(?:yes|yeah|sure|okay|ok|um|uh|so|well|hi|hello|no|oh|of course|certainly|it's|it is|"
        r"this is|actually|sorry|please|the|name|is|just|only|soy|i'm|i am|im)\b)+"
    )
    return re.sub(noise, "", text, flags=re.IGNORECASE)


def title(word: str) -> str:
    if word[0].isupper() and not word.isupper():
        return word
    return "-".join(part.capitalize() for part in word.split("-"))


def name_alone(text: str) -> str | None:
    """``text`` as a name, when it is capitalised words that are no ordinary ones and nothing else."""
    name = clean(text, strict=True) if text else None
    return name if name and len(name.split()) == len(text.split()) else None
