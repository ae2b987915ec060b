"""Finds a practice's services and people in what a recognizer made of their names."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Literal

from mia.platform.words.plain import plain
from mia.receptionist import data
from mia.receptionist.practice import Location, Practice, Provider
from mia.receptionist.understanding.resemblance import closeness

_CLOSE = 85.0  # similarity in percent from which a longer name counts as said
_COMMON = frozenset({
    "a", "the", "of", "and", "with", "for", "my", "on", "in", "to", "by", "your", "it", "full", "new", "patient",
    "treatment", "treatments", "therapy", "session", "service", "services",
})  # fmt: skip
_OF_DAYS = frozenset({"following"})
"""Words of days that sound like a treatment: a filling."""
_WHERE = frozenset({"teeth", "tooth", "skin", "face", "gum", "gums", "body"})


_DOUBLE_NAME = re.compile(r"\b[^\W\d_a-z][\w'\u2019]+-[^\W\d_a-z][\w'\u2019]+\b")
_SAME_FIELD = {"dentist": "dental", "hygienist": "dental"}
_PLACE_WORDS = frozenset({
    "office", "branch", "clinic", "center", "centre", "location", "spa", "medspa", "practice", "suite", "plaza",
    "studio",
})  # fmt: skip


@dataclass(frozen=True)
class Found:
    """Services named in an utterance: ``ids`` has several when the words fit more than one.

    ``by`` tells whether the service's own name was said, an alias, or only a part of either.
    """

    ids: tuple[str, ...]
    words: str
    by: Literal["name", "alias", "part"] = "part"


@cache
def _mishearings(heading: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    pairs = (line.split(" = ") for line in data.sections("misheard")[heading])
    return tuple((re.compile(rf"\b(?:{heard})\b"), meant) for heard, meant in pairs)


_GENERAL = frozenset({"insurance", "facial", "laser", "consultation"})
"""What is meant wherever it is said."""


def mend_names(text: str, *, by_ear: bool = True, practice: Practice | None = None) -> str:
    """Put known mishearings of treatment names right in a plain text: of those that the ``practice`` has, if it is
    given, since a dentist's patient means "my crown" as such.

    ``by_ear``: the text was spoken, so that words which mean something else ("lip infections") are taken for
    names as well; no one types them by mistake.
    """
    for pattern, meant in _mishearings("misheard") + (_mishearings("misheard by ear") if by_ear else ()):
        if practice is None or meant in _GENERAL or meant.split()[0] in _words_of(practice):
            text = pattern.sub(meant, text)
    return text


@cache
def _words_of(practice: Practice) -> frozenset[str]:
    return frozenset(word for _, phrase, _ in _phrases(practice) for word in phrase.split())


_BESIDE = re.compile(
    r"\b(?:and|plus|also|as well as|along with|together with|then|followed by|after that|with)\b|&"
)
_CHOICE = re.compile(
    r"\b(?:or(?! later| earlier| so| after| before| \d)|versus|vs|difference|between|instead|rather|than|"
    r"not(?! (?:before|after|until|till|on|in|at|the same|same|that day|matter|sure|too|earlier|later|early|late"
    r"|monday|tuesday|wednesday|thursday|friday"
    r"|saturday|sunday|next|this)\b))\b"
)


_SUPPOSED = re.compile(r"\bif (?:(?:you|yall|they|it|that|this)(?: \w+)? )?not\b")
"""Its "not" excludes no treatment: "if you don't, what are an exam and a cleaning?"."""


@lru_cache(maxsize=512)
def find_services(text: str, practice: Practice) -> Found | None:
    """Services said in a plain text: by full name or alias, else by a telling part ("laser"). Kept for a moment,
    because a turn asks this of the same words six times."""
    words = text.split()
    windows = cache(partial(_windows, words))
    best: tuple[float, bool, int] | None = None
    found: Found | None = None
    for service_id, phrase, is_name in _phrases(practice):
        hit = _best_window(windows, phrase)
        if hit is None:
            continue
        rank = (hit[0], is_name, len(phrase))
        if best is None or rank > best:
            best, found = rank, Found((service_id,), hit[1], "name" if is_name else "alias")
        elif rank == best and found and service_id not in found.ids and hit[1] == found.words:
            found = Found((*found.ids, service_id), found.words, found.by)
    return found or _by_part(words, practice)


def tells_where_alone(found: Found) -> bool:
    """Whether only what a treatment is done to was said, which tells none of those that are done to it."""
    return found.by == "part" and set(found.words.split()) <= _WHERE


_BESIDE_WHAT_IS_THERE = re.compile(
    r"\b(?:instead of|rather than|in place of|in lieu of"
    r"|(?:(?:right|just|straight) )?(?:after|before|alongside|with|on top of|same day as) (?:of )?"
    r"(?:my|our|his|her|the))\b"
)


def without_references(text: str, practice: Practice) -> str:
    """A plain text without the treatment by which another is told: "a sauna right after my massage", "the peel
    instead of the facial"."""
    wanted, *rest = _BESIDE_WHAT_IS_THERE.split(text, maxsplit=1)
    first, other = find_services(wanted, practice), find_services(rest[0], practice) if rest else None
    if first is None or other is None or first.ids == other.ids or max(len(first.ids), len(other.ids)) > 1:
        return text
    return f"{wanted} {rest[0].replace(other.words, ' ')}"


_LISTED = re.compile(r",(?=\s*(?:[\w'-]+\s+){0,5}[\w'-]+,?\s+(?:and|plus|&)\s)")


_MARKED = re.compile(r";\s|(?<!\w)[1-4][.):]? (?=(?:an?|the|one) )")


def open_lists(text: str) -> str:
    """ "Facial, peel and Botox" with "and" for each comma or mark of the list, which plain text would lose."""
    return _MARKED.sub(" and ", _LISTED.sub(" and ", text))


def find_several(
    text: str, practice: Practice, settle: Callable[[str, Found | None], Found | None]
) -> tuple[str, ...]:
    """All services that are wanted side by side ("Botox and a peel"), in their order; none when they are put to
    choose from. ``settle`` says which one the words of a part mean."""
    text = _SUPPOSED.sub(" ", text)
    if _CHOICE.search(text):
        return ()
    parts = [part for part in _BESIDE.split(text) if part.strip()]
    told = ((settle(part, find_services(part, practice)), part) for part in parts)
    sure = [found.ids[0] for found, part in told if found and is_meant(found, part)]
    return tuple(dict.fromkeys(sure))


@lru_cache(maxsize=64)
def _phrases(practice: Practice) -> tuple[tuple[str, str, bool], ...]:
    """Service id, phrase, and whether the phrase is the service's name."""
    found: dict[tuple[str, str], bool] = {}
    for service in practice.services:
        for place, name in enumerate((service.name, *service.aliases)):
            for phrase in _forms(name):
                if len(phrase) > 1:
                    found.setdefault((service.id, phrase), place == 0)
    return tuple((service_id, phrase, is_name) for (service_id, phrase), is_name in found.items())


def _forms(name: str) -> tuple[str, str]:
    """A name in the singular and in the plural."""
    full = plain(re.sub(r"\(.*?\)", " ", name))
    return full, full[:-1] if full.endswith("s") else f"{full}s"


def _windows(words: Sequence[str], width: int) -> list[str]:
    """Each ``width`` words that follow one another, as a phrase."""
    windows = (" ".join(words[start : start + width]) for start in range(len(words) - width + 1))
    return [window for window in windows if window not in _OF_DAYS]


def _best_window(windows: Callable[[int], Sequence[str]], phrase: str) -> tuple[float, str] | None:
    size = len(phrase.split())
    best: tuple[float, str] | None = None
    for width in range(max(1, size - 1), size + 3):
        for window in windows(width):
            score = closeness(window, phrase)
            if score >= _CLOSE and (best is None or score > best[0]):
                best = (score, window)
    return best


_ABBREVIATION = re.compile(r"\b[A-Z]{2}\b")
"""A short form in a service's name tells it: the IV of "IV drip"."""


def _by_part(words: Sequence[str], practice: Practice) -> Found | None:
    """Services whose name or category has a word of the text; words of aliases weigh half."""
    said = {_stem(_SAME_FIELD.get(w, w)) for w in words if len(w) > 2 and w not in _COMMON}
    scores: dict[str, float] = {}
    telling: dict[str, set[str]] = {}
    for service in practice.services:
        own = said & _stems(f"{_apart(service.name)} {service.name} {service.category}")
        own |= {short.lower() for short in _ABBREVIATION.findall(service.name)} & set(words)
        if own:
            beside = said & _stems(" ".join(service.aliases)) - own
            scores[service.id], telling[service.id] = len(own) + len(beside) / 2, own | beside
    top = max(scores.values(), default=0)
    found = tuple(i for i, score in scores.items() if score == top)
    if not found or len(found) > max(5, len(practice.services) // 2):
        return None
    told = set().union(*(telling[id_] for id_ in found))
    return Found(found, " ".join(w for w in words if w in told or _stem(_SAME_FIELD.get(w, w)) in told))


def _apart(name: str) -> str:
    """A name in the words that it is made of: the facial of "HydraFacial"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)


def is_meant(found: Found, text: str) -> bool:
    """Whether a treatment is named for certain: by its name, or by a part that no other has, as in "a facial"."""
    if found.by != "part":
        return len(found.ids) == 1
    words = re.escape(found.words)
    said = (
        rf"\b(?:an?|the|my|our|her|his|another|get|getting|wants?|needs?) (?:\w+ ){{0,2}}?{words}\b"
        rf"|\b{words} for (?:me|myself|her|him|my|our)\b"
    )
    return len(found.ids) == 1 and bool(found.words and re.search(said, text))


@lru_cache(maxsize=512)
def _stems(text: str) -> frozenset[str]:
    return frozenset(_stem(w) for w in plain(text).split() if len(w) > 2 and w not in _COMMON)


def _stem(word: str) -> str:
    for end in ("ing", "ers", "er", "es", "ed", "s"):
        if word.endswith(end) and len(word) - len(end) >= (3 if end == "s" else 4):
            return word[: -len(end)]
    return word


def find_provider(text: str, practice: Practice, written: str = "") -> Provider | None:
    """A provider named by first or last name ("with Dana", "Dr. Patel"), which is no part of a double name in the
    text as it was ``written``: "Mateo Solheim-Reyes"."""
    double = {word for name in _DOUBLE_NAME.findall(written) for word in plain(name.replace("-", " ")).split()}
    own = {
        word
        for provider in practice.providers
        for name in _DOUBLE_NAME.findall(provider.name)
        for word in plain(name.replace("-", " ")).split()
    }
    words = [word for word in text.split() if word not in double - own]
    best: tuple[float, Provider] | None = None
    for provider in practice.providers:
        for part in plain(provider.name).split():
            if len(part) < 3 or part in ("dr", "doctor", "nurse"):
                continue
            score = max((closeness(word, part) for word in words), default=0.0)
            if score >= _CLOSE + 3 and (best is None or score > best[0]):
                best = (score, provider)
    return best[1] if best else None


_NOT_THERE = re.compile(
    r"\b(?:not|instead of|rather than|other than) (?:at |in |to )?(?:the )?\w+(?: (?:one|office|location))?"
)
"""The place that is named beside the one that is meant: "the Grove please, not Bayfront"."""


def find_location(text: str, practice: Practice) -> Location | None:
    """A location named by a telling word of its name, when the practice has several."""
    if len(practice.locations) < 2:
        return None
    text = _NOT_THERE.sub(" ", text)
    names = {place.id: plain(place.name).split() for place in practice.locations}
    for place in practice.locations:
        others = {w for i, parts in names.items() if i != place.id for w in parts}
        own = [w for w in names[place.id] if w not in others | _COMMON | _PLACE_WORDS and len(w) > 2]
        if any(closeness(word, w) >= _CLOSE + 3 for w in own for word in text.split()):
            return place
    return None
