"""How the visits of several people lie to each other: "back to back", "my husband right after me", "at the same
time"."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.wanted.own_times import span
from mia.receptionist.understanding.meaning import Meaning

AFTER, WITH = "after", "with"
_WHOM = r"(?:each other|one another|me|mine|hers?|his|him|them|theirs|my|our|us|ours|that|the (?:first|other|last))"
_AFTER = re.compile(
    rf"\bback to back\b|\bone (?:\w+ )?after (?:the other|another)\b|\b(?:right|straight|directly|just|comes?"
    rf"|goe?s?|next|then|visit|appointment) after {_WHOM}\b"
    rf"|\b(?:husband|wife|son|daughter|mom|mother|dad|father|sister|brother|friend|partner|boyfriend|girlfriend)"
    r" (?:\w+ )?(?:right )?after (?:me|mine|that|him|her)\b"
    r"|(?<!days )(?<!weeks )(?<!months )\bin a row\b|\bconsecutive(?:ly)?\b(?! (?:days|weeks))"
    r"|^(?:(?:anything|something|any ?time|sometime|ok|okay|right|just|maybe|whatever is|is) )*after (?:me|mine)\b"
    r"|\b(?:right|straight|directly) after(?:wards?)?$|\bfollow(?:s|ing|ed)? (?:right )?(?:me|mine|by my)\b"
)
_WITH = re.compile(
    r"\b(?:the|exact|very) same time\b(?! (?:every|each|next) )|\bside by side\b|\bsimultaneous(?:ly)?\b"
    r"|\bsame (?:slot|hour)\b|\bat once\b"
)


def note(scene: Scene, meaning: Meaning) -> None:
    """Remember how those who come want their visits to lie, where that is told."""
    if _AFTER.search(meaning.plain):
        scene.state.in_turn = AFTER
    elif _WITH.search(meaning.plain):
        scene.state.in_turn = WITH


def goes_after(scene: Scene, meaning: Meaning) -> bool:
    """Whether an offer is answered by where the next visit is to lie, "after mine is fine"; then that is wished."""
    state = scene.state
    if meaning.when or not state.booked or not _AFTER.search(meaning.plain):
        return False
    note(scene, meaning)
    state.wish = placed(scene, state.wish, state.booked)
    return True


def placed(scene: Scene, wish: When, before: Mapping[str, Any]) -> When:
    """A wish for the visit after another one, from the end of that on or at its time, if they are to lie so."""
    way = scene.state.in_turn
    if not (way and before["starts"]):
        return wish
    begins, ends = span(before, scene.practice)
    if wish.one_day not in (None, begins.date()):
        return wish
    if way == AFTER:
        return replace(wish, at=None, part=None, not_before=ends.time())
    return replace(wish, at=begins.time(), part=None, not_before=None, not_after=None)
