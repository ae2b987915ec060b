"""The answer to "shall I have someone call you?"."""

import re

from mia.receptionist.dialogue.answering.follow_up import talked_of
from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.people.leaving import farewell
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.dialogue.wanted.asking import asks_only
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning, is_asking
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.who.minors import is_for_grown_up
from mia.receptionist.understanding.wishes.errands import Errand, hear_errand

_TAKES_NOTE = re.compile(
    r"(?:(?:oh|ah|well) )?(?:okay|alright|all right|right|fine|got it|i see|good to know)\b(?: then| thanks| cool)*"
)
_CALLS = re.compile(r"\b(?:call(?:ed|s)?|ring|phone|text|reach|contact)\b|^(?:yes|yeah|yep|sure|please)\b")
_WANTED = 0.6
"""The probability from which a visit is wanted rather than a call."""
_LIKELIER = 0.2
"""By how much a no must be more probable than a yes."""


def _goes_on_alone(reason: str, meaning: Meaning) -> bool:
    """Whether who asked for a visit beside that of another, which is for people to arrange, turns to their own, or
    asks for both again."""
    again = bool(meaning.services) and not (meaning.has(Act.YES, Act.NO) or meaning.digits)
    return is_for_grown_up(meaning.plain) or (reason == booking.UNDER_AGE and again)


def turn(scene: Scene, meaning: Meaning) -> bool:
    """The answer to "shall I have someone call you?"; whether it settled the turn."""
    state = scene.state
    state.misses = 0
    was_leaving, state.leaving = state.leaving, False
    if state.booking and _goes_on_alone(state.person_reason, meaning):
        state.person_reason, state.minor = "", False
        if is_for_grown_up(meaning.plain):
            take_up(scene, meaning)
        booking.advance(scene)
        return True
    declines = meaning.has(Act.NO) or _declines(meaning)
    agrees = meaning.has(Act.YES) and not (declines or _takes_note(meaning) or _wants_a_visit(scene, meaning))
    agrees = agrees and hear_errand(meaning) not in (Errand.MOVE, Errand.CANCEL)  # "ok, move it"
    if meaning.digits or agrees:
        take_up(scene, meaning)
        hand_off.begin(scene, hand_off.with_wishes(meaning, state.person_reason))
        return True
    if declines and not (meaning.services or meaning.when or asks_only(meaning) or hear_errand(meaning)):
        state.person_reason = ""
        if was_leaving:
            farewell(scene)
            return True
        scene.say("person_resume")
        if state.booking:
            booking.advance(scene)
        else:
            hand_off.ask_else(scene)
        return True
    state.person_reason = ""
    state.step = Step.OPEN
    return False


def _takes_note(meaning: Meaning) -> bool:
    """Whether an "okay" only takes note of what we said: "Okay. And what does a peel cost?"."""
    noted = _TAKES_NOTE.match(meaning.plain)
    asks = asks_only(meaning) or "?" in meaning.text or is_asking(_TAKES_NOTE.sub("", meaning.plain).strip())
    return bool(noted and (meaning.services or meaning.when or asks) and not _CALLS.search(meaning.plain))


def _wants_a_visit(scene: Scene, meaning: Meaning) -> bool:
    """Whether what agrees asks for a visit instead of a call: "let's do the consultation, Wednesday", or "great,
    Friday afternoon" for what was asked about."""
    told = bool(meaning.services or meaning.when.has_day)
    of_it = meaning.when.has_day and talked_of(scene.state) is not None
    wanted = meaning.wants(Purpose.BOOK, least=_WANTED) or of_it or bool(meaning.services and meaning.when)
    return told and wanted and not _CALLS.search(meaning.plain)


def _declines(meaning: Meaning) -> bool:
    """Whether a call is declined in words that agree elsewhere: "no, it's fine", "okay, forget it"."""
    no = max(meaning.purposes.get(one, 0.0) for one in (Purpose.NO, Purpose.QUIT))
    return no > _LIKELIER + max(meaning.purposes.get(one, 0.0) for one in (Purpose.YES, Purpose.PERSON))
