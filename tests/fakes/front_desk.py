"""A voice service in memory, and a front desk around it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from mia.clinic.frontdesk.ports import (
    CallerLimit,
    ChatReply,
    Description,
    Earlier,
    PhoneCall,
    Room,
    VoiceState,
    WebCall,
    WrittenChat,
)
from mia.clinic.frontdesk.service import FrontDesk
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Conflict, MiaError, NotFound
from mia.platform.kernel.ids import new_id
from tests.fakes.access import settings_of_tests

Json = dict[str, Any]


@dataclass
class MemoryVoice:
    """Keeps assistants, calls and chats; ``fault`` is raised by whatever is asked next."""

    assistants: dict[str, Json] = field(default_factory=dict)
    states: dict[str, VoiceState] = field(default_factory=dict)
    joined: set[str] = field(default_factory=set)
    erased: list[str] = field(default_factory=list)
    variables: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, Any] | None = None
    dialled: dict[str, PhoneCall] = field(default_factory=dict)
    calls: dict[str, str] = field(default_factory=dict)
    said: dict[str, list[Json]] = field(default_factory=dict)
    overrides: Json = field(default_factory=dict)
    earlier: list[Earlier] = field(default_factory=list)
    recordings: dict[str, bytes] = field(default_factory=dict)
    spoken: list[tuple[str, Json]] = field(default_factory=list)
    saves: int = 0
    fault: MiaError | None = None
    limit: CallerLimit | None = None

    def of(self, clinic_id: UUID) -> "MemoryVoice":
        """The same for every clinic."""
        return self

    async def save_assistant(self, assistant: Mapping[str, Any], assistant_id: str | None) -> str:
        self._check()
        known = assistant_id if assistant_id in self.assistants else None
        saved = known or str(new_id())
        self.assistants[saved] = dict(assistant)
        self.saves += 1
        return saved

    async def start_web_call(
        self,
        assistant_id: str,
        variables: Mapping[str, str],
        overrides: Mapping[str, Any] | None = None,
        limit: CallerLimit | None = None,
    ) -> WebCall:
        self.overrides, self.limit = dict(overrides or {}), limit
        return WebCall(self._start(assistant_id, variables), "ticket")

    async def answer_offer(self, call: WebCall, offer: Description) -> Description:
        self._check()
        if call.id not in self.states:
            raise NotFound
        if call.id in self.joined or self.states[call.id].ended:
            raise Conflict
        self.joined.add(call.id)
        return Description("v=0 answer", "answer")

    async def enter_room(self, call: WebCall) -> Room:
        await self.answer_offer(call, Description("v=0", "offer"))
        return Room("livekit", "wss://rooms.example", f"token of {call.id}")

    async def start_phone_call(self, call: PhoneCall) -> str:
        if call.key not in self.calls:
            self.calls[call.key] = self._start(call.assistant_id, {})
            self.dialled[self.calls[call.key]] = call
        return self.calls[call.key]

    async def receive_phone_call(
        self,
        assistant_id: str,
        number: str,
        variables: Mapping[str, str],
        overrides: Mapping[str, Any] | None = None,
    ) -> str:
        self.overrides = dict(overrides or {})
        return (
            f"<Response><Connect><Stream url='wss://{self._start(assistant_id, variables)}'/></Connect></Response>"
        )

    async def find_phone_call(self, key: str, since: datetime) -> str | None:
        self._check()
        return self.calls.get(key)

    async def end_call(self, call: WebCall) -> None:
        self._end(call.id)

    async def call_state(self, call_id: str) -> VoiceState | None:
        self._check()
        return self.states.get(call_id)

    async def read_recording(self, call_id: str) -> bytes | None:
        self._check()
        return self.recordings.get(call_id)

    async def erase_recording(self, call_id: str) -> None:
        self._check()
        self.recordings.pop(call_id, None)

    async def erase_call(self, call_id: str) -> None:
        self._check()
        self.states.pop(call_id, None)
        self.erased.append(call_id)

    async def speak(self, text: str, voice: Mapping[str, Any]) -> bytes:
        self._check()
        self.spoken.append((text, dict(voice)))
        return b"RIFF"

    async def start_chat(
        self,
        assistant_id: str,
        variables: Mapping[str, str],
        metadata: Mapping[str, Any] | None = None,
        earlier: Sequence[Earlier] = (),
    ) -> WrittenChat:
        self.metadata, self.earlier = metadata, list(earlier)
        greeting = self.assistants[assistant_id]["firstMessage"] if assistant_id in self.assistants else ""
        return WrittenChat(self._start(assistant_id, variables), "" if earlier else greeting)

    async def send_chat(self, session_id: str, text: str) -> ChatReply:
        self._check()
        if session_id not in self.states:
            raise NotFound
        if self.states[session_id].ended:
            raise Conflict
        ended = "bye" in text
        if ended:
            self._end(session_id)
        reply = f"You said {text}."
        written = self.said.setdefault(session_id, [])
        written += [{"role": "user", "content": text}, {"role": "assistant", "content": reply}]
        return ChatReply((reply,), ended)

    async def end_chat(self, session_id: str) -> None:
        self._end(session_id)

    async def erase_chat(self, session_id: str) -> None:
        await self.erase_call(session_id)

    async def chat_state(self, session_id: str) -> VoiceState | None:
        state = await self.call_state(session_id)
        if state is None:
            return None
        return VoiceState(state.ended, {**state.report, "messages": self.said.get(session_id, [])})

    def _start(self, assistant_id: str, variables: Mapping[str, str]) -> str:
        self._check()
        if assistant_id not in self.assistants:
            raise NotFound
        self.variables = variables
        voice_id = str(new_id())
        self.states[voice_id] = VoiceState(ended=False)
        return voice_id

    def _end(self, voice_id: str) -> None:
        self._check()
        if voice_id in self.states:
            self.states[voice_id] = VoiceState(ended=True, report={"endedReason": "customer-ended-call"})

    def _check(self) -> None:
        if self.fault is not None:
            raise self.fault


def make_desk(database: Database, voice: MemoryVoice | None = None) -> FrontDesk:
    """A front desk with the settings of a fresh machine."""
    return FrontDesk(database, voice or MemoryVoice(), settings_of_tests(MIA_SIGNING_KEY="signing key of tests"))
