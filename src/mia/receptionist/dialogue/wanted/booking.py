"""Arranging a visit: service, day and time, slot, name, phone, read-back, booking."""

from dataclasses import replace
from datetime import datetime

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.saying.speaking import label, say_start, say_wish, slot_start, some
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import LARGEST_OFFER, Step, Waiting
from mia.receptionist.dialogue.wanted import in_turn
from mia.receptionist.dialogue.wanted.offers import Slot, say_slots
from mia.receptionist.dialogue.wanted.own_times import after_own_visits
from mia.receptionist.understanding.phones import spoken_phone
from mia.receptionist.understanding.who.people import SELF

FEW = 2
"""Times offered to someone whom we have called."""
_MOST_ASKED = 2
"""Times that the name of one more person is asked for."""
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
        scene.ask(Step.OFFER_PERSON, "offer_person")
    elif due_service(scene) is None:
        _ask_service(scene, again=again)
    elif state.slot is None and state.waiting is not Waiting.WANTED:
        _find_time(scene, again=again)
    elif state.outreach or not _ask_who(scene, again=again):
        _settle(scene, again=again)


def _ask_who(scene: Scene, *, again: bool) -> bool:
    """Ask for what is missing of the name and number; whether anything is."""
    state = scene.state
    if state.name is None and state.planned and state.for_whom in (None, "first"):
        told = next((one.name for one in state.people if one.kin == SELF), None)
        state.name, state.name_complete = told, bool(told and " " in told)
    if state.has_it_already:
        _ask_for_other(scene)
    elif state.name is None:
        first_time = "ask_name_other" if state.for_whom else "ask_name"
        scene.ask(Step.NAME, "again_name" if again and state.step is Step.NAME else first_time)
    elif not state.name_complete:
        state.name_complete = True  # asked once; some people have or give one name only
        told_of = {one.name for one in state.people if one.kin not in ("", SELF) or one.name == state.for_whom}
        others = state.for_whom and state.name in told_of
        whose = "ask_last_name_other" if others else "ask_last_name"
        scene.ask(Step.LAST_NAME, whose, first=state.first_name)
    elif state.spelling == "due":
        state.spelling = "asked"
        scene.ask(Step.LAST_NAME, "ask_spelling", first=state.first_name)
    elif state.phone is None and not state.known:
        ask_phone(scene, again=again)
    else:
        return False
    return True


def _ask_for_other(scene: Scene) -> None:
    """The name that was told for someone else is that of one who has this visit already."""
    state = scene.state
    known, state.name, state.name_complete = state.name or "", None, False
    if state.said.get("who_else", 0) >= _MOST_ASKED:
        state.booking, state.person_reason = (
            False,
            "Wants a visit for one more person, whose name was not understood",
        )
        scene.ask(Step.OFFER_PERSON, "offer_person_lost")
        return
    scene.ask(Step.NAME, "who_else", first=known.split()[0])


def _settle(scene: Scene, *, again: bool) -> None:
    """Everything is known: read it back, or put the caller on the waiting list."""
    if scene.state.waiting is Waiting.WANTED:
        _join_waiting_list(scene)
    else:
        read_back(scene, again=again)


def _join_waiting_list(scene: Scene) -> None:
    """Have the caller put on the list."""
    state = scene.state
    if not state.wish.has_day and state.unmet:
        state.wish = When.from_json(state.unmet).updated(state.wish)
    wish = state.wish
    who = {} if state.outreach or state.is_own_visit else {"name": state.name, "phone": state.phone}
    days = sorted(wish.days)
    last = wish.until or (days[-1] if days else None)
    scene.call(
        "join_waiting_list",
        {
            "service_id": due_service(scene),
            **who,
            "provider_id": state.provider_id,
            "from": days[0].isoformat() if days else None,
            "to": last.isoformat() if last else None,
            "part_of_day": wish.part,
            "preferred": say_wish(wish),
        },
    )


def _find_time(scene: Scene, *, again: bool) -> None:
    """Offer again what was offered, look for times, or ask when it would suit."""
    state = scene.state
    if state.offered:
        key = "again_slot" if len(state.offered) > 1 else "again_slot_one"
        scene.ask(Step.SLOT, key, slots=say_slots(state.offered, scene))
    elif state.wish.has_day or (state.outreach and state.searches == 0):
        search(scene)
    else:
        _ask_when(scene, again=again)


def due_service(scene: Scene) -> str | None:
    """The treatment to look for: what was asked for, else what the practice called about, which is not named."""
    state = scene.state
    due = state.outreach["services"] if state.outreach else ()
    return state.service_id or (due[0] if due else None)


def under_age(scene: Scene, *, own: bool = False) -> None:
    """Someone under 18 gets no visit from us, only a person who arranges it with a parent. ``own``: what is left to
    arrange is the visit of who told us of them, which comes after that."""
    state = scene.state
    state.minor, state.booking = not own, own
    state.drop_slot()
    state.person_reason = UNDER_AGE
    scene.ask(Step.OFFER_PERSON, "under_age")


def ask_phone(scene: Scene, *, again: bool = False) -> None:
    """Ask for the phone number, or for what is missing of it."""
    state = scene.state
    part = state.phone_part
    if part:
        key = "area_code" if len(part) == 7 else "phone_part"
        scene.ask(Step.PHONE, key, digits=grouped(part))
    elif again and state.step is Step.PHONE:
        scene.ask(Step.PHONE, "again_phone")
    else:
        scene.ask(Step.PHONE, "ask_phone", first=state.first_name)


def read_back(scene: Scene, *, again: bool = False) -> None:
    """Read everything back and ask for a yes."""
    state = scene.state
    if again and state.step is Step.CONFIRM:
        scene.ask(Step.CONFIRM, "again_confirm")
        return
    if state.outreach or state.phone is None:
        scene.ask(Step.CONFIRM, "out_read_back", visit=_visit(scene))
        return
    scene.ask(
        Step.CONFIRM,
        "read_back",
        visit=_visit(scene),
        name=state.name,
        phone=spoken_phone(state.phone or ""),
    )


def search(scene: Scene) -> None:
    """Ask for open slots that fit the wish."""
    state, suiting = scene.state, _who_suit(scene)
    if state.searches == 0 and not scene.outputs and not state.typed:
        scene.say("look")
    state.searches += 1
    scene.call(
        "find_slots",
        {
            "service_id": due_service(scene),
            **after_own_visits(scene, state.wish.search(scene.now)),
            "provider_id": state.provider_id,
            "provider_ids": suiting,
            "location_id": state.location_id,
            "limit": FEW if state.outreach else LARGEST_OFFER,
        },
    )


def _who_suit(scene: Scene) -> list[str]:
    """The providers of the gender that was asked for, without those who were refused; empty where that does not
    matter, or cannot be told."""
    state = scene.state
    if state.provider_id or not (state.provider_gender or state.providers_refused):
        return []
    due = due_service(scene)
    found = scene.practice.who_do([due] if due else (), state.provider_gender)
    if not found:
        scene.say("no_such_provider", gender=state.provider_gender)
        state.provider_gender = None
    left = [one.id for one in found if one.id not in state.providers_refused]
    if found and not left:
        scene.say("no_other_provider", provider=found[0].name)
    return left


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
    if not state.typed:
        scene.say("booking")
    visit = {"slot_token": state.slot["token"], "replaces": state.replaces, "beside": state.beside or None}
    if not state.outreach and not state.is_own_visit:
        # else the front office knows whose visit it is
        visit |= {"name": state.name, "phone": state.phone, "email": state.email}
    scene.call("book_appointment", visit)


def next_visit(scene: Scene, wish: When, place: str | None = None) -> bool:
    """Go on with what was asked for beside the visit that is settled, for which ``wish`` held, at the ``place``
    that was told; whether there is something."""
    state = scene.state
    before = state.booked
    if before is None or not state.planned:
        return False
    planned = state.planned.pop(0)
    state.booking, state.location_id = True, place
    days = (datetime.fromisoformat(before["starts"]).date(),) if before["starts"] else ()
    told, time = When.from_json(planned.when), When() if planned.apart else wish.time
    state.wish = replace(time, days=days, at=time.at if planned.when else None).updated(told)
    if planned.other_day and not told.days:
        state.wish = replace(time, days=(), until=None, at=None, without=days)
    elif not told.has_time:
        state.wish = in_turn.placed(scene, state.wish, before)
    state.service_id = planned.service or before["service_id"]
    service = scene.practice.service(state.service_id)
    if (planned.kin == SELF and state.for_whom) or planned.kin not in ("", SELF):
        state.turn_to(planned.kin)
    elif planned.service and state.others_told:
        state.turn_to("other")
    else:
        state.beside = not planned.service
    if planned.kin and not planned.service:
        scene.say("next_person")
    elif state.beside:
        scene.say("next_time")
    else:
        scene.say("next_service", service=service.name if service else "next visit")
    advance(scene)
    return True


def _ask_service(scene: Scene, *, again: bool) -> None:
    state = scene.state
    names = [s.name for s in scene.practice.services]
    if state.service_choice:
        choice = [s.name for s in scene.practice.services if s.id in state.service_choice]
        scene.ask(Step.SERVICE, "which_service", options=some(choice, "or"))
    elif _was_asked_often(scene, again=again) and (consultation := scene.practice.consultation):
        state.service_id, state.booking = consultation.id, False
        scene.ask(Step.OFFER_VISIT, "not_sure_what")
    elif again and state.step is Step.SERVICE and names:
        scene.ask(Step.SERVICE, "again_service", examples=some(names, "or"))
    else:
        scene.ask(Step.SERVICE, "ask_service")


def _was_asked_often(scene: Scene, *, again: bool) -> bool:
    """Whether the treatment was asked for with examples already, or more than twice by the same question."""
    told = scene.state.said
    return (again and bool(told.get("again_service"))) or told.get("ask_service", 0) > _MOST_ASKED


def _ask_when(scene: Scene, *, again: bool) -> None:
    wish = scene.state.wish
    if again and scene.state.step is Step.WHEN:
        scene.ask(Step.WHEN, "again_when")
    elif wish.has_time:
        scene.ask(Step.WHEN, "ask_day", time=say_wish(replace(wish, without=())))
    else:
        scene.ask(Step.WHEN, "ask_when")


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
