"""Whose turn it is: brings together what the caller does and what the assistant says."""

import asyncio
import copy
import time
from dataclasses import dataclass
from typing import Any

from mia.platform.conversation.history import History
from mia.platform.conversation.ports import Begun, EndCall, Event, Heard, Silence
from mia.voice.engine.pipeline import client_messages
from mia.voice.engine.pipeline.control import (
    Command,
    EndNow,
    LeaveMessage,
    MuteAssistant,
    PutThrough,
    SayNow,
    SendKeys,
    TypeIn,
)
from mia.voice.engine.pipeline.dialogue import Dialogue
from mia.voice.engine.pipeline.recording import Recording
from mia.voice.engine.pipeline.setup import CallSetup
from mia.voice.engine.pipeline.sound.background import the_office
from mia.voice.engine.pipeline.sound.tones import tones
from mia.voice.engine.pipeline.transcript import Send, Tell, Transcript
from mia.voice.engine.pipeline.transferring import Sides, Transferring
from mia.voice.engine.pipeline.turns.barge_in import BargeIn
from mia.voice.engine.pipeline.turns.closing import Closing
from mia.voice.engine.pipeline.turns.farewell import Farewell
from mia.voice.engine.pipeline.turns.hearing import Hearing, Utterance
from mia.voice.engine.pipeline.turns.quiet import Ask, Quiet, QuietClock, Remark
from mia.voice.engine.pipeline.turns.speaking import Line, Speaking
from mia.voice.engine.pipeline.turns.words import is_alarming

_DURATION_GOODBYE = "I'm sorry, our time for this call is up. Please call again anytime. Goodbye."
_GREETING = "Hello, how can I help you?"


@dataclass
class _Answer:
    """An answer in the making: enough to take it back when the caller goes on speaking."""

    heard: Heard
    mark: int
    memory: dict[str, Any]
    begun_aloud: bool = False


class Conversation:
    """The turns of one call. :class:`Hearing` and :class:`Speaking` tell it what happens."""

    def __init__(self, setup: CallSetup, tell: Tell, send: Send) -> None:
        self._setup = setup
        self._send = send
        self.transcript = Transcript(tell, send)
        self.history = History()
        self._manners = setup.manners
        self.background = setup.background or (the_office if setup.manners.background else None)
        self.speaking = Speaking(setup.speech.synthesizer, self, setup.manners.speed)
        names = setup.answering.brief.vocabulary
        self.hearing = Hearing(setup.speech, self, names, setup.manners.start)
        self._barge_in = BargeIn(setup.manners, names)
        self.dialogue = Dialogue(setup, self.history, self.speaking, tell, self.transcript.seconds)
        self.recording = Recording(setup.answering.brief, self.dialogue.say, self.history.heard, tell, send)
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._stopped: list[Line] = []
        self._opening = ""
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._answer: _Answer | None = None
        self._answering: asyncio.Task[None] | None = None
        self._last_said = ""
        self._closing = Closing(self.speaking, self.hearing, Farewell(setup.manners.end_phrases), self.end)
        self._quiet = Quiet(setup.manners.quiet)
        self._clock = QuietClock(self._quiet, self._silent)
        self._one_at_a_time = asyncio.Lock()
        sides = Sides(self.speaking.silence, self.dialogue.summary, self._let_go, self._go_on, self.end)
        self.transferring = Transferring(setup.switchboard, sides)

    def end(self, reason: str) -> None:
        """End the call now."""
        if not self.ended.done():
            self.ended.set_result(reason)

    async def run(self) -> None:
        """Greet, then answer one thing after the other. Runs until canceled."""
        self.transcript.begin()
        if self._manners.model_begins:
            self._events.put_nowait(Begun())
        else:
            self.recording.begin()
            self._barge_in.protect(self.speaking.lines)
        self._watch_silence()
        while True:
            event = await self._events.get()
            self._answering = asyncio.create_task(self._react(event))
            await asyncio.wait((self._answering,))

    async def stop(self) -> None:
        """Let go of everything that runs on its own."""
        self._clock.stop()
        self.hearing.stop()
        await self.transferring.stop()
        await self._closing.call_off()
        await _cancel(self._answering)
        self._stopped += await self.speaking.hush()
        self._cut_off()
        self.transcript.assistant_stopped()
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
            case SendKeys(keys):
                self._barge_in.protect([self.speaking.play(tones(keys, self.speaking.rate))])
            case PutThrough(destination, text):
                self.dialogue.say(text)
                self.transferring.begin(destination)
            case SayNow(text, end_after):
                self.dialogue.say(text)
                if end_after:
                    self._end_after_speech("assistant-ended-call-after-message-spoken")
            case TypeIn(text, answer) if self._closing.for_good or not (answer or is_alarming(text)):
                self.transcript.caller_typed(text)
                self.history.heard(text)
            case TypeIn(text):
                await self._hush()
                self._cut_off()
                self.transcript.caller_typed(text)
                await self._hear(Heard(text, typed=True))

    async def time_is_up(self) -> None:
        """The call has lasted as long as it may: say so and end it, whatever else goes on."""
        async with self._one_at_a_time:
            await self._say_last(_DURATION_GOODBYE, "exceeded-max-duration")

    async def _say_last(self, text: str, reason: str) -> None:
        """Say this now, listen to nothing more, then end the call."""
        await self._fall_silent()
        self.speaking.go_on()
        self.dialogue.say(text)
        self._end_after_speech(reason)

    async def _fall_silent(self) -> None:
        self._closing.for_good = True
        self.recording.drop_question()
        await self._closing.call_off()
        await _cancel(self._answering)
        await self._hush()
        self._cut_off()

    async def _let_go(self) -> None:
        """Someone else talks with the caller."""
        async with self._one_at_a_time:
            await self._fall_silent()

    async def _go_on(self, words: str, ends: str | None) -> None:
        """The caller was not put through."""
        self._closing.for_good = False
        self.speaking.go_on()
        self.dialogue.say(words)
        if ends is not None:
            self._end_after_speech(ends)

    # --- what the caller does -----------------------------------------------------------------

    def onset(self) -> float:
        return self._barge_in.onset(self.speaking.talking)

    def is_talked_over(self) -> bool:
        return self._barge_in.talked_over and self.speaking.busy

    def last_said(self) -> str:
        return self._last_said

    async def caller_started(self) -> None:
        async with self._one_at_a_time:
            self._clock.stop()
            self.transcript.caller_speaks(True)
            if not (self._closing.for_good or self._barge_in.begins(self.speaking.talking)):
                await self._hush()

    async def caller_guess(self, text: str) -> None:
        self.transcript.caller_seems_to_say(text)
        if self.is_talked_over() and not self._closing.for_good and self._barge_in.cuts_in(text):
            async with self._one_at_a_time:
                self._barge_in.talked_over = False
                await self._hush()

    async def caller_finished(self, utterance: Utterance | None) -> None:
        async with self._one_at_a_time:
            await self._take_turn(utterance)

    async def _take_turn(self, utterance: Utterance | None) -> None:
        self.transcript.caller_speaks(False)
        over, self._barge_in.talked_over = self.is_talked_over(), False
        if utterance is None or ((self._stopped or over) and not self._barge_in.is_meant(utterance)):
            lines, self._stopped = self._stopped, []
            self._barge_in.cut(None)
            self.speaking.go_on(lines)
            self._watch_silence()
            return
        patiently = over and self._barge_in.waits(utterance)
        if over and not patiently:
            await self._hush()
        heard = Heard(utterance.text, raw=utterance.raw if utterance.raw != utterance.text else "")
        cut = any(line.started_at is not None for line in self._stopped)
        taken_back = await self._take_back(heard)
        self._cut_off()
        self.transcript.caller_said(utterance)
        heard = taken_back or heard
        await self._hear(heard, patiently=patiently, opening=self._barge_in.remark(heard) if cut else "")

    async def _hush(self) -> None:
        """Fall silent, and keep what was not said: it may still be, if it was only a cough."""
        lines = await self.speaking.hush()
        if any(line.started_at is not None for line in lines):
            self._barge_in.cut(time.monotonic())
            self._send(client_messages.user_interrupted())
        self.transcript.assistant_stopped()
        self._stopped += lines

    def _cut_off(self) -> None:
        """What was not said will not be."""
        for line in self._stopped:
            line.cut = True
        self._stopped = []
        self.transcript.assistant_cut_off()

    async def _hear(self, heard: Heard, *, patiently: bool = False, opening: str = "") -> None:
        """Have this answered, with ``opening`` first; ``patiently`` after what the assistant is saying."""
        if self._closing.for_good:
            return
        self._quiet.broken()
        await self._closing.call_off()
        if not (patiently or self.dialogue.turns.tool_asked):
            await _cancel(self._answering)
            # What the answer added while the caller was already speaking is void as well.
            await self._hush()
            self._cut_off()
        # Otherwise a tool may have done something: its outcome must be said before the next answer.
        self.speaking.go_on(after=self._barge_in.back_off())
        if is_alarming(heard.text, heard.raw):
            self.recording.drop_question()  # danger does not wait for an answer to it
        elif self.recording.takes(heard.text):
            return
        self._opening = opening
        self._events.put_nowait(heard)

    async def _take_back(self, heard: Heard) -> Heard | None:
        """When the caller goes on before hearing any answer, that was one turn, not two: forget
        the answer and join the words."""
        answer = self._answer
        if answer is None or answer.begun_aloud or answer.heard.typed or self.dialogue.turns.tool_asked:
            return None
        unsaid = self._stopped or self._is_answering() or self.speaking.busy
        if not unsaid or not self._events.empty():
            return None
        await _cancel(self._answering)
        self.history.cut_back(answer.mark)
        self.dialogue.turns.memory = answer.memory
        self._answer = None
        raw = f"{answer.heard.raw or answer.heard.text} {heard.raw or heard.text}"
        text = f"{answer.heard.text} {heard.text}"
        return Heard(text, raw=raw if raw != text else "")

    # --- what the assistant does --------------------------------------------------------------

    async def _react(self, event: Event) -> None:
        if isinstance(event, Heard):
            memory = copy.deepcopy(self.dialogue.turns.memory)
            self._answer = _Answer(event, self.history.mark(), memory)
        opening, self._opening = self._opening, ""
        end = await self.dialogue.answer(event, opening)
        if isinstance(event, Begun):
            if not self.speaking.busy:
                self.dialogue.say(self._setup.answering.brief.first_message or _GREETING)
            self._barge_in.protect(self.speaking.lines)
        if end is not None and end.forward is not None:
            self.transferring.begin(end.forward)
        elif end is not None:
            if end.reason == EndCall().reason and self._manners.end_message:
                self.dialogue.say(self._manners.end_message)
            self._end_after_speech(_reason(end, event))
        else:
            self._watch_silence()

    async def line_started(self, line: Line) -> None:
        if self._answer is not None:
            self._answer.begun_aloud = True
        self._last_said = line.text
        self.transcript.line_started(line)

    async def line_finished(self, line: Line) -> None:
        self.transcript.line_finished(line)
        self._closing.said(line.text)

    async def speech_ended(self) -> None:
        self.transcript.assistant_stopped()
        self.transcript.assistant_finished()
        self._watch_silence()

    # --- silence and the end ------------------------------------------------------------------

    def _is_answering(self) -> bool:
        return self._answering is not None and not self._answering.done()

    def _watch_silence(self) -> None:
        """Count the silence from now on, if there is any."""
        self._clock.stop()
        if not self.speaking.busy and not self.hearing.speaking:
            self._clock.start()

    def _silent(self) -> None:
        busy = self._is_answering() or self._closing.is_due or self.transferring.is_open
        if busy or self.speaking.busy or self.hearing.speaking:
            return
        if self.recording.is_open:
            self.recording.left_unanswered()
            return
        match self._quiet.due():
            case Ask(count):
                self._events.put_nowait(Silence(count))
            case Remark(text, ends):
                self.dialogue.say(text)
                if ends:
                    self._end_after_speech("silence-timed-out")

    def _end_after_speech(self, reason: str) -> None:
        self._clock.stop()
        self._closing.after_speech(reason)


def _reason(end: EndCall, event: Event) -> str:
    if isinstance(event, Silence) and end.reason == EndCall().reason:
        return "silence-timed-out"
    return end.reason


async def _cancel(task: "asyncio.Task[None] | None") -> None:
    if task is not None and not task.done() and task is not asyncio.current_task():
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
