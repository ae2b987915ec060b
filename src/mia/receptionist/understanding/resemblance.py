"""How alike a name and what a recognizer made of it are, by letters and by sound."""

import re
from functools import cache, lru_cache

from rapidfuzz import fuzz

_SHORT = 5  # letters up to which a name must be said exactly


@lru_cache(maxsize=4096)
def sound(word: str) -> str:
    """A rough phonetic key: words that sound alike in American English share it."""
    key = word.replace(" ", "")
    for pattern, by in (
        (r"ph|gh(?=t)", "f"), (r"ck|q|c(?=[aouklrt]|$)|ch(?=em)", "k"), (r"x", "ks"), (r"c(?=[eiy])|z", "s"),
        (r"sh|ti(?=on)|ci(?=al)", "S"), (r"y|ie|ee|ea|ei", "i"), (r"ow|oa|oe|ou|au|aw", "o"), (r"th", "t"),
        (r"wr", "r"), (r"kn", "n"), (r"dg|j", "g"), (r"(.)\1+", r"\1"), (r"v", "f"), (r"p", "b"), (r"d", "t"),
    ):  # fmt: skip
        key = re.sub(pattern, by, key)
    return key[:1] + re.sub(r"[aeiouhw]", "", key[1:])


def closeness(heard: str, name: str) -> float:
    """How alike two phrases are, 0 to 100, by letters and by sound, spaces ignored."""
    if heard[:1] not in _starts(name[:1]):
        return 0.0
    a, b = heard.replace(" ", ""), name.replace(" ", "")
    if a == b:
        return 100.0
    if len(b) <= _SHORT - 1 or len(a) < len(b) * 0.6 or len(a) > len(b) * 1.6:
        return 0.0
    letters = fuzz.ratio(a, b)
    return max(letters, (letters + fuzz.ratio(sound(heard), sound(name))) / 2) if letters >= 60 else 0.0


@cache
def _starts(letter: str) -> str:
    groups = ("bpv", "ckqx", "dt", "jgy", "sz", "fv", "iey", "mn", "hw")
    return letter + "".join(g for g in groups if letter in g)
