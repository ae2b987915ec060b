"""What is to be said on the wire."""

from pydantic import Field

from mia.voice.resources.assistant.voices import EmbeddedVoice
from mia.voice.wire import WireModel

LONGEST_TEXT = 300


class SpeechBody(WireModel):
    """A few words and the voice that says them: the embedded one, which is in every media worker's memory."""

    text: str = Field(min_length=1, max_length=LONGEST_TEXT, pattern=r"\S")
    voice: EmbeddedVoice | None = None
