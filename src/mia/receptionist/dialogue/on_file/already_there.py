"""A visit on file that is pointed at while a new one is arranged: "the Botox I already had, just later". It is
moved to what was to be booked, or canceled; who speaks is asked first."""

import re
from dataclasses import replace

from mia.platform.words.plain import plain
from mia.receptionist.dates.spoken import hear_when
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.on_file import errands
from mia.receptionist.dialogue.people.misses import understood
from mia.receptionist.dialogue.saying.speaking import slot_start
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import VISIT_STEPS, Step
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.told_of import points_at_one
from mia.receptionist.understanding.wishes.errands import Errand, drops, refuses_new, shifts

_LIKELY, _SURE = 0.5, 0.8
"""Probabilities from which a cancellation is wanted, and from which a visit is only asked about."""
_PARTS = re.compile(r"[,.;!?]\s|\b(?:and|but|so|just|could|can|that)\b", re.IGNORECASE)


def turn(scene: Scene, meaning: Meaning) -> bool | None:
    """Whether the booking became a change of the visit that is pointed at; ``None`` where none is pointed at."""
    state = scene.state
    arranges = state.booking and state.step in VISIT_STEPS and not state.replaces
    refuses = refuses_new(meaning.plain) and not meaning.when
    if not arranges or state.visits or state.outreach or not (refuses or points_at_one(meaning.plain)):
        return None
    if meaning.wants(Purpose.OWN, least=_SURE):
        return None  # "no, I only want to know when the one I have is"
    errand = _wanted(scene, meaning)
    if errand is None:
        return False
    _change(scene, errand, meaning)
    return True


def _wanted(scene: Scene, meaning: Meaning) -> Errand | None:
    """What is to become of the visit that is pointed at. Another one may only be in the way: "I already have a
    facial that morning, so the afternoon"."""
    gives_up = drops(meaning.plain) or refuses_new(meaning.plain)
    if gives_up or meaning.wants(Purpose.CANCEL, least=_LIKELY):
        return Errand.CANCEL
    arranged = scene.state.service_id
    another = bool(arranged and meaning.services and arranged not in meaning.services)
    return None if another and not shifts(meaning.plain) else Errand.MOVE


def _change(scene: Scene, errand: Errand, meaning: Meaning) -> None:
    """Begin the errand, with what was told of the visit that was being arranged."""
    state, arranged = scene.state, scene.state.service_id
    wished = state.wish
    if state.slot and state.step is not Step.SLOT:
        start = slot_start(state.slot, scene.practice)
        wished = When(days=(start.date(),), at=start.time())
    understood(scene)
    state.drop_plans()
    errands.begin(scene, errand, meaning)
    if state.errand is None:
        return
    of, to = _days_told(scene, meaning)
    if not state.errand["services"] and arranged:
        state.errand["services"] = [arranged]
    state.errand |= {"of": of.to_json(), "to": (to or wished).to_json(), "wished_before": not to}


def _days_told(scene: Scene, meaning: Meaning) -> tuple[When, When]:
    """The day of the visit that is pointed at, and the one that is wanted: "the one I have on Thursday, could it be
    Friday?"."""
    of, to = When(), When()
    for part in filter(None, map(plain, _PARTS.split(meaning.text))):
        heard = hear_when(part, scene.now, scene.practice.day_bounds)
        if points_at_one(part):
            of = of or heard
        else:
            to = to.updated(heard) if heard else to
    return replace(of, at=None), to
