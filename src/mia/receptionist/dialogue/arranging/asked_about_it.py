"""What someone asks of the visit that is being arranged: whom it is with, and what it is for. We know both."""

import re
from dataclasses import replace

from mia.platform.words.plain import plain
from mia.receptionist.dialogue.people.misses import understood
from mia.receptionist.dialogue.saying.speaking import join, label
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import VISIT_STEPS
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning

_WITH = re.compile(r"\b(?:with|w|is it|it is|is that|that is|will it be|so it is)\b")
_CHECKS = re.compile(r"\b(?:right|yes|yeah|correct|or not|specifically)$|\byes or no\b")
_TITLES = frozenset({"dr", "doctor", "mr", "ms", "mrs", "miss"})
_THEM = re.compile(r"\b(?:him|her|them)\b")
_WHAT_FOR = re.compile(
    r"\bwhat(?: exactly)? (?:am i|is (?:he|she|it|this|that)|are we|did you)(?: being)? "
    r"(?:booked|put|down|scheduled)\b|\bwhat is (?:it|this|that) for(?: exactly)?$"
    r"|\bis (?:it|this|that) (?:for )?(?:both|the both|the two)\b"
    r"|\bis (?:it|this|that) (?:an? |the |for )\w+.* or\b"
)


def told(scene: Scene, meaning: Meaning) -> Meaning | None:
    """The message without what was asked of the visit, which is answered; ``None`` where that was all of it."""
    state = scene.state
    if not (state.booking and state.step in VISIT_STEPS):
        return meaning
    if not (_tells_whom(scene, meaning) or _tells_what_for(scene, meaning)):
        return meaning
    if meaning.when or meaning.name or meaning.digits or meaning.has(Act.YES, Act.NO):
        text = meaning.text.replace("?", ".")
        return replace(meaning, topics=(), asides=(), rest=None, text=text, provider_id=None)
    understood(scene)
    booking.advance(scene)
    return None


def _tells_whom(scene: Scene, meaning: Meaning) -> bool:
    """Say whom the times at hand are with, where that is asked; another provider is looked for instead."""
    state = scene.state
    slots = [state.slot] if state.slot else state.offered
    names = {label(slot.get("provider")) for slot in slots}
    asks = "?" in meaning.text or _CHECKS.search(meaning.plain)
    said = set(meaning.plain.split()) - _TITLES
    several = sum(bool(said & set(plain(one.name).split())) for one in scene.practice.providers) > 1
    if not asks or several or len(names) != 1 or names == {""} or not _WITH.search(meaning.plain):
        return False
    name, asked = next(iter(names)), scene.practice.provider(meaning.provider_id or "")
    if not (asked or _THEM.search(meaning.plain)) or (asked and asked.name != name):
        return False
    scene.say("with_provider", provider=name)
    return True


def _tells_what_for(scene: Scene, meaning: Meaning) -> bool:
    """Say which treatments are being arranged, where that is asked."""
    state = scene.state
    if not (state.service_id and _WHAT_FOR.search(meaning.plain)):
        return False
    ids = (state.service_id, *(one.service for one in state.planned if one.service))
    names = [one.name for id_ in dict.fromkeys(ids) if (one := scene.practice.service(id_))]
    scene.say("arranging_for", services=join(names, "then"))
    return True
