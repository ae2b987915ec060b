"""What another place took from someone who did not come, told before it is asked how we are about that."""

import re
from dataclasses import replace

from mia.receptionist.dialogue.answering import answers
from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.people.misses import understood
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic

_NOT_COME = r"(?:no ?show\w*|did not (?:show|come|make it|go)|missed|cancel(?:ed|led)|over ?slept|(?:was|ran) late)"
_TAKEN = r"(?:took|charged|fined|billed|dinged|docked|kept|(?:had|made her|made him) (?:to )?pay)"
_TOLD = re.compile(rf"\b{_NOT_COME}\b.{{0,120}}?\b{_TAKEN}\b|\b{_TAKEN}\b.{{0,80}}?\b{_NOT_COME}\b")
_BY_OTHERS = re.compile(
    r"\b(?:they|other|another|old|last|previous) (?:\w+ )?"
    rf"(?:{_TAKEN}|place|spa|salon|office|dentist|clinic|shop)\b|\bat (?:an?|her|his) \w+ (?:place|shop|salon)\b"
)
_AND_YOU = re.compile(
    r"\bhow (?:are|do|would|strict are) (?:you|yall)\b|\b(?:what|how) about (?:you|yall|yours)\b"
    r"|\b(?:are|do|would) (?:you|yall)(?: guys| people)? (?:\w+ )?(?:like that|do that|the same|strict|charge)\b"
    r"|\bis (?:it|that) (?:\w+ )?(?:the same|like that|how it is) (?:with you|at yours|there)\b"
)
_BESIDE = (Topic.PRICE, Topic.HOURS, Topic.INSURANCE, Topic.PAYMENT, Topic.LOCATION, Topic.PARKING)
_STEPS = (Step.OPEN, Step.ELSE, Step.OFFER_VISIT)


def turn(scene: Scene, meaning: Meaning) -> bool:
    """Tell the rule of the house, where that is asked; nothing is booked or canceled."""
    line = meaning.plain
    told = _TOLD.search(line)
    if scene.state.step not in _STEPS or not (
        told and _BY_OTHERS.search(line) and _AND_YOU.search(line, told.end())
    ):
        return False
    understood(scene)
    answers.answer(
        scene, replace(meaning, topics=(Topic.CANCELLATION,), by_rule=True, services=(), more_services=())
    )
    facts = [one for one in meaning.asides if one.by_rule and one.about(*_BESIDE)]
    answers.answer_asides(scene, facts, unknown="")
    hand_off.ask_else(scene)
    return True
