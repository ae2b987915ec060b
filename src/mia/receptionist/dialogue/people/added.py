"""What comes up after a request was passed on goes to the team as well: a deadline, a question, who is meant.
Who only adds to it is not asked what they would like to come in for."""

import re

from mia.receptionist.dialogue.people import hand_off, no_contact
from mia.receptionist.dialogue.people.misses import understood
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose

_FEWEST_WORDS, _FEW_WORDS = 4, 8
"""Words of anything that adds something, and below which a yes or a no adds nothing."""
_VISIT, _ANY_VISIT, _LEAVES = 0.6, 0.8, 0.5
"""Probabilities from which a visit is wanted after all, one without a treatment, and from which nothing is."""
_OF_VISITS = (Purpose.BOOK, Purpose.MOVE, Purpose.CANCEL, Purpose.OWN)
_OF_NOTHING = (Purpose.CHAT, Purpose.NO, Purpose.YES, Purpose.QUIT)
_NOTED = re.compile(
    r"\b(?:did|do|have|has|is) (?:you|u|they|someone|somebody|anyone|that|it)(?: (?:even|also|at least|all))? "
    r"(?:get|got|put|write|written|wrote|note|noted|have|add|added|pass|passed|tell|told|in)\b"
    r".*\b(?:that|this|part|down|note|them|about|request|message|it is|it)\b"
    r"|\bam i (?:off|on|in|out|removed)\b"
    r"|\b(?:is|was) (?:it|that|my number|everything) (?:off|removed|in|taken care of)\b"
    r"|\bdid you (?:get|put) (?:that|it)\b|\b(?:written|noted|put) (?:that |it |this )?down\b"
)


def asks_if_noted(scene: Scene, meaning: Meaning) -> bool:
    """Whether someone asks if the team has what they told; then it is added, so that the team surely has it."""
    state = scene.state
    if not (state.handed_off and state.passed_on) or state.booking or state.step not in (Step.ELSE, Step.OPEN):
        return False
    if not _NOTED.search(meaning.plain) or meaning.wants(Purpose.BOOK, least=_VISIT):
        return False
    understood(scene)
    hand_off.leave_task(scene, hand_off.in_their_words(meaning), "routine", wait=False)
    scene.say("is_noted")
    hand_off.ask_else(scene)
    return True


def may_be_added(scene: Scene, meaning: Meaning) -> bool:
    """Whether the team has a request already, and what is said now is neither a wish for a visit nor a goodbye."""
    state, words = scene.state, len(meaning.plain.split())
    if not state.handed_off or state.booking or state.outreach or state.step not in (Step.ELSE, Step.OPEN):
        return False
    if _is_a_time_to_call(scene, meaning):
        return True
    if meaning.has(Act.THANKS, Act.GOODBYE) or words < _FEWEST_WORDS:
        return False
    nothing = _OF_NOTHING if words < _FEW_WORDS else (Purpose.CHAT,)
    visit = _VISIT if meaning.services or meaning.provider_id or state.intended else _ANY_VISIT
    return not (meaning.wants(*_OF_VISITS, least=visit) or meaning.wants(*nothing, least=_LEAVES))


def _is_a_time_to_call(scene: Scene, meaning: Meaning) -> bool:
    """Whether a time alone is told right after a call was promised: "mornings only please"."""
    bare = meaning.when.has_time and not (meaning.when.has_day or meaning.services or meaning.provider_id)
    return bare and len(meaning.plain.split()) <= _FEW_WORDS and not scene.state.visits


def add(scene: Scene, meaning: Meaning, *, asked: bool = False) -> None:
    """Pass it on; ``asked``: it is a question that we cannot answer."""
    reason = hand_off.question(meaning) if asked else hand_off.in_their_words(meaning)
    hand_off.leave_task(scene, reason, "routine", wait=False)
    scene.state.unanswered_offered = len(scene.state.unanswered)
    scene.say("added_question" if asked else "added_to_note")
    hand_off.ask_else(scene)


def take_instead(scene: Scene, meaning: Meaning) -> None:
    """Add a question to what the team has, where its call was about to be offered once more."""
    if scene.offers_person:
        scene.take_back_offer()
    scene.state.unanswered_offered = len(scene.state.unanswered)
    hand_off.leave_task(scene, hand_off.question(meaning), "routine", wait=False)
    scene.say("added_to_note")
    hand_off.ask_else(scene)


def complete(scene: Scene) -> None:
    """Tell the team the number that was only given after their request was passed on."""
    state = scene.state
    new = state.phone and state.phone != state.passed_phone
    if not (new and state.handed_off and state.passed_on) or state.pending:
        return
    if not no_contact.is_wanted(state.passed_on[-1]):  # whose number is told there
        hand_off.leave_task(scene, state.passed_on[-1], "routine", wait=False)
