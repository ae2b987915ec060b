"""Tells someone who has picked up a phone a few words, without a conversation."""

from pipecat.pipeline.pipeline import Pipeline

from mia.platform.conversation.spoken_text import sentences
from mia.voice.engine.pipeline.media import flowing
from mia.voice.engine.pipeline.turns.speaking import Line, Speaking
from mia.voice.engine.ports import MediaTransport, Synthesizer


class _Nobody:
    """Nobody follows what is said."""

    async def line_started(self, line: Line) -> None:
        """As it is."""

    async def line_finished(self, line: Line) -> None:
        """As it is."""

    async def speech_ended(self) -> None:
        """As it is."""


async def announce(transport: MediaTransport, text: str, synthesizer: Synthesizer) -> None:
    """Say ``text`` to who is at the other end; returns once it was heard, and leaves the line open.

    :class:`~mia.voice.engine.ports.CallerUnreachable` when their sound never comes.
    """
    await transport.connected()
    speaking = Speaking(synthesizer, _Nobody())
    pipeline = Pipeline([transport.input(), speaking.mouth, transport.output(), speaking.meter])
    async with flowing(pipeline):
        for sentence in sentences(text):
            speaking.say(sentence)
        await speaking.silence()
        await speaking.stop()
