"""The number that people call back: read back where it was heard, asked for again when it cannot be one."""

import re
from typing import Literal

from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.phones import spoken_phone, valid_phone

_MOST_MISSES = 2
_LIKE_A_NUMBER = range(8, 13)
_NOT_IT = re.compile(
    r"\b(?:not (?:the |my )?(?:right |correct )?number|(?:wrong|different) number|number is (?:wrong|not))\b"
)


def said_again(scene: Scene, changed: set[str]) -> bool:
    """Whether the number just told cannot be one, so that it was asked for once more; given up after two misses."""
    state = scene.state
    if "bad_phone" not in changed or state.phone_misses > _MOST_MISSES:
        return False
    heard = state.phone_heard
    scene.say("bad_phone" if len(heard) in _LIKE_A_NUMBER else "again_phone", digits=booking.grouped(heard))
    return True


def read_back(scene: Scene) -> None:
    """Say the number that was heard; who writes sees it, and who has shown whose it is knows it."""
    state = scene.state
    if state.phone and not (state.typed or state.known or state.outreach):
        scene.say("call_back_at", phone=spoken_phone(state.phone))


def put_right(scene: Scene, meaning: Meaning) -> Literal["new", "asked", ""]:
    """What became of a number that was read back and is not theirs: the team gets the ``new`` one."""
    state = scene.state
    if scene.typed or not state.handed_off or state.booking or state.step is not Step.ELSE or not state.phone:
        return ""
    told = valid_phone(meaning.digits) if meaning.digits else None
    if told and told != state.phone:
        take_up(scene, meaning)
        return "new"
    if not told and _NOT_IT.search(meaning.plain):
        state.phone, state.step = None, Step.PERSON_CONTACT
        scene.say("again_phone")
        return "asked"
    return ""
