"""Parts that server messages share."""

from collections.abc import Sequence
from typing import Any

from mia.platform.conversation.ports import Conclusion
from mia.voice.wire import Json, without_none

_ROLE_NAMES = {"user": "User", "bot": "AI"}


def assistant_stub(assistant: Json) -> Json:
    """The assistant as server messages carry it: who it is, without its instructions, its knowledge
    of the practice and the credentials of its server."""
    known = ("practice", "vocabulary")
    metadata = {name: value for name, value in (assistant.get("metadata") or {}).items() if name not in known}
    stub = {"id": assistant.get("id"), "name": assistant.get("name"), "metadata": metadata}
    return without_none(stub)


def artifact_of(lines: Sequence[Json], assistant: Json) -> Json:
    """``artifact`` of a conversation from its stored messages, by the assistant's ``transcriptPlan``."""
    plan = (assistant.get("artifactPlan") or {}).get("transcriptPlan") or {}
    artifact = {
        "messages": list(lines),
        "messagesOpenAIFormatted": [_openai(line) for line in lines if line["role"] in _ROLE_NAMES],
    }
    if plan.get("enabled") is False:
        return artifact
    named = {"user": plan.get("userName"), "bot": plan.get("assistantName")}
    return artifact | {"transcript": transcript_of(lines, _ROLE_NAMES | without_none(named))}


def transcript_of(lines: Sequence[Json], names: Json = _ROLE_NAMES) -> str:
    """What was said, a line each, as ``AI: ...`` and ``User: ...`` or by other ``names`` of the roles."""
    spoken = (line for line in lines if line["role"] in names and line["message"])
    return "".join(f"{names[line['role']]}: {line['message']}\n" for line in spoken)


def analysis_of(conclusion: Conclusion | None) -> Json:
    """``analysis`` of a conversation; without a conclusion it counts as abandoned."""
    if conclusion is None:
        return {"structuredData": {"outcome": "abandoned"}, "successEvaluation": "false"}
    structured: dict[str, Any] = dict(conclusion.structured)
    judged = ("true" if conclusion.success else "false") if conclusion.evaluation is None else conclusion.evaluation
    analysis = {"summary": conclusion.summary, "structuredData": structured}
    return analysis | ({"successEvaluation": judged} if judged else {})


def planned(analysis: Json, assistant: Json, lines: Sequence[Json]) -> Json:
    """What of ``analysis`` the assistant's ``analysisPlan`` asks for; all of it without a plan."""
    plan = assistant.get("analysisPlan") or {}
    said = sum(line["role"] in _ROLE_NAMES for line in lines)
    if said < (plan.get("minMessagesThreshold") or 0):
        return {}
    kept = {part: value for part, value in analysis.items() if _is_on(plan, part)}
    schema = (plan.get("structuredDataPlan") or {}).get("schema")
    if schema is not None and "structuredData" in kept:
        wanted = schema.get("properties") or {}
        kept["structuredData"] = {name: value for name, value in kept["structuredData"].items() if name in wanted}
    return kept


def _is_on(plan: Json, part: str) -> bool:
    return (plan.get(f"{part}Plan") or {}).get("enabled") is not False


def left_on_voicemail() -> Json:
    """``analysis`` of a call that a voicemail answered."""
    structured = {"outcome": "voicemail"}
    return {"summary": "A voicemail answered.", "structuredData": structured, "successEvaluation": "false"}


def _openai(line: Json) -> Json:
    return {"role": "assistant" if line["role"] == "bot" else "user", "content": line["message"]}
