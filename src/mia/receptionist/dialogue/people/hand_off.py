"""Handing a caller to people: on request, for clinical questions, and for what only they settle."""

import re
from collections.abc import Mapping
from dataclasses import replace
from textwrap import shorten
from typing import Any

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.people import call_back, reach
from mia.receptionist.dialogue.saying.speaking import say_phone
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.clinical import may_get_worse
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.who.names import hear_volunteered
from mia.receptionist.understanding.wishes.matters import Matter

_MAY_BE_GRAVE = 0.02
"""The probability of danger from which 911 is named beside a clinician's call."""
_MOST_PASSED_ON, FEWEST_TOLD = 8, 9
"""Reasons that are remembered, and words from which a wish for a person tells what it is about."""
_LONGEST_QUOTE = 500
_MATTERS = {
    Matter.OFFICE: "From another office",
    Matter.VENDOR: "Not a patient",
    Matter.LATE: "Running late",
    Matter.LOST: "Lost item",
    Matter.BILLING: "Billing",
    Matter.RECORDS: "Records",
    Matter.CANNOT_COME: "Can't come to a visit",
    Matter.COMPLAINT: "Complaint",
    Matter.PRAISE: "Praise for the team",
    Matter.MESSAGE: "Message for the team",
}
"""How a task for people begins."""
_RECEIPT = re.compile(r"\b(?:receipts?|invoices?|superbills?|itemized|statements?|bill)\b")
_TROUBLE = re.compile(r"\b(?:charged|twice|wrong|double|refund|error|mistake|dispute|back|overcharged|owe|not)\b")
"""A paper that is asked for, and what makes of it a complaint."""
_CLINICAL = "Clinical question"
_OPEN_QUESTION = "Question for the team"
_BESIDE_A_BOOKING = (
    f"{_CLINICAL}:",
    f"{_OPEN_QUESTION}:",
    booking.UNDER_AGE,
    *(f"{_MATTERS[one]}:" for one in (Matter.LOST, Matter.BILLING, Matter.RECORDS, Matter.MESSAGE)),
)
"""What is passed on without an end to the booking it came up in."""
_PERSON = "The caller asked for a person"
_IN_SPANISH = "writes Spanish"
LANGUAGE = "Language: the caller speaks Spanish"


def offer_person(scene: Scene, reason: str) -> None:
    """Remember why a person is needed and wait for the caller's yes; the question was asked."""
    scene.state.person_reason = reason
    scene.state.unanswered_offered = len(scene.state.unanswered)
    scene.state.step = Step.OFFER_PERSON


def in_their_words(meaning: Meaning) -> str:
    """What was said, as a task quotes it."""
    return shorten(" ".join(meaning.quoted.split()), _LONGEST_QUOTE, placeholder=" ...")


def with_wishes(meaning: Meaning, reason: str) -> str:
    """A request with what is told beside the yes: "yes, have someone call her, mornings only"."""
    words = in_their_words(meaning)
    told = len(meaning.plain.split()) >= FEWEST_TOLD and words not in reason
    return f"{reason}. {words}" if told else reason


def question(meaning: Meaning) -> str:
    """How a task begins that holds a question nobody has answered yet."""
    return f"{_OPEN_QUESTION}: {in_their_words(meaning)}"


def open_questions(scene: Scene) -> str:
    """The same, of all the questions for which nobody's call was offered yet."""
    state = scene.state
    return f"{_OPEN_QUESTION}: {' '.join(state.unanswered[state.unanswered_offered :])[:_LONGEST_QUOTE]}"


def pass_on(scene: Scene) -> None:
    """Someone of the team answers the question that was left open."""
    begin(scene, f"{_OPEN_QUESTION}: {scene.state.unanswered[-1][:_LONGEST_QUOTE]}")


def reach_someone(scene: Scene) -> None:
    """The caller wants a person now: ring who takes calls at this hour, else pass it on."""
    state = scene.state
    phone = scene.practice.rings(scene.now)
    if state.rang or not phone:
        begin(scene, _for_a_person(scene))
        return
    state.rang, state.ringing = True, True
    state.person_reason, state.step = _for_a_person(scene), Step.OFFER_PERSON
    scene.call("transferCall", {"destination": phone})


def _for_a_person(scene: Scene) -> str:
    """Why a person is wanted: what was asked or told before it, or in the same breath."""
    said = " ".join(scene.message.split())
    about = said if len(said.split()) >= FEWEST_TOLD else scene.state.told
    return f"{_PERSON}: {shorten(about, _LONGEST_QUOTE, placeholder=' ...')}" if about else _PERSON


def on_transfer(scene: Scene, _result: Mapping[str, Any], error: str | None) -> None:
    """The team cannot be rung from here (a chat, a call in the browser): it calls back."""
    if error:
        scene.state.ringing = False
        begin(scene, _for_a_person(scene))


def is_ringing(scene: Scene) -> bool:
    """Whether nobody has picked up yet, and the caller was not told that nobody will."""
    state = scene.state
    state.ringing = state.ringing and scene.practice.nobody_free not in scene.heard_of_us
    return state.ringing


def begin(scene: Scene, reason: str, opener: str = "person", *, at_once: bool = False, **words: str) -> None:
    """The caller wants a person: ask once for name and number if we lack them, then pass it on.

    ``opener`` is the phrase said first, with the ``words`` that it takes. ``at_once``: the team hears of it before
    the answer, so that nothing is lost when none comes.
    """
    state = scene.state
    if state.handed_off and reason in state.passed_on:
        scene.say("told_already")
        if state.booking and reason.startswith(_BESIDE_A_BOOKING):
            booking.advance(scene)
        else:
            ask_else(scene)
        return
    state.person_reason = reason
    state.unanswered_offered = len(state.unanswered)
    scene.say(opener, **words)
    if state.outreach or (reach.is_known(scene) and state.name) or state.person_asked:
        request(scene)
        return
    state.person_asked = True
    state.step = Step.PERSON_CONTACT
    if at_once:
        leave_task(scene, reason, "routine", wait=False)
        state.handed_off = True
    if reason == LANGUAGE:
        scene.say("ask_contact_spanish")
    else:
        reach.ask(scene)


def _without_questions(text: str) -> str:
    """What the front office says, less its questions: we have asked for the number once already."""
    return " ".join(s for s in re.split(r"(?<=[.!?])\s+", text) if not s.endswith("?"))


def request(scene: Scene) -> None:
    """Create the task for the practice's people."""
    leave_task(scene, scene.state.person_reason or "The caller asked for a person", "routine")


def on_person(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    """Tell the caller what happens next, after ``request_person``."""
    state = scene.state
    state.handed_off = state.handed_off or not (error or not result)
    if error or not result:
        phone = say_phone(scene.practice.phone)
        scene.say("team_unreachable" if phone else "team_unreachable_no_phone", phone=phone)
    elif not scene.in_spanish and (spoken := _without_questions(str(result.get("spoken") or ""))):
        scene.tell(reach.as_wished(scene, spoken))
    else:
        scene.say("told_team")
    if not error:
        call_back.read_back(scene)
    if state.booking and state.person_reason.startswith(_BESIDE_A_BOOKING):
        booking.advance(scene)
        return
    if state.booking and state.slot and not error:
        state.drop_booking()
    ask_else(scene)


def take_up_who(scene: Scene, meaning: Meaning) -> set[str]:
    """Who it is and how to reach them: a day or a treatment in what someone tells us of is no wish for a visit."""
    name = meaning.name or (None if scene.state.name else hear_volunteered(meaning.text))
    return take_up(scene, replace(meaning, name=name, when=When(), services=(), more_services=()))


def complaint(scene: Scene, meaning: Meaning) -> None:
    """Someone is unhappy with the practice: say sorry first, then people."""
    take_up_who(scene, meaning)
    scene.state.wants_none()
    words = in_their_words(meaning)
    begin(scene, f"Complaint: {words}", "sorry", at_once=True)


def abused(scene: Scene, meaning: Meaning) -> None:
    """Insults: one warning, then goodbye; the team hears of it."""
    if not scene.state.said.get("abuse"):
        scene.say("abuse")
        return
    words = in_their_words(meaning)
    leave_task(scene, f"Ended after insults: {words}", "routine", wait=False)
    scene.say("abuse_end")
    scene.end()


def matter(scene: Scene, heard: Matter, meaning: Meaning) -> None:
    """Something that only people can settle: they get it in the caller's words, whatever comes after."""
    take_up_who(scene, meaning)
    scene.state.wants_none()
    scene.state.errand = None
    words = in_their_words(meaning)
    if heard is Matter.PRAISE:
        leave_task(scene, f"{_MATTERS[heard]}: {words}", "routine", wait=False)
        scene.say("matter_praise")
        ask_else(scene)
        return
    receipt = heard is Matter.BILLING and _RECEIPT.search(meaning.plain) and not _TROUBLE.search(meaning.plain)
    opener = "matter_records" if receipt else f"matter_{heard.value}"
    opener = "sorry" if heard is Matter.COMPLAINT else opener
    begin(scene, f"{_MATTERS[heard]}: {words}", opener, at_once=True)


def spanish(scene: Scene, meaning: Meaning) -> None:
    """In writing we go on in Spanish. On the phone we speak English only: say so in both languages and offer a
    person, who is called at the second Spanish sentence or when asked for at once."""
    state = scene.state
    take_up(scene, meaning)
    if scene.typed:
        state.spanish = True
        if meaning.has(Act.PERSON):
            reach_someone(scene)
            return
        scene.say("spanish")
        if state.booking:
            booking.advance(scene)
        else:
            scene.ask(Step.OPEN, "spanish_offer")
        return
    known = state.person_reason == LANGUAGE
    offered = known and (state.step is Step.OFFER_PERSON or state.handed_off)
    if offered or meaning.has(Act.PERSON):
        begin(scene, LANGUAGE, "person" if offered else "spanish")
        return
    scene.say("spanish")
    scene.say("spanish_offer")
    offer_person(scene, LANGUAGE)


def clinical(scene: Scene, meaning: Meaning) -> None:
    """A clinical question: never advice, always a person."""
    grave = may_get_worse(meaning.plain) and meaning.odds.get(Topic.EMERGENCY, 1.0) >= _MAY_BE_GRAVE
    scene.say("clinical" if grave else "clinical_calm")
    words = in_their_words(meaning)
    offer_person(scene, f"{_CLINICAL}: {words}")


def leave_task(scene: Scene, reason: str, urgency: str, *, wait: bool = True) -> None:
    """Create a task for the practice's people, with whatever is known of the caller."""
    state = scene.state
    known, known_as = {"name": state.name, "phone": state.phone}, reason
    if state.phone_heard and not state.phone:
        reason = f"{reason} (number as told: {state.phone_heard})"
    if wish := reach.wish(scene):
        reason = f"{reason} ({wish})"
    if state.email and state.email not in reason:
        reason = f"{reason} (email: {state.email})"
    if scene.in_spanish:
        reason = f"{reason} ({_IN_SPANISH})"
    state.passed_phone = state.phone or ""
    state.passed_on = [*state.passed_on, known_as][-_MOST_PASSED_ON:]
    scene.call("request_person", {"reason": reason, "urgency": urgency, **known}, wait=wait)


def ask_else(scene: Scene) -> None:
    """Ask whether there is anything else, unless we know of something that was said before."""
    scene.state.step = Step.ELSE
    if not (scene.state.left or scene.state.to_move):
        scene.say("else")
