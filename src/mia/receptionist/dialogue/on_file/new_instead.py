"""A new visit in place of one on file, where the words may have meant either: offered once the one on file can't be
opened, or isn't there."""

from collections.abc import Mapping
from typing import Any

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.wishes.errands import Errand, names_a_change

_MAY_BE, _HARDLY = 0.3, 0.1
"""Probabilities from which a new visit may be meant, where the words name a cancellation or any other change."""


def may_be_new(errand: Errand, meaning: Meaning) -> dict[str, Any]:
    """What a new visit would be for and when, as it is kept with the errand; empty where none can be meant."""
    least = _MAY_BE if errand is Errand.CANCEL else _HARDLY if names_a_change(meaning.plain) else 0.0
    if not (meaning.services and meaning.when) or meaning.hardly_wants(Purpose.BOOK, most=least):
        return {}
    return {"service": meaning.services[0], "when": meaning.when.to_json()}


def take_up_new(scene: Scene, errand: Mapping[str, Any]) -> bool:
    """Keep what a new visit would be for, until it is wanted; whether one may be."""
    new, state = errand.get("new"), scene.state
    if not new or not scene.practice.books:
        return False
    state.errand = None
    state.service_id, state.wish = new["service"], When.from_json(new["when"])
    return True


def offer_new(scene: Scene) -> bool:
    """Offer a new visit where the code is missing; whether one may have been meant."""
    if not take_up_new(scene, scene.state.errand or {}):
        return False
    scene.ask(Step.OFFER_VISIT, "who_new")
    return True
