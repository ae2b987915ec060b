"""The interface between the part that carries a conversation and the part that leads it.

The voice engine, its chats and the bench carry one; the receptionist, or a provider's model, leads it. Neither side
imports the other: composition brings them together.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol, runtime_checkable


@dataclass(frozen=True)
class ToolWords:
    """What is said around a tool, whatever the model says: ``before`` it runs, once it takes longer than
    ``late_after`` seconds, and when it is ``done`` or has ``failed``, in place of the model's words."""

    before: str = ""
    late: str = ""
    late_after: float = 1.0
    done: str = ""
    failed: str = ""


@dataclass(frozen=True)
class ToolSpec:
    """A function the model may ask for: JSON Schema ``parameters``, hosted ``function`` tool shape. ``strict``: a
    provider is to keep to them to the letter. ``seconds``: how long it may take, where that is longer than any
    tool may."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    strict: bool = False
    words: ToolWords = ToolWords()
    seconds: float | None = None


@dataclass(frozen=True)
class Brief:
    """What an assistant is, knows and may do; built from the assistant resource of a call.

    ``context`` is ``assistant.metadata``: the part that leads the conversation knows what it means, the carrier
    does not. ``vocabulary`` holds names that a caller may say, for recognition. ``voicemail_message`` is
    what a mailbox is told. ``recording_question`` is said first where the call may be recorded, and asks for
    consent; without it nothing is ever recorded. ``first_message`` then follows the answer. ``before`` are lines
    that a provider's model takes for said before the conversation, such as examples.
    """

    assistant_name: str
    first_message: str
    system_prompt: str
    context: Mapping[str, Any] = field(default_factory=dict)
    vocabulary: Sequence[str] = ()
    tools: Sequence[ToolSpec] = ()
    model: Mapping[str, Any] = field(default_factory=dict)
    voicemail_message: str = ""
    recording_question: str = ""
    before: Sequence["Message"] = ()


@dataclass(frozen=True)
class Message:
    """One line of a conversation so far. ``interrupted`` marks speech the caller cut off."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_call_id: str | None = None
    tool_calls: Sequence["CallTool"] = ()
    interrupted: bool = False


@dataclass(frozen=True)
class Begun:
    """The conversation begins, and the first words are the model's to choose. A model that says nothing has
    ``first_message`` said for it."""


@dataclass(frozen=True)
class Heard:
    """The caller said (or typed) something. ``raw`` holds the words as they were recognized, where they differ
    from ``text``, which was corrected towards the names a practice uses."""

    text: str
    typed: bool = False
    raw: str = ""


@dataclass(frozen=True)
class Told:
    """Who watches over the conversation tells the model something, and wants it to go on with that."""

    text: str


@dataclass(frozen=True)
class Silence:
    """The caller has said nothing for a while; ``count`` is 1 for the first time in a row."""

    count: int


@dataclass(frozen=True)
class ToolResult:
    """The answer to a :class:`CallTool`. ``error`` is set when the tool could not run, ``end`` when the
    conversation is over with it, ``hands_to`` when the assistant of that name goes on; before either
    ``says`` is said, otherwise in place of the model's words."""

    call_id: str
    name: str
    result: Mapping[str, Any]
    error: str | None = None
    end: "EndCall | None" = None
    hands_to: str | None = None
    says: str = ""


Event = Begun | Heard | Told | Silence | ToolResult


@dataclass(frozen=True)
class Say:
    """Text to speak or show."""

    text: str


@dataclass(frozen=True)
class CallTool:
    """A wish to run a tool; the server decides. ``wait=False``: no answer is needed to go on."""

    call_id: str
    name: str
    arguments: Mapping[str, Any]
    wait: bool = True


@dataclass(frozen=True)
class EndCall:
    """End the call once everything said before has been spoken. ``forward``: whom a phone call's caller is put
    through to instead; the conversation goes on where that fails."""

    reason: str = "assistant-ended-call"
    forward: Mapping[str, Any] | None = None


Output = Say | CallTool | EndCall


@dataclass(frozen=True)
class Turn:
    """All a model is given for one step.

    ``memory`` is a JSON object that belongs to the model: it may change it in place, the engine
    stores it with the conversation and hands it back at the next step (also hours later, for text).
    ``history`` ends before ``event``. ``now`` is an aware UTC instant.
    """

    brief: Brief
    history: Sequence[Message]
    event: Event
    memory: dict[str, Any]
    now: datetime


@dataclass(frozen=True)
class Conclusion:
    """What a conversation came to; becomes ``analysis`` of the end-of-call report.

    ``structured["outcome"]`` is one of booked, lead, handed_off, emergency, answered, abandoned. ``evaluation`` is
    how a rubric judges it, in place of ``success``; ``""`` when that could not be told. ``log`` holds lines for the
    log of a call, of static words: nothing that was said.
    """

    summary: str
    structured: Mapping[str, Any]
    success: bool
    evaluation: str | None = None
    log: tuple[str, ...] = ()


ToolRunner = Callable[[CallTool], Awaitable[ToolResult]]
"""Runs a tool for a call, with the server's own checks, and answers even when it fails."""


class LanguageModelFault(Exception):
    """A model could not answer. ``code`` is a static name, fit for logs; never caller's words."""

    def __init__(self, code: str, *, retryable: bool) -> None:
        super().__init__(code)
        self.code = code
        self.retryable = retryable


class LanguageModel(Protocol):
    """Decides what to say next and which tool to ask for."""

    def reply(self, turn: Turn) -> AsyncIterator[Output]:
        """Yield outputs in order. After a ``CallTool`` with ``wait`` the iterator ends; the engine
        runs the tool and calls again with a :class:`ToolResult`."""
        ...

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        """Sum up a conversation that has ended, however it ended."""
        ...


@runtime_checkable
class Foreseeing(LanguageModel, Protocol):
    """A model whose answers may be made ahead, to words that may not be all: they cost little, and making one
    changes nothing but the turn's memory."""

    def is_answered(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
        """Whether what the person said between the two memories gave just what was asked for."""
        ...
