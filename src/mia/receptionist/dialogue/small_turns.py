"""Turns that change nothing: repeats, waits, greetings, goodbyes, starting over."""

import re

from mia.receptionist.dialogue.answering.answers import answer_asides
from mia.receptionist.dialogue.arranging import codes
from mia.receptionist.dialogue.inquiry import GO_ON
from mia.receptionist.dialogue.people import reach
from mia.receptionist.dialogue.people.leaving import BYE, DONE, leave
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import VISIT_STEPS, Step
from mia.receptionist.dialogue.wanted import own_visits
from mia.receptionist.dialogue.wanted.asking import asks_only
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.subjects import rule_topics
from mia.receptionist.understanding.who.people import ONLY_ONE

_FEWEST_WORDS, _HARDLY, _FAIRLY, _LIKELY = 8, 0.15, 0.5, 0.6
"""Words from which a whole message tells whether someone leaves, and the probabilities below which they do not,
and from which they do where no known words say so."""
_LEAVES = (Purpose.CHAT, Purpose.STOP)
_GOES_ON, _SURELY = (Purpose.CANCEL, Purpose.MOVE, Purpose.OWN, Purpose.TASK, Purpose.PERSON), 0.7
"""What someone wants whose "no" ends nothing ("no, just cancel it"), and the probability of it."""
_HAS_QUESTIONS = re.compile(
    r"\b(?:questions?|ask(?:ing)?|answers?) first\b|\b(?:still|not done|not finished|not through) asking\b"
    r"|\b(?:more|few|couple(?: of)?|other|some|another|1|one|2|3) (?:\w+ )?(?:questions?|things to ask)"
    r"(?= (?:first|before|left|still|more|for you)\b|$)"
    r"|\b(?:have|got|had) (?:\w+ )?(?:more|few|couple(?: of)?|other|some|2|3) (?:\w+ )?questions?\b"
    r"|^(?:\w+ ){0,2}(?:not so fast|hold your horses|not there yet|not at that point)\b"
    r"|\bjust (?:asking|gathering (?:info|information)|looking) (?:for now|right now|at the moment|so far)\b"
)
"""What is said by someone who wants to ask more before a visit is arranged."""
_MOST_WORDS = 14
_RECORDED = re.compile(
    r"\b(?:are|is|am|do|does|will|being)\b(?: \w+){0,5} (?:record(?:ed|ing)?|taped|tape)\b"
    r"|^(?:record(?:ed|ing))\b"
)


def turn(scene: Scene, meaning: Meaning) -> bool:
    """Whether the utterance was one of these, and is settled."""
    state = scene.state
    if _asks_again(scene, meaning):
        for line in state.last_lines or [scene.opening]:
            scene.tell(line)
        return True
    if _RECORDED.search(meaning.plain):
        scene.say("recorded", practice=scene.practice.name)
        if Topic.ROBOT in rule_topics(meaning.plain):
            scene.say("robot", assistant=scene.assistant, practice=scene.practice.name)
        answer_asides(scene, [one for one in meaning.asides if one.by_rule and not one.about(Topic.ROBOT)])
        return True
    content = meaning.when or meaning.digits or set(meaning.topics) - {Topic.SMALL_TALK}
    if _is_all_ears(scene, meaning):
        return True
    if meaning.has(Act.HOLD) and len(meaning.plain.split()) <= 8 and not content:
        scene.say("take_time")
        return True
    return own_visits.turn(scene, meaning) or _starts_over(scene, meaning) or _says_bye(scene, meaning)


def _starts_over(scene: Scene, meaning: Meaning) -> bool:
    """Drop what was being arranged; whether that was asked for."""
    state = scene.state
    all_of_it = not (meaning.when or meaning.services or ONLY_ONE.search(meaning.plain))
    of_a_visit = state.step in (Step.CANCEL, Step.VISIT, Step.WHO, Step.CODE)  # "yes, cancel it"
    if meaning.has(Act.START_OVER) and state.booking and all_of_it and not of_a_visit:
        state.drop_plans()
        if state.visits:
            scene.say("dropped_this")
            scene.say("your_visits", visits=own_visits.told(state.visits))
        else:
            scene.say("dropped")
        state.step = Step.ELSE
        return True
    return False


def _says_bye(scene: Scene, meaning: Meaning) -> bool:
    """Close warmly, or end the call; whether someone leaves."""
    if _says_goodbye(scene, meaning):
        leave(scene, meaning)
        return True
    return False


def _is_all_ears(scene: Scene, meaning: Meaning) -> bool:
    """Ask for the questions that are announced; whether some are, and none is asked yet."""
    if not _HAS_QUESTIONS.search(meaning.plain) or meaning.when or meaning.digits or meaning.services:
        return False
    if "?" in meaning.text or asks_only(meaning) or len(meaning.plain.split()) > _MOST_WORDS:
        return False
    scene.say("ask_away")
    if not scene.state.booking:
        scene.state.step = Step.OPEN
    return True


def _asks_again(scene: Scene, meaning: Meaning) -> bool:
    """Whether what was said last is to be said again. "Can you say what day I come in?" is about something else."""
    if not meaning.has(Act.REPEAT) or meaning.when or meaning.digits or codes.is_missing(scene, meaning):
        return False
    repeats = meaning.purposes.get(Purpose.REPEAT, 1.0)
    return len(meaning.plain.split()) < _FEWEST_WORDS or repeats >= _FAIRLY


_MEANS = re.compile(r"(?:no|nah|sorry|oh|well) (?:sorry )?i (?:meant|mean)\b(?! (?:it|thanks|thank)\b)")
"""How someone puts right what was answered: "no, I mean to relax"."""


def _says_goodbye(scene: Scene, meaning: Meaning) -> bool:
    state = scene.state
    content = meaning.when or meaning.services or meaning.digits or asks_only(meaning)
    put_right = bool(_MEANS.match(meaning.plain)) or (state.handed_off and reach.is_wish(meaning))
    if content or put_right or (meaning.about(Topic.BOOK) and meaning.by_rule):
        return False
    if _ends(scene, meaning):
        return True
    chooses = state.step in (Step.WHEN, Step.SLOT) and not BYE.search(meaning.plain)
    if "?" in meaning.text and (chooses or not meaning.has(Act.GOODBYE, Act.THANKS)):
        return False  # "so that's a no?", "nothing else?"
    if state.step in VISIT_STEPS and meaning.has(Act.YES) and not BYE.search(meaning.plain):
        return False
    if state.step in (Step.ELSE, Step.OFFER_VISIT) and meaning.has(Act.NO):
        return state.step is Step.ELSE and not meaning.wants(*_GOES_ON, least=_SURELY)
    if state.step is Step.OFFER_PERSON and not BYE.search(meaning.plain):
        return False  # "nah, I'm good" declines the call alone
    if state.step is Step.ELSE and meaning.has(Act.THANKS) and not GO_ON.match(meaning.plain):
        return len(meaning.plain.split()) <= 7
    if len(meaning.plain.split()) >= _FEWEST_WORDS and meaning.hardly_wants(*_LEAVES, most=_HARDLY):
        return False  # "can you all get my X-rays" has the words of "that's all"
    if meaning.has(Act.GOODBYE):
        return True
    resembles = meaning.resembles(Topic.GOODBYE, least=_LIKELY) and state.step in (Step.OPEN, Step.ELSE)
    return resembles and " " in meaning.plain and meaning.wants(*_LEAVES, Purpose.NO, Purpose.QUIT, least=_FAIRLY)


def _ends(scene: Scene, meaning: Meaning) -> bool:
    """Whether nothing is being arranged and someone says bye at last, or a word that ends: "k, peace"."""
    state = scene.state
    if state.booking or state.step not in (Step.OPEN, Step.ELSE, Step.OFFER_VISIT):
        return False
    return bool(BYE.search(meaning.plain) or DONE.fullmatch(meaning.plain))
