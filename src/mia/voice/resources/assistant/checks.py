"""What properties of an assistant go together with which; each by itself is judged by its schema."""

from mia.voice.http import BadRequest
from mia.voice.resources.assistant.analysis_plan import LEARNED, asks_model
from mia.voice.resources.assistant.manners import MODEL_BEGINS
from mia.voice.wire import Json

_BY_ITSELF = {
    "summary": "there are no messages",
    "structuredData": f"there are no messages, and schema has no properties but {', '.join(sorted(LEARNED))}",
    "successEvaluation": "there are no messages, and rubric is PassFail",
}
_SCRIPTED = (None, "mia", "announcement")
"""Providers whose first words are written, not made up."""


def check_together(assistant: Json) -> Json:
    """The assistant as it is; :class:`BadRequest` when its properties contradict each other."""
    begins = assistant.get("firstMessageMode") == MODEL_BEGINS
    if begins and (assistant.get("model") or {}).get("provider") in _SCRIPTED:
        raise BadRequest(f"firstMessageMode {MODEL_BEGINS} needs a language model of a provider in model.provider")
    if begins and (assistant.get("compliancePlan") or {}).get("recordingConsentPlan"):
        raise BadRequest(f"firstMessageMode {MODEL_BEGINS} and recordingConsentPlan exclude each other")
    _check_analysis(assistant)
    return assistant


def _check_analysis(assistant: Json) -> None:
    if (assistant.get("model") or {}).get("provider") not in _SCRIPTED:
        return
    for part in ("summary", "structuredData", "successEvaluation"):
        if asks_model((assistant.get("analysisPlan") or {}).get(f"{part}Plan") or {}):
            raise BadRequest(f"analysisPlan.{part}Plan needs a language model of a provider in model.provider; "
                             f"without, {_BY_ITSELF[part]}")  # fmt: skip
