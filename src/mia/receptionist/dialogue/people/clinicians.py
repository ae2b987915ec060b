"""What is for clinicians: a medicine, a condition, a sign of the body, or a question about any of them."""

from dataclasses import replace

from mia.receptionist.dialogue import wishes
from mia.receptionist.dialogue.answering.answers import answer_asides
from mia.receptionist.dialogue.people import for_people, hand_off
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import VISIT_STEPS
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.understanding.clinical import needs_clinician, tells_symptom
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.wishes.matters import BY_WORDS_ALONE

_CLINICAL, _NO_VISIT = 0.5, 0.1
"""Probabilities from which a sign of the body is asked about, and below which no visit is wanted beside it."""


def turn(scene: Scene, meaning: Meaning) -> Meaning | None:
    """What is left to answer of an utterance; ``None`` where clinicians have to."""
    state = scene.state
    if not _is_wanted(scene, meaning):
        return meaning
    if _only_mentioned(meaning):
        scene.say("clinical_note")
        return replace(meaning, topics=(Topic.BOOK,), by_rule=True)
    if not meaning.by_rule and state.step in VISIT_STEPS:
        return meaning
    take_up(scene, meaning)
    state.booking = state.booking or _wants_a_day(meaning)
    state.intended = state.service_id if meaning.services else state.intended
    answer_asides(scene, meaning.asides, unknown="")  # who is asked about the rest answers that, too
    hand_off.clinical(scene, meaning)
    return None


def _is_wanted(scene: Scene, meaning: Meaning) -> bool:
    """Whether a clinician is; who has "no idea what I need" comes to talk about it."""
    if meaning.by_rule and meaning.about(Topic.CONCERN) and not needs_clinician(meaning.plain):
        return False
    likeness = BY_WORDS_ALONE if for_people.tells(scene, meaning) else for_people.LIKE_A_MATTER
    by_rule = meaning.about(Topic.CLINICAL) or meaning.resembles(Topic.CLINICAL, least=likeness)
    return wishes.clinician_wanted(scene, meaning, by_rule=by_rule)


def _wants_a_day(meaning: Meaning) -> bool:
    """Whether a visit on a day is asked for beside a clinical question: it is arranged once the team knows. A sign
    of the body waits for the clinicians."""
    told = bool(meaning.services) and meaning.when.has_day and not tells_symptom(meaning.plain)
    return told and (meaning.wants(Purpose.BOOK, least=0.5) or not for_people.PAST.search(meaning.plain))


def _only_mentioned(meaning: Meaning) -> bool:
    """Whether a sign of the body is told beside a wish for a visit ("my gums bleed a bit, a cleaning on Tuesday?"):
    the provider sees to it then. What came after a treatment, or a medicine or a condition, is for clinicians."""
    asks = meaning.wants(Purpose.CLINICAL, least=_CLINICAL) and meaning.hardly_wants(Purpose.BOOK, most=_NO_VISIT)
    wants = bool(meaning.services) and (meaning.when.has_day or meaning.about(Topic.BOOK)) and not asks
    return wants and tells_symptom(meaning.plain) and not needs_clinician(meaning.plain)
