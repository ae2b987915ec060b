"""What was done to visits in this conversation, or is being done, is taken back: "undo that", "put it back", "never
mind, leave it as it was"."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.people.misses import understood
from mia.receptionist.dialogue.saying.speaking import say_start
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Planned, Step
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.dialogue.wanted.own_visits import told
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.who.people import SELF

_ONE = r"(?:one|time|appointment|visit|slot|day|date|spot|booking|hour)"
_MINE = r"(?:my|the) (?:\w+ ){0,2}\w+"
_NOT_BY = r"(?! (?:an?|one|two|three|half|by|\d+|some|until|till|further|later)\b)"
"""What follows where a visit is put off: "push it back a week"."""
_BACK = re.compile(
    r"\b(?:undo|undone|reinstate|restore|un ?cancel\w*|revert|reverse|take (?:that|it) back)\b"
    r"|\b(?:put|change|switch|move|set|book|swap|place) "
    rf"(?:it|that|this|them|me|both|everything|{_MINE})(?: right)? back\b{_NOT_BY}"
    r"|\b(?:go|going) back to (?:the|my|what|how|where) "
    r"|\b(?:want|need|get|have|give me|take|keep)(?: \w+)? "
    rf"(?:it|them|(?:that|this)(?: one)?|mine|{_MINE}) back\b"
    r"|\b(?:want|need|get|have|take|keep|rather|like|prefer) (?:\w+ )?(?:the|my) "
    rf"(?:old|original|first|previous) {_ONE}\b"
    r"|\b(?:should not|did not (?:want|mean) (?:you )?to|wish i had not) (?:have )?(?:cancel|move|change)\w*\b"
)
_AS_IT_WAS = re.compile(
    r"\b(?:leave|keep|have|like|make)(?: (?:it|things|everything|that|them|mine|my \w+))? "
    r"(?:as|how|where|the way|like|just as|exactly as) (?:it|they|things|we|that) (?:was|were|is|are|had)\b"
    r"|\b(?:as|the way|how) it was(?: before| originally)?$"
    rf"|\bkeep (?:my|the) (?:old|original|first|current|existing) (?:\w+ )?{_ONE}\b"
)
_NEVER_MIND = re.compile(
    r"(?:(?:oh|no|wait|actually|okay|ok|hmm|sorry|you know what|ugh|and) )*"
    r"(?:never ?mind|forget (?:it|about it|the whole thing)|leave it|do not bother|scratch that)\b"
    r"(?! (?:the|that|about|what|my) )"
)
_MOST_WORDS = 9
_UNSETTLED = (Step.CANCEL, Step.VISIT, Step.WHO, Step.CODE)


def turn(scene: Scene, meaning: Meaning) -> bool:
    """Take back what was done, or leave what was to be done; whether either was asked for."""
    state = scene.state
    back, as_it_was = _BACK.search(meaning.plain), _AS_IT_WAS.search(meaning.plain)
    if state.outreach or meaning.alarm or not (back or as_it_was or _lets_be(scene, meaning)):
        return False
    if state.errand and state.step in _UNSETTLED:
        return _leave(scene, "kept" if state.step is Step.CANCEL else "kept_all")
    moving = [one for one in state.standing if state.booking and one["appointment_id"] == state.replaces]
    done = [one for one in _last(scene) if _is_meant(one, meaning.when)]
    if moving and not (back and done):
        return not meaning.when and _leave(scene, "kept")
    if (state.booking and not moving and not state.gone) or not done:
        return False
    understood(scene)
    _take_back(scene, done)
    return True


def _lets_be(scene: Scene, meaning: Meaning) -> bool:
    """Whether "never mind" is all that is said to a question about visits on file."""
    unsettled = scene.state.errand and scene.state.step in _UNSETTLED
    told_more = meaning.when or meaning.services or meaning.digits or len(meaning.plain.split()) > _MOST_WORDS
    return bool(unsettled and not told_more and _NEVER_MIND.match(meaning.plain))


def _leave(scene: Scene, key: str) -> bool:
    """Nothing becomes of the visit: say so."""
    state = scene.state
    understood(scene)
    state.errand = None
    if state.booking:
        state.drop_plans()
    scene.say(key)
    hand_off.ask_else(scene)
    return True


def _last(scene: Scene) -> list[dict[str, Any]]:
    """The visits that were canceled or moved last, unless something new was booked since."""
    state = scene.state
    in_place = {one.get("became") for one in state.gone}
    new = [one.get("turn", 0) for one in state.visits if one["appointment_id"] not in in_place]
    last = max((one.get("turn", 0) for one in state.gone), default=0)
    return [one for one in state.gone if one.get("turn", 0) == last and last >= max(new, default=0)]


def _is_meant(visit: Mapping[str, Any], when: When) -> bool:
    """Whether the time that is told, if any, is the one that the visit had."""
    if not visit["starts"]:
        return False
    start = datetime.fromisoformat(visit["starts"])
    return when.allows(start) and (not when.at or when.at == start.time())


def _take_back(scene: Scene, done: list[dict[str, Any]]) -> None:
    """Book the visits again as they were; one that was moved is moved back."""
    state, practice = scene.state, scene.practice
    state.drop_plans()
    first, *others = done
    start = datetime.fromisoformat(first["starts"])
    standing = {one["appointment_id"] for one in state.standing}
    state.booking, state.service_id = True, first["service_id"]
    state.replaces = first["became"] if first.get("became") in standing else None
    if state.known:
        state.turn_to(SELF)
    elif first["name"]:
        state.name, state.name_complete = first["name"], True
    state.provider_id = next((one.id for one in practice.providers if one.name in first["provider"]), None)
    state.location_id = next((one.id for one in practice.locations if one.name == first["location"]), None)
    state.wish = _at(first)
    state.planned = [Planned(service=one["service_id"], when=_at(one).to_json()) for one in others]
    if state.replaces:
        scene.say("moving_back", start=say_start(start))
    else:
        scene.say("putting_back", visits=told(done))
    booking.advance(scene)


def _at(visit: Mapping[str, Any]) -> When:
    start = datetime.fromisoformat(visit["starts"])
    return When(days=(start.date(),), at=start.time())
