"""The phone number that is told, at once or in parts, and one that is put right."""

import re

from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.dialogue.wanted.asking import asks_only
from mia.receptionist.understanding import phones
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose

_NO_ANSWER, _SURELY = (Purpose.PERSON, Purpose.TASK, Purpose.CANCEL, Purpose.MOVE), 0.8
"""What few digits are no part of a number beside, and the probability of it."""
_ROGER = re.compile(r"^(?:ten four|10 4)\b")


def take_up_phone(scene: Scene, meaning: Meaning) -> set[str]:
    """Take up a number, or the part of one that was told; what changed."""
    state, digits = scene.state, meaning.digits
    if not digits or (state.step is Step.CONFIRM and _ROGER.search(meaning.plain)):
        return set()
    if state.phone and len(digits) < phones.NATIONAL_DIGITS:
        if not phones.OF_A_NUMBER.search(meaning.plain):
            return set()  # "it's 10 and 11" are hours
        digits = phones.corrected(state.phone, digits, meaning.plain)
    elif state.phone_part and len(digits) < phones.NATIONAL_DIGITS:
        area = len(state.phone_part) == 7 and len(digits) == 3
        digits = digits + state.phone_part if area else state.phone_part + digits
    number = phones.valid_phone(digits, international=meaning.international)
    if number:
        changed = number != state.phone
        state.phone, state.phone_part, state.phone_misses = number, "", 0
        return {"phone"} if changed else set()
    short = len(digits) < phones.NATIONAL_DIGITS - 2 or (len(digits) < phones.NATIONAL_DIGITS and state.phone_part)
    if short and (asks_only(meaning) or "?" in meaning.text or meaning.wants(*_NO_ANSWER, least=_SURELY)):
        return set()  # "is 400 enough?"
    if short and not state.phone:
        state.phone_part = digits
        return {"phone_part"}
    state.phone_heard = digits
    state.phone_part, state.phone_misses = "", state.phone_misses + 1
    return {"bad_phone"}
