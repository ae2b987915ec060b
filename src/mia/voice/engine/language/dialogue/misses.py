"""Keeping count of what was not understood, and asking again in other words."""

from mia.voice.engine.language.dialogue import booking, hand_off
from mia.voice.engine.language.dialogue.scene import Scene
from mia.voice.engine.language.dialogue.state import VISIT_STEPS, Step

MOST_MISSES = 2


def not_understood(scene: Scene) -> None:
    """Ask again differently, twice; then offer a person."""
    state = scene.state
    state.misses += 1
    if state.misses > MOST_MISSES:
        state.misses = 0
        scene.say("offer_person_lost")
        hand_off.offer_person(scene, "The assistant did not understand the caller")
    elif state.booking and state.step is Step.FIX:
        scene.say("again_fix")
    elif state.booking and state.step in VISIT_STEPS:
        booking.advance(scene, again=True)
    else:
        scene.say("not_understood")


def understood(scene: Scene) -> None:
    """Start counting anew."""
    scene.state.misses = 0
