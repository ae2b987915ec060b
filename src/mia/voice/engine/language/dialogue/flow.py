"""Decides what one event means for the conversation: the order of precedence of everything."""

import re
from collections.abc import Mapping
from typing import Any

from mia.voice.engine.language.dialogue import answers, booking, hand_off
from mia.voice.engine.language.dialogue.details import asks_only, take_up
from mia.voice.engine.language.dialogue.offers import beyond, choose, say_slots
from mia.voice.engine.language.dialogue.scene import Scene
from mia.voice.engine.language.dialogue.state import Step
from mia.voice.engine.language.understanding.acts import Act
from mia.voice.engine.language.understanding.meaning import Expecting, Meaning
from mia.voice.engine.language.understanding.subjects import QUESTIONS
from mia.voice.engine.language.understanding.topics import Topic

_GO_ON = re.compile(r"(?:yes|sure|actually|please|one more)\b")
_MOST_MISSES = 2
_VISIT_STEPS = frozenset(
    {Step.SERVICE, Step.WHEN, Step.SLOT, Step.NAME, Step.LAST_NAME, Step.PHONE, Step.CONFIRM, Step.FIX}
)
_PERSONAL_STEPS = frozenset({Step.NAME, Step.LAST_NAME, Step.PHONE, Step.CONFIRM, Step.FIX, Step.PERSON_CONTACT})


def expecting(scene: Scene) -> Expecting:
    """What the last question asked for, so that bare answers are understood."""
    step = scene.state.step
    return Expecting(
        when=step is Step.WHEN,
        slot=step is Step.SLOT,
        name=step in (Step.NAME, Step.LAST_NAME, Step.PERSON_CONTACT, Step.FIX)
        or (step is Step.EMERGENCY and not scene.state.name),
        phone=step in (Step.PHONE, Step.PERSON_CONTACT, Step.EMERGENCY, Step.CONFIRM, Step.FIX),
        known_name=scene.state.name if step in _PERSONAL_STEPS else None,
    )


def heard(scene: Scene, meaning: Meaning) -> None:
    """The caller said something."""
    state = scene.state
    state.turns += 1
    if state.pending and state.pending["name"] == "book_appointment":
        scene.say("busy")
        return
    state.pending = None
    if not _urgent(scene, meaning) and not _small(scene, meaning):
        _ordinary(scene, meaning)


def silent(scene: Scene, count: int) -> None:
    """The caller has said nothing for a while."""
    state = scene.state
    if state.pending:
        return
    if count >= 3:
        if state.step is Step.PERSON_CONTACT:
            hand_off.request(scene)
            return
        scene.say("emergency_bye" if state.emergency else "silence_end")
        scene.end("silence-timed-out")
    elif count == 2:
        scene.say("emergency_again" if state.step is Step.EMERGENCY else "silence_2")
    elif state.step is Step.EMERGENCY:
        scene.say("emergency_again")
    else:
        scene.say("silence_1")


def tool_answered(scene: Scene, call_id: str, name: str, result: Mapping[str, Any], error: str | None) -> None:
    """A tool we waited for has answered; answers to older questions are left alone."""
    pending = scene.state.pending
    if not pending or pending["call_id"] != call_id:
        return
    scene.state.pending = None
    if name == "request_person":
        hand_off.on_person(scene, result, error)
    elif name == "find_slots":
        if error:
            booking.on_failure(scene, "search_failed")
        else:
            booking.on_slots(scene, result)
    elif name == "book_appointment":
        booking.on_booked(scene, {} if error else result)


def _urgent(scene: Scene, meaning: Meaning) -> bool:
    """Danger and people come before everything else."""
    state = scene.state
    if meaning.danger and (meaning.danger != "asked" or state.step is not Step.EMERGENCY):
        hand_off.emergency(scene, meaning.danger, meaning)
        return True
    if state.step is Step.EMERGENCY:
        hand_off.emergency_turn(scene, meaning)
        return True
    if state.step is Step.EMERGENCY_CHECK and hand_off.check_turn(scene, meaning):
        return True
    if state.step is Step.PERSON_CONTACT and not meaning.has(Act.REPEAT, Act.HOLD):
        hand_off.contact_turn(scene, meaning)
        return True
    if _wants_person(meaning):
        take_up(scene, meaning)
        hand_off.begin(scene, "The caller asked for a person")
        return True
    return False


def _wants_person(meaning: Meaning) -> bool:
    if meaning.about(Topic.ROBOT) and meaning.by_rule:
        return False
    return meaning.has(Act.PERSON) or (meaning.about(Topic.PERSON) and not meaning.by_rule)


def _small(scene: Scene, meaning: Meaning) -> bool:
    """Turns that change nothing: repeats, waits, greetings, goodbyes, starting over."""
    state = scene.state
    if meaning.has(Act.REPEAT) and not meaning.when and not meaning.digits:
        for line in state.last_lines or ():
            scene.tell(line)
        if not state.last_lines:
            scene.say("nothing_said")
        return True
    if meaning.has(Act.HOLD) and len(meaning.plain.split()) <= 8 and not meaning.when and not meaning.topics:
        scene.say("take_time")
        return True
    if meaning.has(Act.START_OVER) and state.booking and not meaning.when and not meaning.services:
        state.drop_booking()
        scene.say("dropped")
        state.step = Step.ELSE
        return True
    if _says_goodbye(scene, meaning):
        _farewell(scene)
        return True
    return False


def _says_goodbye(scene: Scene, meaning: Meaning) -> bool:
    state = scene.state
    content = meaning.when or meaning.services or meaning.digits or asks_only(meaning)
    if content or (meaning.about(Topic.BOOK) and meaning.by_rule):
        return False
    if state.step in _VISIT_STEPS and meaning.has(Act.YES):
        return False
    if state.step in (Step.ELSE, Step.OFFER_VISIT) and meaning.has(Act.NO):
        return state.step is Step.ELSE
    if state.step is Step.ELSE and meaning.has(Act.THANKS) and not _GO_ON.match(meaning.plain):
        return len(meaning.plain.split()) <= 7
    return meaning.has(Act.GOODBYE) or (meaning.about(Topic.GOODBYE) and not state.booking)


def _farewell(scene: Scene) -> None:
    state = scene.state
    if state.booked and state.first_name:
        scene.say("bye_booked", first=state.first_name)
    elif state.booking and state.phone:
        scene.say("bye_lead")
    else:
        scene.say("bye", practice=scene.practice.name)
    scene.end()


def _ordinary(scene: Scene, meaning: Meaning) -> None:
    state = scene.state
    if state.step is Step.OFFER_PERSON and _person_answer(scene, meaning):
        return
    if meaning.about(Topic.CHANGE_VISIT, Topic.CANCEL_VISIT) and _about_existing(scene, meaning):
        take_up(scene, meaning)
        hand_off.existing_visit(scene, meaning)
        return
    if meaning.about(Topic.CLINICAL) and (meaning.by_rule or state.step not in _VISIT_STEPS):
        take_up(scene, meaning)
        hand_off.clinical(scene, meaning)
        return
    if meaning.about(Topic.PRODUCT) and meaning.by_rule:
        scene.say("product", assistant=scene.assistant)
        hand_off.offer_person(scene, "Interested in the assistant for their own practice")
        return
    if state.booking and state.step in _VISIT_STEPS:
        _visit_turn(scene, meaning)
    else:
        _open_turn(scene, meaning)


def _about_existing(scene: Scene, meaning: Meaning) -> bool:
    """In the middle of a booking "can we move it" means the visit being arranged."""
    return meaning.by_rule or not scene.state.booking


def _person_answer(scene: Scene, meaning: Meaning) -> bool:
    """The answer to "shall I have someone call you?"; whether it settled the turn."""
    state = scene.state
    if meaning.has(Act.YES) or meaning.digits:
        take_up(scene, meaning)
        hand_off.begin(scene, state.person_reason)
        return True
    if meaning.has(Act.NO) and not (meaning.services or meaning.when or asks_only(meaning)):
        state.person_reason = ""
        scene.say("person_resume")
        if state.booking:
            booking.advance(scene)
        else:
            _ask_else(scene)
        return True
    state.person_reason = ""
    state.step = Step.OPEN
    return False


def _visit_turn(scene: Scene, meaning: Meaning) -> None:
    """A turn in the middle of a booking."""
    state = scene.state
    if state.step is Step.SLOT and not asks_only(meaning) and _slot_turn(scene, meaning):
        _understood(scene)
        return
    step = state.step
    changed = take_up(scene, meaning)
    if "bad_phone" in changed:
        _bad_phone(scene)
        return
    replied = _questions(scene, meaning, changed)
    if step is Step.CONFIRM and not replied and _confirm_turn(scene, meaning, changed):
        return
    if step is Step.FIX and not replied and not changed and _ask_for_the_wrong(scene, meaning):
        return
    if changed or replied:
        _understood(scene)
        if step in (Step.CONFIRM, Step.FIX) and changed:
            scene.say("changed")
        booking.advance(scene)
    elif step is Step.LAST_NAME and meaning.has(Act.NO, Act.REFUSE):
        booking.advance(scene)
    elif step is Step.WHEN and meaning.has(Act.YES, Act.ANY):
        state.wish = state.wish.updated(type(state.wish)(soonest=True))
        booking.advance(scene)
    elif meaning.about(Topic.GREETING, Topic.BOOK, Topic.SMALL_TALK) or meaning.has(Act.YES, Act.THANKS):
        booking.advance(scene)
    else:
        _not_understood(scene)


def _questions(scene: Scene, meaning: Meaning, changed: set[str]) -> bool:
    """Answer questions put in mid-booking; a likeness alone does not beat a detail that was told."""
    if not meaning.about(*QUESTIONS) or (changed - {"service"} and not meaning.by_rule):
        return False
    vague = meaning.about(Topic.OFF_TOPIC, Topic.CONTACT) and not meaning.by_rule
    if vague and (changed or scene.state.step in _PERSONAL_STEPS):
        return False
    return bool(answers.answer(scene, meaning))


def _slot_turn(scene: Scene, meaning: Meaning) -> bool:
    """The answer to an offer of slots; whether it settled the turn."""
    state = scene.state
    if meaning.services and state.service_id not in meaning.services:
        return False
    slot = None if meaning.has(Act.LATER, Act.EARLIER, Act.NEITHER) and not meaning.when else choose(scene, meaning)
    if slot is not None and not meaning.when.without:
        take_up_people(scene, meaning)
        booking.take_slot(scene, slot)
        booking.advance(scene)
    elif meaning.has(Act.LATER, Act.EARLIER) and not meaning.when:
        wish = beyond(scene, later=meaning.has(Act.LATER))
        state.drop_slot()
        state.wish = wish
        booking.search(scene)
    elif meaning.when or meaning.provider_id or meaning.location_id:
        return False
    elif meaning.has(Act.NO, Act.NEITHER):
        state.drop_slot()
        state.wish = type(state.wish)()
        state.step = Step.WHEN
        scene.say("ask_when_else")
    elif meaning.has(Act.YES):
        scene.say("again_slot", slots=say_slots(state.offered, scene))
    else:
        return False
    return True


def take_up_people(scene: Scene, meaning: Meaning) -> None:
    """Name and number said together with the choice of a slot."""
    if meaning.name or len(meaning.digits) >= 7:
        offered = scene.state.offered
        take_up(scene, type(meaning)(**{**vars(meaning), "when": type(meaning.when)(), "services": (),
                                        "provider_id": None, "location_id": None}))  # fmt: skip
        scene.state.offered = offered


def _confirm_turn(scene: Scene, meaning: Meaning, changed: set[str]) -> bool:
    """The answer to the read-back; whether it settled the turn."""
    if changed:
        return False
    if meaning.has(Act.YES) and not meaning.has(Act.NO):
        _understood(scene)
        booking.book(scene)
        return True
    if meaning.has(Act.NO, Act.CHANGE, Act.NEITHER):
        scene.state.step = Step.FIX
        if not _ask_for_the_wrong(scene, meaning):
            scene.say("ask_fix")
        return True
    return False


def _ask_for_the_wrong(scene: Scene, meaning: Meaning) -> bool:
    """ "No, the phone number is wrong": ask for exactly that; whether it was clear what is wrong."""
    state, text = scene.state, meaning.plain
    if any(word in text for word in ("phone", "number", "digit")):
        state.phone = None
    elif "name" in text:
        state.name, state.name_complete = None, False
    elif any(word in text for word in ("time", "day", "date", "appointment")) or meaning.has(Act.NEITHER):
        state.drop_slot()
        state.wish = type(state.wish)()
    elif any(word in text for word in ("service", "treatment")):
        state.drop_slot()
        state.service_id = None
    else:
        return False
    booking.advance(scene)
    return True


def _bad_phone(scene: Scene) -> None:
    state = scene.state
    state.step = Step.PHONE
    if state.phone_misses > _MOST_MISSES:
        scene.say("offer_person_lost")
        hand_off.offer_person(scene, "The telephone number could not be understood")
        return
    scene.say("again_phone")


def _open_turn(scene: Scene, meaning: Meaning) -> None:
    """A turn outside a booking."""
    state = scene.state
    wants = _wants_visit(scene, meaning)
    take_up(scene, meaning)
    replied = answers.answer(scene, meaning) if not (wants and not meaning.by_rule) else []
    if wants:
        _understood(scene)
        state.booking = True
        booking.advance(scene)
    elif replied:
        _understood(scene)
        _after_answer(scene, meaning, replied)
    elif meaning.about(Topic.GREETING):
        scene.say("how_are_you" if "how are you" in meaning.plain else "greet")
        if "how are you" in meaning.plain:
            _ask_else(scene)
    elif state.step is Step.ELSE and _GO_ON.match(meaning.plain):
        scene.say("go_on")
        state.step = Step.OPEN
    elif (state.step is Step.ELSE and meaning.has(Act.YES)) or (state.step is Step.OFFER_VISIT and meaning.has(Act.NO)) or meaning.has(Act.THANKS):
        _ask_else(scene)
    elif meaning.about(Topic.CONCERN) and (consultation := scene.practice.consultation):
        _understood(scene)
        state.service_id, state.step = consultation.id, Step.OFFER_VISIT
        scene.say("concern")
    elif answers.answer_from_faq(scene, meaning):
        _understood(scene)
        _ask_else(scene)
    else:
        _not_understood(scene)


def _wants_visit(scene: Scene, meaning: Meaning) -> bool:
    if scene.state.step is Step.OFFER_VISIT and meaning.has(Act.YES):
        return True
    if meaning.about(Topic.BOOK):
        return not (asks_only(meaning))
    if asks_only(meaning) or meaning.about(*QUESTIONS):
        return False
    return bool(meaning.services or meaning.when.has_day)


def _after_answer(scene: Scene, meaning: Meaning, replied: list[str]) -> None:
    state = scene.state
    if scene.unanswered:
        scene.say("offer_person")
        hand_off.offer_person(scene, "Asked something the assistant could not answer")
    elif state.service_id and {Topic.PRICE, Topic.SERVICE_INFO, Topic.SERVICES, Topic.PROVIDERS} & set(replied):
        state.step = Step.OFFER_VISIT
        scene.say("offer_visit")
    elif Topic.SERVICES in replied or scene.outputs_end_with_question():
        state.step = Step.OPEN
    else:
        _ask_else(scene)


def _not_understood(scene: Scene) -> None:
    state = scene.state
    state.misses += 1
    if state.misses > _MOST_MISSES:
        state.misses = 0
        scene.say("offer_person_lost")
        hand_off.offer_person(scene, "The assistant did not understand the caller")
    elif state.booking and state.step is Step.FIX:
        scene.say("again_fix")
    elif state.booking and state.step in _VISIT_STEPS:
        booking.advance(scene, again=True)
    else:
        scene.say("not_understood")


def _understood(scene: Scene) -> None:
    scene.state.misses = 0


def _ask_else(scene: Scene) -> None:
    scene.state.step = Step.ELSE
    scene.say("else")
