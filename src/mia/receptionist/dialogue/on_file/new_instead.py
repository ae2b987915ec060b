"""A new visit in place of one on file, where the words may have meant either: offered once the one on file can't be
opened, or isn't there."""

import re
from collections.abc import Mapping
from typing import Any

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.wishes.errands import Errand, names_a_change

_KIN = r"(?:she|he|mom|dad|mother|father|son|daughter|wife|husband)"
_IS_NEW = re.compile(
    rf"\b(?:{_KIN} is|i am|we are|they are) (?:a )?(?:brand )?new\b"
    r"|\b(?:am|is|are) not (?:an? |your )?(?:\w+ )?(?:patient|client)\b"
    r"|\bnew (?:appointment|visit|patient|client)\b|\bnever (?:\w+ )?(?:been|gone|come|there|here)\b"
    r"|\bfirst time (?:there|here|with you)\b|\bis the first time\b"
    r"|\b(?:just|then|please|can you|could you|rather) (?:book|make|schedule|set up|give|get) (?:me |us )?"
    r"(?:an? )?(?:(?:new|fresh|different) )?(?:one|appointment|visit)\b(?! (?:i|that|from|of)\b)"
)
"""What someone says who has no visit on file to be asked about."""
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


def turns_to_new(scene: Scene, meaning: Meaning) -> bool:
    """Whether a check of who someone is ends because they are new here: a new visit is arranged instead, with what
    was told of it."""
    state, errand = scene.state, scene.state.errand or {}
    if not errand or state.known or not (scene.practice.books and _IS_NEW.search(meaning.plain)):
        return False
    told = errand.get("new") or errand.get("services") or meaning.services
    if not (told or meaning.wants(Purpose.BOOK, least=_MAY_BE)):
        return False
    if not take_up_new(scene, errand):
        state.service_id = next(iter(errand.get("services") or ()), None)
        state.wish = When.from_json(errand.get("to") or errand.get("of") or {})
    state.errand, state.booking, state.step = None, True, Step.SERVICE
    return True
