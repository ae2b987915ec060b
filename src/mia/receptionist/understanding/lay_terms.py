"""What people call a treatment when they do not name it: "get rid of my frown lines", "my teeth looked at"."""

import re
from functools import cache, lru_cache

from mia.platform.words.plain import plain
from mia.receptionist import data
from mia.receptionist.practice import Practice, Service
from mia.receptionist.understanding.lexicon import Found
from mia.receptionist.understanding.who.minors import for_children

_CAME_OFF = re.compile(r"\b(?:came|fell|popped|broke|chipped|lost)\b")
"""What has become of a crown, for which a new one is not wanted yet."""


def or_by_lay_terms(named: Found | None, line: str, practice: Practice) -> Found | None:
    """What was named in a plain text, else what lay terms mean; they count as well where a mere part of a name is
    among their words: "get my upper lip zapped" is no lip filler."""
    meant = _find(line, practice)
    came_off = bool(named and meant and _CAME_OFF.search(meant.words) and named.words in meant.words)
    if named and named.by != "part" and not came_off:
        return named
    return meant if meant and (named is None or f" {named.words} " in f" {meant.words} ") else named


def _find(line: str, practice: Practice) -> Found | None:
    """The one treatment of the practice that a plain text means without its name; ``None`` where none or several
    are meant."""
    found = {
        service_id: match[0].strip()
        for service_id, terms in _of_practice(practice)
        if (match := terms.search(line)) is not None
    }
    if len(found) != 1:
        return None
    service_id, words = next(iter(found.items()))
    return Found((service_id,), words, "part")


@lru_cache(maxsize=64)
def _of_practice(practice: Practice) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The terms for each treatment that a practice has one of; of several that fit none is meant."""
    found = []
    for names, terms in _terms():
        called = [one for one in practice.services if _is_called(one, names)]
        if len(called) > 1:
            called = [one for one in called if one != for_children(practice)]
        if len(called) == 1:
            found.append((called[0].id, terms))
    return tuple(found)


def _is_called(service: Service, names: re.Pattern[str]) -> bool:
    return any(names.search(plain(name)) for name in (service.name, *service.aliases))


@cache
def _terms() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """The usual names of a treatment, and the terms for it."""
    patterns = data.patterns("lay_terms")
    return tuple((re.compile(rf"\b(?:{names})"), terms) for names, terms in patterns.items())
