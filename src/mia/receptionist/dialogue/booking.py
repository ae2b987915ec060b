"""Arranging a visit: service, day and time, slot, name, phone, read-back, booking."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.offers import Slot, explain, of_different_times, say_slots
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.speaking import (
    label,
    say_start,
    say_time,
    say_wish,
    slot_start,
    some,
)
from mia.receptionist.dialogue.state import LARGEST_OFFER, State, Step
from mia.receptionist.practice import Practice
from mia.receptionist.understanding.phones import spoken_phone

FEW = 2
"""Times offered to someone whom we have called."""
UNDER_AGE = "An appointment for someone under 18"


def advance(scene: Scene, *, again: bool = False) -> None:
    """Ask for the next thing that is missing, or read back when nothing is.

    ``again``: the caller's last words did not bring us on, so the question is put differently.
    """
    state = scene.state
    if state.minor:
        under_age(scene)
    elif not scene.practice.services or not scene.practice.books:
        state.booking = False
        state.person_reason = "Wants to book an appointment"
        scene.say("no_services")
        _ask(scene, Step.OFFER_PERSON, "offer_person")
    elif due_service(scene) is None:
        _ask_service(scene, again=again)
    elif state.slot is None:
        _find_time(scene, again=again)
    elif state.outreach:
        read_back(scene, again=again)
    elif state.name is None:
        first_time = "ask_name_other" if state.for_whom else "ask_name"
        _ask(scene, Step.NAME, "again_name" if again and state.step is Step.NAME else first_time)
    elif not state.name_complete:
        state.name_complete = True  # asked once; some people have or give one name only
        _ask(scene, Step.LAST_NAME, "ask_last_name", first=state.first_name)
    elif state.phone is None:
        ask_phone(scene, again=again)
    else:
        read_back(scene, again=again)


def _find_time(scene: Scene, *, again: bool) -> None:
    """Offer again what was offered, look for times, or ask when it would suit."""
    state = scene.state
    if state.offered:
        _ask(scene, Step.SLOT, "again_slot" if len(state.offered) > 1 else "again_slot_one",
             slots=say_slots(state.offered, scene))  # fmt: skip
    elif state.wish.has_day or (state.outreach and state.searches == 0):
        search(scene)
    else:
        _ask_when(scene, again=again)


def due_service(scene: Scene) -> str | None:
    """The treatment to look for: what was asked for, else what the practice called about, which is not named."""
    state = scene.state
    due = state.outreach["services"] if state.outreach else ()
    return state.service_id or (due[0] if due else None)


def under_age(scene: Scene) -> None:
    """Someone under 18 gets no visit from us, only a person who arranges it with a parent."""
    state = scene.state
    state.minor, state.booking = True, False
    state.drop_slot()
    state.person_reason = UNDER_AGE
    _ask(scene, Step.OFFER_PERSON, "under_age")


def ask_phone(scene: Scene, *, again: bool = False) -> None:
    """Ask for the phone number, or for what is missing of it."""
    state = scene.state
    part = state.phone_part
    if part:
        key = "area_code" if len(part) == 7 else "phone_part"
        _ask(scene, Step.PHONE, key, digits=grouped(part))
    elif again and state.step is Step.PHONE:
        _ask(scene, Step.PHONE, "again_phone")
    else:
        _ask(scene, Step.PHONE, "ask_phone", first=state.first_name)


def read_back(scene: Scene, *, again: bool = False) -> None:
    """Read everything back and ask for a yes."""
    state = scene.state
    if again and state.step is Step.CONFIRM:
        _ask(scene, Step.CONFIRM, "again_confirm")
        return
    if state.outreach:
        _ask(scene, Step.CONFIRM, "out_read_back", visit=_visit(scene))
        return
    _ask(
        scene,
        Step.CONFIRM,
        "read_back",
        visit=_visit(scene),
        name=state.name,
        phone=spoken_phone(state.phone or ""),
    )


def search(scene: Scene) -> None:
    """Ask for open slots that fit the wish."""
    state = scene.state
    if state.searches == 0 and not scene.outputs:
        scene.say("look")
    state.searches += 1
    scene.call(
        "find_slots",
        {
            "service_id": due_service(scene),
            **state.wish.search(scene.now),
            "provider_id": state.provider_id,
            "location_id": state.location_id,
            "limit": FEW if state.outreach else LARGEST_OFFER,
        },
    )


def take_slot(scene: Scene, slot: Slot) -> None:
    """Remember the slot the caller chose and go on."""
    state = scene.state
    state.slot, state.offered = dict(slot), []
    scene.say("picked", slot=say_start(slot_start(slot, scene.practice)))


def book(scene: Scene) -> None:
    """Ask for the booking of the slot that was read back and confirmed."""
    state = scene.state
    if state.slot is None or state.minor:
        advance(scene)
        return
    scene.say("booking")
    if state.outreach:  # the front office knows whose visit it is
        scene.call("book_appointment", {"slot_token": state.slot["token"]})
        return
    scene.call(
        "book_appointment",
        {"slot_token": state.slot["token"], "name": state.name, "phone": state.phone, "email": state.email},
    )


def on_slots(scene: Scene, result: Mapping[str, Any]) -> None:
    """Offer what ``find_slots`` returned, or explain why there is nothing."""
    state, wish = scene.state, scene.state.wish
    slots = of_different_times(result.get("slots") or (), scene)
    fitting = [s for s in slots if wish.allows(slot_start(s, scene.practice))]
    if not slots:
        explain(scene, result.get("reason"))
        state.wish = When(part=wish.part)
        _ask(scene, Step.WHEN, "none")
        return
    exact = wish.at and [s for s in fitting if slot_start(s, scene.practice).time() == wish.at]
    if exact and (wish.one_day or wish.soonest):
        state.slot = dict(exact[0])
        scene.say("open_time", slot=say_slots(exact[:1], scene))
        advance(scene)
        return
    if not fitting:
        explain(scene, result.get("reason") or "full")
    elif wish.at and wish.one_day:
        scene.say("not_exact", wish=say_time(wish.at))
    elif wish.one_day and result.get("reason"):
        scene.say("closed_then" if result["reason"] == "closed" else "full_then")
    offer(scene, fitting or slots)


def offer(scene: Scene, slots: list[Slot]) -> None:
    """Offer up to three slots."""
    scene.state.offered = [dict(s) for s in slots[:LARGEST_OFFER]]
    scene.state.slot = None
    key = "offer_one" if len(scene.state.offered) == 1 else "offer_some"
    _ask(scene, Step.SLOT, key, slots=say_slots(scene.state.offered, scene))


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
    _ask(scene, Step.OFFER_PERSON, key)


def _booked(scene: Scene, result: Mapping[str, Any]) -> None:
    state = scene.state
    state.booked = booked_visit(state, result, scene.practice)
    spoken = str(result.get("spoken") or _start_of(state.slot, scene.practice))
    if result.get("moved"):
        scene.say("moved", spoken=spoken.rstrip("."))
    elif spoken.split(",")[0].split()[0].lower().endswith("day"):
        scene.say("booked", spoken=spoken.rstrip("."))
    else:
        scene.tell(spoken)
    state.drop_booking()
    _ask(scene, Step.ELSE, "else")


def booked_visit(state: State, result: Mapping[str, Any], practice: Practice) -> dict[str, Any]:
    """What is remembered of a booking. Its slot is unknown only when another model made it in its own way."""
    service, slot = practice.service(state.service_id), state.slot or {}
    return {
        "appointment_id": result.get("appointment_id"),
        "service_id": state.service_id,
        "service": service.name if service else "",
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
    scene.say("canceled", spoken=str(result.get("spoken") or "").rstrip("."))
    _ask(scene, Step.ELSE, "else")
    return True


def _invalid(scene: Scene, field: str, message: str) -> None:
    state = scene.state
    if state.outreach:
        on_failure(scene, "failed")
        return
    scene.tell(message)
    if field == "phone":
        state.phone = None
        _ask(scene, Step.PHONE, "again_phone")
    elif field == "name":
        state.name, state.name_complete = None, False
        _ask(scene, Step.NAME, "again_name")
    else:
        on_failure(scene, "failed")


def _ask(scene: Scene, step: Step, key: str, **values: object) -> None:
    scene.state.step = step
    scene.say(key, **values)


def _ask_service(scene: Scene, *, again: bool) -> None:
    state = scene.state
    names = [s.name for s in scene.practice.services]
    if state.service_choice:
        choice = [s.name for s in scene.practice.services if s.id in state.service_choice]
        _ask(scene, Step.SERVICE, "which_service", options=some(choice, "or"))
    elif again and state.step is Step.SERVICE and names:
        _ask(scene, Step.SERVICE, "again_service", examples=some(names, "or"))
    else:
        _ask(scene, Step.SERVICE, "ask_service")


def _ask_when(scene: Scene, *, again: bool) -> None:
    wish = scene.state.wish
    if again and scene.state.step is Step.WHEN:
        _ask(scene, Step.WHEN, "again_when")
    elif wish.has_time:
        _ask(scene, Step.WHEN, "ask_day", time=say_wish(replace(wish, without=())))
    else:
        _ask(scene, Step.WHEN, "ask_when")


def _visit(scene: Scene) -> str:
    state = scene.state
    assert state.slot is not None
    service = scene.practice.service(state.service_id)
    text = f"{service.name if service else 'your visit'} on {say_start(slot_start(state.slot, scene.practice))}"
    provider, place = label(state.slot.get("provider")), label(state.slot.get("location"))
    text += f" with {provider}" if provider else ""
    return text + (f" at {place}" if place and len(scene.practice.locations) > 1 else "")


def grouped(digits: str) -> str:
    """Digits as they are read back: "305-555-014"."""
    if len(digits) == 7:  # without its area code
        return f"{digits[:3]}-{digits[3:]}"
    return "-".join(p for p in (digits[:3], digits[3:6], digits[6:]) if p)
