"""How words sound, roughly, in American English, and how far apart two sounds are."""

import re
import unicodedata
from functools import cache, lru_cache

_VOWELS = frozenset("aeiou")
_ALIKE = ("pb", "td", "kg", "fv", "sz", "SJC", "mn", "lr", "vb", "wv", "TSsf", "JY", "CtS", "hk")
_SOUNDS = (
    *((r"[^a-z]", ""), (r"^(?:kn|gn|pn)", "n"), (r"^wr", "r"), (r"^ps", "s"), (r"^x", "s")),
    *((r"^ma?c(?=[^aeiouhk])", "mak"),),
    *((r"tch", "C"), (r"sch|sh", "S"), (r"ch(?=[rl])", "k"), (r"ch|cz", "C"), (r"sc(?=[eiy])", "s"), (r"ph", "f")),
    *((r"th", "T"), (r"ck|cq(?!u)", "k"), (r"c?qu(?=[aeio])", "kw"), (r"q", "k"), (r"(?<=[aeiou])gh(?=t|$)", "")),
    *((r"gh", "g"), (r"dge|dj", "J"), (r"g(?=[eiy])|j", "J"), (r"c(?=[eiy])", "s"), (r"c", "k"), (r"x", "ks")),
    *((r"(?<=[^aeiouy])e$", ""), (r"^y|(?<=[aeiou])y(?=[aeiou])|(?<=i)y", "Y"), (r"(?<=[aeiou])w(?![aeiou])", "u")),
    *((r"(?:[aeiou]r?e?r|ah|uh)$", "a"), (r"(?<=.)h", ""), (r"ee|ea|ie|ei|y", "i"), (r"oo|ou|ew|ue", "u")),
    *((r"(?<=i)Y(?=a)", "Y"), (r"i(?=a)", "iY"), (r"YY", "Y"), (r"([aeiou])[aeiou]+", r"\1"), (r"(.)\1+", r"\1")),
)  # fmt: skip


@lru_cache(maxsize=8192)
def sound_of(word: str) -> str:
    """A word as it sounds, roughly, in American English."""
    letters = unicodedata.normalize("NFKD", word.lower())
    for pattern, by in _SOUNDS:
        letters = re.sub(pattern, by, letters)
    return letters


@lru_cache(maxsize=65536)
def distance(a: str, b: str) -> float:
    """How far apart two sounds are, as a share of the longer one."""
    row = [0.0]
    for sound in b:
        row.append(row[-1] + _alone(sound))
    for x in a:
        before, row = row, [row[0] + _alone(x)]
        for i, y in enumerate(b):
            row.append(min(before[i] + _instead(x, y), before[i + 1] + _alone(x), row[-1] + _alone(y)))
    return row[-1] / max(len(a), len(b), 1)


def _alone(sound: str) -> float:
    return 0.4 if sound in _VOWELS or sound in "hYw" else 0.8


@cache
def _instead(x: str, y: str) -> float:
    if x == y:
        return 0.0
    if x in _VOWELS and y in _VOWELS:
        return 0.25
    return 0.35 if any(x in group and y in group for group in _ALIKE) else 1.0
