"""The sound of a phone's keys (ITU-T Q.23)."""

import numpy as np

_ROWS, _COLUMNS = (697, 770, 852, 941), (1209, 1336, 1477)
_KEYS = "123456789*0#"
_PRESSED, _RELEASED = 0.12, 0.08
"""Seconds; carriers ask for 40 milliseconds of each or more."""
_PAUSE = {"w": 0.5, "W": 1.0, ",": 0.5}
_LOUDNESS = 0.25
"""Of each of the two frequencies, full scale being 1."""
PRESSABLE = r"^[0-9*#wW,]{1,50}$"
"""Keys, and pauses of half a second (``w``, ``,``) or a second (``W``)."""


def tones(keys: str, rate: int) -> bytes:
    """PCM of ``keys``, each a tone and a pause."""
    return b"".join(_silence(_PAUSE[key], rate) if key in _PAUSE else _tone(key, rate) for key in keys)


def _tone(key: str, rate: int) -> bytes:
    row, column = divmod(_KEYS.index(key), 3)
    times = np.arange(round(_PRESSED * rate)) / rate
    both = np.sin(2 * np.pi * _ROWS[row] * times) + np.sin(2 * np.pi * _COLUMNS[column] * times)
    return bytes((both * _LOUDNESS * 32_767).astype("<i2").tobytes()) + _silence(_RELEASED, rate)


def _silence(seconds: float, rate: int) -> bytes:
    return bytes(2 * round(seconds * rate))
