"""Whether a call is recorded: asked first, begun with the yes, ended by a word. A no or silence means never."""

import time
from collections.abc import Callable, Sequence

import structlog

from mia.platform.conversation.ports import Brief
from mia.voice.engine.pipeline.client_messages import Message, recording_update
from mia.voice.engine.pipeline.consent import Answer, judge, withdraws
from mia.voice.engine.pipeline.events import CallEvent, RecordingAnswered, RecordingWithdrawn, SoundRecorded
from mia.voice.engine.pipeline.sound.recording_encoder import RecordingEncoder
from mia.voice.engine.pipeline.turns.speaking import Line

log = structlog.get_logger()

_THANKS = "Thank you."
_NOT_RECORDED = "All right, this call is not recorded."
_STOPPED = "I've stopped recording and deleted the recording. Please go ahead."
_MOST_QUESTIONS = 2
"""How often the question is put to someone who speaks over it."""
_HEARD = 0.7
"""Share of a line from which its meaning counts as heard."""

Say = Callable[[str], Sequence[Line]]


class Recording:
    """The question, its answer and the encoder of one call. ``say`` speaks for the assistant, ``note`` keeps
    what the caller said where no assistant hears it, ``tell`` passes on what happens and is recorded, ``send``
    lets the caller's client know."""

    def __init__(
        self,
        brief: Brief,
        say: Say,
        note: Callable[[str], None],
        tell: Callable[[CallEvent], None],
        send: Callable[[Message], None],
    ) -> None:
        self._brief = brief
        self._say = say
        self._note = note
        self._tell = tell
        self._send = send
        self._question: Sequence[Line] = ()
        self._asked = 0
        self._encoder: RecordingEncoder | None = None
        self.is_open = False
        """Whether the question stands, unanswered."""

    def begin(self) -> None:
        """The first words of the call: the question where there is one, else the assistant's own."""
        if self._brief.recording_question:
            self.is_open = True
            self._ask()
        else:
            self._say(self._brief.first_message)

    def takes(self, text: str) -> bool:
        """What the caller said, before the assistant hears it; ``True`` when nothing is left to answer."""
        if self.is_open:
            return self._take_answer(text)
        wish = withdraws(text) if self._encoder is not None else None
        if wish is None:
            return False
        self._discard()
        if wish.was_all:
            self._note(text)
            self._say(_STOPPED)
        return wish.was_all

    def left_unanswered(self) -> None:
        """The caller says nothing: that is no consent, and the conversation goes on."""
        self._settle("unanswered")
        self._say(f"{_NOT_RECORDED} {self._brief.first_message}".strip())

    def drop_question(self) -> None:
        """No one is there to answer anymore."""
        if self.is_open:
            self._send(recording_update("refused"))
        self.is_open = False

    def hear(self, pcm: bytes, rate: int) -> None:
        """The caller's sound, as it arrives."""
        if self._encoder is not None:
            self._guarded(lambda encoder: encoder.hear(pcm, rate))

    def speak(self, pcm: bytes, rate: int) -> None:
        """The assistant's sound, as it leaves."""
        if self._encoder is not None:
            self._guarded(lambda encoder: encoder.say(pcm, rate))

    def finish(self) -> None:
        """The call is over: the rest of the recording is handed on."""
        self._guarded(lambda encoder: encoder.close())
        self._encoder = None

    def _ask(self) -> None:
        self._asked += 1
        self._question = self._say(self._brief.recording_question)

    def _take_answer(self, text: str) -> bool:
        if self._asked < _MOST_QUESTIONS and any(_unheard(line) for line in self._question):
            self._note(text)
            self._ask()  # spoken over, so perhaps not heard
            return True
        judged = judge(text)
        self._settle(judged.answer)
        if not judged.was_all:
            return False
        self._note(text)
        thanks = _THANKS if judged.answer == "granted" else _NOT_RECORDED
        self._say(f"{thanks} {self._brief.first_message}".strip())
        return True

    def _settle(self, answer: Answer) -> None:
        self.is_open = False
        if answer == "granted":
            self._encoder = RecordingEncoder(time.monotonic, lambda piece: self._tell(SoundRecorded(piece)))
        self._tell(RecordingAnswered(answer))
        self._send(recording_update("started" if answer == "granted" else "refused"))

    def _discard(self) -> None:
        self._encoder = None
        self._tell(RecordingWithdrawn())
        self._send(recording_update("stopped"))

    def _guarded(self, work: Callable[[RecordingEncoder], None]) -> None:
        """A recording that fails is given up; the call goes on."""
        if self._encoder is None:
            return
        try:
            work(self._encoder)
        except Exception as fault:
            log.error("recording_failed", kind=type(fault).__name__)
            self._encoder = None
            self._send(recording_update("stopped"))


def _unheard(line: Line) -> bool:
    """Whether so much of a line was cut off that it may not have been understood."""
    return line.cut and (not line.length or line.played < _HEARD * line.length)
