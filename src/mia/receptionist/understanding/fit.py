"""Fits the topic classifier to ``data/exemplars.txt`` and writes ``data/topics.npz``.

Run ``python -m mia.receptionist.understanding.fit`` after a change of the exemplars.
"""

import hashlib
from pathlib import Path

import numpy as np

from mia.receptionist import data
from mia.receptionist.understanding.topics import Topic, Vectors, embedder

_STEPS = 600
_RATE = 4.0
_DECAY = 1e-4


def exemplars_digest() -> str:
    """Digest of the exemplars that weights belong to."""
    return hashlib.sha256(data.read_text("exemplars.txt").encode()).hexdigest()


def fit(vectors: Vectors, labels: Vectors) -> tuple[Vectors, Vectors]:
    """Multinomial logistic regression by plain gradient descent from zero: always the same result.

    ``vectors`` is (n, d), ``labels`` one-hot (n, k); returns weights (d, k) and bias (k). Classes
    weigh alike however many exemplars they have.
    """
    weights = np.zeros((vectors.shape[1], labels.shape[1]), dtype=np.float64)
    bias = np.zeros(labels.shape[1], dtype=np.float64)
    share = labels @ (1.0 / labels.sum(axis=0))[:, None] / labels.shape[1]
    for _ in range(_STEPS):
        scores = vectors @ weights + bias
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        error = (odds - labels) * share
        weights -= _RATE * 10 * (vectors.T @ error + _DECAY * weights)
        bias -= _RATE * 10 * error.sum(axis=0)
    return weights.astype(np.float32), bias.astype(np.float32)


def write(target: Path) -> None:
    """Fit to the exemplars and write the weights to ``target``."""
    lines = [(topic, line) for topic in Topic for line in data.sections("exemplars")[topic.value]]
    topics = list(Topic)
    vectors = embedder().embed_all([line for _, line in lines])
    labels = np.zeros((len(lines), len(topics)), dtype=np.float32)
    labels[np.arange(len(lines)), [topics.index(topic) for topic, _ in lines]] = 1
    weights, bias = fit(vectors, labels)
    np.savez_compressed(
        target,
        weights=weights.astype(np.float16),
        bias=bias,
        topics=np.array([t.value for t in topics]),
        digest=np.array(exemplars_digest()),
    )


if __name__ == "__main__":
    write(Path(data.__file__).parent / "topics.npz")
