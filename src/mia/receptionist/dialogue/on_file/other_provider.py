"""A visit on file that is wanted with someone else: "can I make it Daniel?"."""

import re

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.on_file import changing
from mia.receptionist.dialogue.on_file.pointing import start_of
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.wishes.errands import Errand

_RATHER = re.compile(
    r"\b(?:make (?:it|that)|switch|change|instead|rather|prefer|move me"
    r"|(?:can|could) (?:i|we) (?:have|get|see|do))\b"
)
"""How another provider is asked for."""


def turn(scene: Scene, meaning: Meaning) -> bool:
    """Move the one visit that was told to another provider, where someone asks for one: "can I make it Daniel?"."""
    state = scene.state
    visit = state.standing[0] if len(state.standing) == 1 else None
    named = scene.practice.provider(meaning.provider_id)
    if not (state.known and visit and named) or state.booking or named.name == visit["provider"]:
        return False
    if meaning.services or not _RATHER.search(meaning.plain):
        return False
    state.errand = {"kind": Errand.MOVE.value, "plain": meaning.plain, "provider": named.id}
    start = start_of(visit)
    wish = (
        meaning.when if meaning.when.has_day else When(days=(start.date(),), at=start.time()).updated(meaning.when)
    )
    changing.move(scene, [visit], wish)
    return True
