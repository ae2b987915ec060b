"""Recognition by Moonshine tiny-en, run directly on onnxruntime.

The weights come with moonshine-voice 0.1.0 (later wheels dropped them); its native library is not
used. Encoder and decoder take PCM as it is; the tokenizer file is a plain list of byte strings.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from mia.voice.engine.ports import Recognized
from mia.voice.engine.speech.lexicon import Lexicon
from mia.voice.engine.speech.model_files import model_path, open_model
from mia.voice.engine.speech.samples import MODEL_RATE, Samples, samples_for_model

_START, _END = 1, 2
_FIRST_WORD = 3
_HEADS, _HEAD_SIZE = 8, 36
_TOKENS_PER_SECOND = 6.5
"""More than anyone says; the model's own guard against running on."""
_SHORTEST = 0.15
"""Seconds below which there is nothing to recognize."""
_NOTHING = Recognized()
_INVENTED = frozenset({"you", "you.", "thank you.", "bye.", ".", "uh.", "um."})
"""What the model writes for a noise; on clips shorter than half a second it is not believed."""


class MoonshineTranscriber:
    """Shared by all calls of a process: one model, one thread, so calls queue instead of starving
    each other and the event loop never waits."""

    def __init__(self) -> None:
        folder = model_path("moonshine_voice", "assets/tiny-en")
        self._encoder = open_model(folder / "encoder_model.ort")
        self._decoder = open_model(folder / "decoder_model_merged.ort")
        self._pieces = _read_pieces(folder / "tokenizer.bin")
        self._past = [i.name for i in self._decoder.get_inputs() if i.name.startswith("past")]
        self._present = [o.name for o in self._decoder.get_outputs()][1:]
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recogniser")
        self._lexicons: dict[tuple[str, ...], Lexicon] = {}

    async def transcribe(self, pcm: bytes, sample_rate: int, vocabulary: Sequence[str] = ()) -> Recognized:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._hear, pcm, sample_rate, tuple(vocabulary))

    def _hear(self, pcm: bytes, sample_rate: int, vocabulary: tuple[str, ...]) -> Recognized:
        samples = samples_for_model(pcm, sample_rate)
        if len(samples) < _SHORTEST * MODEL_RATE:
            return _NOTHING
        text = self._decode(samples)
        if len(samples) < 0.5 * MODEL_RATE and text.lower() in _INVENTED:
            return _NOTHING
        return Recognized(self._lexicon(vocabulary).correct(text), text)

    def _lexicon(self, vocabulary: tuple[str, ...]) -> Lexicon:
        if vocabulary not in self._lexicons:
            if len(self._lexicons) >= 32:
                self._lexicons.clear()
            self._lexicons[vocabulary] = Lexicon(vocabulary)
        return self._lexicons[vocabulary]

    def _decode(self, samples: Samples) -> str:
        audio = samples[None]
        # One mask for both: the decoder thins it out from samples to encoder steps by itself.
        mask = np.ones(audio.shape, dtype=np.int64)
        hidden = self._encoder.run(None, {"input_values": audio, "attention_mask": mask})[0]
        past = {name: np.zeros((1, _HEADS, 0, _HEAD_SIZE), dtype=np.float32) for name in self._past}
        tokens = [_START]
        for step in range(max(4, int(len(samples) / MODEL_RATE * _TOKENS_PER_SECOND) + 2)):
            feed = {
                "input_ids": np.array([tokens[-1:]], dtype=np.int64),
                "encoder_hidden_states": hidden,
                "encoder_attention_mask": mask,
                "use_cache_branch": np.array([step > 0]),
                **past,
            }
            scores, *present = self._decoder.run(None, feed)
            token = int(scores[0, -1].argmax())
            if token == _END:
                break
            tokens.append(token)
            for name, value in zip(self._present, present, strict=True):
                # What was computed from the encoder is final after the first step; later steps
                # return it empty.
                if step == 0 or ".encoder." not in name:
                    past[name.replace("present", "past_key_values")] = value
        return self._spell(tokens[1:])

    def _spell(self, tokens: Sequence[int]) -> str:
        pieces = (self._pieces[t] for t in tokens if t >= _FIRST_WORD)
        text = b"".join(p for p in pieces if not p.startswith(b"<<ST")).decode("utf-8", "ignore")
        return text.replace("\u2581", " ").strip()


def _read_pieces(path: Path) -> list[bytes]:
    """Each entry: its length in one byte (two from 128 on), then its bytes; 0 is an empty entry."""
    data = path.read_bytes()
    pieces: list[bytes] = []
    at = 0
    while at < len(data):
        length = data[at]
        at += 1
        if length >= 128:
            length += data[at] * 128 - 128
            at += 1
        pieces.append(data[at : at + length])
        at += length
    return pieces
