"""Holds a conversation with the receptionist as the engine does, tools answered by a front office."""

import json
from dataclasses import dataclass, field
from typing import Any

from mia.platform.conversation.ports import (
    Brief,
    CallTool,
    Conclusion,
    EndCall,
    Event,
    Heard,
    LanguageModel,
    Message,
    Say,
    Silence,
    ToolResult,
    Turn,
)
from mia.receptionist.receptionist import embedded_receptionist
from tests.receptionist.front_office import FrontOffice

_MOST_TOOLS_A_TURN = 6


@dataclass
class Conversation:
    """One caller and one receptionist. ``memory`` goes through JSON at every step, as when stored."""

    office: FrontOffice = field(default_factory=FrontOffice)
    model: LanguageModel = field(default_factory=embedded_receptionist)
    memory: dict[str, Any] = field(default_factory=dict)
    history: list[Message] = field(default_factory=list)
    ended: str | None = None
    spoken: list[str] = field(default_factory=list)
    prompt: str = ""
    outreach: dict[str, Any] = field(default_factory=dict)
    typed: bool = False

    @property
    def brief(self) -> Brief:
        """The assistant's brief for the office's practice."""
        return Brief(
            "Mia",
            "Thanks for calling Downtown MedSpa, this is Mia.",
            self.prompt,
            {"practice": self.office.practice, "outreach": self.outreach},
        )

    async def say(self, *lines: str) -> str:
        """The caller says something, or one thing after another; what the receptionist answers to the last of them,
        tools included."""
        answer = ""
        for line in lines:
            answer = await self.hear(Heard(line, typed=self.typed))
        return answer

    async def hear(self, heard: Heard) -> str:
        """The caller was heard; what the receptionist answers, tools included."""
        return await self._run(heard)

    async def stay_silent(self, count: int) -> str:
        """The caller says nothing for the ``count``-th time."""
        return await self._run(Silence(count))

    async def conclude(self) -> Conclusion:
        """Hang up and get the summary."""
        return await self.model.conclude(self.brief, self.history, self.memory)

    @property
    def step(self) -> str:
        """The question asked last, from memory."""
        return str(self.memory.get("receptionist", {}).get("step", "open"))

    @property
    def state(self) -> dict[str, Any]:
        """The receptionist's memory."""
        return dict(self.memory["receptionist"])

    async def _run(self, event: Event) -> str:
        said: list[str] = []
        for _ in range(_MOST_TOOLS_A_TURN):
            told = len(said)
            self.memory = json.loads(json.dumps(self.memory))
            turn = Turn(self.brief, tuple(self.history), event, self.memory, self.office.now)
            self._note(event)
            waiting: CallTool | None = None
            async for output in self.model.reply(turn):
                assert waiting is None and self.ended is None, "nothing may follow a waiting tool or the end"
                if isinstance(output, Say):
                    said.append(output.text)
                elif isinstance(output, EndCall):
                    self.ended = output.reason
                elif output.wait:
                    waiting = output
                else:
                    self.office.answer(output.name, output.arguments)
            if waiting is None:
                self.history += [Message("assistant", line) for line in said[told:]]
                break
            self.history.append(Message("assistant", " ".join(said[told:]), tool_calls=(waiting,)))
            event = self._result(waiting)
        else:
            raise AssertionError("too many tool calls in one turn")
        self.spoken += said
        return " ".join(said)

    def _note(self, event: Event) -> None:
        if isinstance(event, Heard):
            self.history.append(Message("user", event.text))
        elif isinstance(event, ToolResult):
            content = {"error": event.error} if event.error else dict(event.result)
            self.history.append(Message("tool", json.dumps(content, default=str), event.call_id))

    def _result(self, call: CallTool) -> ToolResult:
        try:
            return ToolResult(call.call_id, call.name, self.office.answer(call.name, call.arguments))
        except RuntimeError:
            return ToolResult(call.call_id, call.name, {}, error="unavailable")
