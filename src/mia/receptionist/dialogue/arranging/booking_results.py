"""What the front office answered about times and bookings, and what follows from it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.arranging import closed_days, waiting
from mia.receptionist.dialogue.people import hand_off, no_contact
from mia.receptionist.dialogue.saying.speaking import label, say_start, say_time, say_wish, slot_start
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import LARGEST_OFFER, State, Step
from mia.receptionist.dialogue.wanted import own_visits
from mia.receptionist.dialogue.wanted.booking import advance, due_service, next_visit, search
from mia.receptionist.dialogue.wanted.offers import Slot, explain, of_different_times, out_of_hours, say_slots
from mia.receptionist.dialogue.wanted.own_times import ends_before, is_present, span
from mia.receptionist.practice import Practice

_MOST_SEARCHES = 6
"""Rounds of offers for one visit before a person is offered."""


def on_slots(scene: Scene, result: Mapping[str, Any]) -> None:
    """Offer what ``find_slots`` returned, or explain why there is nothing."""
    state, wish = scene.state, scene.state.wish
    beside, state.days_beside = state.days_beside, False
    if result.get("reason") == "no_provider":
        _nobody_offers_it(scene)
        return
    slots = of_different_times(result.get("slots") or (), scene)
    if state.searches > _MOST_SEARCHES:
        nothing_suits(scene)
        return
    free = [s for s in slots if not ends_before(s, scene)]
    if slots and not free and (ends := ends_before(slots[-1], scene)):
        _says_what_is_then(scene, slots[-1])
        state.wish = replace(wish, days=(ends.date(),), until=None, at=None, not_before=ends.time())
        search(scene)
        return
    held = [one for one in slots if one not in free and slot_start(one, scene.practice).time() == wish.at]
    slots = [one for one in free if not is_present(one, scene)] or free
    fitting = [s for s in slots if wish.allows(slot_start(s, scene.practice))]
    if not slots:
        explain(scene, result.get("reason"))
        state.unmet = wish.to_json()
        state.wish = When(part=wish.part)
        waiting.offer(scene, "none")
        return
    if beside:  # said already why it is another day
        offer(scene, slots)
        return
    exact = wish.at and [s for s in fitting if slot_start(s, scene.practice).time() == wish.at]
    if exact and (wish.one_day or wish.soonest):
        state.slot = dict(exact[0])
        scene.say("open_time", slot=say_slots(exact[:1], scene))
        advance(scene)
        return
    if not fitting and result.get("reason") == "closed" and closed_days.look_beside(scene):
        return
    if not any(_says_what_is_then(scene, one) for one in held):
        _say_why_not(scene, fitting, str(result.get("reason") or ""))
    offer(scene, fitting or slots)


def _says_what_is_then(scene: Scene, slot: Slot) -> bool:
    """Tell of the visit on file in whose time a new one was wanted: nobody can be in two rooms at once."""
    moved = {scene.state.replaces, *(one["appointment_id"] for one in scene.state.to_move)}
    on_file = [visit for visit in scene.state.on_file if visit["appointment_id"] not in moved]
    start = slot_start(slot, scene.practice)
    then = [visit for visit in on_file if span(visit, scene.practice)[1] > start >= span(visit, scene.practice)[0]]
    if then:
        scene.say("own_then", visits=own_visits.told(then))
    return bool(then)


def _say_why_not(scene: Scene, fitting: list[Slot], reason: str) -> None:
    """Why the times that are offered next are not those that were wanted, where they are not."""
    wish = scene.state.wish
    if not fitting:
        explain(scene, reason or "full")
    elif out_of_hours(scene):
        explain(scene, None)
    elif wish.at and wish.one_day:
        scene.say("not_exact", wish=say_time(wish.at))
    elif wish.one_day and reason and not _within(wish, fitting[0], scene.practice):
        scene.say("closed_then" if reason == "closed" else "full_then")


def _within(wish: When, slot: Slot, practice: Practice) -> bool:
    """Whether a slot keeps the limits that were told, so that nothing has to be explained: "after 1", and 1:15."""
    clock = slot_start(slot, practice).time()
    keeps = clock >= (wish.not_before or clock) and clock <= (wish.not_after or clock)
    return bool(wish.not_before or wish.not_after) and keeps


def nothing_suits(scene: Scene) -> None:
    """We have gone round in circles: someone of the team may see a way."""
    state = scene.state
    service, wish = scene.practice.service(due_service(scene)), say_wish(state.wish)
    named = service.name if service and not state.outreach else "a visit"
    state.searches = 0
    scene.say("offer_person_no_time")
    hand_off.offer_person(scene, f"Found no time that suits for {named}{f': {wish}' if wish else ''}")


def _nobody_offers_it(scene: Scene) -> None:
    """A service on the list that no provider performs yet: no time will ever be free, so people take over."""
    state = scene.state
    service = scene.practice.service(due_service(scene))
    name = service.name if service else "a treatment"
    told = name if state.service_id else "your visit"  # what the practice called about is not named
    state.drop_booking()
    hand_off.begin(scene, f"Asked for {name}, which no provider offers yet", "no_provider", service=told)


def offer(scene: Scene, slots: list[Slot]) -> None:
    """Offer up to three slots."""
    scene.state.offered = [dict(s) for s in slots[:LARGEST_OFFER]]
    scene.state.slot = None
    key = "offer_one" if len(scene.state.offered) == 1 else "offer_some"
    scene.ask(Step.SLOT, key, slots=say_slots(scene.state.offered, scene))


def on_booked(scene: Scene, result: Mapping[str, Any]) -> None:
    """Go on after ``book_appointment``; only the status "booked" lets us say so."""
    state, status = scene.state, result.get("status")
    if status == "booked":
        _booked(scene, result)
    elif status in ("taken", "expired"):
        state.drop_slot()
        scene.say("taken" if status == "taken" else "expired")
        slots = list(result.get("slots") or ())
        if slots:
            offer(scene, slots)
        else:
            state.wish = replace(state.wish, at=None) if status == "taken" else state.wish
            search(scene)
    elif status == "invalid":
        _invalid(scene, str(result.get("field") or ""), str(result.get("message") or ""))
    else:
        on_failure(scene, "failed")


def on_failure(scene: Scene, key: str) -> None:
    """A tool could not run: admit it and offer a person."""
    scene.state.person_reason = "Finish a booking that the system could not make"
    scene.ask(Step.OFFER_PERSON, key)


def _booked(scene: Scene, result: Mapping[str, Any]) -> None:
    state = scene.state
    moved = bool(result.get("moved"))
    state.add_visit(booked_visit(state, result, scene.practice), moved=moved)
    spoken = str(result.get("spoken") or _start_of(state.slot, scene.practice)).rstrip(".")
    if state.typed:
        spoken += _with_whom_and_where(result, scene.practice)
    if moved:
        scene.say("moved", spoken=spoken)
    elif spoken.split(",")[0].split()[0].lower().endswith("day"):
        scene.say("booked", spoken=spoken)
    else:
        scene.tell(spoken)
    if result.get("texted") is True:
        scene.say("texted")
    no_contact.tell_number(scene)
    wish, state.wished, place = state.wish, state.when, state.location_id
    state.drop_booking()
    if not next_visit(scene, wish, place):
        hand_off.ask_else(scene)


def _with_whom_and_where(result: Mapping[str, Any], practice: Practice) -> str:
    """What someone who writes may want to read again later."""
    provider, name = label(result.get("provider")), label(result.get("location"))
    address = next((place.address for place in practice.locations if place.name == name), "")
    return "".join(f", {text}" for text in (f"with {provider}" if provider else "", address) if text)


def booked_visit(state: State, result: Mapping[str, Any], practice: Practice) -> dict[str, Any]:
    """What is remembered of a booking. Its slot is unknown only when another model made it in its own way."""
    service, slot = practice.service(state.service_id), state.slot or {}
    return {
        "appointment_id": result.get("appointment_id"),
        "service_id": state.service_id,
        "service": service.name if service else "",
        "name": state.name,
        "starts": slot_start(slot, practice).isoformat() if slot else None,
        "provider": label(result.get("provider") or slot.get("provider")),
        "location": label(result.get("location") or slot.get("location")),
    }


def _start_of(slot: Slot | None, practice: Practice) -> str:
    return say_start(slot_start(slot, practice)) if slot else "your visit"


def on_canceled(scene: Scene, result: Mapping[str, Any]) -> bool:
    """Say that a visit is canceled, if ``cancel_visit`` did that; whether it did."""
    if result.get("status") not in ("cancelled", "canceled"):
        return False
    scene.state.drop_visit(str(result.get("appointment_id") or ""))
    scene.say("canceled", spoken=str(result.get("spoken") or "").rstrip("."))
    if not own_visits.canceled(scene):
        hand_off.ask_else(scene)
    return True


def _invalid(scene: Scene, field: str, message: str) -> None:
    state = scene.state
    if state.outreach:
        on_failure(scene, "failed")
        return
    scene.tell(message)
    if field == "phone":
        state.phone = None
        scene.ask(Step.PHONE, "again_phone")
    elif field == "name":
        state.name, state.name_complete = None, False
        scene.ask(Step.NAME, "again_name")
    else:
        on_failure(scene, "failed")
