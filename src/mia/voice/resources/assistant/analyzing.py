"""An assistant's own ``analysisPlan``: a provider's model sums up, fills a schema and judges by a rubric."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import structlog

from mia.platform.conversation.ports import Brief, Conclusion, LanguageModel, Message, Output, Turn
from mia.voice.language_models import Analyst
from mia.voice.resources.assistant.analysis_plan import asks_model
from mia.voice.resources.json_schema import first_misfit
from mia.voice.wire import Json, to_text

log = structlog.get_logger()

_SECONDS = 5.0
"""What one part may take, unless its plan says otherwise (hosted default)."""
_LONGEST = 2_000
"""Characters of a summary or a judgement."""
_PLACE = re.compile(r"\{\{\s*(transcript|schema|rubric|systemPrompt)\s*\}\}")
_TASK = {
    "summary": "Sum up the conversation in two or three sentences.",
    "structuredData": "Learn from the conversation what the JSON Schema asks for: {{schema}}",
    "successEvaluation": "Judge whether the conversation reached its aim. The aim: {{systemPrompt}}\n{{rubric}}",
}
_FORM = "Answer with one JSON object that has one property, result: "
_RESULT = {"summary": "a text", "structuredData": "an object that fits the schema", "successEvaluation": "a text"}
_RUBRICS = {
    "NumericScale": ("A number from 1 to 10.", r"10|[1-9]"),
    "DescriptiveScale": ("One of: Excellent, Good, Fair, Poor.", r"Excellent|Good|Fair|Poor"),
    "PercentageScale": ("A percentage from 0% to 100%.", r"(?:100|\d{1,2})%"),
    "LikertScale": (
        "One of: Strongly Agree, Agree, Neutral, Disagree, Strongly Disagree.",
        r"(?:Strongly )?(?:Agree|Disagree)|Neutral",
    ),
    "PassFail": ("true or false.", r"true|false"),
    "Checklist": ("Each criterion, and whether it was met.", r".+"),
    "Matrix": ("Each criterion, and how well it was met.", r".+"),
    "AutomaticRubric": ("Find criteria by yourself, and judge by each.", r".+"),
}
"""What each hosted rubric asks for, and how its answer must look."""
VERDICTS = (
    *("true", "false"),
    *map(str, range(1, 11)),
    *("Excellent", "Good", "Fair", "Poor"),
    *("Strongly Agree", "Agree", "Neutral", "Disagree", "Strongly Disagree"),
    *(f"{share}%" for share in range(101)),
)
"""The answers of those rubrics that have a fixed number of them."""


class NotFit(ValueError):
    """The model's answer is not of the form that was asked for."""


class Analyzing:
    """A ``LanguageModel`` whose account of a conversation follows the plan. What the analyst cannot tell in time,
    or not in the form asked for, is left out; a summary is then the model's own."""

    def __init__(self, model: LanguageModel, analyst: Analyst, plan: Json) -> None:
        self._model = model
        self._analyst = analyst
        self._plan = plan

    def reply(self, turn: Turn) -> AsyncIterator[Output]:
        return self._model.reply(turn)

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        """The model's own account, with the parts that the plan wants otherwise."""
        parts = [part for part in _TASK if asks_model(self._plan.get(f"{part}Plan") or {})]
        asked = asyncio.gather(*(self._ask(part, brief, history) for part in parts))
        own, found = await asyncio.gather(self._model.conclude(brief, history, memory), asked)
        told = dict(zip(parts, found, strict=True))
        return Conclusion(
            summary=told.get("summary") or own.summary,
            structured=told["structuredData"] or {} if "structuredData" in told else own.structured,
            success=own.success,
            evaluation=told["successEvaluation"] or "" if "successEvaluation" in told else own.evaluation,
        )

    async def _ask(self, part: str, brief: Brief, history: Sequence[Message]) -> Any:
        plan = self._plan[f"{part}Plan"]
        try:
            async with asyncio.timeout(plan.get("timeoutSeconds") or _SECONDS):
                text = await self._analyst.write(brief, questions(part, plan, brief, history))
            return read_answer(part, plan, text)
        except Exception as fault:
            log.warning("analysis_failed", part=part, kind=type(fault).__name__)
            return None


def questions(part: str, plan: Json, brief: Brief, history: Sequence[Message]) -> list[Message]:
    """What the analyst is asked: the plan's own messages or ours, filled in, the conversation, and the form."""
    rubric, _ = _RUBRICS[plan.get("rubric") or "PassFail"]
    values = {
        "transcript": transcript_of(history),
        "schema": to_text(plan.get("schema") or {}),
        "rubric": rubric,
        "systemPrompt": brief.system_prompt,
    }
    given = plan.get("messages") or [
        {"role": "system", "content": _TASK[part]},
        {"role": "user", "content": "{{transcript}}"},
    ]
    asked = [Message(m["role"], _PLACE.sub(lambda at: values[at[1]], m.get("content") or "")) for m in given]
    form = rubric if part == "successEvaluation" else _RESULT[part]
    return [*asked, Message("system", f"{_FORM}{form}")]


def transcript_of(history: Sequence[Message]) -> str:
    """What was said, a line for each message."""
    spoken = [m for m in history if m.role in ("user", "assistant") and m.content]
    return "\n".join(f"{'AI' if m.role == 'assistant' else 'User'}: {m.content}" for m in spoken)


def read_answer(part: str, plan: Json, text: str) -> Any:
    """The result in the analyst's words; :class:`NotFit` when it is not what was asked for."""
    try:
        result = json.loads(text)["result"]
    except (ValueError, KeyError, TypeError):
        raise NotFit(part) from None
    if part == "structuredData":
        return _fitting(result, plan.get("schema") or {})
    said = str(result).lower() if isinstance(result, bool) else result
    said = to_text(said) if isinstance(said, dict | list | int | float) else said
    _, form = _RUBRICS[plan.get("rubric") or "PassFail"]
    wanted = form if part == "successEvaluation" else ".+"
    if not isinstance(said, str) or not re.fullmatch(wanted, said.strip(), re.DOTALL):
        raise NotFit(part)
    return said.strip()[:_LONGEST]


def _fitting(result: Any, schema: Json) -> Json:
    try:
        if isinstance(result, dict) and first_misfit(result, schema) is None:
            return result
    except ValueError:
        log.warning("analysis_schema_refused")
    raise NotFit("structuredData")
