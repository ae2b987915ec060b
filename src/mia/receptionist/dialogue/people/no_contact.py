"""Who wants no more calls or messages."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning

_WATCHED = re.compile(
    r"\b(?:he|she|they|husband|wife|boyfriend|girlfriend|ex|partner|dad|father|mom|mother)\b(?: \w+){0,2}? "
    r"(?:goes? through|checks?|checking|reads?|monitors?|watches|looks? (?:at|through)|tracks?|sees?)\b"
    r"|\bis (?:right )?(?:here|home|outside|next to me|listening)\b"
)
"""Why a phone is not to ring: someone else would see it."""
_FOR_GOOD = re.compile(
    r"\b(?:again|ever|any ?more|lists?|stop|unsubscribe|opt|texts?|texting|messages|emails?|keep|kept|all)\b"
)
"""What makes of a call that is declined a wish for no more contact."""
_OTHERWISE = re.compile(r"(?<!not )(?<!never )(?<!stop )\b(?:email|text|message|write(?: to)?) (?:me|us)\b")
"""How someone rather hears of us: "don't call, just email me"."""
_NO_CONTACT, _NO_CALLS = "Wants no more calls or messages", "Do NOT call or text this person"


def is_told(scene: Scene, meaning: Meaning) -> bool:
    """Whether no more contact is wanted, where it is not just the call that we offer ("nah, don't call me")."""
    if not meaning.has(Act.NO_CONTACT) or scene.state.step not in (Step.OFFER_PERSON, Step.PERSON_CONTACT):
        return meaning.has(Act.NO_CONTACT)
    for_good = _FOR_GOOD.search(meaning.plain) and not _OTHERWISE.search(meaning.plain)
    return bool(for_good or _WATCHED.search(meaning.plain))


def stop_contact(scene: Scene, meaning: Meaning) -> None:
    """No more calls or messages, said by who turned to us: it holds at once for a number that is known."""
    take_up(scene, replace(meaning, name=None))  # nobody is called "Off Your List"
    watched, words = bool(_WATCHED.search(meaning.plain)), hand_off.in_their_words(meaning)
    if scene.state.step is Step.PERSON_CONTACT:  # what they wanted before is not lost
        hand_off.leave_task(scene, f"{scene.state.person_reason}. {words}", "routine", wait=False)
    if not watched:
        scene.state.wants_none()
    scene.state.person_reason = f"{_NO_CALLS if watched else _NO_CONTACT}: {words}"
    scene.call("stop_contact", {})


def on_stopped(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    """Say that it holds; a number that nobody has proven here is taken off by people, who are told at once, since
    who wants no more of us may hang up. They are told as well where a call would put someone in danger."""
    state, stopped = scene.state, error is None and result.get("status") == "stopped"
    watched = state.person_reason.startswith(_NO_CALLS)
    if watched or not stopped:
        hand_off.leave_task(scene, state.person_reason or _NO_CONTACT, "routine", wait=False)
    if watched:
        scene.say("no_calls_noted")
    elif stopped:
        scene.say("no_contact", practice=scene.practice.name)
    else:
        scene.say("no_contact_by_people")
    if stopped:
        if not _goes_on(scene):
            hand_off.ask_else(scene)
        return
    state.handed_off, state.step = True, Step.OPEN
    if not _goes_on(scene) and not state.phone:
        scene.say("no_contact_which")


def is_wanted(reason: str) -> bool:
    """Whether a task for the team says that someone wants no more of us."""
    return reason.startswith((_NO_CONTACT, _NO_CALLS))


def tell_number(scene: Scene) -> None:
    """The team hears which number wants no more of us once we know it: its task is brought up to date."""
    state = scene.state
    if state.handed_off and state.phone and is_wanted(state.person_reason or ""):
        hand_off.leave_task(scene, state.person_reason, "routine", wait=False)


def _goes_on(scene: Scene) -> bool:
    """Whether a visit, or something else that was said, is wanted as well: then that comes now."""
    if scene.state.booking:
        booking.advance(scene)
    elif scene.state.left:
        hand_off.ask_else(scene)
    return scene.state.booking or bool(scene.state.left)
