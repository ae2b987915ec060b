"""What is made of a call when it has ended, on the wire: summary, data and a verdict."""

from typing import Annotated, Literal

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from mia.voice.wire import Json, WireModel

LEARNED = frozenset(
    {"outcome", "name", "phone", "service", "service_id", "preferred", "appointment_id", "unanswered"}
)
"""What any assistant learns in a conversation; a provider's model may learn more."""


def _object_schema(schema: Json) -> Json:
    try:
        Draft202012Validator.check_schema(schema)
    except (SchemaError, RecursionError):
        raise PydanticCustomError("no_JSON_Schema", "not a JSON Schema") from None
    if schema.get("type") != "object" or not isinstance(schema.get("properties") or {}, dict):
        raise PydanticCustomError("no_schema_of_an_object", "not a schema of an object")
    return schema


DataSchema = Annotated[Json, AfterValidator(_object_schema)]
Rubric = Literal[
    "NumericScale", "DescriptiveScale", "Checklist", "Matrix", "PercentageScale", "LikertScale", "AutomaticRubric",
    "PassFail",
]  # fmt: skip
Seconds = Annotated[float, Field(ge=1, le=60)]


class AnalysisMessage(WireModel):
    """What the model is told for an analysis; ``{{transcript}}``, ``{{schema}}``, ``{{rubric}}`` and
    ``{{systemPrompt}}`` are filled in."""

    role: Literal["system", "user", "assistant"]
    content: str | None = Field(None, max_length=8000)


AnalysisMessages = Annotated[list[AnalysisMessage], Field(min_length=1, max_length=10)]


class SummaryPlan(WireModel):
    """Whether a call is summed up, how, and how long that may take."""

    enabled: bool | None = None
    messages: AnalysisMessages | None = None
    timeout_seconds: Seconds | None = None


class StructuredDataPlan(WireModel):
    """Whether what was learned is told as data, and which of it: the properties of ``schema``."""

    enabled: bool | None = None
    schema_: DataSchema | None = Field(None, alias="schema")
    messages: AnalysisMessages | None = None
    timeout_seconds: Seconds | None = None


class SuccessPlan(WireModel):
    """Whether it is judged if the call reached its aim."""

    enabled: bool | None = None
    rubric: Rubric | None = None
    messages: AnalysisMessages | None = None
    timeout_seconds: Seconds | None = None


class AnalysisPlan(WireModel):
    """What is made of a call when it has ended, from ``min_messages_threshold`` messages on."""

    min_messages_threshold: int | None = Field(None, ge=0, le=1000)
    summary_plan: SummaryPlan | None = None
    structured_data_plan: StructuredDataPlan | None = None
    success_evaluation_plan: SuccessPlan | None = None


def asks_model(part: Json) -> bool:
    """Whether a part of an ``analysisPlan`` wants more than any assistant tells by itself."""
    if part.get("enabled") is False:
        return False
    more = set((part.get("schema") or {}).get("properties") or {}) - LEARNED
    return bool(part.get("messages") or more or part.get("rubric") not in (None, "PassFail"))
