"""How long a conversation waits for a tool that says so itself (``timeoutSeconds``)."""

from mia.voice.wire import Json

_MOST = 300.0
"""Tries and pauses together: as long as a single request may take."""
_CONNECTING = 3.0
"""A connection that was lost is made again once, without a plan."""


def patience_with(tool: Json, server: Json | None) -> float | None:
    """Seconds for all tries of a tool, those of its plan included; ``None`` where it says nothing. ``server`` is
    the assistant's, which runs functions that have none of their own."""
    match tool["type"]:
        case "apiRequest":
            asked = [tool]
        case "function":
            asked = [tool.get("server") or server or {}]
        case "query":
            asked = [base.get("server") or {} for base in tool.get("knowledgeBases") or ()]
        case _:
            asked = [tool.get("server") or {}]
    told = [_of_all_tries(each) for each in asked if each.get("timeoutSeconds")]
    return min(sum(told), _MOST) if told else None


def _of_all_tries(asked: Json) -> float:
    plan = asked.get("backoffPlan") or {}
    retries, pause = int(plan.get("maxRetries") or 0), float(plan.get("baseDelaySeconds", 1))
    doubles = plan.get("type") == "exponential"
    pauses = sum(pause * 2**attempt if doubles else pause for attempt in range(retries))
    return float(asked["timeoutSeconds"]) * (retries + 1) + pauses + _CONNECTING
