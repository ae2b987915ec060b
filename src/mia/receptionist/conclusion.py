"""Sums up a conversation for the end-of-call report."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from mia.platform.conversation.ports import Conclusion
from mia.receptionist.dialogue.on_file.identity import WISHES
from mia.receptionist.dialogue.saying.speaking import say_start, say_wish
from mia.receptionist.dialogue.state import State, load
from mia.receptionist.dialogue.wanted.own_visits import told
from mia.receptionist.practice import Practice

_OUTREACH = {
    "declined": "Not interested right now.",
    "stopped": "Asked not to be contacted again.",
    "wrong_number": "Said that the number is wrong.",
    "not_available": "Couldn't talk, or someone else answered.",
    "voicemail": "A voicemail answered.",
}
_SUCCESS = frozenset({"booked", "handed_off", "emergency", "answered", "lead"})


def conclude(practice: Practice, memory: Mapping[str, Any]) -> Conclusion:
    """What the conversation came to, from the receptionist's memory."""
    state = load(dict(memory))
    outcome = _outcome(state)
    structured = {"outcome": outcome, **_details(state, practice, outcome)}
    return Conclusion(
        summary=_summary(state, practice, outcome), structured=structured, success=outcome in _SUCCESS
    )


def _outcome(state: State) -> str:
    if state.emergency:
        return "emergency"
    if state.booked:
        return "booked"
    if state.handed_off or state.ringing:
        return "handed_off"
    if state.known and not state.booking:
        return "answered"
    if state.outreach is None and (state.phone or (state.name and (state.booking or state.person_reason))):
        return "lead"
    if state.outreach and state.outreach.get("outcome"):
        return str(state.outreach["outcome"])
    return "answered" if state.answered else "abandoned"


def _details(state: State, practice: Practice, outcome: str) -> dict[str, Any]:
    booked = state.booked or {}
    service_id = booked.get("service_id") or state.service_id
    service = practice.service(service_id)
    found = {
        **({} if state.known and outcome == "answered" else {"name": state.name, "phone": state.phone}),
        "service_id": service_id,
        "service": service.name if service else None,
        "preferred": say_wish(state.wish),
        "appointment_id": booked.get("appointment_id"),
        "unanswered": list(state.unanswered),
    }
    return {key: value for key, value in found.items() if value}


def _summary(state: State, practice: Practice, outcome: str) -> str:
    service = practice.service(state.service_id)
    name = service.name if service else "a visit"
    wish = say_wish(state.wish)
    if outcome == "emergency":
        return (
            "Possible emergency: the caller was told to call 911, and the team has an urgent task."
            if state.handed_off
            else ("Possible emergency: the caller was told to call 911.")
        )
    if outcome in _OUTREACH:
        return _OUTREACH[outcome]
    parts: list[str] = []
    if state.ringing:
        parts.append(_for_the_team(state, service.name if service else ""))
    if state.booked:
        parts.append(_booked(state.booked))
    if state.gone and not state.booked:
        parts.append(f"Canceled {told(state.gone)}.")
    parts += [f"Also wanted, not settled: {wanted.text}." for wanted in state.left]
    parts += [f"On the waiting list for {wanted}." for wanted in state.listed]
    if state.handed_off:
        parts.append(f"Handed to the team: {state.person_reason or 'the caller asked for a person'}.")
    elif not state.listed and (left := _left_open(state, f"{name}{f', {wish}' if wish else ''}", outcome)):
        parts.append(left)
    if state.answered:
        topics = ", ".join(topic.replace("_", " ") for topic in state.answered[:4])
        parts.append(f"Asked about {topics}.")
    return " ".join(parts) or "The caller left without a request."


def _for_the_team(state: State, service: str) -> str:
    """What the one who picks up should know, in a line."""
    about = f" about {service}" if service else f" to {WISHES[state.errand['kind']]}" if state.errand else ""
    return f"{state.name or 'A caller'} would like to speak with someone{about}."


def _left_open(state: State, wish: str, outcome: str) -> str:
    """What someone came for and did not get before the conversation ended."""
    if outcome == "lead" and state.errand:
        wanted = WISHES.get(str(state.errand["kind"]), "see an appointment")
        return f"Wanted to {wanted}; the call ended before it was clear who it is."
    if outcome == "lead":
        return f"Wanted {wish}; the call ended before a booking. Details were saved."
    if not state.booking or state.booked:
        return ""
    if state.outreach:
        return "Was offered times; the call ended before one was chosen."
    return f"Wanted {wish}; left without giving a number."


def _booked(booked: Mapping[str, Any]) -> str:
    text = f"Booked {booked.get('service') or 'a visit'}"
    if booked.get("starts"):
        text += f" on {say_start(datetime.fromisoformat(str(booked['starts'])))}"
    text += f" with {booked['provider']}" if booked.get("provider") else ""
    return f"{text}."
