"""The loop that calls and chats share."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from mia.platform.conversation.history import History, Written
from mia.platform.conversation.ports import (
    Brief,
    CallTool,
    Conclusion,
    EndCall,
    Heard,
    LanguageModelFault,
    Message,
    Output,
    Say,
    ToolResult,
    ToolSpec,
    ToolWords,
    Turn,
)
from mia.platform.conversation.turns import Answering, Bounds, Turns

SOON = Bounds(tools_in_a_row=3, tool_seconds=0.05, model_seconds=0.05)
Steps = Callable[[Turn], AsyncIterator[Output]]


@dataclass
class Person:
    """Hears what is said, and of the tools."""

    history: History = field(default_factory=History)
    tools: list[CallTool | ToolResult] = field(default_factory=list)
    told_to_wait: bool = False

    def say(self, text: str) -> None:
        self.history.said(Written(text))

    def tool_takes_long(self) -> None:
        self.told_to_wait = True

    def tool_asked(self, call: CallTool) -> None:
        self.tools.append(call)

    def tool_answered(self, result: ToolResult) -> None:
        self.tools.append(result)


class Scripted:
    """A model that does what the test says."""

    def __init__(self, steps: Steps) -> None:
        self.reply = steps

    async def conclude(self, brief: Brief, history: Any, memory: Mapping[str, Any]) -> Conclusion:
        return Conclusion("", {}, success=True)


async def find_slots(call: CallTool) -> ToolResult:
    return ToolResult(call.call_id, call.name, {"slots": 2})


async def hangs(call: CallTool) -> ToolResult:
    await asyncio.sleep(60)
    raise AssertionError


async def breaks(call: CallTool) -> ToolResult:
    raise ValueError


def turns(steps: Steps, run_tool: Any = find_slots) -> tuple[Turns, Person]:
    person = Person()
    answering = Answering(Brief("Mia", "", ""), Scripted(steps), run_tool)
    return Turns(answering, person.history, person, {}, SOON), person


async def asks_and_says(turn: Turn) -> AsyncIterator[Output]:
    if isinstance(turn.event, ToolResult):
        yield Say(turn.event.error or f"I have {turn.event.result['slots']} times.")
        yield EndCall("done")
    else:
        yield Say("Let me look.")
        yield CallTool("1", "find_slots", {})


async def test_a_tools_result_is_told_and_written_down_in_order() -> None:
    loop, person = turns(asks_and_says)
    assert await loop.answer(Heard("Tomorrow?")) == EndCall("done")
    assert person.history.messages() == (
        Message("user", "Tomorrow?"),
        Message("assistant", "Let me look.", tool_calls=(CallTool("1", "find_slots", {}),)),
        Message("tool", '{"slots": 2}', "1"),
        Message("assistant", "I have 2 times."),
    )
    assert [type(each) for each in person.tools] == [CallTool, ToolResult]
    assert loop.tool_asked


@pytest.mark.parametrize(("tool", "said"), [(hangs, "timed-out"), (breaks, "failed")])
async def test_a_tool_that_hangs_or_breaks_is_an_answer_too(tool: Any, said: str) -> None:
    loop, person = turns(asks_and_says, tool)
    await loop.answer(Heard("Tomorrow?"))
    assert person.history.messages()[-1].content == said


async def takes_a_while(call: CallTool) -> ToolResult:
    await asyncio.sleep(4 * SOON.tool_seconds)
    return await find_slots(call)


async def test_a_tool_may_take_as_long_as_it_says() -> None:
    loop, person = turns(asks_and_says, takes_a_while)
    slow = replace(loop.answering.brief, tools=[ToolSpec("find_slots", "", {}, seconds=60)])
    loop.answering = replace(loop.answering, brief=slow)
    await loop.answer(Heard("Tomorrow?"))
    assert person.history.messages()[-1].content == "I have 2 times."


async def circles(turn: Turn) -> AsyncIterator[Output]:
    yield CallTool("1", "find_slots", {})


async def is_silent(turn: Turn) -> AsyncIterator[Output]:
    await asyncio.sleep(60)
    yield Say("Too late.")


async def fails(turn: Turn) -> AsyncIterator[Output]:
    raise KeyError
    yield Say("Never.")


@pytest.mark.parametrize(
    ("steps", "code"), [(circles, "too-many-tools"), (is_silent, "timed-out"), (fails, "failed")]
)
async def test_a_model_that_cannot_go_on_is_a_fault(steps: Steps, code: str) -> None:
    loop, _ = turns(steps)
    with pytest.raises(LanguageModelFault) as fault:
        await loop.answer(Heard("Hello"))
    assert fault.value.code == code


async def notes_aside(turn: Turn) -> AsyncIterator[Output]:
    yield CallTool("1", "remember", {}, wait=False)
    yield Say("Of course.")


async def test_a_tool_nobody_waits_for_is_settled_at_the_end() -> None:
    done = asyncio.Event()

    async def slowly(call: CallTool) -> ToolResult:
        await asyncio.sleep(0.01)
        done.set()
        return ToolResult(call.call_id, call.name, {})

    loop, person = turns(notes_aside, slowly)
    await loop.answer(Heard("I am Ana."))
    assert person.history.messages()[-1].content == "Of course."
    assert not done.is_set()
    assert not loop.tool_asked
    await loop.settle()
    assert done.is_set()


async def test_what_is_said_while_a_tool_runs_stands_before_its_answer() -> None:
    said = asyncio.Event()

    async def slow(call: CallTool) -> ToolResult:
        await said.wait()
        return await find_slots(call)

    loop, person = turns(asks_and_says, slow)
    spec = ToolSpec("find_slots", "", {}, words=ToolWords(late="One moment.", late_after=0.001))
    loop.answering = replace(loop.answering, brief=replace(loop.answering.brief, tools=(spec,)))
    saying = person.say

    def say(text: str) -> None:
        saying(text)
        if text == "One moment.":
            said.set()

    person.say = say  # type: ignore[method-assign]
    await loop.answer(Heard("Tomorrow?"))
    _, asked, answered, _ = person.history.messages()
    assert (asked.content, len(asked.tool_calls)) == ("Let me look. One moment.", 1)
    assert answered.tool_call_id == "1", "a provider wants the answer right behind the question"
