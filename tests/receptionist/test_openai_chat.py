"""The adapter for OpenAI-compatible models against a scripted server."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from mia.adapters.openai_chat import LONGEST_ARGUMENTS, MOST_TOKENS, OpenAiChat, OpenAiSettings
from mia.platform.conversation.ports import (
    Brief,
    CallTool,
    EndCall,
    Event,
    Heard,
    LanguageModelFault,
    Message,
    Output,
    Say,
    Silence,
    Told,
    ToolResult,
    ToolSpec,
    Turn,
)
from mia.platform.conversation.tokens import Tokens, counting
from mia.receptionist.outreach_rules import outreach_rules
from tests.fakes.chat_api import Answer, ChatApi, chat_api, plain, stream, tool, words

BRIEF = Brief(
    "Mia",
    "Hello.",
    "You are Mia.",
    {"practice": {"name": "Downtown MedSpa", "timezone": "America/New_York"}},
    tools=[ToolSpec("find_slots", "Find free times.", {"type": "object", "properties": {}})],
    model={"temperature": 0.3, "maxTokens": 200},
)


def turn(event: Event, history: Sequence[Message] = ()) -> Turn:
    return Turn(BRIEF, history, event, {}, datetime(2026, 11, 21, 15, 0, tzinfo=UTC))


def model_at(api: ChatApi, stall: float = 2.0) -> OpenAiChat:
    return OpenAiChat(OpenAiSettings(api.base_url, "a-key", "small-model", stall=stall))


HI = Heard("Hi")


async def ask(
    *answers: Answer, event: Event = HI, history: Sequence[Message] = (), stall: float = 2.0
) -> tuple[list[Output], ChatApi]:
    async with chat_api(*answers) as api:
        model = model_at(api, stall)
        try:
            return [output async for output in model.reply(turn(event, history))], api
        finally:
            await model.close()


async def test_an_answer_is_said_sentence_by_sentence() -> None:
    outputs, api = await ask(stream(*words("Dr. Lee is in. It costs $12.50. Shall I book it?")))
    assert outputs == [Say("Dr. Lee is in."), Say("It costs $12.50."), Say("Shall I book it?")]
    request = api.requests[0]
    assert (request["model"], request["temperature"], request["max_tokens"]) == ("small-model", 0.3, 200)
    assert [t["function"]["name"] for t in request["tools"]] == ["find_slots", "end_call"]
    assert request["messages"][0]["content"].startswith("You are Mia.")
    assert "Saturday, November 21 2026, 10:00 (America/New_York)" in request["messages"][0]["content"]
    assert request["messages"][-1] == {"role": "user", "content": "Hi"}


async def test_what_an_answer_took_is_counted() -> None:
    used = Tokens()
    with counting(used):
        _, api = await ask(stream(*words("It costs $12.50.")))
    assert (used.prompt, used.completion) == (40, 9)
    assert api.requests[0]["stream_options"] == {"include_usage": True}


async def test_a_tool_is_asked_for_with_its_arguments() -> None:
    outputs, _ = await ask(stream(*words("Let me look."), *tool("find_slots", '{"service_id": "svc_1"}')))
    assert outputs == [Say("Let me look."), CallTool("call_1", "find_slots", {"service_id": "svc_1"})]


async def test_a_tool_result_and_an_interruption_are_told_to_the_model() -> None:
    call = CallTool("call_1", "find_slots", {"service_id": "svc_1"})
    history = [
        Message("assistant", "Hello, this", interrupted=True),
        Message("user", "When?"),
        Message("assistant", "", tool_calls=[call]),
    ]
    event = ToolResult("call_1", "find_slots", {"slots": []})
    outputs, api = await ask(stream(*words("Nothing free.")), event=event, history=history)
    assert outputs == [Say("Nothing free.")]
    said, _, asked, answered = api.requests[0]["messages"][1:]
    assert said["content"] == "Hello, this [the caller interrupted here]"
    assert asked["tool_calls"][0]["function"]["arguments"] == '{"service_id": "svc_1"}'
    assert answered == {"role": "tool", "tool_call_id": "call_1", "content": '{"slots": []}'}


async def test_the_model_is_told_what_others_want_it_to_know() -> None:
    said = [Message("system", "She is in a hurry.")]
    _, api = await ask(stream(*words("Thank you.")), event=Told("She has paid."), history=said)
    told = [{"role": "system", "content": text} for text in ("She is in a hurry.", "She has paid.")]
    assert api.requests[0]["messages"][1:] == told


async def test_the_model_can_end_the_call() -> None:
    outputs, _ = await ask(stream(*words("Goodbye."), *tool("end_call", "{}")), event=Silence(2))
    assert outputs == [Say("Goodbye."), EndCall()]


@pytest.mark.parametrize(
    ("answers", "code", "retryable"),
    [
        ([plain("500 Internal Server Error", {"error": {"message": "x"}})] * 2, "status-500", True),
        ([plain("401 Unauthorized", {"error": {"message": "x"}})], "status-401", False),
        ([stream(*words("One moment"), then="stall")], "timed-out", True),
        ([stream(*words("One"), then="garbage")], "malformed", False),
        ([stream(*tool("find_slots", '{"service_id": '))], "malformed", False),
        ([stream(*tool("find_slots", '["not an object"]'))], "malformed", False),
    ],
    ids=["500", "401", "stall", "garbage", "cut arguments", "wrong arguments"],
)
async def test_faults_are_named_and_say_whether_to_try_again(
    answers: list[Answer], code: str, retryable: bool
) -> None:
    with pytest.raises(LanguageModelFault) as caught:
        await ask(*answers, event=Heard("My name is Ana"), stall=0.3)
    assert (caught.value.code, caught.value.retryable) == (code, retryable)
    assert "Ana" not in str(caught.value)


async def test_two_seconds_without_a_token_are_a_fault() -> None:
    for silent in (stream(then="stall"), stream({"role": "assistant", "content": ""}, then="stall")):
        async with chat_api(silent) as api:
            model = OpenAiChat(OpenAiSettings(api.base_url, "a-key", "small-model", first_token=0.2))
            with pytest.raises(LanguageModelFault, match="timed-out"):
                async for _ in model.reply(turn(HI)):
                    raise AssertionError
            await model.close()
    assert OpenAiSettings("", "", "").first_token == 2.0


@pytest.mark.parametrize(
    "deltas",
    [words("and so on " * 200), tool("find_slots", '{"service_id": "' + "x" * LONGEST_ARGUMENTS + '"}')],
    ids=["a sentence", "arguments"],
)
async def test_an_answer_without_an_end_is_a_fault(deltas: list[dict[str, object]]) -> None:
    with pytest.raises(LanguageModelFault, match="endless"):
        await ask(stream(*deltas, then="stall"))


async def test_a_stream_is_left_after_a_while() -> None:
    async with chat_api(stream(*words("I am here. " * 50))) as api:
        model = OpenAiChat(OpenAiSettings(api.base_url, "a-key", "small-model", answer=0.0))
        with pytest.raises(LanguageModelFault, match="endless"):
            async for _ in model.reply(turn(HI)):
                pass
        await model.close()


@pytest.mark.parametrize(
    ("wanted", "asked"), [({}, MOST_TOKENS), ({"maxTokens": 10_000}, MOST_TOKENS), ({"maxTokens": 50}, 50)]
)
async def test_a_provider_is_asked_for_a_short_answer(wanted: dict[str, int], asked: int) -> None:
    async with chat_api(stream(*words("Hi."))) as api:
        model = OpenAiChat(OpenAiSettings(api.base_url, "a-key", "m", token_limit="max_completion_tokens"))
        short = replace(turn(HI), brief=replace(BRIEF, model=wanted))
        assert [output async for output in model.reply(short)] == [Say("Hi.")]
        await model.close()
    assert api.requests[0]["max_completion_tokens"] == asked
    assert "max_tokens" not in api.requests[0]


async def test_a_hiccup_of_the_provider_is_tried_once_more() -> None:
    outputs, api = await ask(plain("503 Service Unavailable", {}), stream(*words("Here I am.")))
    assert outputs == [Say("Here I am.")]
    assert len(api.requests) == 2


def refusal(parameter: str | None, message: str) -> Answer:
    error = {"message": message, "type": "invalid_request_error", "param": parameter, "code": "unsupported_value"}
    return plain("400 Bad Request", {"error": error})


NO_TEMPERATURE = "Unsupported value: 'temperature' does not support 0.3 with this model. Only 1 is supported."


@pytest.mark.parametrize("named", ["temperature", None], ids=["by the error's param", "in its words alone"])
async def test_a_parameter_that_a_model_refuses_is_left_out_from_then_on(named: str | None) -> None:
    answers = (refusal(named, NO_TEMPERATURE), stream(*words("Hi.")), stream(*words("Yes.")), stream(*words("Me.")))
    async with chat_api(*answers) as api:
        model = model_at(api)
        assert [output async for output in model.reply(turn(HI))] == [Say("Hi.")]
        assert [output async for output in model.reply(turn(HI))] == [Say("Yes.")]
        another = replace(turn(HI), brief=replace(BRIEF, model={"temperature": 0.3, "model": "another-model"}))
        assert [output async for output in model.reply(another)] == [Say("Me.")]
        await model.close()
    asked = [request.get("temperature") for request in api.requests]
    assert asked == [0.3, None, None, 0.3], "refused once, left out for this model, kept for another"


async def test_each_parameter_is_refused_once_and_nothing_else_is_asked_again() -> None:
    both = (refusal("temperature", NO_TEMPERATURE), refusal("max_tokens", "Unsupported parameter: 'max_tokens'"))
    outputs, api = await ask(*both, stream(*words("Hi.")))
    assert outputs == [Say("Hi.")]
    assert len(api.requests) == 3
    for stubborn in (refusal("messages", "Too long"), refusal(None, "No such thing")):
        async with chat_api(stubborn) as api:
            model = model_at(api)
            with pytest.raises(LanguageModelFault, match="status-400"):
                async for _ in model.reply(turn(HI)):
                    raise AssertionError
            await model.close()
        assert len(api.requests) == 1
    with pytest.raises(LanguageModelFault, match="status-400"):
        await ask(*[refusal("temperature", NO_TEMPERATURE)] * 2)


async def test_a_model_that_refuses_slowly_does_not_get_more_time() -> None:
    async with chat_api(refusal("temperature", NO_TEMPERATURE), stream(then="stall")) as api:
        model = OpenAiChat(OpenAiSettings(api.base_url, "a-key", "small-model", first_token=0.3))
        with pytest.raises(LanguageModelFault, match="timed-out"):
            async for _ in model.reply(turn(HI)):
                raise AssertionError
        await model.close()
    assert len(api.requests) == 2


async def test_a_summary_is_made_without_what_the_model_refuses() -> None:
    summary = conclusion('{"summary": "Ana booked.", "outcome": "booked"}')
    async with chat_api(refusal("temperature", NO_TEMPERATURE), summary) as api:
        model = model_at(api)
        assert (await model.conclude(BRIEF, [], {})).summary == "Ana booked."
        await model.close()


async def test_nobody_listening_is_a_fault_too() -> None:
    model = OpenAiChat(OpenAiSettings("http://127.0.0.1:9/v1", "a-key", "small-model"))
    with pytest.raises(LanguageModelFault, match="unreachable"):
        async for _ in model.reply(turn(Heard("Hi"))):
            raise AssertionError
    await model.close()


def conclusion(content: str) -> Answer:
    message = {"role": "assistant", "content": content}
    body = {"id": "x", "object": "chat.completion", "created": 0, "model": "m"}
    return plain("200 OK", body | {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})


async def test_a_conversation_is_summed_up_with_known_fields_only() -> None:
    content = '{"summary": "Ana booked.", "outcome": "booked", "name": "Ana", "mood": "good", "phone": 5}'
    async with chat_api(conclusion(content)) as api:
        model = model_at(api)
        found = await model.conclude(BRIEF, [Message("user", "Hi"), Message("tool", "{}", "call_1")], {})
        await model.close()
    assert (found.summary, found.success) == ("Ana booked.", True)
    assert found.structured == {"outcome": "booked", "name": "Ana"}
    assert [m["role"] for m in api.requests[0]["messages"]] == ["user", "system"]


async def test_a_summary_that_is_no_json_is_a_fault() -> None:
    async with chat_api(conclusion("It went well.")) as api:
        model = model_at(api)
        with pytest.raises(LanguageModelFault, match="malformed"):
            await model.conclude(BRIEF, [], {})
        await model.close()


async def test_a_model_that_has_called_somebody_is_told_the_rules_of_that() -> None:
    context = {**BRIEF.context, "outreach": {"first_name": "Ana", "services": ["svc_botox"]}}
    brief = replace(BRIEF, context=context, voicemail_message="This is Mia, for Ana.")
    async with chat_api(stream(*words("Am I speaking with Ana?"))) as api:
        model = model_at(api)
        asked = Turn(brief, (), HI, {}, datetime(2026, 11, 21, 15, 0, tzinfo=UTC))
        assert [output async for output in model.reply(asked)]
        await model.close()
    told = api.requests[0]["messages"][0]["content"]
    for rule in (
        "confirm_identity",
        "svc_botox",
        "stop_contact",
        "This is Mia, for Ana.",
        "Never name a treatment",
    ):
        assert rule in told


async def test_a_model_that_was_called_is_told_nothing_of_calling() -> None:
    _, api = await ask(stream(*words("Hello.")))
    assert "stop_contact" not in api.requests[0]["messages"][0]["content"]


def test_somebody_who_writes_back_is_known() -> None:
    brief = replace(BRIEF, context={"outreach": {"first_name": "Ana", "services": [], "identified": True}})
    assert "known by the number" in outreach_rules(brief)
    assert "confirm_identity" not in outreach_rules(brief)
