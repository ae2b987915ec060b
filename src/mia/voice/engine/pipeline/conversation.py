"""Whose turn it is: brings together what the caller does and what the assistant says."""

import asyncio
import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mia.platform.conversation.ports import EndCall, Event, Heard, Silence
from mia.voice.engine.pipeline import client_messages
from mia.voice.engine.pipeline.control import Command, EndNow, LeaveMessage, MuteAssistant, SayNow, TypeIn
from mia.voice.engine.pipeline.dialogue import Dialogue
from mia.voice.engine.pipeline.hearing import Hearing, Utterance
from mia.voice.engine.pipeline.history import History
from mia.voice.engine.pipeline.minutes import Minutes, Send, Tell
from mia.voice.engine.pipeline.recording import Recording
from mia.voice.engine.pipeline.speaking import Line, Speaking
from mia.voice.engine.pipeline.words import is_alarming, means_something

if TYPE_CHECKING:
    from mia.voice.engine.pipeline.call import CallSetup

_SILENCE_GOODBYE = "I can't hear you anymore, so I'll let you go. Please call again anytime. Goodbye."
_DURATION_GOODBYE = "I'm sorry, our time for this call is up. Please call again anytime. Goodbye."
_TAIL = 0.35
"""Seconds between the last sound sent and hanging up, so that it is heard to the end."""


@dataclass
class _Answer:
    """An answer in the making: enough to take it back when the caller goes on speaking."""

    heard: Heard
    mark: int
    memory: dict[str, Any]
    begun_aloud: bool = False


class Conversation:
    """The turns of one call. :class:`Hearing` and :class:`Speaking` tell it what happens."""

    def __init__(self, setup: "CallSetup", tell: Tell, send: Send) -> None:
        self._setup = setup
        self._send = send
        self.minutes = Minutes(tell, send)
        self.history = History()
        self.speaking = Speaking(setup.speech.synthesizer, self)
        self._names = setup.brief.vocabulary
        self.hearing = Hearing(setup.speech, self, self._names)
        self.dialogue = Dialogue(setup, self.history, self.speaking, tell, self.minutes.seconds)
        self.recording = Recording(setup.brief, self.dialogue.say, self.history.heard, tell)
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._stopped: list[Line] = []
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._answer: _Answer | None = None
        self._answering: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._over = False
        self._silences = 0
        self._silence_timer: asyncio.TimerHandle | None = None
        self._one_at_a_time = asyncio.Lock()

    def end(self, reason: str) -> None:
        """End the call now."""
        if not self.ended.done():
            self.ended.set_result(reason)

    async def run(self) -> None:
        """Greet, then answer one thing after the other. Runs until canceled."""
        self.minutes.begin()
        self.recording.begin()
        self._watch_silence()
        while True:
            event = await self._events.get()
            self._answering = asyncio.create_task(self._react(event))
            await asyncio.wait((self._answering,))

    async def stop(self) -> None:
        """Let go of everything that runs on its own."""
        self._stop_watching_silence()
        self.hearing.stop()
        await _cancel(self._answering, self._ending)
        self._stopped += await self.speaking.hush()
        self._cut_off()
        self.minutes.assistant_stopped()
        await self.speaking.stop()
        self.recording.finish()

    async def command(self, command: Command) -> None:
        """Do what the caller's client or the live-control API asks for."""
        async with self._one_at_a_time:
            await self._carry_out(command)

    async def _carry_out(self, command: Command) -> None:
        match command:
            case EndNow(reason):
                self.end(reason)
            case MuteAssistant(muted):
                await self.speaking.mute(muted)
            case LeaveMessage(text):
                await self._say_last(text, "voicemail")
            case SayNow(text, end_after):
                self.dialogue.say(text)
                if end_after:
                    self._end_after_speech("assistant-ended-call-after-message-spoken")
            case TypeIn(text, answer) if self._over or not (answer or is_alarming(text)):
                self.minutes.caller_typed(text)
                self.history.heard(text)
            case TypeIn(text):
                await self._hush()
                self._cut_off()
                self.minutes.caller_typed(text)
                await self._hear(Heard(text, typed=True))

    async def time_is_up(self) -> None:
        """The call has lasted as long as it may: say so and end it, whatever else goes on."""
        async with self._one_at_a_time:
            await self._say_last(_DURATION_GOODBYE, "exceeded-max-duration")

    async def _say_last(self, text: str, reason: str) -> None:
        """Say this now, listen to nothing more, then end the call."""
        self._over = True
        self.recording.drop_question()
        await _cancel(self._answering, self._ending)
        await self._hush()
        self._cut_off()
        self.speaking.go_on()
        self.dialogue.say(text)
        self._end_after_speech(reason)

    # --- what the caller does -----------------------------------------------------------------

    async def caller_started(self) -> None:
        async with self._one_at_a_time:
            self._stop_watching_silence()
            self.minutes.caller_speaks(True)
            if not self._over:
                await self._hush()

    async def caller_guess(self, text: str) -> None:
        self.minutes.caller_seems_to_say(text)

    async def caller_finished(self, utterance: Utterance | None) -> None:
        async with self._one_at_a_time:
            await self._take_turn(utterance)

    async def _take_turn(self, utterance: Utterance | None) -> None:
        self.minutes.caller_speaks(False)
        if utterance is None or (self._stopped and not means_something(utterance, self._names)):
            lines, self._stopped = self._stopped, []
            self.speaking.go_on(lines)
            self._watch_silence()
            return
        heard = Heard(utterance.text, raw=utterance.raw if utterance.raw != utterance.text else "")
        taken_back = await self._take_back(heard)
        self._cut_off()
        self.minutes.caller_said(utterance)
        await self._hear(taken_back or heard)

    async def _hush(self) -> None:
        """Fall silent, and keep what was not said: it may still be, if it was only a cough."""
        lines = await self.speaking.hush()
        if any(line.started_at is not None for line in lines):
            self._send(client_messages.user_interrupted())
        self.minutes.assistant_stopped()
        self._stopped += lines

    def _cut_off(self) -> None:
        """What was not said will not be."""
        for line in self._stopped:
            line.cut = True
        self._stopped = []
        self.minutes.assistant_cut_off()

    async def _hear(self, heard: Heard) -> None:
        if self._over:
            return
        self._silences = 0
        await _cancel(self._ending)
        self._ending = None
        if not self.dialogue.tool_asked:
            await _cancel(self._answering)
            # What the answer added while the caller was already speaking is void as well.
            await self._hush()
            self._cut_off()
        # Otherwise a tool may have done something: its outcome must be said before the next answer.
        self.speaking.go_on()
        if is_alarming(heard.text, heard.raw):
            self.recording.drop_question()  # danger does not wait for an answer to it
        elif self.recording.takes(heard.text):
            return
        self._events.put_nowait(heard)

    async def _take_back(self, heard: Heard) -> Heard | None:
        """When the caller goes on before hearing any answer, that was one turn, not two: forget
        the answer and join the words."""
        answer = self._answer
        if answer is None or answer.begun_aloud or answer.heard.typed or self.dialogue.tool_asked:
            return None
        unsaid = self._stopped or self._is_answering() or self.speaking.busy
        if not unsaid or not self._events.empty():
            return None
        await _cancel(self._answering)
        self.history.cut_back(answer.mark)
        self.dialogue.memory = answer.memory
        self._answer = None
        raw = f"{answer.heard.raw or answer.heard.text} {heard.raw or heard.text}"
        text = f"{answer.heard.text} {heard.text}"
        return Heard(text, raw=raw if raw != text else "")

    # --- what the assistant does --------------------------------------------------------------

    async def _react(self, event: Event) -> None:
        if isinstance(event, Heard):
            memory = copy.deepcopy(self.dialogue.memory)
            self._answer = _Answer(event, self.history.mark(), memory)
        end = await self.dialogue.answer(event)
        if end is not None:
            self._end_after_speech(_reason(end, event))
        else:
            self._watch_silence()

    async def line_started(self, line: Line) -> None:
        if self._answer is not None:
            self._answer.begun_aloud = True
        self.minutes.line_started(line)

    async def line_finished(self, line: Line) -> None:
        self.minutes.line_finished(line)

    async def speech_ended(self) -> None:
        self.minutes.assistant_stopped()
        self.minutes.assistant_finished()
        self._watch_silence()

    # --- silence and the end ------------------------------------------------------------------

    def _is_answering(self) -> bool:
        return self._answering is not None and not self._answering.done()

    def _watch_silence(self) -> None:
        """Count the silence from now on, if there is any."""
        self._stop_watching_silence()
        if not self.speaking.busy and not self.hearing.speaking:
            loop = asyncio.get_running_loop()
            self._silence_timer = loop.call_later(self._setup.limits.silence_step, self._silent)

    def _stop_watching_silence(self) -> None:
        if self._silence_timer is not None:
            self._silence_timer.cancel()
            self._silence_timer = None

    def _silent(self) -> None:
        if self._is_answering() or self._ending is not None or self.speaking.busy or self.hearing.speaking:
            return
        if self.recording.is_open:
            self.recording.left_unanswered()
            return
        self._silences += 1
        if self._silences <= self._setup.limits.silence_steps:
            self._events.put_nowait(Silence(self._silences))
        else:
            self.dialogue.say(_SILENCE_GOODBYE)
            self._end_after_speech("silence-timed-out")

    def _end_after_speech(self, reason: str) -> None:
        self._stop_watching_silence()
        self._ending = asyncio.create_task(self._end_in_silence(reason))

    async def _end_in_silence(self, reason: str) -> None:
        while True:
            await self.speaking.silence()
            await asyncio.sleep(_TAIL)
            if self._over or not (self.speaking.busy or self.hearing.speaking):
                return self.end(reason)


def _reason(end: EndCall, event: Event) -> str:
    if isinstance(event, Silence) and end.reason == EndCall().reason:
        return "silence-timed-out"
    return end.reason


async def _cancel(*tasks: "asyncio.Task[None] | None") -> None:
    running = [t for t in tasks if t is not None and not t.done() and t is not asyncio.current_task()]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
