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


def artifact_of(lines: Sequence[Json]) -> Json:
    """``artifact`` of a conversation from its stored messages."""
    return {
        "messages": list(lines),
        "messagesOpenAIFormatted": [_openai(line) for line in lines if line["role"] in _ROLE_NAMES],
        "transcript": transcript_of(lines),
    }


def transcript_of(lines: Sequence[Json]) -> str:
    """What was said, a line each, as ``AI: ...`` and ``User: ...``."""
    spoken = (line for line in lines if line["role"] in _ROLE_NAMES and line["message"])
    return "".join(f"{_ROLE_NAMES[line['role']]}: {line['message']}\n" for line in spoken)


def analysis_of(conclusion: Conclusion | None) -> Json:
    """``analysis`` of a conversation; without a conclusion it counts as abandoned."""
    if conclusion is None:
        return {"structuredData": {"outcome": "abandoned"}, "successEvaluation": "false"}
    structured: dict[str, Any] = dict(conclusion.structured)
    return {
        "summary": conclusion.summary,
        "structuredData": structured,
        "successEvaluation": "true" if conclusion.success else "false",
    }


def left_on_voicemail() -> Json:
    """``analysis`` of a call that a voicemail answered."""
    structured = {"outcome": "voicemail"}
    return {"summary": "A voicemail answered.", "structuredData": structured, "successEvaluation": "false"}


def _openai(line: Json) -> Json:
    return {"role": "assistant" if line["role"] == "bot" else "user", "content": line["message"]}
