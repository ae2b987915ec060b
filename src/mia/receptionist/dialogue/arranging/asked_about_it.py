"""What someone asks of the visit that is being arranged: whom it is with, and what it is for. We know both."""

import re
from dataclasses import replace

from mia.platform.words.plain import plain
from mia.receptionist.dates.spoken import hear_when
from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.people.misses import understood
from mia.receptionist.dialogue.saying.speaking import join, label
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import VISIT_STEPS
from mia.receptionist.dialogue.wanted import booking, own_visits
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.lexicon import find_services
from mia.receptionist.understanding.meaning import Meaning, is_asking

_STILL = re.compile(
    r"\b(?:is|are|am|s|was) (?:\w+ ){0,3}?still (?:on|there|good|set|scheduled|booked|happening|fine|in|a go)\b"
    r"|\bstill (?:have|got|on|coming in)\b"
    r"|\b(?:is|has|did) (?:\w+ ){1,4}?(?:stay\w*|the same|not change\w*|unchanged)\b"
)
"""How it is asked whether another visit stands: "and the cleaning's still on for the 8th, right?"."""
_SENTENCE = re.compile(r"(?<=[.?!])\s+|,\s+(?=(?:and|but)\b)", re.IGNORECASE)
_WITH = re.compile(
    r"\b(?:with|w|(?:have|get|see) (?:\w+ )?\w+ do it|is it|it is|is that|that is|will it be|so it is)\b"
)
_CHECKS = re.compile(r"\b(?:right|yes|yeah|correct|or not|specifically)$|\byes or no\b")
_TITLES = frozenset({"dr", "doctor", "mr", "ms", "mrs", "miss"})
_THEM = re.compile(r"\b(?:with|is it|is that|it is|that is) (?:him|her|them)\b")
_WHAT_FOR = re.compile(
    r"\bwhat(?: exactly)? (?:am i|is (?:he|she|it|this|that)|are we|did you)(?: being)? "
    r"(?:booked|put|down|scheduled)\b|\bwhat is (?:it|this|that) for(?: exactly)?$"
    r"|\bis (?:it|this|that) (?:for )?(?:both|the both|the two)\b"
    r"|\bis (?:it|this|that) (?:an? |the |for )\w+.* or\b"
)


def told(scene: Scene, meaning: Meaning) -> Meaning | None:
    """The message without what was asked of the visit, which is answered; ``None`` where that was all of it."""
    state = scene.state
    if state.booked and not state.booking and _tells_whom(scene, meaning):
        understood(scene)
        hand_off.ask_else(scene)
        return None
    if not (state.booking and state.step in VISIT_STEPS):
        return meaning
    if (left := _without_visit_that_stands(scene, meaning)) is not None:
        return left
    if not (_tells_whom(scene, meaning) or _tells_what_for(scene, meaning)):
        return meaning
    if meaning.when or meaning.name or meaning.digits or meaning.has(Act.YES, Act.NO):
        text = meaning.text.replace("?", ".")
        return replace(meaning, topics=(), asides=(), rest=None, text=text, provider_id=None)
    understood(scene)
    booking.advance(scene)
    return None


def _without_visit_that_stands(scene: Scene, meaning: Meaning) -> Meaning | None:
    """The message without the question whether another visit on file stands, which is answered; ``None`` where it
    asks that of none."""
    others = [one for one in scene.state.on_file if one["appointment_id"] != scene.state.replaces]
    rest, asked = [], []
    for said in _SENTENCE.split(meaning.text) if others else ():
        found = find_services(plain(said), scene.practice) if _STILL.search(plain(said)) else None
        visits = [one for one in others if found and one["service_id"] in found.ids]
        asked.extend(visits)
        rest.extend([] if visits else [said])
    left = " ".join(rest)
    if not asked or not left:
        return None
    scene.say("your_visits", visits=own_visits.told(asked, full=True, where=len(scene.practice.locations) > 1))
    when = hear_when(plain(left), scene.now, scene.practice.day_bounds, expected=True)
    bare = replace(meaning, text=left, plain=plain(left), when=when, services=(), more_services=())
    return replace(bare, topics=(), asides=(), rest=None)


def _tells_whom(scene: Scene, meaning: Meaning) -> bool:
    """Say whom the times at hand are with, where that is asked; another provider is looked for instead."""
    state = scene.state
    slots = [state.slot] if state.slot else state.offered or [state.booked or {}]
    names = {label(slot.get("provider")) for slot in slots}
    asks = "?" in meaning.text or is_asking(meaning.plain) or _CHECKS.search(meaning.plain)
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
