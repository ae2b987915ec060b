"""A condition told beside an answer ("the 2nd, but only if there's parking"): met from the practice's facts, or
left to the team; the answer beside it is taken as it is."""

import re
from dataclasses import replace

from mia.platform.conversation.ports import Say
from mia.platform.words.plain import plain
from mia.receptionist.dates.spoken import hear_when
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.answering import answers
from mia.receptionist.dialogue.saying.speaking import say_price
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.understanding.conditions import hear_condition
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.subjects import FACTS, rule_topics
from mia.receptionist.understanding.who.gender import hear_gender

_LIMIT = re.compile(r"\b(?:under|below|less than|at most|no more than|within|up to) (?:\$ ?)?\d{2,4}\b")
"""What a treatment may cost."""
_OF_TIMES = re.compile(
    r"\b(?:open(?:ings?)?|slots?|spots?|free|available|availability|times?|works?|possible|earlier|later|sooner"
    r"|anything|something|nothing|appointments?|cancell?ations?)\b"
)
"""What the times that are offered answer."""
_NOT_NOW = (Step.EMERGENCY, Step.EMERGENCY_CHECK, Step.CONFIRM, Step.FIX, Step.PERSON_CONTACT)


def meet_conditions(scene: Scene, meaning: Meaning) -> None:
    """Say first what the facts tell of a condition, or that the team can tell; what was said goes on."""
    if meaning.alarm or scene.ended or not scene.state.booking or scene.state.step in _NOT_NOW:
        return
    words = hear_condition(scene.message)
    if not words or _is_wish(scene, plain(words)):
        return
    rest, scene.outputs = scene.outputs, []
    said = " ".join(output.text for output in rest if isinstance(output, Say))
    open_before = len(scene.state.unanswered)
    if not _tell(scene, meaning, words):
        scene.outputs = []
        del scene.state.unanswered[open_before:]
        scene.leave_open(words)
        scene.say("condition_noted")
    told = [output for output in scene.outputs if not (isinstance(output, Say) and output.text in said)]
    scene.outputs = [*told, *rest]


def _is_wish(scene: Scene, line: str) -> bool:
    """Whether a condition is about the time or the provider, which are looked for as they are wanted."""
    if _LIMIT.search(line):
        return False
    timed = hear_when(line, scene.now, scene.practice.day_bounds, expected=False)
    return bool(timed or hear_gender(line) or _OF_TIMES.search(line))


def _tell(scene: Scene, meaning: Meaning, words: str) -> bool:
    """Tell what the practice's facts hold on a condition; whether there is anything."""
    line = plain(words)
    service = scene.practice.service(scene.state.service_id)
    if _LIMIT.search(line):
        price = say_price(service) if service and scene.practice.prices else None
        if price:
            scene.tell(price)
        return price is not None
    topics = tuple(topic for topic in rule_topics(line) if topic in FACTS)
    if not topics:
        return False
    one = replace(meaning, text=words, plain=line, topics=topics, by_rule=True, asides=(), rest=None, when=When())
    before, scene.unanswered = scene.unanswered, False
    known = bool(answers.answer(scene, one)) and not scene.unanswered
    scene.unanswered = before
    return known
