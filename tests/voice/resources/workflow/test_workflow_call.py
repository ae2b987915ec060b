"""A whole call that follows a workflow, with speech that is beeps."""

from dataclasses import replace
from typing import Any

from mia.platform.conversation.ports import CallTool, EndCall, ToolResult
from mia.platform.conversation.turns import Answering
from mia.voice.engine.pipeline.transferring import NotPutThrough
from mia.voice.resources.assistant.brief import brief_of
from mia.voice.resources.workflow.casting import Cast
from mia.voice.resources.workflow.guiding import WorkflowGuide
from mia.voice.resources.workflow.judging import ByMeaning
from tests.fakes.phones.speech import WordySynthesizer, beeping_speech
from tests.fakes.phones.voice import VoiceApi
from tests.voice.engine.pipeline.calls import GREETING, captions, no_tools, text_call
from tests.voice.resources.tool_steps import Obedient, made
from tests.voice.resources.workflow.workflow_steps import HANG_UP, edge, talk, tool, workflow

Json = dict[str, Any]


async def same_word(words: str, texts: Any) -> int | None:
    return next((at for at, text in enumerate(texts) if text in words), None)


def play(assistant: Json) -> Answering:
    pace = (assistant.get("voice") or {}).get("speed")
    return Answering(brief_of(assistant), Obedient(), no_tools, assistant=assistant, pace=pace)


async def test_a_call_goes_from_node_to_node_in_their_voices() -> None:
    fast = {"voice": {"provider": "mia", "speed": 1.5}, "firstMessage": "We are open."}
    written = workflow(
        talk("Hello", GREETING), talk("Hours") | {"assistant": fast}, edge("Hello", "Hours", "hours"),
    )  # fmt: skip
    guide = WorkflowGuide(
        {"name": "House", "workflow": written}, Cast({"name": "House"}, play, lambda _: ByMeaning(same_word))
    )
    speech = beeping_speech()
    async with text_call(Obedient(), speech, guide=guide) as (caller, _):
        caller.type("Hello")
        await caller.said("House hears you.")
        caller.type("Your hours please")
        await caller.said("We are open.")
    assert captions(caller.sent, "assistant")[-1] == "We are open."
    assert isinstance(speech.synthesizer, WordySynthesizer)
    assert speech.synthesizer.speeds == [1.0, 1.0, 1.5]


async def test_a_call_is_answered_by_a_workflow(voice: VoiceApi) -> None:
    """Stored, or brought along by the call."""
    written = workflow(talk("Hello", "Hello."), tool("End", HANG_UP), edge("Hello", "End"))
    id = await made(voice, "/workflow", **written)
    for body in ({"workflowId": id}, {"workflow": written}):
        call = await voice.http.post("/call/web", json=body)
        assert (call.status_code, call.json()["assistant"]["name"]) == (201, "House"), call.text


async def test_a_transfer_puts_the_caller_through_and_the_node_before_goes_on() -> None:
    """The one phone needs no choice. Nobody picks up: whoever spoke last speaks on."""
    desk = {"type": "number", "number": "+13055550111"}
    written = workflow(
        talk("Hello", GREETING),
        tool("Desk", {"type": "transferCall", "destinations": [desk]}),
        edge("Hello", "Desk", "person"),
    )
    asked: list[CallTool] = []

    async def forward(call: CallTool) -> ToolResult:
        asked.append(call)
        end = EndCall("assistant-forwarded-call", forward=desk)
        return ToolResult(call.call_id, call.name, {"result": "going"}, end=end, says="One moment.")

    def played(assistant: Json) -> Answering:
        return replace(play(assistant), run_tool=forward)

    cast = Cast({"name": "House"}, played, lambda _: ByMeaning(same_word))
    guide = WorkflowGuide({"name": "House", "workflow": written}, cast)
    async with text_call(Obedient(), beeping_speech(), guide=guide, switchboard=NobodyThere()) as (caller, _):
        caller.type("A person please")
        await caller.said("Nobody is there.")
        caller.type("Then you")
        await caller.said("House hears you.")
    assert [call.arguments for call in asked] == [{"destination": "+13055550111"}]


class NobodyThere:
    """A ``Switchboard`` whose phones nobody picks up."""

    async def put_through(self, *_: Any) -> None:
        raise NotPutThrough("Nobody is there.")
