"""A turn in the middle of a booking: questions, choices, corrections, details."""

import re
from dataclasses import replace

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.answering import answers, own_answers
from mia.receptionist.dialogue.arranging import agreed, corrections, next_person, waiting
from mia.receptionist.dialogue.arranging.booking_results import nothing_suits
from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.people.misses import MOST_MISSES, no_progress, not_understood, understood, went_round
from mia.receptionist.dialogue.saying.speaking import slot_start
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import PERSONAL_STEPS, Step, Waiting
from mia.receptionist.dialogue.wanted import booking, in_turn, numbered_day
from mia.receptionist.dialogue.wanted.asking import asks_only
from mia.receptionist.dialogue.wanted.days_again import tells_days_again
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.dialogue.wanted.offers import (
    beyond,
    by_moved_visit,
    choose,
    matches,
    of_offered_weekday,
    say_slots,
)
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning, is_asking
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.subjects import QUESTIONS

_NO_TIME = re.compile(
    r"\b(?:at work|working|(?:i|we|have to) work|asleep|sleep(?:ing)?|busy|tied up|on shift|my shift"
    r"|in (?:class|school|court|church|meetings?)|too (?:early|late|soon|far off)|(?:i|we) (?:would )?miss"
    r"|out of town|away|not free|travel(?:ing|ling)|flying)\b"
)
_OPENING = re.compile(r"\b(?:open|close[sd]?|closing|opening|hours)\b")
_OTHERS = re.compile(r"\b(?:other|another|different) (?:times?|hours?|options?|days?|dates?|openings?|slots?)\b")
_OTHER_TIMES = re.compile(
    r"\b(?:other|another|different) (?:times?|hours?|slots?|openings?)\b(?! of (?:the )?year)"
)
"""How others than those that were offered are asked for, and others of the same day."""
_REFUSES = re.compile(r"\b(?:not|do not|instead of|never|wrong|other than)\b")
"""What may take back the treatment that is named."""
_MOVES_IT = re.compile(r"\b(?:move|switch|change|reschedule) (?:it|that|them)\b")
"""The yes of someone whose visit is moved."""


def visit_turn(scene: Scene, meaning: Meaning) -> None:
    """A turn in the middle of a booking."""
    meaning = of_offered_weekday(scene, by_moved_visit(scene, numbered_day.as_day(scene, meaning)))
    state, meaning = scene.state, _as_wish(scene, meaning)
    if went_round(scene, meaning):
        return
    chooses = state.step is Step.SLOT and not _only_asks(scene, meaning)
    if (chooses and _slot_turn(scene, meaning)) or next_person.comes_too(scene, meaning):
        understood(scene)
        return
    step, meaning = state.step, agreed.without_what_is_known(scene, meaning)
    remarks = agreed.only_remarks(scene, meaning)
    meaning, put_right = corrections.put_right(scene, meaning)
    changed = take_up(scene, meaning) | put_right
    if "bad_phone" in changed:
        _bad_phone(scene)
        return
    if not changed and meaning.has(Act.REFUSE) and step in (Step.NAME, Step.PHONE):
        _keeps_back(scene)
        return
    replied = not (changed or remarks) and answers.answer_known(scene, meaning)
    replied = replied or (not remarks and _questions(scene, meaning, changed))
    if step is Step.CONFIRM and not replied and _confirm_turn(scene, meaning, changed):
        return
    if step is Step.FIX and not replied and not changed and _ask_for_the_wrong(scene, meaning):
        return
    if changed or replied:
        understood(scene)
        renamed = step is Step.PHONE and "name" in changed
        if (step in (Step.CONFIRM, Step.FIX) and changed) or renamed:
            scene.say("changed")
        elif step is Step.SLOT and changed and changed <= {"name", "phone"}:
            scene.say("noted")
        booking.advance(scene)
    else:
        _nothing_new(scene, meaning, step)


def _as_wish(scene: Scene, meaning: Meaning) -> Meaning:
    """What sounds like a question and answers ours: hours after times were offered ("Sunday from 11 onward?", "some
    other hours?"), a treatment that was asked for ("that hydra facial thing?")."""
    step, answers_us = scene.state.step, set[Topic]()
    if step in (Step.SLOT, Step.WHEN) and meaning.has(Act.NEITHER) and _OTHERS.search(meaning.plain):
        answers_us |= QUESTIONS
    if step in (Step.SLOT, Step.WHEN) and meaning.when.has_time and not _OPENING.search(meaning.plain):
        answers_us |= {Topic.HOURS}
    if step is Step.SERVICE and len(meaning.services) == 1:
        answers_us |= {Topic.SERVICE_INFO, Topic.SERVICES}
    if not answers_us & set(meaning.topics):
        return meaning
    return replace(meaning, topics=tuple(topic for topic in meaning.topics if topic not in answers_us))


def _only_asks(scene: Scene, meaning: Meaning) -> bool:
    """Whether an answer to offered times only asks; who names one of them takes it, whatever they say beside it:
    "Monday at 8, and if there's a fee there's a fee"."""
    return asks_only(meaning) and not (meaning.when.has_time and choose(scene, meaning) is not None)


def _nothing_new(scene: Scene, meaning: Meaning, step: Step) -> None:
    """A turn that told no detail and asked no known question."""
    state = scene.state
    if step is Step.LAST_NAME and meaning.has(Act.NO, Act.REFUSE):
        booking.advance(scene)
    elif step is Step.WHEN and state.searches and meaning.has(Act.NO, Act.NEITHER):
        _no_other_time(scene)
    elif step is Step.WHEN and (meaning.has(Act.ANY) or (meaning.has(Act.YES) and not state.wish.has_time)):
        state.wish = state.wish.updated(When(soonest=True))
        booking.advance(scene)
    elif meaning.about(Topic.GREETING, Topic.BOOK, Topic.SMALL_TALK) or meaning.has(Act.YES, Act.THANKS):
        no_progress(scene)
    elif own_answers.asks(meaning):
        scene.leave_open(meaning.quoted)
        scene.say("do_not_know_booking")
        booking.advance(scene)
    else:
        not_understood(scene)


def _no_other_time(scene: Scene) -> None:
    """Nothing that was offered suits, and no other time is told: the waiting list, then people."""
    if scene.state.waiting is Waiting.NO and scene.practice.waits:
        waiting.offer(scene, "none_suit")
    else:
        nothing_suits(scene)


def _questions(scene: Scene, meaning: Meaning, changed: set[str]) -> bool:
    """Answer questions put in mid-booking; a likeness alone does not beat a detail that was told."""
    sure = meaning.by_rule and not meaning.only_answers
    if not (meaning.about(*QUESTIONS) or changed) and "?" in meaning.text:
        return own_answers.answer_from_faq(scene, meaning)
    if not meaning.about(*QUESTIONS) or (changed - {"service"} and not sure):
        return False
    if not meaning.by_rule and meaning.has(Act.YES, Act.NO) and scene.state.step in PERSONAL_STEPS:
        return False
    vague = meaning.about(Topic.OFF_TOPIC, Topic.CONTACT) and not meaning.by_rule
    if vague and (changed or scene.state.step in PERSONAL_STEPS):
        return False
    return bool(answers.answer(scene, meaning))


def _slot_turn(scene: Scene, meaning: Meaning) -> bool:
    """The answer to an offer of slots; whether it settled the turn."""
    state = scene.state
    another = state.service_id not in meaning.services and (meaning.service_by != "part" or meaning.has(Act.CHANGE))
    if (meaning.services and another) or tells_days_again(scene, meaning):
        return False
    slot = None if meaning.has(Act.LATER, Act.EARLIER, Act.NEITHER) and not meaning.when else choose(scene, meaning)
    if slot is not None and not meaning.when.without:
        _take_up_people(scene, meaning)
        booking.take_slot(scene, slot)
        booking.advance(scene)
    elif (meaning.has(Act.LATER, Act.EARLIER) and not meaning.when) or _wants_others_that_day(scene, meaning):
        wish = beyond(scene, later=not meaning.has(Act.EARLIER))
        _take_up_people(scene, meaning)
        state.drop_slot()
        state.wish = wish
        booking.search(scene)
    elif in_turn.goes_after(scene, meaning):
        state.drop_slot()
        booking.search(scene)
    elif _says_wish_again(scene, meaning):
        _take_up_people(scene, meaning)
        booking.take_slot(scene, state.offered[0])
        booking.advance(scene)
    elif meaning.when or meaning.provider_id or meaning.location_id:
        return False
    elif meaning.has(Act.NO, Act.NEITHER) or _tells_why_not(meaning):
        _take_up_people(scene, meaning)
        state.drop_slot()
        state.wish = When()
        if state.searches > 1:
            waiting.offer(scene, "none_suit")
        else:
            scene.ask(Step.WHEN, "ask_when_else")
    elif meaning.has(Act.YES):
        _take_up_people(scene, meaning)
        _which_of_them(scene)
    else:
        return False
    return True


def _wants_others_that_day(scene: Scene, meaning: Meaning) -> bool:
    """Whether other times of the day that was offered are asked for: "some other hour?"."""
    heard, offered = meaning.when, {slot_start(slot, scene.practice).date() for slot in scene.state.offered}
    elsewhere = heard.has_time or heard.until or not offered.issuperset(heard.days)
    return bool(_OTHER_TIMES.search(meaning.plain)) and len(offered) == 1 and not elsewhere


def _tells_why_not(meaning: Meaning) -> bool:
    """Whether all that is said to offered times is why they don't suit: "sorry, I'm at work then"."""
    asks = "?" in meaning.text or is_asking(meaning.plain)
    return bool(_NO_TIME.search(meaning.plain)) and not (asks or meaning.has(Act.YES, Act.ANY, Act.HOLD))


def _says_wish_again(scene: Scene, meaning: Meaning) -> bool:
    """Whether the answer to an offer is the wish that all of it meets: the first will do ("any time that day")."""
    state, heard = scene.state, meaning.when
    if (
        meaning.has(Act.NO, Act.NEITHER)
        or not heard.days
        or heard.at
        or is_asking(meaning.plain)
        or not state.offered
        or state.wish.updated(heard) != state.wish
    ):
        return False
    return all(heard.allows(slot_start(slot, scene.practice)) for slot in state.offered)


def _which_of_them(scene: Scene) -> None:
    """ "Yes" to several offers is no choice: ask again, then for the first of them alone."""
    state = scene.state
    if state.said.get("again_slot"):
        state.offered = state.offered[:1]
        scene.say("again_slot_one", slots=say_slots(state.offered, scene))
    else:
        scene.say("again_slot", slots=say_slots(state.offered, scene))


def _take_up_people(scene: Scene, meaning: Meaning) -> None:
    """Name and number said together with the answer to an offer of slots."""
    if meaning.name or len(meaning.digits) >= 7:
        offered = scene.state.offered
        take_up(scene, type(meaning)(**{**vars(meaning), "when": When(), "services": (),
                                        "provider_id": None, "location_id": None}))  # fmt: skip
        scene.state.offered = offered


def _confirm_turn(scene: Scene, meaning: Meaning, changed: set[str]) -> bool:
    """The answer to the read-back; whether it settled the turn."""
    if changed:
        return False
    goes_ahead = bool(scene.state.replaces and _MOVES_IT.search(meaning.plain))
    reserve = corrections.has_reserve(meaning)
    if (meaning.has(Act.YES) or goes_ahead) and not (meaning.has(Act.NO) or reserve):
        understood(scene)
        booking.book(scene)
        return True
    if reserve or meaning.has(Act.NO, Act.CHANGE, Act.NEITHER):
        if not scene.state.misses and _wants_what_was_read(scene, meaning):
            scene.state.misses += 1  # who says no again may have been misheard
            booking.advance(scene)
            return True
        scene.state.step = Step.FIX
        if not _ask_for_the_wrong(scene, meaning):
            scene.say("ask_fix")
        return True
    return False


def _wants_what_was_read(scene: Scene, meaning: Meaning) -> bool:
    """Whether the day and time, or the treatment, that is wanted instead is what was read back: it stays."""
    state, heard = scene.state, meaning.when
    if meaning.services == (state.service_id,) and not heard and not _REFUSES.search(meaning.plain):
        return True
    same = state.slot is not None and heard.has_day and heard.at is not None
    return bool(same and state.slot and matches(heard, slot_start(state.slot, scene.practice), [state.slot], scene))


def _ask_for_the_wrong(scene: Scene, meaning: Meaning) -> bool:
    """ "No, the phone number is wrong": ask for exactly that; whether it was clear what is wrong."""
    state, text = scene.state, meaning.plain
    if any(word in text for word in ("phone", "number", "digit")):
        state.phone = None
    elif "name" in text:
        state.name, state.name_complete = None, False
    elif any(word in text for word in ("time", "day", "date", "appointment")) or meaning.has(Act.NEITHER):
        state.drop_slot()
        state.wish = When()
    elif "person" in text or "patient" in text:
        state.for_whom, state.name, state.name_complete = "other", None, False
    elif any(word in text for word in ("service", "treatment")):
        state.drop_slot()
        state.service_id = None
    else:
        return False
    booking.advance(scene)
    return True


def _keeps_back(scene: Scene) -> None:
    """The caller does not want to give name or number: say once what it is for, then offer a person."""
    scene.state.misses += 1
    if scene.state.misses > 1:
        scene.say("offer_person_refused")
        hand_off.offer_person(scene, "Would not give name or number to the assistant")
        return
    scene.say("why_contact")
    booking.advance(scene)


def _bad_phone(scene: Scene) -> None:
    state = scene.state
    state.step = Step.PHONE
    if state.phone_misses > MOST_MISSES:
        scene.say("offer_person_lost")
        hand_off.offer_person(scene, "Couldn't understand the phone number")
        return
    if 8 <= len(state.phone_heard) <= 12:
        scene.say("bad_phone", digits=booking.grouped(state.phone_heard))
    else:
        scene.say("again_phone")
