"""Visits that this conversation has booked: told again, or canceled right away, without a check of who speaks."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from mia.receptionist.dialogue.saying.speaking import join, say_start
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic

ALL = re.compile(r"\b(?:both|all|everything|them)\b")
_CANCELS = re.compile(
    r"\b(?:cancel|scrap|undo|call off|drop|delete|remove|take back|unbook|forget)\b"
    r"(?: (?:that|this|it|them|the|my|our|both|all|of|those|these|last|first|second|appointments?|bookings?|visits?"
    r"|one|ones))*"
    r"(?= ?$| (?:please|for|now|again|then|after|sorry|i|thanks|thank|actually|on|at|instead|altogether)\b)"
    r"|\b(?:do not|did not|not) (?:really )?want (?:it|that|this|the (?:appointment|visit|booking))"
    r"(?: (?:anymore|after all))?$"
)
_ASKS = re.compile(r"\b(?:when|what time|what day|which day|remind me|confirm|check|do i have|did you book)\b")
_THEY_ALL = re.compile(
    r"\b(?:both|(?:two|all|2|3|three) (?:of (?:us|them)|visits|appointments|people|bookings|spots))\b"
)
_OLDER = re.compile(r"\b(?:other|another|else|next|older|old|last|previous|before|usual|already had)\b")
_IS_OWN, _IS_NOT = 0.85, 0.3
"""Probabilities from which own visits are asked about, and below which nothing is to be changed."""
_FEW_WORDS = 7
_STILL = re.compile(r"\b(?:is|are)\b.*\b(?:still|staying)\b|\bstill (?:on|at|there|good|standing)\b")
"""Words that ask whether a visit stands, beside its day."""


def turn(scene: Scene, meaning: Meaning) -> bool:
    """A wish about a visit that was booked just now; whether it settled the turn."""
    state = scene.state
    if state.booking or state.errand or not (state.visits or state.on_file):
        return False
    if asked := _asked_of(scene, meaning):
        scene.say("your_visits", visits=told(asked))
        return True
    return bool(state.visits) and _of_this_conversation(scene, meaning)


def _asked_of(scene: Scene, meaning: Meaning) -> list[dict[str, Any]]:
    """The visits on file that a patient asks about by their treatment: "and the Botox, what day is that one?"."""
    asks = _ASKS.search(meaning.plain) if not meaning.when else _STILL.search(meaning.plain)
    if not (scene.state.known and asks):
        return []
    return [visit for visit in scene.state.standing if visit["service_id"] in meaning.services]


def _of_this_conversation(scene: Scene, meaning: Meaning) -> bool:
    """What is wanted of the visits booked just now: gone, or told again; whether that settled the turn."""
    cancels = _CANCELS.search(meaning.plain) or (meaning.about(Topic.CANCEL_VISIT) and meaning.by_rule)
    if cancels and not meaning.has(Act.PERSON):
        meant = _meant(scene, meaning)
        if not meant:
            return False  # an older one
        _cancel(scene, meant)
        return True
    if meaning.about(Topic.CHANGE_VISIT) and meaning.by_rule and _ASKS.search(meaning.plain) and not meaning.when:
        scene.say("your_visits", visits=told(scene.state.visits))
        return True
    if _asks_whether_booked(scene, meaning):
        scene.say("your_visits", visits=told(scene.state.visits))
        return True
    return False


def _asks_whether_booked(scene: Scene, meaning: Meaning) -> bool:
    """Whether nothing is asked but what was booked just now: "that's both of them then?", "so we're both in?"."""
    state = scene.state
    others = set(meaning.services) - {visit["service_id"] for visit in state.visits}
    told_more = state.known or others or meaning.when or meaning.digits or _OLDER.search(meaning.plain)
    if told_more or "?" not in meaning.text:
        return False
    few = _THEY_ALL.search(meaning.plain) and len(state.visits) > 1 and len(meaning.plain.split()) <= _FEW_WORDS
    owns = meaning.wants(Purpose.OWN, least=_IS_OWN)
    return bool(few or owns) and meaning.hardly_wants(Purpose.MOVE, Purpose.CANCEL, Purpose.BOOK, most=_IS_NOT)


def told(visits: Sequence[Mapping[str, Any]], *, full: bool = False, where: bool = False) -> str:
    """Visits in words: "Botox on Tuesday, November 24th at 3 PM"; ``full``: with whom, ``where``: at which one."""
    several = len({visit["name"] for visit in visits if visit["name"]}) > 1
    return join(
        [
            f"{_what(visit, several)} on {_start(visit)}{_with(visit) if full else ''}{_at(visit) if where else ''}"
            for visit in visits
        ]
    )


def _what(visit: Mapping[str, Any], several: bool) -> str:
    return f"{visit['service'] or 'your visit'}{_whose(visit, several)}"


def _with(visit: Mapping[str, Any]) -> str:
    return f" with {visit['provider']}" if visit["provider"] else ""


def _at(visit: Mapping[str, Any]) -> str:
    return f" at {visit['location']}" if visit["location"] else ""


def _whose(visit: Mapping[str, Any], several: bool) -> str:
    return f" for {visit['name'].split()[0]}" if several and visit["name"] else ""


def canceled(scene: Scene) -> bool:
    """A visit was canceled: the next one of those that were meant goes too; whether there is one."""
    if not scene.state.to_cancel:
        return False
    _ask(scene)
    return True


def _cancel(scene: Scene, visits: list[dict[str, Any]]) -> None:
    scene.state.to_cancel = [visit["appointment_id"] for visit in visits]
    _ask(scene)


def _ask(scene: Scene) -> None:
    scene.call("cancel_visit", {"appointment_id": scene.state.to_cancel.pop(0)})


def _meant(scene: Scene, meaning: Meaning) -> list[dict[str, Any]]:
    """All of them, the one whose treatment or day is named, else the last."""
    visits = scene.state.visits
    if meaning.services:
        return [visit for visit in visits if visit["service_id"] in meaning.services][-1:]
    if ALL.search(meaning.plain):
        return list(visits)
    if meaning.when.has_day:
        return [v for v in visits if v["starts"] and meaning.when.allows(datetime.fromisoformat(v["starts"]))][-1:]
    return visits[-1:]


def _start(visit: Mapping[str, Any]) -> str:
    return say_start(datetime.fromisoformat(visit["starts"])) if visit["starts"] else "the day we agreed on"
