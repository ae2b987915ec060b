"""What Mia may ask for, as function tools with JSON Schemas.

The schemas tell a language model what to send; the server checks everything again.
"""

from typing import Any

from mia.clinic.practice.service import PracticeSettings, Switch

Json = dict[str, Any]

FIND_SLOTS = "find_slots"
BOOK_APPOINTMENT = "book_appointment"
REMEMBER_CALLER = "remember_caller"
REQUEST_PERSON = "request_person"
CONFIRM_IDENTITY = "confirm_identity"
STOP_CONTACT = "stop_contact"
LIST_VISITS = "list_visits"
CANCEL_VISIT = "cancel_visit"
SEND_CODE = "send_code"
CHECK_CODE = "check_code"
IDENTIFY_PATIENT = "identify_patient"
JOIN_WAITING_LIST = "join_waiting_list"


def _object(properties: Json, required: tuple[str, ...] = ()) -> Json:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _text(description: str, longest: int = 200, **more: Any) -> Json:
    return {"type": "string", "description": description, "maxLength": longest, **more}


_LOCAL = "ISO 8601 date-time in the practice's own time zone, such as 2026-03-24T14:30"

_FIND_SLOTS = {
    "name": FIND_SLOTS,
    "description": "Free times for a service. Offer only times that this returned, in its spoken words.",
    "parameters": _object(
        {
            "service_id": _text("Id of the service"),
            "from": _text(f"Earliest start: {_LOCAL}"),
            "to": _text(f"Latest start: {_LOCAL}"),
            "near": _text(f"The time the caller would like best: {_LOCAL}"),
            "part_of_day": _text("Part of the day", enum=["morning", "afternoon", "evening"]),
            "not_before": _text("Earliest time of day, such as 15:00", 5),
            "not_after": _text("Latest time of day, such as 12:00", 5),
            "without": {
                "type": "array",
                "description": "Days that don't suit, such as 2026-03-27",
                "items": {"type": "string", "format": "date"},
                "maxItems": 90,
            },
            "provider_id": _text("Id of the provider the caller asked for"),
            "provider_ids": {
                "type": "array",
                "description": "Ids of the providers who suit, such as those who are women; empty for any",
                "items": {"type": "string"},
                "maxItems": 100,
            },
            "location_id": _text("Id of the location the caller asked for"),
            "limit": {"type": "integer", "minimum": 1, "maximum": 10, "description": "How many; 3 unless asked"},
        },
        ("service_id",),
    ),
}

_BOOK_APPOINTMENT = {
    "name": BOOK_APPOINTMENT,
    "description": (
        "Books a time that find_slots returned. Ask for name and phone first and read the booking back; "
        "call this only after the caller agreed. If it answers code_required, nothing is booked yet: call "
        "send_code, ask for the code, call check_code, then call this again with the same token."
    ),
    "parameters": _object(
        {
            "slot_token": _text("The token of the time, exactly as find_slots returned it", 400),
            "name": _text("First and last name; left out for a patient we called, who texts us, or was identified"),
            "phone": _text("Phone number; left out likewise", 40),
            "email": _text("Email address, if the caller gave one", 254),
            "replaces": _text("To move a visit of list_visits or of this conversation: its appointment_id"),
            "beside": {
                "type": "boolean",
                "description": "True for one more visit of the same kind and person; else it moves the first",
            },
        },
        ("slot_token",),
    ),
}

_JOIN_WAITING_LIST = {
    "name": JOIN_WAITING_LIST,
    "description": (
        "Puts the caller on the waiting list when find_slots has nothing that suits and they agree. Staff get in "
        "touch when something becomes free; promise no more than that."
    ),
    "parameters": _object(
        {
            "service_id": _text("Id of the service"),
            "name": _text("First and last name; left out for a patient we called, who texts us, or was identified"),
            "phone": _text("Phone number; left out likewise", 40),
            "provider_id": _text("Id of the provider the caller asked for"),
            "from": _text("First day that suits, as YYYY-MM-DD", 10),
            "to": _text("Last day that suits, as YYYY-MM-DD", 10),
            "part_of_day": _text("Part of the day", enum=["morning", "afternoon", "evening"]),
            "preferred": _text("When the caller would like to come, in words"),
        },
        ("service_id",),
    ),
}

_REMEMBER_CALLER = {
    "name": REMEMBER_CALLER,
    "description": "Saves what the caller said immediately, so nothing is lost if the call drops.",
    "parameters": _object(
        {
            "name": _text("Name"),
            "phone": _text("Phone number", 40),
            "service_id": _text("Id of the service of interest"),
            "preferred": _text("Day and time the caller would like, in words"),
            "intent": _text("What the caller wants, in a few words"),
        }
    ),
}

_REQUEST_PERSON = {
    "name": REQUEST_PERSON,
    "description": (
        "Asks the staff to take over or to call back. Use it when the caller asks for a person, when you "
        "cannot help, and immediately with urgency emergency when someone may be in danger."
    ),
    "parameters": _object(
        {
            "reason": _text("Why, in a few words", 500),
            "urgency": _text("How urgent", enum=["routine", "emergency"]),
            "name": _text("Name, if known"),
            "phone": _text("Phone number, if known", 40),
        },
        ("reason", "urgency"),
    ),
}

_CONFIRM_IDENTITY = {
    "name": CONFIRM_IDENTITY,
    "description": "In a call that we made: notes whether it is the patient who answered. Before anything else.",
    "parameters": _object(
        {"is_patient": {"type": "boolean", "description": "Whether the person said they are the patient"}},
        ("is_patient",),
    ),
}

_STOP_CONTACT = {
    "name": STOP_CONTACT,
    "description": "The person wants no more calls or messages, is a wrong number, or isn't interested now.",
    "parameters": _object(
        {"reason": _text("Left out when they want no contact at all", enum=["wrong_number", "not_interested"])}
    ),
}

_IDENTIFY_PATIENT = {
    "name": IDENTIFY_PATIENT,
    "description": (
        "Before anything about visits that are booked: sends a code to the phone or email on the patient's record. "
        "Ask for the full name and the phone number on file first. It answers sent whether or not there is such a "
        "patient: say so, ask for the six digits, and call check_code. If it answers proven, no code is needed."
    ),
    "parameters": _object(
        {
            "name": _text("First and last name of the patient"),
            "phone": _text("The phone number that the patient says is on file", 40),
            "email": _text("The email address that the patient says is on file", 254),
            "birth_date": _text("Date of birth as YYYY-MM-DD, for someone who cannot get a code", 10),
            "by": _text("email: the code is to be mailed instead of texted", enum=["text", "email"]),
        },
        ("name",),
    ),
}

_LIST_VISITS = {
    "name": LIST_VISITS,
    "description": (
        "The visits to come of a patient we called, who texts us, or who was identified in this conversation, and "
        "the last one they had. If it answers not_identified, call identify_patient first."
    ),
    "parameters": _object({}),
}

_CANCEL_VISIT = {
    "name": CANCEL_VISIT,
    "description": (
        "Cancels a visit that list_visits returned or that you booked in this conversation, after the patient has "
        "agreed. If it answers proof_needed, give "
        "the patient the link that it returned: there they can move or cancel the visit themselves."
    ),
    "parameters": _object({"appointment_id": _text("Id of the visit")}, ("appointment_id",)),
}

_SEND_CODE = {
    "name": SEND_CODE,
    "description": (
        "Sends a six-digit code by text or email, to check that a number or address is the caller's. Only when a "
        "tool asked for it, or to send another one."
    ),
    "parameters": _object(
        {
            "phone": _text("Phone number to text; left out for the one the caller gave", 40),
            "email": _text("Email address, when the caller cannot get texts", 254),
        }
    ),
}

_CHECK_CODE = {
    "name": CHECK_CODE,
    "description": "Checks the code that the caller read back. Answers proven, wrong or expired.",
    "parameters": _object({"code": _text("The digits, as the caller said them", 100)}, ("code",)),
}

NEEDS: dict[str, tuple[Switch, ...]] = {
    FIND_SLOTS: (Switch.BOOKS_VISITS,),
    BOOK_APPOINTMENT: (Switch.BOOKS_VISITS,),
    JOIN_WAITING_LIST: (Switch.BOOKS_VISITS, Switch.KEEPS_WAITING_LIST),
    CANCEL_VISIT: (Switch.CANCELS_VISITS,),
}
"""What the practice must let Mia do for a tool to run."""

TOOL_FUNCTIONS: tuple[Json, ...] = (
    _FIND_SLOTS,
    _BOOK_APPOINTMENT,
    _JOIN_WAITING_LIST,
    _REMEMBER_CALLER,
    _REQUEST_PERSON,
    _CONFIRM_IDENTITY,
    _STOP_CONTACT,
    _IDENTIFY_PATIENT,
    _LIST_VISITS,
    _CANCEL_VISIT,
    _SEND_CODE,
    _CHECK_CODE,
)
"""The tools of every receptionist, in the order in which they are usually needed."""


def tools_of(settings: PracticeSettings) -> list[Json]:
    """The tools that a practice lets Mia use."""
    return [tool for tool in TOOL_FUNCTIONS if all(map(settings.allows, NEEDS.get(tool["name"], ())))]
