"""Whose turn it is: brings together what the caller does and what the assistant says."""

import asyncio
import copy
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mia.platform.conversation.history import History
from mia.platform.conversation.ports import Begun, EndCall, Event, Heard, Silence, Told
from mia.platform.conversation.turns import Answering
from mia.voice.engine.pipeline import client_messages
from mia.voice.engine.pipeline.control import (
    Command,
    EndNow,
    Instruct,
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
from mia.voice.engine.pipeline.sound.background import Background, the_office
from mia.voice.engine.pipeline.sound.tones import tones
from mia.voice.engine.pipeline.transcript import Send, Tell, Transcript
from mia.voice.engine.pipeline.transferring import Sides, Transferring
from mia.voice.engine.pipeline.turns.barge_in import BargeIn
from mia.voice.engine.pipeline.turns.closing import Closing
from mia.voice.engine.pipeline.turns.endpointing import Foreseen
from mia.voice.engine.pipeline.turns.farewell import Farewell
from mia.voice.engine.pipeline.turns.hearing import Hearing, Utterance
from mia.voice.engine.pipeline.turns.quiet import Ask, Quiet, QuietClock, Remark
from mia.voice.engine.pipeline.turns.speaking import Line, Speaking
from mia.voice.engine.pipeline.turns.words import is_alarming
from mia.voice.engine.ports import Recognized

_DURATION_GOODBYE = "I'm sorry, our time for this call is up. Please call again anytime. Goodbye."
_UNHEARD = 0.6
"""Seconds of an answer that tell a caller nothing yet: who goes on speaking into them was not done."""
_GREETING = "Hello, how can I help you?"


@dataclass
class _Answer:
    """An answer in the making: enough to take it back when the caller goes on speaking."""

    heard: Heard
    mark: int
    memory: dict[str, Any]
    begun_at: float | None = None
    hushed_at: float | None = None

    @property
    def was_heard(self) -> bool:
        """Whether the caller has heard enough of it to speak of it."""
        until = time.monotonic() if self.hushed_at is None else self.hushed_at
        return self.begun_at is not None and until - self.begun_at > _UNHEARD


class Conversation:
    """The turns of one call. :class:`Hearing` and :class:`Speaking` tell it what happens."""

    def __init__(self, setup: CallSetup, tell: Tell, send: Send) -> None:
        self._setup = setup
        self._send = send
        self.transcript = Transcript(tell, send)
        self.history = History()
        self.manners = setup.manners
        """Of who answers now."""
        self.background = Background(setup.background or (the_office if setup.manners.background else None))
        self.may_last = setup.limits.max_duration
        """Seconds from the call's beginning; ``lasts_otherwise`` tells of a change."""
        self.lasts_otherwise = asyncio.Event()
        self.speaking = Speaking(setup.speech.synthesizer, self, setup.manners.speed)
        names = setup.answering.brief.vocabulary
        self.hearing = Hearing(setup.speech, self, names, setup.manners.start)
        self._barge_in = BargeIn(setup.manners, names)
        self.dialogue = Dialogue(setup, self.history, self.speaking, tell, self.transcript.seconds, self)
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
        if self.manners.model_begins:
            self._events.put_nowait(Begun())
        else:
            self.recording.begin()
            self._barge_in.begin(self.speaking.lines)
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
            case SayNow():
                await self._say_now(command)
            case Instruct(text, answer):
                self._instruct(text, answer=answer)
            case TypeIn(text, answer) if self._closing.for_good or not (answer or is_alarming(text)):
                self.transcript.caller_typed(text)
                self.history.heard(text)
            case TypeIn(text):
                await self._hush()
                self._cut_off()
                self.transcript.caller_typed(text)
                await self._hear(Heard(text, typed=True))

    async def _say_now(self, command: SayNow) -> None:
        if command.at_once and not self._closing.for_good:
            await self._make_way()
        lines = self.dialogue.say(command.text)
        if command.protected:
            self._barge_in.protect(lines)
        if command.end_after:
            self._end_after_speech("assistant-ended-call-after-message-spoken")

    def _instruct(self, text: str, *, answer: bool) -> None:
        self._answer = None  # it is not taken back with what came before it
        if answer and not self._closing.for_good:
            self._events.put_nowait(Told(text))
        else:
            self.history.told(text)

    async def _make_way(self) -> None:
        """Whatever the assistant was about to say is not said."""
        if not self.dialogue.turns.tool_asked:
            await _cancel(self._answering)
        await self._hush()
        self._cut_off()
        self._barge_in.cut(None)
        self.speaking.go_on()

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

    async def caller_near(self, near: bool) -> None:
        gives_way = self.speaking.talking and not self._closing.for_good and self._barge_in.gives_way
        await self.speaking.duck(near and gives_way)

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

    async def foresee(self, words: Recognized) -> Foreseen:
        # What the caller broke off changes what has been said; what the recorder asked is answered to it alone.
        if self._stopped or self.speaking.busy or self._closing.for_good or self.recording.is_open:
            return Foreseen.OTHER
        return await self.dialogue.foresee(_heard(words))

    async def caller_finished(self, utterance: Utterance | None) -> None:
        async with self._one_at_a_time:
            await self._take_turn(utterance)

    async def _take_turn(self, utterance: Utterance | None) -> None:
        self.transcript.caller_speaks(False)
        over, self._barge_in.talked_over = self.is_talked_over(), False
        unsaid = self._stopped or (self.speaking.lines if over else ())
        if utterance is None or (unsaid and not self._barge_in.is_meant(utterance, unsaid)):
            lines, self._stopped = self._stopped, []
            self._barge_in.cut(None)
            if self._answer is not None:
                self._answer.hushed_at = None
            self.speaking.go_on(lines)
            self._watch_silence()
            return
        patiently = over and self._barge_in.waits(utterance)
        if over and not patiently:
            await self._hush()
        heard = _heard(utterance)
        cut = any(line.started_at is not None for line in self._stopped)
        taken_back = await self._take_back(heard)
        self._cut_off()
        self.transcript.caller_said(utterance)
        heard = taken_back or heard
        await self._hear(heard, patiently=patiently, opening=self._barge_in.remark(heard) if cut else "")

    async def _hush(self) -> None:
        """Fall silent, and keep what was not said: it may still be, if it was only a cough."""
        lines = await self.speaking.hush()
        if self._answer is not None and lines and self._answer.hushed_at is None:
            self._answer.hushed_at = time.monotonic()
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
        """When the caller goes on before hearing much of an answer, that was one turn, not two: forget
        the answer and join the words."""
        answer = self._answer
        if answer is None or answer.was_heard or answer.heard.typed or self.dialogue.turns.tool_asked:
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
            self._barge_in.begin(self.speaking.lines)
        if end is not None and end.forward is not None:
            self.transferring.begin(end.forward)
        elif end is not None:
            if end.reason == EndCall().reason and self.manners.end_message:
                self.dialogue.say(self.manners.end_message)
            self._end_after_speech(_reason(end, event))
        else:
            self._watch_silence()

    def handed_on(self, answering: Answering) -> None:
        """Another assistant goes on, by manners of its own."""
        setup, names = self._setup, answering.brief.vocabulary
        if setup.manners_of is not None:
            self.manners = setup.manners_of(answering.assistant)
        transcriber = setup.transcriber_of and setup.transcriber_of(answering.assistant)
        self.speaking.speed = self.manners.speed
        self.hearing.follow(self.manners.start, names, transcriber)
        self._barge_in.follow(self.manners, names)
        self._closing.follow(Farewell(self.manners.end_phrases))
        self._quiet.follow(self.manners.quiet)
        sound = setup.background_of and setup.background_of(answering.assistant)
        if sound or self.manners.background is not None:
            self.background.follow(sound or (the_office if self.manners.background else None))
        if self.manners.max_seconds is not None:
            self.may_last = self.manners.max_seconds
            self.lasts_otherwise.set()

    def begun(self, opening: Sequence[Line]) -> None:
        """The other assistant says its first words."""
        self._barge_in.begin(opening)

    async def line_started(self, line: Line) -> None:
        if self._answer is not None and self._answer.begun_at is None:
            self._answer.begun_at = time.monotonic()
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


def _heard(words: Utterance | Recognized) -> Heard:
    return Heard(words.text, raw=words.raw if words.raw != words.text else "")


def _reason(end: EndCall, event: Event) -> str:
    if isinstance(event, Silence) and end.reason == EndCall().reason:
        return "silence-timed-out"
    return end.reason


async def _cancel(task: "asyncio.Task[None] | None") -> None:
    if task is not None and not task.done() and task is not asyncio.current_task():
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
