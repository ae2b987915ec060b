"""The waiting list: offered when nothing suits, and taken at any time in a booking."""

import re
from collections.abc import Mapping
from typing import Any

from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.saying.speaking import say_wish
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step, Waiting
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.phones import spoken_phone

_PUTS_ON = re.compile(
    r"(?<!not )\b(?:put|add|get) (?:me|us|him|her) (?:down )?on (?:an?|the|your|that|some) (?:\w+ )?list\b(?! of)"
)
_WORDS = re.compile(
    r"\b(?:wait(?:ing|ing s)? ?list|waitlist|wait listed|cancell?ation list"
    r"|standby(?! (?:the|on|for (?:jury|work|my))\b))\b"
    rf"|{_PUTS_ON.pattern}"
    r"|\b(?:call|text|tell|let) me (?:know )?(?:if|when) (?:something|anything|a spot|one|you get|there is|someone)"
)
_THE_LIST = re.compile(r"\b(?:the|your|that) list\b")


def turn(scene: Scene, meaning: Meaning) -> bool:
    """Whether someone wants to be on the list; then it is arranged."""
    state = scene.state
    asked = bool(_WORDS.search(meaning.plain)) and (not meaning.has(Act.NO) or bool(_PUTS_ON.search(meaning.plain)))
    agreed = meaning.has(Act.YES) or bool(_THE_LIST.search(meaning.plain))
    offered = state.waiting is Waiting.OFFERED and state.step is Step.WHEN
    if not (asked or (offered and agreed and not meaning.when)) or not scene.practice.books:
        return False
    take_up(scene, meaning)
    unknown = state.service_id is None and bool(state.said.get("ask_service"))
    if not scene.practice.waits or unknown:
        wish = f": {hand_off.in_their_words(meaning)}" if unknown else ""
        state.booking = False
        hand_off.begin(scene, f"Wants to be on the waiting list{wish}", "team_does_it")
        return True
    state.booking, state.waiting = True, Waiting.WANTED
    state.drop_slot()
    booking.advance(scene)
    return True


def offer(scene: Scene, key: str) -> None:
    """Ask for another day, or offer the list, where the practice has Mia keep it."""
    if not scene.practice.waits:
        scene.ask(Step.WHEN, f"{key}_only")
        return
    scene.state.waiting = Waiting.OFFERED
    scene.ask(Step.WHEN, key)


def on_joined(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    """Say so, if the front office did it."""
    state = scene.state
    service = scene.practice.service(booking.due_service(scene))
    if error or result.get("status") != "listed":
        state.person_reason = "Wants to be on the waiting list"
        state.waiting = Waiting.NO
        scene.ask(Step.OFFER_PERSON, "waiting_failed")
        return
    named = service.name if service and not state.outreach else "your visit"
    wish = say_wish(state.wish)
    state.listed.append(f"{named}{f', {wish}' if wish else ''}")
    number = spoken_phone(state.phone) if state.phone and not state.outreach else ""
    scene.say("listed", service=named, at=f" at {number}" if number else "")
    state.drop_booking()
    hand_off.ask_else(scene)
