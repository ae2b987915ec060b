"""Who meant to reach someone else: they are told whom they have reached, and are kept no longer."""

import re

from mia.platform.words.plain import plain
from mia.receptionist.dialogue.people.hand_off import ask_else
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic

_OUR_KIND = (
    r"(?:robots?|bots?|machines?|ai|humans?|persons?|real|live|actual|still|just|right|correct|where|how|what|when|for"
    r"|clinic|office|spa|medspa|med|dental|dentists?|wellness|place|number|line|open|safe|normal|okay|ok|possible"
    r"|something|anything|true|about|an?|your|you)"
)
_SOMEONE_ELSE = re.compile(
    rf"\b(?:is|isnt|are) (?:this|you)(?: not)? (?:the )?(?!{_OUR_KIND}\b)\w+"
    rf"|\bthis (?:is not|isnt) (?:the )?(?!{_OUR_KIND}\b)\w+(?: \w+){{0,2}} is it\b"
    rf"|\b(?:have i|did i) (?:reach|call|get)(?:ed)? (?:the )?(?!{_OUR_KIND}\b)\w+"
    r"|\b(?:is (?:this|it) )?(?:the )?(?:house|home|residence|family) of \w+|\bthe (?:house|family) \w+"
)
_THEIR_MISTAKE = re.compile(
    r"\bwrong (?:number|place|clinic|office|chat|person|business)\b|\bmis ?dial\w*"
    r"|\b(?:numero|telefono) equivocado\b|\bme equivoque de (?:numero|lugar|telefono)\b|\bmarque mal\b"
)
_ELSEWHERE = (Topic.OFF_TOPIC, Topic.GREETING, Topic.SMALL_TALK, Topic.ROBOT, Topic.MESSAGE, Topic.PERSON)
_WANTED = (Purpose.BOOK, Purpose.MOVE, Purpose.CANCEL, Purpose.OWN, Purpose.CLINICAL)
_LIKELY, _LONGEST = 0.5, 14


def turn(scene: Scene, meaning: Meaning) -> bool:
    """Say whom they have reached, or let them go; whether they meant someone else."""
    state, line = scene.state, plain(meaning.quoted)
    free = state.step in (Step.OPEN, Step.ELSE) and not (state.booking or state.visits or state.handed_off)
    told = meaning.services or meaning.when or meaning.digits or meaning.wants(*_WANTED, least=_LIKELY)
    if not free or told or state.outreach or len(line.split()) > _LONGEST:
        return False
    if _THEIR_MISTAKE.search(line) or _THEIR_MISTAKE.search(meaning.plain):
        scene.say("wrong_number", practice=scene.practice.name)
        ask_else(scene)
        return True
    ours = set(plain(scene.practice.name).split()) | set(plain(scene.assistant).split())
    named = _SOMEONE_ELSE.search(meaning.plain)
    likely = meaning.likeness is not None and meaning.likeness.topic in _ELSEWHERE
    if not (named and likely) or ours & set(meaning.plain.split()):
        return False
    scene.say("someone_else", practice=scene.practice.name)
    ask_else(scene)
    return True
