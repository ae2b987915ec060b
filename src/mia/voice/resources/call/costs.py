"""What a call used, and what it cost: ``costs`` and ``costBreakdown`` (hosted names).

The embedded models cost nothing. What a provider asks is billed to the organization's own key, so that it costs
what the organization's prices say (``pricing``), and nothing where they say nothing; how much of it was used
is counted.
"""

from decimal import Decimal

from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.pricing.service import minutes_cost, model_cost, service_cost, voice_cost
from mia.voice.wire import Json

_EMBEDDED = {"provider": "mia"}
_KEPT = {"model": ("provider", "model"), "voice": ("provider", "voiceId"), "transcriber": ("provider", "model")}
"""What is kept of who thinks, speaks and hears."""
_PARTS = ("transport", "stt", "llm", "tts", "vapi")
_MICRO = Decimal("0.000001")
_MOST = Decimal(100_000)
"""Of a part: no price that is mistyped keeps a call from ending, for what it costs has its place in a column."""


def note_usage(row: CallRecordRow, assistant: Json, used: Json, prices: Json) -> None:
    """Keep what an ended call used, and cost at these ``prices``. ``used`` are the engine's own counts:
    ``characters`` spoken, ``promptTokens`` and ``completionTokens``; empty when its media worker was lost."""
    began, ended = row.started_at, row.ended_at
    seconds = max(0.0, (ended - began).total_seconds()) if began and ended else 0.0
    parts = {part: _named(assistant.get(part), names) for part, names in _KEPT.items()}
    usage = {"seconds": round(seconds, 3), **parts, **used}
    minutes, tokens = seconds / 60, (used.get("promptTokens", 0), used.get("completionTokens", 0))
    costs = {
        "transport": minutes_cost(prices, "transport", carrier_of(row), minutes),
        "stt": minutes_cost(prices, "transcriber", parts["transcriber"].get("provider"), minutes),
        "llm": model_cost(prices, parts["model"], *tokens),
        "tts": voice_cost(prices, parts["voice"].get("provider"), used.get("characters", 0)),
        "vapi": service_cost(prices, minutes),
    }
    rounded = {name: min(cost, _MOST).quantize(_MICRO) for name, cost in costs.items()}
    row.usage = usage | {"costs": {name: float(cost) for name, cost in rounded.items()}}
    row.cost = sum(rounded.values(), Decimal(0))


def costs_of(row: CallRecordRow) -> Json:
    """``cost``, ``costs`` and ``costBreakdown`` of a call that has ended."""
    if row.usage is None or row.cost is None:
        return {}
    used, total = row.usage, float(row.cost)
    cost = dict.fromkeys(_PARTS, 0.0) | used.get("costs", {})
    minutes = round(used["seconds"] / 60, 4)
    name = carrier_of(row)
    carrier = {"provider": name} if name else {}
    tokens = {name: used.get(name, 0) for name in ("promptTokens", "completionTokens")}
    characters = used.get("characters", 0)
    parts = [
        {"type": "transport", **carrier, "minutes": minutes, "cost": cost["transport"]},
        {"type": "transcriber", "transcriber": used["transcriber"], "minutes": minutes, "cost": cost["stt"]},
        {"type": "model", "model": used["model"], **tokens, "cost": cost["llm"]},
        {"type": "voice", "voice": used["voice"], "characters": characters, "cost": cost["tts"]},
        {"type": "vapi", "subType": "normal", "minutes": minutes, "cost": cost["vapi"]},
    ]
    breakdown = {
        **cost,
        "total": total,
        "llmPromptTokens": tokens["promptTokens"],
        "llmCompletionTokens": tokens["completionTokens"],
        "ttsCharacters": characters,
    }
    return {"cost": total, "costs": parts, "costBreakdown": breakdown}


def carrier_of(row: CallRecordRow) -> str | None:
    """Who carried the call; the sandbox's phones are nobody's."""
    id = row.provider_call_id
    if id is None or id.startswith("sandbox-"):
        return None
    return "twilio" if id.startswith("CA") else "vonage"


def _named(part: Json | None, names: tuple[str, ...]) -> Json:
    return {name: part[name] for name in names if part.get(name)} if part else dict(_EMBEDDED)
