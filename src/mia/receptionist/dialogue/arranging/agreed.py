"""What is said beside the yes to a read-back: what is arranged told over, a visit that stays, a remark. None of it
changes the visit, nor keeps it from being booked."""

import re
from dataclasses import replace
from datetime import datetime

from mia.platform.words.plain import plain
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.dialogue.wanted.parts import parts_of
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.clauses import clauses
from mia.receptionist.understanding.lexicon import find_services
from mia.receptionist.understanding.meaning import Meaning, is_asking

_GIVEN_UP = re.compile(r"\b(?:instead of|rather than|in place of|in lieu of)\b")
_STAYS = re.compile(r"\b(?:keep|keeping|stays?|staying|leave|leaving|remains?)\b")
_YES = re.compile(r"^(?:(?:yes|yeah|yep|yup|sure|ok|okay|right|correct|and|but|so|oh|also|then)\b[, ]*)+")


def agrees(scene: Scene, meaning: Meaning) -> bool:
    """Whether the answer to a read-back is a yes that changes nothing but, at most, one thing for another."""
    if scene.state.step is not Step.CONFIRM or not meaning.has(Act.YES) or meaning.has(Act.NO, Act.NEITHER):
        return False
    return not meaning.has(Act.CHANGE) or bool(_GIVEN_UP.search(meaning.plain))


def without_what_is_known(scene: Scene, meaning: Meaning) -> Meaning:
    """A yes without the treatments and days that it only tells over: "yes, the peel instead of the facial", "yes,
    and the twelfth stays"."""
    if not agrees(scene, meaning):
        return meaning
    if _says_it_over(scene, meaning):
        meaning = replace(meaning, services=(), more_services=(), service_words="", service_by="")
    return replace(meaning, when=When()) if _tells_what_stays(scene, meaning) else meaning


def only_remarks(scene: Scene, meaning: Meaning) -> bool:
    """Whether nothing is asked beside a yes: "yes. and if there's a fee, so be it" wants no answer."""
    if not agrees(scene, meaning) or "?" in meaning.text:
        return False
    return not any(is_asking(_YES.sub("", plain(one))) for one in clauses(meaning.text))


def _says_it_over(scene: Scene, meaning: Meaning) -> bool:
    """Whether the treatments named are those of visits that are known, with the one that was read back or all that
    are arranged: "yes, the exam for Ana and the cleaning for Lou"."""
    state = scene.state
    wanted, *given_up = _GIVEN_UP.split(meaning.plain, maxsplit=1)
    found = find_services(wanted, scene.practice) if given_up else None
    if found and found.ids == (state.service_id,):
        return True
    parts = {part.service for part in parts_of(scene, meaning.text)} - {""}
    said = {*meaning.services, *meaning.more_services, *parts}
    known = {state.service_id, *(one.service for one in state.planned)}
    return len(said) > 1 and said <= known | {visit["service_id"] for visit in state.visits}


def _tells_what_stays(scene: Scene, meaning: Meaning) -> bool:
    """Whether the day named is that of another visit, which is to stay."""
    if not (meaning.when.days and _STAYS.search(meaning.plain)):
        return False
    others = [one for one in scene.state.standing if one["appointment_id"] != scene.state.replaces]
    return any(one["starts"] and meaning.when.allows(datetime.fromisoformat(one["starts"])) for one in others)
