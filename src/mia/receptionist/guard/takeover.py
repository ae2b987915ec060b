"""Brings the embedded receptionist up to date when it answers for another language model.

What the model's tools did is read from the history, so that nothing is asked again that was told, and nothing is
booked twice.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from mia.platform.conversation.ports import CallTool, Event, Heard, Message, ToolResult, Turn
from mia.receptionist.dialogue import outreach
from mia.receptionist.dialogue.arranging.booking_results import booked_visit
from mia.receptionist.dialogue.on_file import errands
from mia.receptionist.dialogue.saying.speaking import slot_start
from mia.receptionist.dialogue.state import LARGEST_OFFER, State, Step
from mia.receptionist.guard.conversation import tool_results
from mia.receptionist.guard.moments import Clock, Day, moments
from mia.receptionist.guard.normal import normal
from mia.receptionist.practice import Practice, outreach_of, practice_of
from mia.receptionist.understanding.phones import hear_digits, valid_phone
from mia.receptionist.understanding.who.names import hear_name

_FINISHED_BY_US = frozenset(
    {
        *("find_slots", "book_appointment", "request_person", "confirm_identity", "stop_contact", "cancel_visit"),
        *("list_visits", "send_code", "check_code", "identify_patient", "join_waiting_list"),
    }
)
"""Tools whose outcome the receptionist puts into words itself; after others the caller's words are answered."""
_ASKS_NAME = re.compile(r"\bname\b[^.!?]*\?", re.IGNORECASE)
_ASKS_PHONE = re.compile(r"\b(?:number|phone)\b[^.!?]*\?", re.IGNORECASE)
_ASKS_CODE = re.compile(r"\bcode\b", re.IGNORECASE)
_ASKS_TO_BOOK = re.compile(r"\b(?:book|correct|right|confirm|sound good|go ahead)\b[^.!?]*\?", re.IGNORECASE)

Slot = Mapping[str, Any]


def catch_up(state: State, turn: Turn, known: Sequence[str], *, after_model: bool, finish: bool) -> list[str]:
    """Put into ``state`` what the model's tools did since; returns the ids of the calls it now knows.

    ``known`` are ids that it knew before; the receptionist's own calls must be among them. ``after_model``: the
    last words were the model's, so that its question counts. ``finish``: the receptionist is to put the outcome
    that has just come in into words itself (see :func:`event_for`).
    """
    practice = practice_of(turn.brief)
    if outreach_of(turn.brief) and state.outreach is None:
        outreach.begin(state, outreach_of(turn.brief))
    reader = _Reader(state, turn, practice)
    fresh: list[str] = []
    for call, result in tool_results(turn):
        reader.note_slots(result)
        if call.call_id in known:
            continue
        fresh.append(call.call_id)
        open_ = finish and isinstance(turn.event, ToolResult) and call.call_id == turn.event.call_id
        reader.take(call, result, open_=open_)
    reader.listen()
    if after_model:
        reader.settle()
    return [*known, *fresh]


def event_for(turn: Turn, state: State) -> Event:
    """What the receptionist is to react to: the outcome of a tool that it can tell, else the caller's words."""
    event = turn.event
    if not isinstance(event, ToolResult):
        return event
    if event.name in _FINISHED_BY_US:
        state.pending = {"call_id": event.call_id, "name": event.name}
        return event
    return Heard(last_words(turn))


def last_words(turn: Turn) -> str:
    """What the caller said last, before what has just happened."""
    return next((message.content for message in reversed(turn.history) if message.role == "user"), "")


class _Reader:
    def __init__(self, state: State, turn: Turn, practice: Practice) -> None:
        self._state = state
        self._turn = turn
        self._practice = practice
        self._slots: dict[str, Slot] = {}
        self._offered_by: str | None = None

    def note_slots(self, result: Mapping[str, Any]) -> None:
        """Keep every slot by its token: bookings name them so."""
        self._slots |= {str(slot["token"]): slot for slot in _slots_in(result)}

    def take(self, call: CallTool, result: Mapping[str, Any], *, open_: bool) -> None:
        """What a tool was asked and answered. ``open_``: the answer itself is still to be put into words."""
        state, asked = self._state, call.arguments
        self._take_person(asked)
        failed = "error" in result or open_
        match call.name:
            case "find_slots":
                state.booking, state.slot = True, None
                state.provider_id = _text(asked, "provider_id") or state.provider_id
                state.location_id = _text(asked, "location_id") or state.location_id
                state.searches += 1
                if not failed:
                    self._offer(call, result)
            case "book_appointment":
                slot = self._slots.get(str(asked.get("slot_token")))
                state.slot, state.booking = dict(slot) if slot else None, True
                if not failed:
                    self._booked(call, result)
            case "request_person":
                state.person_reason = _text(asked, "reason") or state.person_reason
                state.person_asked = True
                state.handed_off = state.handed_off or not failed
            case "identify_patient" | "check_code" | "list_visits" if not failed:
                self._identified(call, result)
            case "confirm_identity" if not failed and result.get("status") == "confirmed" and state.outreach:
                state.outreach["identified"], state.booking, state.step = True, True, Step.OPEN
            case "stop_contact" if not failed and state.outreach:
                state.outreach["outcome"] = "declined" if asked.get("reason") == "not_interested" else "stopped"

    def _identified(self, call: CallTool, result: Mapping[str, Any]) -> None:
        """Who was identified stays so, and what the model was doing for them is their errand."""
        state = self._state
        if call.name == "identify_patient":
            state.known_name = state.name or ""
            state.errand = state.errand or dict(errands.OF_ANY)
        state.known = state.known or (state.errand is not None and result.get("status") == "proven")
        if call.name == "list_visits" and "visits" in result:
            state.known, state.errand = state.known or state.outreach is None, None
            state.on_file = [errands.remembered(visit, self._practice) for visit in result["visits"]]

    def _take_person(self, asked: Mapping[str, Any]) -> None:
        state = self._state
        if name := _text(asked, "name"):
            state.name, state.name_complete = name, " " in name
        if phone := valid_phone(re.sub(r"\D", "", _text(asked, "phone") or "")):
            state.phone = phone
        state.email = _text(asked, "email") or state.email
        if self._practice.service(_text(asked, "service_id")):
            state.service_id, state.service_choice = _text(asked, "service_id"), []

    def _offer(self, call: CallTool, result: Mapping[str, Any]) -> None:
        self._state.offered = [dict(slot) for slot in _slots_in(result)]
        self._offered_by = call.call_id

    def _booked(self, call: CallTool, result: Mapping[str, Any]) -> None:
        state = self._state
        if result.get("status") == "booked":
            state.replaces = _text(call.arguments, "replaces")
            state.add_visit(booked_visit(state, result, self._practice), moved=result.get("moved") is True)
            state.drop_booking()
        elif result.get("status") != "code_required":
            state.drop_slot()
            self._offer(call, result)

    def listen(self) -> None:
        """Name and number that the caller told the model, where no tool was given them."""
        state, asked = self._state, ""
        for message in self._turn.history:
            if message.role == "assistant":
                asked = message.content or asked
            elif message.role == "user":
                if not state.name and (name := hear_name(message.content, expected=bool(_ASKS_NAME.search(asked)))):
                    state.name, state.name_complete = name, " " in name
                digits = hear_digits(message.content, expected=bool(_ASKS_PHONE.search(asked)))
                state.phone = state.phone or valid_phone(digits)

    def settle(self) -> None:
        """The question that was asked last, as a step of ours."""
        state = self._state
        if state.step in (Step.EMERGENCY, Step.EMERGENCY_CHECK, Step.IDENTITY, Step.NUMBER):
            return
        last = next((m.content for m in reversed(self._turn.history) if m.role == "assistant" and m.content), "")
        state.last_lines = [last] if last else state.last_lines
        if state.offered and self._offered_by:
            self._narrow()
        if not state.booking:
            state.step = Step.ELSE if state.booked or state.handed_off else Step.OPEN
        elif state.slot and _ASKS_CODE.search(last):
            state.step = Step.CODE
        elif _ASKS_NAME.search(last) and not state.name:
            state.step = Step.NAME
        elif _ASKS_PHONE.search(last) and not state.phone:
            state.step = Step.PHONE
        elif state.slot and state.name and state.phone and _ASKS_TO_BOOK.search(last):
            state.step = Step.CONFIRM
        elif state.offered:
            state.step = Step.SLOT
        else:
            state.step = Step.WHEN if state.service_id else Step.SERVICE

    def _narrow(self) -> None:
        """Which of the slots found were named to the caller, and whether it has come down to one."""
        state = self._state
        lines = [normal(text) for text in _said_since(self._turn.history, self._offered_by)]
        named = [[slot for slot in state.offered if self._names(line, slot)] for line in lines]
        named = [slots for slots in named if slots]
        if named and len(named) > 1 and len(named[-1]) == 1:
            state.slot, state.offered = dict(named[-1][0]), []
        else:
            state.offered = [dict(slot) for slot in (named[-1] if named else state.offered)[:LARGEST_OFFER]]

    def _names(self, line: str, slot: Slot) -> bool:
        start = slot_start(slot, self._practice)
        now = self._turn.now.astimezone(self._practice.zone).replace(tzinfo=None)
        found = [one.what for one in moments(line, now)]
        days = [what for what in found if isinstance(what, Day)]
        clocks = [what for what in found if isinstance(what, Clock)]
        on_the_day = not days or any(day.is_on(start.date()) for day in days)
        return on_the_day and any(clock.means(_clock(start)) for clock in clocks)


def _said_since(history: Sequence[Message], call_id: str | None) -> list[str]:
    """What the assistant said after a tool had answered."""
    place = next((at for at, message in enumerate(history) if message.tool_call_id == call_id), len(history))
    return [message.content for message in history[place:] if message.role == "assistant" and message.content]


def _slots_in(result: Mapping[str, Any]) -> Iterable[Slot]:
    slots = result.get("slots")
    return (s for s in slots if isinstance(s, dict) and s.get("token") and s.get("starts_at")) if slots else ()


def _clock(start: datetime) -> Clock:
    return Clock(start.hour * 60 + start.minute)


def _text(values: Mapping[str, Any], name: str) -> str | None:
    value = values.get(name)
    return value.strip() if isinstance(value, str) and value.strip() else None
