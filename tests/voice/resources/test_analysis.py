"""An assistant's own ``analysisPlan``, answered by a provider's model."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from mia.app.language_models import build_language_models
from mia.platform.conversation.ports import Brief, LanguageModelFault, Message
from mia.voice.http import BadRequest
from mia.voice.messages.envelope import analysis_of, planned
from mia.voice.resources.assistant.analysis_plan import AnalysisPlan
from mia.voice.resources.assistant.analyzing import Analyzing
from mia.voice.resources.assistant.checks import check_together
from tests.fakes.chat_api import chat_api, plain
from tests.fakes.language import EchoModel
from tests.fakes.phones.voice import voice_settings

Json = dict[str, Any]
BRIEF = Brief("Mia", "", "Sell nothing.", model={"provider": "openai"})
HISTORY = [Message("assistant", "Hello."), Message("user", "My shoes are 42.")]
LINES = [{"role": "bot", "message": "Hello."}, {"role": "user", "message": "My shoes are 42."}]
SHOES = {"type": "object", "properties": {"size": {"type": "number"}}, "required": ["size"]}


class Answers:
    """An analyst that answers whatever is asked with the same text."""

    def __init__(self, result: Any) -> None:
        self.text = json.dumps({"result": result})
        self.asked: list[Sequence[Message]] = []

    async def write(self, brief: Brief, messages: Sequence[Message], **bounds: Any) -> str:
        self.asked.append(messages)
        return self.text


class Fails:
    async def write(self, brief: Brief, messages: Sequence[Message], **bounds: Any) -> str:
        raise LanguageModelFault("unreachable", retryable=True)


async def analyzed(analyst: Any, **plan: Json) -> Mapping[str, Any]:
    """``analysis`` of the report."""
    given = AnalysisPlan.model_validate(plan).given()
    conclusion = await Analyzing(EchoModel(), analyst, given).conclude(BRIEF, HISTORY, {})
    return planned(analysis_of(conclusion), {"analysisPlan": given}, LINES)


async def test_a_summary_by_the_plan_s_own_messages() -> None:
    analyst = Answers("A man with big feet.")
    told = await analyzed(
        analyst, summaryPlan={"messages": [{"role": "user", "content": "Briefly: {{transcript}}"}]}
    )
    assert told["summary"] == "A man with big feet."
    assert told["structuredData"] == {"outcome": "answered"}
    assert analyst.asked[0][0] == Message("user", "Briefly: AI: Hello.\nUser: My shoes are 42.")


async def test_structured_data_fits_its_schema() -> None:
    analyst = Answers({"size": 42})
    told = await analyzed(analyst, structuredDataPlan={"schema": SHOES})
    assert told["structuredData"] == {"size": 42}
    assert '"size"' in analyst.asked[0][0].content


@pytest.mark.parametrize("result", [{"size": "large"}, {}, "42", None])
async def test_data_that_does_not_fit_is_left_out(result: Any) -> None:
    told = await analyzed(Answers(result), structuredDataPlan={"schema": SHOES})
    assert told["structuredData"] == {}


@pytest.mark.parametrize(
    ("rubric", "result", "told"),
    [
        ("NumericScale", 7, "7"), ("NumericScale", 11, None), ("PercentageScale", "85%", "85%"),
        ("PercentageScale", "850%", None), ("LikertScale", "Strongly Agree", "Strongly Agree"),
        ("LikertScale", "Maybe", None), ("DescriptiveScale", "Good", "Good"), ("DescriptiveScale", "Meh", None),
        ("Checklist", {"greeted": True}, '{"greeted":true}'), ("Matrix", "Polite: yes", "Polite: yes"),
        ("AutomaticRubric", "Fine.", "Fine."),
    ],
)  # fmt: skip
async def test_a_rubric_judges_in_its_own_form(rubric: str, result: Any, told: str | None) -> None:
    analysis = await analyzed(Answers(result), successEvaluationPlan={"rubric": rubric})
    assert analysis.get("successEvaluation") == told


async def test_the_aim_is_what_the_assistant_was_told() -> None:
    analyst = Answers(5)
    await analyzed(analyst, successEvaluationPlan={"rubric": "NumericScale"})
    assert "Sell nothing." in analyst.asked[0][0].content


async def test_an_analyst_that_fails_leaves_the_model_s_own_summary() -> None:
    told = await analyzed(Fails(), summaryPlan={"messages": [{"role": "system", "content": "Sum up."}]})
    assert told == {"summary": "2 messages", "structuredData": {"outcome": "answered"}, "successEvaluation": "true"}


async def test_nothing_is_asked_for_what_any_assistant_tells() -> None:
    schema = {"type": "object", "properties": {"outcome": {"type": "string"}}}
    analyst = Answers("?")
    await analyzed(
        analyst, summaryPlan={"enabled": True}, structuredDataPlan={"schema": schema},
        successEvaluationPlan={"rubric": "PassFail"},
    )  # fmt: skip
    assert analyst.asked == []


@pytest.mark.parametrize(
    "plan",
    [
        {"summaryPlan": {"messages": [{"role": "system", "content": "Sum up."}]}},
        {"structuredDataPlan": {"schema": SHOES}},
        {"successEvaluationPlan": {"rubric": "Matrix"}},
    ],
)
def test_without_a_provider_s_model_more_is_refused_by_name(plan: Json) -> None:
    with pytest.raises(BadRequest, match=rf"analysisPlan\.{next(iter(plan))} needs a language model"):
        check_together({"analysisPlan": plan, "model": {"provider": "mia"}})
    assert check_together({"analysisPlan": plan, "model": {"provider": "custom-llm"}})


async def test_only_an_assistant_of_a_provider_s_model_is_analyzed_by_it(tmp_path: Path) -> None:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": '{"result": "ok"}'}}
    made = {"id": "c1", "object": "chat.completion", "created": 1, "model": "small", "choices": [choice]}
    async with chat_api(plain("200 OK", made)) as provider:
        models = build_language_models(
            voice_settings(tmp_path, OPENAI_MODEL="small", OPENAI_BASE_URL=provider.base_url)
        )
        assert models.analyst_for(Brief("Mia", "", "", model={"provider": "mia"})) is None
        analyst = models.analyst_for(BRIEF)
        assert analyst is not None
        assert await analyst.write(BRIEF, [Message("user", "Sum up.")]) == '{"result": "ok"}'
    assert provider.requests[0]["messages"] == [{"role": "user", "content": "Sum up."}]
    assert build_language_models(voice_settings(tmp_path)).analyst_for(BRIEF) is None
