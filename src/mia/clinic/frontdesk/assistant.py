"""The assistant resource of a practice, built from its rows: who Mia is there, what she knows and may do."""

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from mia.clinic.frontdesk.prompt import system_prompt
from mia.clinic.frontdesk.team_phones import destinations, phones_of_the_team, transfer_facts
from mia.clinic.frontdesk.tools.specs import tools_of
from mia.clinic.practice.service import Location, Practice, PracticeSettings
from mia.clinic.schedule.service import Provider, Service
from mia.platform.kernel.ids import encode
from mia.platform.kernel.settings import Settings
from mia.platform.kernel.settings_fields import Vendor
from mia.platform.kernel.vendors import may_carry_phi

Json = dict[str, Any]

SILENCE_SECONDS = 24
"""Quiet after which a call ends; the caller is asked twice on the way."""
MAX_CALL_SECONDS = 600
"""The longest call (hosted default of ``maxDurationSeconds``)."""
_TOOL_SECONDS = 10
_SAYS_AI = re.compile(r"\b(AI|artificial)\b")
_KEYPAD = {"enabled": True, "timeoutSeconds": 2, "delimiters": "#"}
"""Zero reaches a person; a code or a number may be keyed, too."""
_OUTCOMES = ["booked", "lead", "handed_off", "emergency", "answered", "abandoned"]


@dataclass(frozen=True)
class Server:
    """Where the voice service sends tool calls and reports, and the secret by which we know it."""

    url: str
    secret: str = field(repr=False)


def build_assistant(
    practice: Practice,
    services: Sequence[Service],
    providers: Sequence[Provider],
    server: Server,
    settings: Settings,
    *,
    on_call: bool,
    own_numbers: Collection[str] = (),
) -> Json:
    """The hosted ``CreateAssistantDTO`` of a practice's receptionist. Equal input gives equal output. ``on_call``:
    urgent tasks reach someone at once. ``own_numbers`` are those that the receptionist answers herself."""
    knowledge = practice_knowledge(practice, services, providers, on_call=on_call)
    team = phones_of_the_team(practice, own_numbers)
    if team:
        knowledge["transfer"] = transfer_facts(practice, team)
    target = {"url": server.url, "headers": {"Authorization": f"Bearer {server.secret}"}}
    return {
        "name": f"Mia - {practice.name}"[:40],
        "firstMessage": opening(practice.settings.greeting),
        "firstMessageMode": "assistant-speaks-first",
        "firstMessageInterruptionsEnabled": True,
        "model": {
            **_model(settings),
            "messages": [{"role": "system", "content": system_prompt(knowledge)}],
            "tools": [
                {"type": "function", "function": function, "server": {**target, "timeoutSeconds": _TOOL_SECONDS}}
                for function in tools_of(practice.settings)
            ]
            + ([{"type": "transferCall", "destinations": destinations(team)}] if team else []),
        },
        "metadata": {"practice": knowledge, "vocabulary": vocabulary_of(knowledge)},
        **({"voice": voice_of(practice.settings)} if practice.settings.pronunciations else {}),
        "server": {**target, "timeoutSeconds": 20},
        "serverMessages": ["tool-calls", "status-update", "end-of-call-report"],
        "clientMessages": ["transcript", "speech-update", "status-update", "user-interrupted"],
        "keypadInputPlan": _KEYPAD,
        "silenceTimeoutSeconds": SILENCE_SECONDS,
        "maxDurationSeconds": MAX_CALL_SECONDS,
        "artifactPlan": {"recordingEnabled": False, "videoRecordingEnabled": False},
        "analysisPlan": _analysis_plan(),
        "monitorPlan": {"listenEnabled": False, "controlEnabled": False},
        "compliancePlan": {"hipaaEnabled": True},
    }


def opening(greeting: str) -> str:
    """The practice's greeting, which always says that an AI answers."""
    return greeting if _SAYS_AI.search(greeting) else f"You are speaking with an AI assistant. {greeting}"


def voice_of(settings: PracticeSettings) -> Json:
    """The voice that speaks for a practice, with how it says the practice's names."""
    said = [
        {"type": "exact", "key": one.written, "value": one.said_as, "replaceAllEnabled": True}
        for one in settings.pronunciations
    ]
    return {"provider": "mia", "chunkPlan": {"formatPlan": {"replacements": said}}}


def digest(assistant: Json) -> bytes:
    """A hash that changes when the assistant does."""
    return hashlib.sha256(json.dumps(assistant, sort_keys=True).encode()).digest()


def vocabulary_of(knowledge: Json) -> list[str]:
    """The names a caller may say, for recognition: ``metadata.vocabulary``."""
    items = [item for kind in ("services", "providers", "locations") for item in knowledge[kind]]
    names = [knowledge["name"], *(name for item in items for name in (item["name"], *item.get("aliases", ())))]
    return [name for name in dict.fromkeys(names) if name]


def practice_knowledge(
    practice: Practice, services: Sequence[Service], providers: Sequence[Provider], *, on_call: bool
) -> Json:
    """What a receptionist may state: ``metadata.practice`` (see ``docs/voice-assistant.md``)."""
    return {
        "name": practice.name,
        "timezone": practice.timezone,
        "phone": practice.settings.phone,
        "hand_off_number": practice.settings.hand_off_number,
        "locations": [_location(place) for place in practice.locations],
        "hours": [
            {"weekday": weekday, "opens": opens, "closes": closes}
            for weekday in range(7)
            for opens, closes in _merged(
                (f"{item.opens:%H:%M}", f"{item.closes:%H:%M}")
                for item in practice.hours
                if item.weekday == weekday
            )
        ],
        "closures": [
            {"from": item.first_day.isoformat(), "to": item.last_day.isoformat(), "reason": item.reason}
            for item in practice.closures
            if item.location_id is None
        ],
        "on_call": on_call,
        "may": {
            "book": practice.settings.books_visits,
            "move": practice.settings.moves_visits,
            "cancel": practice.settings.cancels_visits,
            "list": practice.settings.keeps_waiting_list,
            "price": practice.settings.tells_prices,
        },
        "services": [_service(service, priced=practice.settings.tells_prices) for service in services],
        "providers": [_provider(provider) for provider in providers],
        "faq": [asdict(fact) | {"questions": list(fact.questions)} for fact in practice.facts],
    }


def _location(place: Location) -> Json:
    return {
        "id": encode("loc", place.id),
        "name": place.name,
        "address": place.address,
        "directions": place.directions,
        "parking": place.parking,
        "directions_es": place.directions_es,
        "parking_es": place.parking_es,
    }


def _provider(provider: Provider) -> Json:
    return {
        "id": encode("prv", provider.id),
        "name": provider.name,
        "title": provider.title,
        "gender": provider.gender,
        "service_ids": [encode("svc", service_id) for service_id in provider.service_ids],
    }


def _service(service: Service, *, priced: bool) -> Json:
    return {
        "id": encode("svc", service.id),
        "name": service.name,
        "aliases": list(service.aliases),
        "category": service.category,
        "duration_minutes": service.duration_minutes,
        "price_cents": service.price_cents if priced else None,
        "price_note": service.price_note if priced else "",
        "description": service.description,
        "description_es": service.description_es,
    }


def _merged(stretches: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Hours in which any location is open, without overlaps; ``HH:MM`` sorts as time does."""
    merged: list[tuple[str, str]] = []
    for opens, closes in sorted(stretches):
        if merged and opens <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], closes))
        else:
            merged.append((opens, closes))
    return merged


def _model(settings: Settings) -> Json:
    """The embedded receptionist, or the provider that the settings name (OpenAI or compatible)."""
    if settings.openai_model is None or not may_carry_phi(settings, Vendor.OPENAI):
        return {"provider": "mia", "model": "receptionist"}
    if settings.openai_base_url is None:
        return {"provider": "openai", "model": settings.openai_model, "temperature": 0.3}
    return {
        "provider": "custom-llm",
        "url": settings.openai_base_url,
        "model": settings.openai_model,
        "temperature": 0.3,
    }


def _analysis_plan() -> Json:
    texts = ("name", "phone", "service_id", "service", "preferred", "appointment_id")
    schema = {
        "type": "object",
        "properties": {
            "outcome": {"type": "string", "enum": _OUTCOMES},
            **{name: {"type": "string"} for name in texts},
            "unanswered": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["outcome"],
    }
    return {
        "summaryPlan": {"enabled": True},
        "structuredDataPlan": {"enabled": True, "schema": schema},
        "successEvaluationPlan": {"enabled": True, "rubric": "PassFail"},
    }
