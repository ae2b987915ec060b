"""Keeps the transcript of a call, captions for the caller's client, and measured turns."""

import time
from collections.abc import Callable
from typing import Any

from mia.voice.engine.pipeline import client_messages
from mia.voice.engine.pipeline.events import (
    CallEvent,
    Role,
    SpeechChanged,
    TranscriptLine,
    TurnMeasured,
)
from mia.voice.engine.pipeline.turns.hearing import Utterance
from mia.voice.engine.pipeline.turns.speaking import Line

Tell = Callable[[CallEvent], None]
Send = Callable[[dict[str, Any]], None]


class Transcript:
    """Writes down what both sides say and passes it on, as events and as client messages."""

    def __init__(self, tell: Tell, send: Send) -> None:
        self._tell = tell
        self._send = send
        self._began = time.monotonic()
        self._spoken: list[Line] = []
        self._assistant_speaks = False
        self._to_measure: Utterance | None = None
        self.lines: list[TranscriptLine] = []

    def begin(self) -> None:
        """The call is on from now."""
        self._began = time.monotonic()

    def seconds(self) -> float:
        """Seconds since the call began."""
        return time.monotonic() - self._began

    # --- the caller -------------------------------------------------------------------------

    def caller_speaks(self, speaking: bool) -> None:
        """The caller began or stopped speaking."""
        self._speech("user", speaking)

    def caller_seems_to_say(self, text: str) -> None:
        """A guess, for the caption only."""
        self._send(client_messages.transcript("user", text, final=False))

    def caller_said(self, utterance: Utterance) -> None:
        """The caller's words, for good. The next line of the assistant answers them."""
        self._send(client_messages.transcript("user", utterance.text, final=True))
        at = utterance.started_at - self._began
        length = utterance.spoken_until - utterance.started_at
        self._record(TranscriptLine("user", utterance.text, at, length))
        self._to_measure = utterance

    def caller_typed(self, text: str) -> None:
        """Typed words; the client shows them itself."""
        self._record(TranscriptLine("user", text, self.seconds(), 0.0, typed=True))
        self._to_measure = None

    # --- the assistant ----------------------------------------------------------------------

    def line_started(self, line: Line) -> None:
        """The assistant begins a line."""
        if not self._assistant_speaks:
            self._assistant_speaks = True
            self._speech("assistant", True)
        self._spoken.append(line)
        if line.text:
            self._send(client_messages.transcript("assistant", line.text, final=False))
            self._send(client_messages.voice_input(line.text))
        utterance, self._to_measure = self._to_measure, None
        if utterance is not None and line.queued_at >= utterance.ended_at:
            self._measure(utterance, line)

    def line_finished(self, line: Line) -> None:
        """The assistant has said a line to its end."""
        if line.text:
            self._send(client_messages.transcript("assistant", line.text, final=True))

    def assistant_stopped(self) -> None:
        """The assistant fell silent, perhaps for a moment only."""
        if self._assistant_speaks:
            self._assistant_speaks = False
            self._speech("assistant", False)

    def assistant_cut_off(self) -> None:
        """The caller interrupted the assistant for good; lines cut off are marked so already."""
        for line in self._spoken:
            if line.cut and line.said():
                self._send(client_messages.transcript("assistant", line.said(), final=True))
        self.assistant_finished()

    def assistant_finished(self) -> None:
        """Nothing is left to say: what was said since the last time becomes one line."""
        spoken, self._spoken = self._spoken, []
        text = " ".join(said for line in spoken if (said := line.said()))
        if text and spoken[0].started_at is not None:
            at = spoken[0].started_at - self._began
            last = max(spoken, key=lambda line: line.started_at or 0.0)
            length = (last.started_at or 0.0) + last.played - spoken[0].started_at
            cut = any(line.cut for line in spoken)
            self._record(TranscriptLine("assistant", text, at, length, interrupted=cut))

    # ----------------------------------------------------------------------------------------

    def _speech(self, role: Role, speaking: bool) -> None:
        status = "started" if speaking else "stopped"
        self._tell(SpeechChanged(role, "started" if speaking else "stopped"))
        self._send(client_messages.speech_update(role, status))

    def _record(self, line: TranscriptLine) -> None:
        self.lines.append(line)
        self._tell(line)

    def _measure(self, utterance: Utterance, line: Line) -> None:
        started, ready = line.started_at or 0.0, line.ready_at or line.queued_at
        silence = utterance.ended_at - utterance.spoken_until
        late = max(0.0, silence - utterance.waited)
        steps = (
            silence - late,
            late,
            line.queued_at - utterance.ended_at,
            ready - line.queued_at,
            started - utterance.spoken_until,
        )
        self._tell(TurnMeasured(*(round(step * 1000, 1) for step in steps)))
