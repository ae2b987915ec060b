"""Keeping count of what was not understood, and asking again in other words."""

from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import VISIT_STEPS, Step
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.understanding.meaning import Meaning

MOST_MISSES = 2
_FEWEST_WORDS = 3
_SOMEONE = "other"
"""Stands for kin where it was not said who comes."""
_FEWEST_OF_A_REQUEST = 4
A_STORY = 15
"""Words from which a message tells something rather than asks for it."""


def not_understood(scene: Scene) -> None:
    """Ask again differently, twice; then offer a person. Who tells a story is asked what it is to come to."""
    state = scene.state
    if _too_often(scene):
        return
    if state.booking and state.step is Step.FIX:
        scene.say("again_fix")
    elif state.booking and state.step in VISIT_STEPS:
        booking.advance(scene, again=True)
    elif not (state.visits or state.no_visit) and len(scene.message.split()) >= A_STORY:
        scene.say("come_in_for")
    elif state.step is Step.ELSE and (state.visits or state.handed_off) and _is_remark(scene.message):
        hand_off.ask_else(scene)
    else:
        scene.say("not_understood")


def _is_remark(message: str) -> bool:
    """Whether a few words after all is done ask for nothing: "worth it"."""
    return len(message.split()) < _FEWEST_OF_A_REQUEST and "?" not in message


def no_progress(scene: Scene) -> None:
    """Understood, but nothing was told that the booking needs ("book", "yes", "thanks"): put the question
    again, the second time differently; then offer a person."""
    if not _too_often(scene):
        booking.advance(scene, again=scene.state.misses >= MOST_MISSES)


def went_round(scene: Scene, meaning: Meaning) -> bool:
    """Whether the same was said to the same question for the third time: then we go round in circles, and a person
    is offered."""
    state = scene.state
    said = f"{state.step}: {meaning.plain}"
    state.heard_times = state.heard_times + 1 if said == state.heard_last else 1
    state.heard_last = said
    if state.heard_times <= MOST_MISSES or len(meaning.plain.split()) < _FEWEST_WORDS:
        return False
    state.heard_times, state.misses = 0, MOST_MISSES
    return _too_often(scene)


def _too_often(scene: Scene) -> bool:
    """Count one more turn that brought nothing; whether a person was offered because of it, or the visit was let
    go of, where it is nobody's."""
    state = scene.state
    state.misses += 1
    if state.misses <= MOST_MISSES:
        return False
    state.misses = 0
    if _is_for_nobody(scene):
        state.drop_plans()
        scene.say("dropped_this")
        hand_off.ask_else(scene)
        return True
    scene.say("offer_person_lost")
    hand_off.offer_person(scene, "The assistant did not understand the caller")
    return True


def _is_for_nobody(scene: Scene) -> bool:
    """Whether one more visit is being arranged for someone of whom nothing was told, neither name nor kin: then
    those who come were counted wrongly."""
    state = scene.state
    more = state.booking and bool(state.visits) and not (state.replaces or state.to_move)
    return more and state.for_whom == _SOMEONE and not state.name


def understood(scene: Scene) -> None:
    """Start counting again."""
    scene.state.misses = 0
