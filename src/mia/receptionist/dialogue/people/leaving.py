"""How a conversation closes: nobody is wished a good day whose question is still open."""

import re

from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning

BYE = re.compile(r"\b(?:good ?)?bye(?: now| then)?$")

DONE = re.compile(
    r"(?:(?:k|okay|good|great|cool|fine|yes|no|nah|perfect|all right|alright|thanks|thank you) )*"
    r"(?:peace(?: out)?|(?:i am |all |we are )?done(?: here)?|laters?|nothing|that is (?:all|it)|ciao|take care)"
    r"(?: (?:thanks|thank you|then))*"
)
"""How someone ends in a word or two when all is done."""


def leave(scene: Scene, meaning: Meaning) -> None:
    """Someone thanks us or says goodbye: say what is open, or close warmly; the call ends unless they may come
    back."""
    if _has_open_questions(scene):
        scene.state.leaving = True
        scene.say("still_open")
        hand_off.offer_person(scene, hand_off.open_questions(scene))
    elif _may_come_back(scene, meaning):
        _stay(scene)
    else:
        farewell(scene)


def farewell(scene: Scene) -> None:
    """Say goodbye and end the call."""
    state = scene.state
    first = state.outreach["first_name"] if state.outreach else state.first_name
    if state.booked and first:
        scene.say("bye_booked", first=first)
    elif state.booking and state.phone:
        scene.say("bye_lead")
    elif state.outreach:
        scene.say("out_bye")
    else:
        scene.say("bye_written" if scene.typed else "bye", practice=scene.practice.name)
    scene.end()


def _has_open_questions(scene: Scene) -> bool:
    """Whether something was asked that we could not tell, and nobody's call was offered about it. Who leaves a
    visit half arranged is called anyway."""
    state = scene.state
    if state.outreach or state.emergency or state.booking:
        return False
    return len(state.unanswered) > state.unanswered_offered


def _may_come_back(scene: Scene, meaning: Meaning) -> bool:
    """Whether someone who writes thanks us and does not say that this is all: what they did not get yet would be
    lost with the chat, and an open chat costs nobody a minute."""
    leaves = meaning.has(Act.GOODBYE, Act.NO) or BYE.search(meaning.plain) or DONE.fullmatch(meaning.plain)
    return scene.typed and not scene.state.outreach and not leaves


def _stay(scene: Scene) -> None:
    """Close warmly, and stay for what may come."""
    state = scene.state
    if state.booked and state.first_name:
        scene.say("welcome_booked", first=state.first_name)
    else:
        scene.say("welcome")
    state.step = Step.ELSE
