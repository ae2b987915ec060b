"""A visit for someone under 18, which people arrange, unless a parent may book it here; and one's own beside it:
"lip filler for my girl, who is 16, and Botox for me"."""

import re
from dataclasses import replace

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Planned
from mia.receptionist.dialogue.wanted.parts import parts_of
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.who.minors import is_minor, parents_book, sees_children
from mia.receptionist.understanding.who.people import SELF

_NO_VISIT = 0.2
"""The probability below which no visit is wanted."""
_ME_TOO = re.compile(
    r"\b(?:(?:for|and) (?:me|myself|i)|me and|i and|me,? too|we(?: \w+)? both|both of us|us both|each of us)\b"
)
"""How someone tells that they want what the child does."""


def is_for_minor(scene: Scene, meaning: Meaning) -> bool:
    """Whether someone under 18 is to come whom nobody may book here. One who only sits beside is a question of the
    house."""
    for_a_child = _for_a_child(scene, meaning)
    told = [one for one in meaning.asides or (meaning,) if is_minor(one.plain, for_a_child=for_a_child)]
    beside = meaning.hardly_wants(Purpose.BOOK, most=_NO_VISIT) and all(one.about(Topic.POLICY) for one in told)
    return is_minor(meaning.plain, for_a_child=for_a_child) and not (told and beside)


def _for_a_child(scene: Scene, meaning: Meaning) -> bool:
    """Whether a parent may book what is talked of for a child, or it may become that, as none is named yet."""
    practice, state = scene.practice, scene.state
    arranged = (state.service_id, *(one.service for one in state.planned))
    named = [one for one in (*meaning.services, *meaning.more_services) if one] or [one for one in arranged if one]
    if not named:
        return sees_children(practice)
    told = [part.service for part in parts_of(scene, meaning.text)]
    return all(parents_book(practice, one) for one in (*named, *filter(None, told)))


def keeps_own(scene: Scene, meaning: Meaning) -> bool:
    """Leave of the visits that were just taken up one's own alone; whether there is one."""
    state = scene.state
    if state.minor_self:
        return False
    first = Planned(state.service_id or "", state.for_whom or "", state.wish.to_json())
    own = next((one for one in state.planned if one.kin == SELF), None)
    if own is None and _is_ones_own(first, state.planned, meaning):
        own = first
    service = (own.service or first.service) if own else ""
    if own is None or not service:
        return False
    time = When() if own.apart else state.wish
    state.wish = replace(time, days=time.days).updated(When.from_json(own.when))
    state.service_id, state.planned, state.for_whom = service, [], None
    state.name, state.name_complete = state.name_of(SELF), False
    state.name_complete = bool(state.name and " " in state.name)
    return True


def _is_ones_own(first: Planned, planned: list[Planned], meaning: Meaning) -> bool:
    """Whether the visit to be arranged first is that of the one who speaks, and the child's comes after it."""
    if first.kin == "first":
        return bool(_ME_TOO.search(meaning.plain))
    return not first.kin and any(one.kin not in ("", SELF) for one in planned)
