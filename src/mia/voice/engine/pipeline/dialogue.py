"""The assistant's side of a call: its turns, said aloud."""

import asyncio
import copy
from collections.abc import Callable, Sequence
from typing import Protocol

import structlog

from mia.platform.conversation.history import History
from mia.platform.conversation.ports import CallTool, EndCall, Event, Heard, LanguageModelFault, Say, ToolResult
from mia.platform.conversation.spoken_text import sentences
from mia.platform.conversation.turns import Answering, Turns
from mia.voice.engine.pipeline.events import CallEvent, FaultMet, ToolAnswered, ToolAsked
from mia.voice.engine.pipeline.setup import CallSetup
from mia.voice.engine.pipeline.turns.endpointing import Foreseen
from mia.voice.engine.pipeline.turns.speaking import Line, Speaking
from mia.voice.engine.ports import Synthesizer

log = structlog.get_logger()

_APOLOGY = "I'm sorry, I had a problem just now. Could you say that again, please?"
_FILLER = "One moment, please."
_SUMMARY_SECONDS = 8.0


class DialogueListener(Protocol):
    """Who is told that someone else goes on with the conversation."""

    def handed_on(self, answering: Answering) -> None:
        """This one does."""

    def begun(self, opening: Sequence[Line]) -> None:
        """Those are its first words."""


class Dialogue:
    """Carries what the model says to the caller, and tells of its tools."""

    def __init__(
        self,
        setup: CallSetup,
        history: History,
        speaking: Speaking,
        tell: Callable[[CallEvent], None],
        seconds: Callable[[], float],
        listener: DialogueListener,
    ) -> None:
        self._history = history
        self._speaking = speaking
        self._tell = tell
        self._seconds = seconds
        self._voice_of = setup.voice_of
        self._listener = listener
        self._assistant = setup.answering.assistant
        self._opening = ""
        self.turns = Turns(setup.answering, history, self, {}, setup.limits.turn)

    async def answer(self, event: Event, opening: str = "") -> EndCall | None:
        """Take a turn, with ``opening`` first; what fails is apologized for."""
        try:
            end = await self.turns.answer(event, opening)
        except LanguageModelFault as fault:
            self._tell(FaultMet(f"language-model-{fault.code}"))
            self.say(_APOLOGY)
            return None
        self._notice()
        return end

    async def foresee(self, heard: Heard) -> Foreseen:
        """Prepare the answer to words that may be all, and the sound of its first sentence."""
        foresight = await self.turns.foresee(heard)
        if foresight is None:
            return Foreseen.OTHER
        first = foresight.begins_with
        text = first.text if isinstance(first, Say) else ""
        if isinstance(first, CallTool) and first.wait:
            text = self.turns.words_of(first.name).before
        if sentence := next(iter(sentences(text)), ""):
            answering = self.turns.answering
            self._speaking.prepare(sentence, answering.pace, self._voice(answering))
        if foresight.answered:
            return Foreseen.ACTS if foresight.acts else Foreseen.AFTER_ANSWER
        return Foreseen.SPEAKS if foresight.speaks_only else Foreseen.OTHER

    def _voice(self, answering: Answering) -> Synthesizer | None:
        return self._voice_of(answering.assistant) if self._voice_of is not None else None

    def _notice(self) -> None:
        """Whether it is another assistant's turn since the last time."""
        answering = self.turns.answering
        if answering.assistant is not self._assistant:
            self._assistant, self._opening = answering.assistant, answering.brief.first_message
            self._listener.handed_on(answering)

    def say(self, text: str) -> list[Line]:
        """Say ``text`` whatever the model thinks, and remember having said it; returns its sentences."""
        self._notice()
        answering = self.turns.answering
        voice = self._voice(answering)
        lines = [self._speaking.say(sentence, answering.pace, voice) for sentence in sentences(text)]
        for line in lines:
            self._history.said(line)
        if self._opening and text == self._opening:
            self._opening = ""
            self._listener.begun(lines)
        return lines

    async def summary(self) -> str:
        """What the caller wants, in a line."""
        answering = self.turns.answering
        try:
            async with asyncio.timeout(_SUMMARY_SECONDS):
                memory = copy.deepcopy(self.turns.memory)
                made = await answering.language_model.conclude(answering.brief, self._history.messages(), memory)
        except Exception as fault:
            log.warning("summary_failed", kind=type(fault).__name__)
            return ""
        return next(iter(sentences(made.summary)), "")

    def tool_takes_long(self) -> None:
        """Nothing is said into what is being said."""
        if not self._speaking.busy:
            self.say(_FILLER)

    def tool_asked(self, call: CallTool) -> None:
        """For the call's events."""
        self._tell(ToolAsked(call, self._seconds()))

    def tool_answered(self, result: ToolResult) -> None:
        """For the call's events."""
        self._tell(ToolAnswered(result, self._seconds()))
