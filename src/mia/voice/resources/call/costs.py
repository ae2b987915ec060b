"""What a call used, and what it cost: ``costs`` and ``costBreakdown`` (hosted names).

The embedded models cost nothing, and what a provider asks is billed to the operator's own key, so that each part
costs 0 here; how much of it was used is counted.
"""

from decimal import Decimal

from mia.voice.resources.call.models import CallRecordRow
from mia.voice.wire import Json

_FREE = Decimal(0)
_EMBEDDED = {"provider": "mia"}
_KEPT = {"model": ("provider", "model"), "voice": ("provider", "voiceId"), "transcriber": ("provider", "model")}
"""What is kept of who thinks, speaks and hears."""


def note_usage(row: CallRecordRow, assistant: Json, used: Json) -> None:
    """Keep what an ended call used. ``used`` are the engine's own counts: ``characters`` spoken, ``promptTokens``
    and ``completionTokens``; empty when its media worker was lost."""
    began, ended = row.started_at, row.ended_at
    seconds = max(0.0, (ended - began).total_seconds()) if began and ended else 0.0
    parts = {part: _named(assistant.get(part), names) for part, names in _KEPT.items()}
    row.usage = {"seconds": round(seconds, 3), **parts, **used}
    row.cost = _FREE


def costs_of(row: CallRecordRow) -> Json:
    """``cost``, ``costs`` and ``costBreakdown`` of a call that has ended."""
    if row.usage is None or row.cost is None:
        return {}
    used, total = row.usage, float(row.cost)
    minutes = round(used["seconds"] / 60, 4)
    carrier = {"provider": "twilio"} if (row.provider_call_id or "").startswith("CA") else {}
    tokens = {name: used.get(name, 0) for name in ("promptTokens", "completionTokens")}
    characters = used.get("characters", 0)
    parts = [
        {"type": "transport", **carrier, "minutes": minutes},
        {"type": "transcriber", "transcriber": used["transcriber"], "minutes": minutes},
        {"type": "model", "model": used["model"], **tokens},
        {"type": "voice", "voice": used["voice"], "characters": characters},
        {"type": "vapi", "subType": "normal", "minutes": minutes},
    ]
    breakdown = {
        **dict.fromkeys(("transport", "stt", "llm", "tts", "vapi"), 0.0),
        "total": total,
        "llmPromptTokens": tokens["promptTokens"],
        "llmCompletionTokens": tokens["completionTokens"],
        "ttsCharacters": characters,
    }
    return {"cost": total, "costs": [{**part, "cost": 0.0} for part in parts], "costBreakdown": breakdown}


def _named(part: Json | None, names: tuple[str, ...]) -> Json:
    return {name: part[name] for name in names if part.get(name)} if part else dict(_EMBEDDED)
