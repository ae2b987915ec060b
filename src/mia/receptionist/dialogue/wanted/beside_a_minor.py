"""A visit of one's own asked for beside that of someone under 18: "lip filler for my girl, who is 16, and Botox for
me". The child's goes to people, and one's own is arranged."""

import re
from dataclasses import replace

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Planned
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.who.people import SELF

_ME_TOO = re.compile(
    r"\b(?:(?:for|and) (?:me|myself|i)|me and|i and|me,? too|we(?: \w+)? both|both of us|us both|each of us)\b"
)
"""How someone tells that they want what the child does."""


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
