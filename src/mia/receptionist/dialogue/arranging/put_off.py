"""Who only wanted to know, or decides later: "I'll talk to my husband first". They are not pressed."""

import re

from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.people.misses import understood
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning, is_asking
from mia.receptionist.understanding.models.purposes import Purpose

_STEPS = frozenset({Step.SERVICE, Step.WHEN, Step.SLOT, Step.OFFER_VISIT})
_LEAVES_IT, _WAITS = 0.5, 0.3
"""Probabilities from which someone leaves it at that, and from which they need a moment."""
_DECIDES_LATER = re.compile(
    r"\b(?:(?:have|need|got|going|want|let me|first)\b.{0,12}\bthink|(?:think|sleep) (?:about|on|over|it)"
    r"|get back to you|let you know|be in touch|circle back|shop around|nothing to book|not ready|payday"
    r"|some other time|another time"
    r"|(?:check|talk|speak|ask|discuss|run)(?: (?:it|this|that))?(?: over| by)?(?: with| to)? (?:my|the|our) \w+"
    r"|(?:just|only|merely) (?:looking|asking|curious|browsing|pricing|wondering|shopping|comparing)|not yet)\b"
)
_NOT_NOW = re.compile(
    r"(?:(?:no|nah|nope|oh|sorry|thanks) )*not (?:today|now|right now|yet|just yet|this (?:week|month|year)"
    r"|for now|at the moment|until|till)\b"
)
"""What declines the visit that was offered, whatever day is told: "not today, I'm away till Christmas"."""
_UNDECIDED = re.compile(r"\b(?:not sure|do not know|undecided|depends|maybe)\b")
"""What puts off whether, but not when: there it asks for a proposal."""


def turn(scene: Scene, meaning: Meaning) -> bool:
    """Whether the answer to "when would you like to come?" puts it off; then the visit is let go of kindly."""
    state = scene.state
    changes = state.replaces or state.to_move or state.errand
    not_now = state.step is Step.OFFER_VISIT and _NOT_NOW.match(meaning.plain)
    dated = meaning.when.has_day or meaning.when.has_time
    told = (
        meaning.services
        or (dated and not not_now)
        or meaning.digits
        or meaning.has(Act.ANY, Act.LATER, Act.EARLIER)
    )
    asks = "?" in meaning.text or is_asking(meaning.plain)
    if state.step not in _STEPS or changes or told or asks:
        return False
    undecided = state.step is Step.OFFER_VISIT and _UNDECIDED.search(meaning.plain)
    if (
        undecided
        or not_now
        or meaning.wants(Purpose.QUIT, least=_LEAVES_IT)
        or _DECIDES_LATER.search(meaning.plain)
    ):
        understood(scene)
        state.drop_plans()
        scene.say("no_rush")
        hand_off.ask_else(scene)
        return True
    if meaning.wants(Purpose.WAIT, least=_WAITS) and meaning.hardly_wants(Purpose.ANSWER, most=_WAITS):
        scene.say("take_time")
        return True
    return False
