"""Arranging a visit: service, day and time, slot, name, phone, read-back, booking."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mia.voice.engine.language.dates.when import When
from mia.voice.engine.language.dialogue.offers import Slot, say_slots
from mia.voice.engine.language.dialogue.scene import Scene
from mia.voice.engine.language.dialogue.speaking import (
    label,
    say_day,
    say_start,
    say_time,
    say_weekday,
    say_wish,
    slot_start,
    some,
)
from mia.voice.engine.language.dialogue.state import LARGEST_OFFER, Step
from mia.voice.engine.language.understanding.phones import spoken_phone

UNDER_AGE = "A visit for somebody under 18"


def advance(scene: Scene, *, again: bool = False) -> None:
    """Ask for the next thing that is missing, or read back when nothing is.

    ``again``: the caller's last words did not bring us on, so the question is put differently.
    """
    state = scene.state
    if state.minor:
        under_age(scene)
    elif not scene.practice.services:
        state.booking = False
        state.person_reason = "Wants to book a visit"
        scene.say("no_services")
        _ask(scene, Step.OFFER_PERSON, "offer_person")
    elif state.service_id is None:
        _ask_service(scene, again=again)
    elif state.slot is None and not state.offered:
        if state.wish.has_day:
            search(scene)
        else:
            _ask_when(scene, again=again)
    elif state.slot is None:
        _ask(scene, Step.SLOT, "again_slot" if len(state.offered) > 1 else "again_slot_one",
             slots=say_slots(state.offered, scene))  # fmt: skip
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


def under_age(scene: Scene) -> None:
    """Somebody under 18 gets no visit from us, only a person who arranges it with a parent."""
    state = scene.state
    state.minor, state.booking = True, False
    state.drop_slot()
    state.person_reason = UNDER_AGE
    _ask(scene, Step.OFFER_PERSON, "under_age")


def ask_phone(scene: Scene, *, again: bool = False) -> None:
    """Ask for the telephone number, or for what is missing of it."""
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
            "service_id": state.service_id,
            **state.wish.search(scene.now),
            "provider_id": state.provider_id,
            "location_id": state.location_id,
            "limit": LARGEST_OFFER,
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
    scene.call(
        "book_appointment",
        {"slot_token": state.slot["token"], "name": state.name, "phone": state.phone, "email": state.email},
    )


def on_slots(scene: Scene, result: Mapping[str, Any]) -> None:
    """Offer what ``find_slots`` returned, or explain why there is nothing."""
    state, wish = scene.state, scene.state.wish
    slots = _of_different_times(result.get("slots") or (), scene)
    fitting = [s for s in slots if wish.allows(slot_start(s, scene.practice))]
    if not slots:
        _explain(scene, result.get("reason"))
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
        _explain(scene, result.get("reason") or "full")
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
    assert state.slot is not None
    service = scene.practice.service(state.service_id)
    state.booked = {
        "appointment_id": result.get("appointment_id"),
        "service_id": state.service_id,
        "service": service.name if service else "",
        "starts": slot_start(state.slot, scene.practice).isoformat(),
        "provider": label(result.get("provider") or state.slot.get("provider")),
        "location": label(result.get("location") or state.slot.get("location")),
    }
    spoken = str(result.get("spoken") or say_start(slot_start(state.slot, scene.practice)))
    if result.get("moved"):
        scene.say("moved", spoken=spoken.rstrip("."))
    elif spoken.split(",")[0].split()[0].lower().endswith("day"):
        scene.say("booked", spoken=spoken.rstrip("."))
    else:
        scene.tell(spoken)
    state.drop_booking()
    _ask(scene, Step.ELSE, "else")


def _invalid(scene: Scene, field: str, message: str) -> None:
    state = scene.state
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
    text = f"{service.name if service else 'a visit'} on {say_start(slot_start(state.slot, scene.practice))}"
    provider, place = label(state.slot.get("provider")), label(state.slot.get("location"))
    text += f" with {provider}" if provider else ""
    return text + (f" at {place}" if place and len(scene.practice.locations) > 1 else "")


def _of_different_times(slots: Any, scene: Scene) -> list[Slot]:
    """One slot a time and place, in order of start: two providers at three o'clock are one offer."""
    seen: dict[tuple[str, str], Slot] = {}
    for slot in slots:
        key = (slot_start(slot, scene.practice).isoformat(), label(slot.get("location")))
        seen.setdefault(key, slot)
    return sorted(seen.values(), key=lambda slot: slot_start(slot, scene.practice))


def _explain(scene: Scene, reason: Any) -> None:
    day = scene.state.wish.one_day
    if reason == "closed":
        open_then = day and scene.practice.spans(day)
        if day and not open_then:
            always = day.weekday() not in scene.practice.hours
            scene.say("closed", day=f"{say_weekday(day)}s" if always else say_day(day))
        else:
            scene.say("closed_then")
    elif reason in ("past", "too_far"):
        scene.say(str(reason))
    elif reason == "full" and day:
        scene.say("full", day=say_day(day))
    else:
        scene.say("full_then")


def grouped(digits: str) -> str:
    """Digits as they are read back: "305-555-014"."""
    if len(digits) == 7:  # without its area code
        return f"{digits[:3]}-{digits[3:]}"
    return "-".join(p for p in (digits[:3], digits[3:6], digits[6:]) if p)
