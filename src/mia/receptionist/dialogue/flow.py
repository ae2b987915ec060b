"""Decides what one event means for the conversation: the order of precedence of everything."""

import re
from collections.abc import Sequence
from dataclasses import replace

from mia.receptionist.dialogue import fees_elsewhere, outreach, small_turns, wishes
from mia.receptionist.dialogue.answering.answers import answer_asides
from mia.receptionist.dialogue.answering.conditions import meet_conditions
from mia.receptionist.dialogue.answering.in_passing import answer_in_passing
from mia.receptionist.dialogue.arranging import asked_about_it, codes, next_person, no_visit, put_off, waiting
from mia.receptionist.dialogue.arranging.after_booking import another_treatment, moves_the_visit
from mia.receptionist.dialogue.arranging.visit import visit_turn
from mia.receptionist.dialogue.inquiry import open_turn, several_questions
from mia.receptionist.dialogue.on_file import account, already_there, errands, identity, other_provider, undone
from mia.receptionist.dialogue.people import (
    added,
    call_back,
    clinicians,
    contact,
    emergencies,
    for_people,
    hand_off,
    hints,
    no_contact,
    offered,
    reach,
    wrong_number,
)
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import PERSONAL_STEPS, VISIT_STEPS, Step
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.dialogue.wanted.asking import asked_beside
from mia.receptionist.dialogue.wanted.details import goes_elsewhere, take_up
from mia.receptionist.dialogue.wanted.for_a_minor import is_for_minor, keeps_own
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Expecting, Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.reading import ASKED_NOTHING
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.subjects import FACTS
from mia.receptionist.understanding.who.minors import is_for_grown_up, is_minor_oneself
from mia.receptionist.understanding.wishes.errands import Errand, hear_errand

_ASKED = {
    Step.SERVICE: "service",
    Step.WHEN: "when",
    Step.SLOT: "slot",
    Step.NAME: "name",
    Step.LAST_NAME: "name",
    Step.PHONE: "phone",
    Step.CONFIRM: "confirm",
    Step.ELSE: "else",
    Step.VISIT: "visit",
    Step.CANCEL: "cancel",
    Step.OFFER_VISIT: "offer visit",
    Step.OFFER_PERSON: "offer person",
    Step.PERSON_CONTACT: "contact",
    Step.WHO: "who",
}
"""The names of our questions for the reader, as its messages have them."""
_A_VISIT = 0.5
"""The probability from which a visit is wanted, or given up."""
_FEWEST_TOLD, _LONGEST_TOLD = 5, 600
"""Words from which a message tells what someone is after, and the characters of it that are kept."""
_ANNOUNCES = re.compile(r"\b(?:number|phone|cell|mobile) is$")


def expecting(scene: Scene) -> Expecting:
    """What the last question asked for, so that bare answers are understood."""
    step = scene.state.step
    return Expecting(
        when=step is Step.WHEN,
        slot=step is Step.SLOT,
        choice=step is Step.SERVICE and bool(scene.state.service_choice),
        name=step in (Step.NAME, Step.LAST_NAME, Step.FIX, Step.WHO)
        or (step is Step.PERSON_CONTACT and not scene.state.name)
        or (step is Step.EMERGENCY and not scene.state.name),
        phone=step
        in (Step.PHONE, Step.PERSON_CONTACT, Step.EMERGENCY, Step.CONFIRM, Step.FIX, Step.CODE, Step.WHO),
        known_name=scene.state.name if step in PERSONAL_STEPS else None,
        asked=_ASKED.get(step, ASKED_NOTHING),
    )


def heard(scene: Scene, meaning: Meaning) -> None:
    """The caller said something."""
    state, scene.message = scene.state, meaning.said or meaning.text
    state.turns += 1
    if state.pending and state.pending["name"] == "book_appointment" and meaning.alarm is None:
        scene.say("busy")
        return
    state.pending = None
    if meaning.left or wishes.speaks_freely(scene, meaning):
        state.left = list(meaning.left)
    if state.outreach and outreach.heard(scene, meaning):
        return
    if _ANNOUNCES.search(meaning.plain) and expecting(scene).phone and not meaning.digits:
        scene.say("listening")
        return
    _hear_age(scene, meaning)
    reach.hear(scene, meaning)
    wanted = no_visit.let_go(scene, meaning)
    if wanted is None:
        return
    meaning = wanted
    if not (_urgent(scene, meaning) or _of_what_was_done(scene, meaning) or small_turns.turn(scene, meaning)):
        _ordinary(scene, meaning)
    answer_in_passing(scene, meaning)
    meet_conditions(scene, meaning)
    added.complete(scene)
    if len(scene.message.split()) >= _FEWEST_TOLD and not meaning.digits:
        state.told = " ".join(scene.message.split())[:_LONGEST_TOLD]


def heard_again(scene: Scene, meaning: Meaning) -> None:
    """What was said before a question about danger, which there is none of."""
    if emergencies.go_on(scene, meaning):
        heard(scene, meaning)


def _hear_age(scene: Scene, meaning: Meaning) -> None:
    """Whether the visit is for someone under 18. Who told us so of a child may ask for a visit of their own."""
    state = scene.state
    state.minor_self = state.minor_self or is_minor_oneself(meaning.plain)
    if state.minor and not state.minor_self and is_for_grown_up(meaning.plain):
        state.minor, state.for_whom = False, None
        if state.step is Step.OFFER_PERSON and state.person_reason == booking.UNDER_AGE:
            state.person_reason, state.step = "", Step.OPEN
    state.minor = state.minor or is_for_minor(scene, meaning)


def silent(scene: Scene, count: int) -> None:
    """The caller has said nothing for a while."""
    state = scene.state
    if hand_off.is_ringing(scene):
        return
    if state.rang and state.pending and state.pending["name"] == "transferCall":
        state.pending = None  # nobody picked up
    if state.pending or (state.outreach and outreach.silent(scene, count)):
        return
    if count >= 3:
        if state.step is Step.PERSON_CONTACT:
            hand_off.request(scene)
            return
        scene.say("emergency_bye" if state.emergency else "silence_end")
        scene.end("silence-timed-out")
    elif count == 2:
        _ask_again(scene, "silence_2")
    else:
        _ask_again(scene, "silence_1")


def _ask_again(scene: Scene, key: str) -> None:
    if scene.state.step is Step.EMERGENCY:
        emergencies.urge_again(scene)
    else:
        scene.say(key)


def _urgent(scene: Scene, meaning: Meaning) -> bool:
    """Danger and people come before everything else; what another place did is for none of ours."""
    return _danger(scene, meaning) or fees_elsewhere.turn(scene, meaning) or for_people.turn(scene, meaning)


def _of_what_was_done(scene: Scene, meaning: Meaning) -> bool:
    """What becomes of visits is asked, taken back, or done in another way than was meant."""
    return undone.turn(scene, meaning) or account.turn(scene, meaning) or errands.cancels_instead(scene, meaning)


def _danger(scene: Scene, meaning: Meaning) -> bool:
    """What is said and done about danger, and while a person is on the way."""
    state = scene.state
    if state.step is Step.EMERGENCY_CHECK and emergencies.denies(meaning):
        return emergencies.check_turn(scene, replace(meaning, alarm=None))
    if meaning.alarm and (meaning.alarm.is_urgent or state.step is not Step.EMERGENCY):
        emergencies.begin(scene, meaning.alarm, meaning)
        return True
    if state.step is Step.EMERGENCY:
        return emergencies.turn(scene, meaning)
    if hints.turn(scene, meaning):
        return True
    if hand_off.is_ringing(scene):
        scene.say("ringing")
        return True
    if state.step is Step.EMERGENCY_CHECK and emergencies.check_turn(scene, meaning):
        return True
    if state.step is Step.PERSON_CONTACT and not meaning.has(Act.REPEAT, Act.HOLD):
        if no_contact.is_told(scene, meaning):
            return False
        contact.turn(scene, meaning)
        return True
    put_right = call_back.put_right(scene, meaning)
    if put_right == "new":
        hand_off.request(scene)
    return bool(put_right)


def _ordinary(scene: Scene, meaning: Meaning) -> None:
    state = scene.state
    if state.step is Step.OFFER_PERSON and offered.turn(scene, meaning):
        return
    if added.asks_if_noted(scene, meaning) or wrong_number.turn(scene, meaning):
        return
    left = asked_about_it.told(scene, meaning)
    if left is None or _errand(scene, left):
        return
    meaning = left
    told = clinicians.turn(scene, meaning)
    if told is None:
        return
    meaning = told
    if is_for_minor(scene, meaning):
        take_up(scene, meaning)
        answer_asides(scene, _facts_asked(meaning))
        booking.under_age(scene, own=keeps_own(scene, meaning))
        return
    if _asks_for_the_product(meaning):
        scene.say("product", assistant=scene.assistant)
        hand_off.offer_person(scene, "Interested in the assistant for their own practice")
        return
    if state.visits and not state.booking and meaning.rest and moves_the_visit(scene, meaning):
        return
    meaning = _seeking_advice(scene, meaning)
    named = any(next_person.asked(scene, one) for one in meaning.asides)
    if meaning.rest and not named and state.step not in (Step.OFFER_PERSON, Step.CONFIRM):
        answer_asides(scene, [one for one in meaning.asides if not goes_elsewhere(scene, one)])
        meaning = _on_the_day_asked_about(meaning.rest, meaning.asides)
    elif len(meaning.asides) > 1 and not named and state.step not in (Step.OFFER_PERSON, Step.CONFIRM):
        several_questions(scene, meaning)
        return
    _go_on(scene, meaning)


def _on_the_day_asked_about(rest: Meaning, asides: Sequence[Meaning]) -> Meaning:
    """A wish without a day, on the one whose hours are asked in the same breath: "how late are you open today, and
    could you fit me in?"."""
    day = next((one.when.one_day for one in asides if one.about(Topic.HOURS) and one.when.one_day), None)
    return replace(rest, when=replace(rest.when, days=(day,))) if day and not rest.when.has_day else rest


def _seeking_advice(scene: Scene, meaning: Meaning) -> Meaning:
    """What is asked beside "what would you advise?", told before a consultation is offered; the rest of it."""
    if not (meaning.by_rule and meaning.about(Topic.CONCERN)) or meaning.rest or scene.state.booking:
        return meaning
    answer_asides(scene, _facts_asked(meaning))
    return replace(meaning, asides=())


def _facts_asked(meaning: Meaning) -> list[Meaning]:
    """What is asked beside something else that the practice's own facts tell."""
    return [one for one in meaning.asides if one.by_rule and one.about(*FACTS)]


def _go_on(scene: Scene, meaning: Meaning) -> None:
    """A turn that puts a visit off, is about the waiting list, the visit being arranged, or anything else."""
    if next_person.left_to_them(scene, meaning) or put_off.turn(scene, meaning) or waiting.turn(scene, meaning):
        return
    if scene.state.booking and scene.state.step in VISIT_STEPS:
        visit_turn(scene, meaning)
    else:
        open_turn(scene, meaning)


def _asks_for_the_product(meaning: Meaning) -> bool:
    """Whether someone wants Mia for a practice of their own, and no visit."""
    named = meaning.about(Topic.PRODUCT) and meaning.by_rule and not meaning.about(Topic.GIFT_CARDS)
    return named and not (meaning.services and meaning.wants(Purpose.BOOK, least=_A_VISIT))


def _errand(scene: Scene, meaning: Meaning) -> bool:
    """What concerns a code, or visits on file; whether it settled the turn."""
    step = scene.state.step
    if step is Step.PHONE and meaning.digits:
        return False  # "786, no, that's my old one. 305 555 0144"
    if (
        step in (Step.WHO, Step.CODE)
        and scene.state.errand
        and (left := identity.leaves(scene, meaning)) is not None
    ):
        return left
    if step is Step.CODE:
        (identity if scene.state.errand else codes).code_turn(scene, meaning)
        return True
    if step is Step.VISIT:
        errands.which_turn(scene, meaning)
        return True
    if step is Step.CANCEL:
        errands.cancel_turn(scene, meaning)
        return True
    if (step is Step.WHO and identity.who_turn(scene, meaning)) or errands.keeps_visit(scene, meaning):
        return True
    if (settled := already_there.turn(scene, meaning)) is not None:
        return settled
    if other_provider.turn(scene, meaning):
        return True
    errand = wishes.errand_wanted(scene, meaning)
    if errand is None or not _about_existing(scene, meaning):
        return False
    answer_asides(scene, asked_beside(meaning, errand))
    errands.begin(scene, errand, meaning)
    return True


def _about_existing(scene: Scene, meaning: Meaning) -> bool:
    """In the middle of a booking, or right after it, "can we move it" means that visit."""
    booked, errand = scene.state.booked, hear_errand(meaning)
    if booked and another_treatment(booked, meaning):
        return False
    another = booked is not None and bool(meaning.services) and booked["service_id"] not in meaning.services
    if booked and meaning.when and not (errand is Errand.CANCEL or (errand is Errand.MOVE and another)):
        return False
    nothing_yet = not (scene.state.service_id or scene.state.offered or scene.state.slot)
    calls_off = errand is Errand.CANCEL and meaning.hardly_wants(Purpose.QUIT, most=_A_VISIT)
    return meaning.by_rule or not scene.state.booking or (nothing_yet and calls_off)
