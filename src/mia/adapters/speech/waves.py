"""Sound as a file that says what it is."""

import io
import wave


def wave_file(pcm: bytes, sample_rate: int) -> bytes:
    """16-bit mono PCM as a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as made:
        made.setnchannels(1)
        made.setsampwidth(2)
        made.setframerate(sample_rate)
        made.writeframes(pcm)
    return file.getvalue()
