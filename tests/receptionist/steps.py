"""Brings a conversation to a step, says one wording and judges what the receptionist did with it."""

import json
from collections.abc import Awaitable, Callable, Mapping
from copy import deepcopy
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import ZONE, FrontOffice

Case = Mapping[str, Any]
Judge = Callable[[Case], Awaitable[str]]

EVALS = Path(__file__).parents[2] / "evals" / "receptionist"
TUESDAY = date(2026, 11, 24)
OFFERED = (time(10), time(14, 30), time(16))
SLOT_STEPS = {"service", "when", "slot", "name", "last_name", "phone", "confirm"}


def cases(file: str) -> list[tuple[str, Case]]:
    """All wordings of a file in ``evals/receptionist`` with their step."""
    content = json.loads((EVALS / file).read_text(encoding="utf-8"))
    return [(step, case) for step, entries in content.items() if step != "about" for case in entries]


async def judge(step: str, case: Case) -> str:
    """What went wrong, ``""`` when the receptionist did the right thing."""
    return await _JUDGES[step](case)


def office_with_three_slots() -> FrontOffice:
    """An office whose Tuesday has 10:00, 14:30 and 16:00 free."""
    starts = [datetime.combine(TUESDAY, time(9)) + timedelta(minutes=30 * i) for i in range(18)]
    return FrontOffice(busy={s for s in starts if s.time() not in OFFERED})


_reached: dict[str, Conversation] = {}


def _fork(talk: Conversation) -> Conversation:
    """A conversation that goes on from where another one stands, which stays as it is."""
    return Conversation(deepcopy(talk.office), talk.model, deepcopy(talk.memory))


async def _after(name: str, start: Conversation, *lines: str) -> Conversation:
    """A fork of the conversation after ``lines``; it is held once and kept, because many cases start there."""
    if name not in _reached:
        for line in lines:
            await start.say(line)
        assert start.step == name, start.spoken
        _reached[name] = start
    return _fork(_reached[name])


async def at_when() -> Conversation:
    """The receptionist has just asked for day and time."""
    return await _after("when", Conversation(), "I'd like to book Botox")


async def at_slots() -> Conversation:
    """Three slots have just been offered."""
    return await _after("slot", Conversation(office_with_three_slots()), "I'd like to book Botox on Tuesday")


async def at_name() -> Conversation:
    """A slot is chosen, the name is asked for."""
    return await _after("name", Conversation(), "I'd like to book Botox next Tuesday at 3 PM")


async def at_phone() -> Conversation:
    """The phone number is asked for."""
    return await _after("phone", await at_name(), "Maria Gonzalez")


async def at_confirm() -> Conversation:
    """Everything was read back."""
    return await _after("confirm", await at_phone(), "305 555 0142")


def _differs(what: str, got: object, want: object) -> str:
    return "" if got == want else f"{what}: got {got!r}, want {want!r}"


async def _booking_request(case: Case) -> str:
    talk = Conversation()
    await talk.say(case["say"])
    state = talk.state
    if not state["booking"]:
        return f"no booking begun: {talk.spoken}"
    return _differs("service", state["service_id"], case["service"])


async def _service(case: Case) -> str:
    talk = Conversation()
    await talk.say("I'd like to make an appointment")
    await talk.say(case["say"])
    return _differs("service", talk.state["service_id"], case["service"])


async def _day_time(case: Case) -> str:
    talk = await at_when()
    await talk.say(case["say"])
    searches = talk.office.made("find_slots")
    if not searches:
        return f"no search: {talk.spoken}"
    return _wish_differs(talk.state["when"], case)


def _wish_differs(wish: Mapping[str, Any], case: Case) -> str:
    got = {key: wish.get(key) for key in ("days", "at", "not_before", "not_after", "part", "soonest")}
    want = {key: case.get(key) for key in got}
    if want["days"] and not any(key in case for key in ("at", "part", "not_before", "not_after")):
        got = {"days": got["days"]}
    for key in ("at", "not_before", "not_after"):
        if got.get(key):
            got[key] = str(got[key])[:5]
    return _differs("wish", {k: v for k, v in got.items() if v}, {k: want[k] for k in want if want[k]})


async def _slot_choice(case: Case) -> str:
    talk = await at_slots()
    await talk.say(case["say"])
    slot = talk.state["slot"]
    if slot is None:
        return f"nothing chosen: {talk.spoken[-1]}"
    start = datetime.fromisoformat(slot["starts_at"]).astimezone(ZONE).replace(tzinfo=None)
    return _differs("slot", start, datetime.combine(TUESDAY, OFFERED[case["index"]]))


async def _name(case: Case) -> str:
    talk = await at_name()
    await talk.say(case["say"])
    if talk.step not in ("phone", "last_name"):
        return f"step {talk.step}: {talk.spoken[-1]}"
    return _differs("name", talk.state["name"], case["name"])


async def _phone(case: Case) -> str:
    talk = await at_phone()
    await talk.say(case["say"])
    return _differs("phone", talk.state["phone"], case["phone"]) or _differs("step", talk.step, "confirm")


async def _confirm_yes(case: Case) -> str:
    talk = await at_confirm()
    await talk.say(case["say"])
    return _differs("booked", len(talk.office.booked), 1)


async def _confirm_no(case: Case) -> str:
    talk = await at_confirm()
    await talk.say(case["say"])
    if talk.office.booked:
        return "booked against the caller's will"
    return "" if talk.step in ("fix", "name", "phone", "when", "slot") else f"step {talk.step}: {talk.spoken[-1]}"


async def _change(case: Case) -> str:
    talk = await at_confirm()
    await talk.say(case["say"])
    state = talk.state
    if talk.office.booked:
        return "booked against the caller's will"
    for key, field in (("service", "service_id"), ("name", "name"), ("phone", "phone")):
        if key in case and (wrong := _differs(key, state[field], case[key])):
            return wrong
    if "days" in case:
        return _wish_differs({"at": None, **state["when"]}, {"days": case["days"]}) or (
            "" if talk.step in SLOT_STEPS else f"step {talk.step}"
        )
    return ""


async def _question(case: Case) -> str:
    for arrive in (at_when, at_slots, at_phone, at_confirm):
        talk = await arrive()
        before = talk.state
        await talk.say(case["say"])
        after = talk.state
        if case["topic"] not in after["answered"]:
            return f"{arrive.__name__}: answered {after['answered']}: {talk.spoken[-1]}"
        kept = ("step", "service_id", "name", "phone", "booking", "offered", "slot", "when")
        changed = {k: (before[k], after[k]) for k in kept if before[k] != after[k]}
        if changed:
            return f"{arrive.__name__}: lost its place: {changed}"
    return ""


async def _person(case: Case) -> str:
    for arrive in (_fresh, at_slots):
        talk = await arrive()
        await talk.say(case["say"])
        if talk.step == "person_contact":
            await talk.say("Joe Miller, 305 555 0177")
        asked = talk.office.made("request_person")
        if len(asked) != 1 or asked[0]["urgency"] != "routine" or "phone" not in asked[0]:
            return f"{arrive.__name__}: {asked} {talk.spoken[-1]}"
    return ""


async def _fresh() -> Conversation:
    return Conversation()


async def _emergency(case: Case) -> str:
    for arrive in (_fresh, at_slots, at_phone):
        talk = await arrive()
        answer = await talk.say(case["say"])
        asked = talk.office.made("request_person")
        if "911" not in answer or not asked or asked[0]["urgency"] != "emergency":
            return f"{arrive.__name__}: {answer}"
        if "book" in (await talk.say("okay")).lower():
            return f"{arrive.__name__}: went on selling"
    return ""


async def _not_emergency(case: Case) -> str:
    talk = Conversation()
    await talk.say(case["say"])
    urgent = [a for a in talk.office.made("request_person") if a["urgency"] == "emergency"]
    return f"took it for an emergency: {talk.spoken[-1]}" if urgent else ""


async def _goodbye(case: Case) -> str:
    talk = Conversation()
    await talk.say("what are your hours")
    await talk.say(case["say"])
    return "" if talk.ended == "assistant-ended-call" else f"not ended: {talk.spoken[-1]}"


def _answers(topic: str) -> Judge:
    async def check(case: Case) -> str:
        talk = Conversation()
        answer = await talk.say(case["say"])
        wanted = case.get("has", "120 Harbor Street")
        ok = topic in talk.state["answered"] and wanted in answer and not talk.state["booking"]
        return "" if ok else f"answered {talk.state['answered']}: {answer}"

    return check


_JUDGES: dict[str, Judge] = {
    "booking_request": _booking_request,
    "service": _service,
    "day_time": _day_time,
    "slot_choice": _slot_choice,
    "name": _name,
    "phone": _phone,
    "confirm_yes": _confirm_yes,
    "confirm_no": _confirm_no,
    "change": _change,
    "question": _question,
    "person": _person,
    "emergency": _emergency,
    "not_emergency": _not_emergency,
    "goodbye": _goodbye,
    "hours": _answers("hours"),
    "prices": _answers("price"),
    "location": _answers("location"),
}
