"""A visit that was booked in this conversation and is wanted otherwise: another day, or another treatment."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.people.misses import understood
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.dialogue.wanted.asking import asks_only
from mia.receptionist.dialogue.wanted.parts import whose
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic

_TURNS_INTO = re.compile(
    r"\binstead\b|\b(?:switch|change|swap|turn|make)\b(?: \w+){0,4} (?:to|into|for|it|that)\b"
    r"|\brather (?:have|do|get)\b"
)
_RATHER = re.compile(r"\b(?:rather|prefer|switch|other)\b")
_CAN_WE = re.compile(
    r"\b(?:can|could) (?:we|i|you) (?:\w+ )?(?:do|make|have|switch|move|change|get|come)\b|\bmeant?\b"
)
_INSTEAD = re.compile(r"\binstead\b")
_BESIDE = re.compile(r"\b(?:also|too|as well|add|plus|on top|another|in addition|besides|both|next)\b")


def another_treatment(booked: Mapping[str, Any], meaning: Meaning) -> bool:
    """ "Can you turn that into a cleaning instead?", or "ok, the sauna then", after a booking."""
    other = len(meaning.services) == 1 and booked["service_id"] not in meaning.services
    if not (other and booked["starts"]) or _BESIDE.search(meaning.plain):
        return False
    words = re.escape(meaning.service_words)
    settles = words and re.search(rf"\b{words} then\b|\bjust (?:an? |the )?{words}\b", meaning.plain)
    return bool(_TURNS_INTO.search(meaning.plain) or settles)


def _otherwise(scene: Scene, booked: Mapping[str, Any], provider: str | None, place: str | None) -> bool:
    """The same visit at the same time with someone else, or at another place, which moves it; whether that is
    anything else."""
    state = scene.state
    who, where = scene.practice.provider(provider), scene.practice.location(place)
    same = (who is None or who.name == booked["provider"]) and (where is None or where.name == booked["location"])
    if not booked["starts"] or same:
        return False
    start = datetime.fromisoformat(booked["starts"])
    understood(scene)
    state.booking, state.service_id = True, booked["service_id"]
    state.provider_id, state.location_id = provider or state.provider_id, place or state.location_id
    state.replaces, state.wish = booked["appointment_id"], When(days=(start.date(),), at=start.time())
    booking.advance(scene)
    return True


def moves_the_visit(scene: Scene, meaning: Meaning) -> bool:
    """ "Actually, make it Thursday" after the booking: the same visit is booked again, which moves it."""
    state = scene.state
    booked, heard = state.booked, meaning.when
    if booked is None or whose(scene, meaning):
        return False
    named = [visit for visit in state.visits if visit["service_id"] in meaning.services and visit["starts"]]
    booked = named[-1] if named else booked
    changes = meaning.has(Act.CHANGE) or meaning.about(Topic.CHANGE_VISIT) or _INSTEAD.search(meaning.plain)
    place = meaning.location_id if changes or _CAN_WE.search(meaning.plain) else None
    provider = meaning.provider_id if changes or _RATHER.search(meaning.plain) else None
    if (place or provider) and not (heard or meaning.services):
        return _otherwise(scene, booked, provider, place)
    if another_treatment(booked, meaning):
        heard = heard or When(days=(datetime.fromisoformat(booked["starts"]).date(),))
    elif (
        not changes
        or (meaning.services and not named)
        or asks_only(meaning)
        or not (heard.has_day or heard.has_time)
    ):
        return False
    start = datetime.fromisoformat(booked["starts"])
    before = When(days=(start.date(),)) if not heard.has_day else When(at=start.time())
    understood(scene)
    state.booking, state.service_id = True, (meaning.services or (booked["service_id"],))[0]
    state.replaces = booked["appointment_id"]
    if state.service_id != booked["service_id"]:
        scene.say("in_place", service=booked["service"])
    state.wish = before.updated(heard)
    booking.advance(scene)
    return True
