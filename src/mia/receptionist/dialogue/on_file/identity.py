"""Who speaks, before anything about visits that are booked: a name, and a code that goes to the contact on record.

Nothing here says whether someone is a patient: the words are the same for people no one knows. The front office
checks; we only ask.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.answering import answers
from mia.receptionist.dialogue.arranging import codes
from mia.receptionist.dialogue.arranging.no_visit import NO_VISIT
from mia.receptionist.dialogue.on_file.new_instead import offer_new, turns_to_new
from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.people.misses import MOST_MISSES
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.who.people import hear_named
from mia.receptionist.understanding.wishes.errands import hear_birth_date

_DIGITS = 6
_NUMBERS = re.compile(r"[\d() .+-]{6,}")
_FEWEST_WORDS = 3
"""Digits that are a phone number or a code, and words from which more than that is told."""
_BY_MAIL = re.compile(r"\be ?mail\b")
_NO_MAIL = re.compile(r"\b(?:can not (?:get|open|see|read|check|access)|no|have not)(?: \w+){0,2} e ?mail\b")
_CANNOT_GET = re.compile(
    r"\b(?:do not|does not|can not|no longer) (?:\w+ ){0,3}(?:have|get|got|use|see|read|receive|text|texts)\b"
    r"|\bcan not (?:\w+ ){1,4}e ?mail\b"
    r"|\b(?:old|new|lost|changed|different) (?:\w+ )?(?:phone|number|cell)\b|\blandline\b"
)
_WHY = re.compile(r"\b(?:why|what for)\b")
_NOT_ON_FILE = re.compile(
    r"\b(?:never|did not|have not) (?:gave|give|given|told) (?:you|yall|them) (?:my|our|a|any)(?: \w+)?"
    r" (?:number|phone)\b"
    r"|\b(?:not|never|know if i am|doubt i am) (?:been )?(?:on file|in your system|registered)\b"
    r"|\bforget the code\b"
)
_WANTS_NOTHING = re.compile(
    r"\b(?:do not|did not) (?:\w+ )?(?:want|wanna|need|have)(?: to)? (?:do|change|cancel|move) (?:anything|it)\b"
    r"|\bforget (?:it|about it)\b.*\b(?:come|keep|fine|thanks|bye)\b|\bwas (?:just|only) (?:saying|asking)\b"
    r"|\bnever been (?:to|at|in|there)\b"
)
"""What ends the check: no number of theirs is known here, or nothing of theirs is to be changed."""
_BIRTH_TOO = ", or check your date of birth if you're calling from the number on file"
WISHES = {
    "when": "check an appointment",
    "move": "move an appointment",
    "cancel": "cancel an appointment",
    "same": "book the same as last time",
    "next": "book the next visit of a series",
}


def leaves(scene: Scene, meaning: Meaning) -> bool | None:
    """Whether what is said while we make sure who it is ends that: people help who is not on file (True), and
    nobody has to tell who they are that wants nothing of a visit (False: the rest is still to be answered)."""
    if turns_to_new(scene, meaning):
        take_up(scene, meaning)
        booking.advance(scene)
        return True
    if _NOT_ON_FILE.search(meaning.plain):
        contact_in(scene, meaning)
        to_people(scene, "who_declined")
        return True
    _note_visit(scene, meaning)
    if NO_VISIT.search(meaning.plain) or _WANTS_NOTHING.search(meaning.plain):
        scene.state.errand, scene.state.no_visit, scene.state.step = None, True, Step.OPEN
        return False
    return None


def _note_visit(scene: Scene, meaning: Meaning) -> None:
    """Keep what is said beside name, number and code: it may tell which visit is meant."""
    said = _NUMBERS.sub(" ", meaning.text)
    if scene.state.errand and len(said.split()) >= _FEWEST_WORDS:
        texts = [*(scene.state.errand.get("texts") or ()), said]
        scene.state.errand = {**scene.state.errand, "texts": texts}


def ask(scene: Scene) -> None:
    """Ask for the name and the number on file, or have the code sent when both are known."""
    state = scene.state
    known_name = state.name and state.name_complete
    if known_name and (state.phone or state.email):
        identify(scene)
        return
    state.step = Step.WHO
    if state.phone_part:
        booking.ask_phone(scene)
        state.step = Step.WHO
    elif known_name:
        scene.say("who_phone")
    elif state.phone or state.email:
        scene.say("who_name")
    else:
        scene.say("who")


def who_turn(scene: Scene, meaning: Meaning) -> bool:
    """The answer to "what's your name and the number we have on file?"; whether it settled the turn."""
    state = scene.state
    changed = contact_in(scene, meaning)
    if meaning.email:
        changed.add("email")
    if changed:
        state.misses = 0
        if "bad_phone" in changed:
            scene.say("again_phone")
            return True
        state.name_complete = state.name_complete or bool(state.name and "name" not in changed)
        ask(scene)
    elif _WHY.search(meaning.plain) and not state.said.get("who_reason"):
        scene.say("who_reason")
        ask(scene)
    elif meaning.has(Act.REFUSE, Act.NO):
        if not offer_new(scene):
            to_people(scene, "who_declined")
    elif meaning.about(Topic.BOOK) and meaning.by_rule:
        state.errand = None
        return False
    elif answers.answer(scene, meaning):
        ask(scene)
    else:
        state.misses += 1
        if state.misses > MOST_MISSES:
            state.misses = 0
            to_people(scene, "who_declined")
        else:
            state.name_complete = state.name_complete or bool(state.name)  # some people have one name only
            ask(scene)
    return True


def contact_in(scene: Scene, meaning: Meaning) -> set[str]:
    """Take up name and number alone: the day that was named is that of a visit on file."""
    told = replace(meaning, when=When(), services=(), more_services=(), provider_id=None, location_id=None)
    if meaning.name in {one.name for one in hear_named(meaning.text)}:
        told = replace(told, name=None)  # "my husband Bo Lind can only come on Friday"
    booking_now, scene.state.booking = scene.state.booking, True  # a treatment that is named begins no booking
    changed = take_up(scene, told)
    scene.state.booking = booking_now
    return changed - {"service", "when", "more"}


def identify(scene: Scene, **more: str) -> None:
    """Have the front office send the code."""
    state = scene.state
    state.known_name = state.name or ""
    contact = {"phone": state.phone} if state.phone else {"email": state.email}
    scene.call("identify_patient", {"name": state.name, **contact, **more})


def on_identify(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    """The code is on its way, for all that anyone may know."""
    state = scene.state
    status = None if error else result.get("status")
    if status == "proven":
        proven(scene)
    elif status == "sent":
        state.misses = 0
        again = state.said.get("who_code", 0) > 0
        scene.ask(Step.CODE, "who_code_again" if again else "who_code")
    elif status == "invalid" and result.get("field") in ("name", "phone", "email"):
        if result["field"] == "name":
            state.name, state.name_complete = None, False
        else:
            state.phone, state.email = None, None
        ask(scene)
    else:
        to_people(scene, "who_failed")


def proven(scene: Scene) -> None:
    """It is the patient: see what they have."""
    scene.state.known = True
    scene.call("list_visits", {})


def on_checked(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    """The code was compared."""
    status = None if error else result.get("status")
    if status == "proven":
        scene.say("who_known")
        proven(scene)
    elif status == "wrong":
        scene.ask(Step.CODE, "code_wrong")
    elif status == "expired":
        scene.say("who_expired")
        to_people(scene, "who_failed_ask")
    else:
        to_people(scene, "who_failed")


def code_turn(scene: Scene, meaning: Meaning) -> None:
    """The answer to "what does the code say?"."""
    state, digits = scene.state, meaning.digits
    born = hear_birth_date(meaning.plain)
    if born and state.name:
        identify(scene, birth_date=born.isoformat())
    elif len(digits) == _DIGITS:
        scene.call("check_code", {"code": digits})
    elif _wants_mail(scene, meaning):
        _by_mail(scene)
    elif {"phone", "name"} & contact_in(scene, meaning):
        ask(scene)
    elif digits:
        _again(scene, "code_digits")
    elif _cannot(scene, meaning):
        _without_code(scene, meaning)
    elif answers.answer(scene, meaning):
        scene.say("who_code_ask")
    else:
        _again(scene, "who_code_ask")


def _by_mail(scene: Scene) -> None:
    """Have the code sent by email, once."""
    if scene.state.said.get("who_code_again"):
        to_people(scene, "who_declined")
    else:
        identify(scene, by="email")


def _without_code(scene: Scene, meaning: Meaning) -> None:
    """What goes without the code: a new visit, where one may be meant, another way to send it, or people."""
    if offer_new(scene):
        return
    if codes.is_missing(scene, meaning) and not scene.state.said.get("who_other_way"):
        scene.say("who_other_way", birth="" if scene.typed else _BIRTH_TOO)
    else:
        to_people(scene, "who_declined")


def _cannot(scene: Scene, meaning: Meaning) -> bool:
    """Whether the caller has no code, or gives none."""
    missing = codes.is_missing(scene, meaning) or _CANNOT_GET.search(meaning.plain)
    return bool(missing) or meaning.has(Act.REFUSE, Act.NO)


def _wants_mail(scene: Scene, meaning: Meaning) -> bool:
    offered = scene.state.said.get("who_other_way", 0) > 0
    return not (meaning.has(Act.NO) or _NO_MAIL.search(meaning.plain)) and bool(
        _BY_MAIL.search(meaning.plain) or (offered and meaning.has(Act.YES))
    )


def to_people(scene: Scene, key: str) -> None:
    """Someone who cannot show who they are is helped by people."""
    errand = scene.state.errand or {}
    if errand.get("kind") == "same" and scene.practice.books and key == "who_declined":
        _book_without(scene, errand)
        return
    wish = WISHES.get(str(errand.get("kind")), "change or check an appointment")
    words = str(errand.get("words") or "")
    scene.state.errand = None
    scene.say(key)
    hand_off.offer_person(scene, f"Wants to {wish}; not identified. The caller said: {words}")


def _book_without(scene: Scene, errand: Mapping[str, Any]) -> None:
    """What they had stays untold, but a visit can be booked by anyone who says what it is for."""
    state = scene.state
    state.errand, state.booking = None, True
    state.wish = When.from_json(errand.get("to"))
    scene.say("same_unknown")
    booking.advance(scene)


def _again(scene: Scene, key: str) -> None:
    scene.state.misses += 1
    if scene.state.misses > MOST_MISSES:
        scene.state.misses = 0
        to_people(scene, "who_declined")
    else:
        scene.say(key)
