"""Fits the purposes of messages to ``data/purposes.txt`` and writes ``data/purposes.npz``.

Run ``python -m mia.receptionist.understanding.fit_purposes`` after a change of the messages, or of many patterns;
with ``--check`` it writes nothing and says how often the likeliest purpose is right for messages left out of it.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mia.platform.conversation.ports import Heard
from mia.receptionist import data
from mia.receptionist.practice import read_practice
from mia.receptionist.understanding.meaning import Expecting, understand
from mia.receptionist.understanding.purposes import Purpose
from mia.receptionist.understanding.spanish import in_english, speaks_spanish
from mia.receptionist.understanding.topics import Vectors, sentence_vector
from mia.receptionist.understanding.weighing import features

_Rows = npt.NDArray[np.float64]
_STEPS, _RATE, _DECAY = 400, 0.05, 1e-3
_FORGET, _FORGET_SQUARES = 0.9, 0.999
_FOLDS = 5
_NOW = datetime(2026, 11, 20, 10, 0)  # noqa: DTZ001 - a practice's local time
_SERVICES = """
Botox, Filler, Facial, HydraFacial, Chemical peel, Laser hair removal, Microneedling, Consultation, Cleaning, Exam,
Checkup, Filling, Crown, Teeth whitening, Root canal, Implant, Invisalign, Massage, Deep tissue massage,
Acupuncture, IV drip, Nutrition coaching, Weight loss program, Sauna"""
"""What the practices of the messages offer, all in one: whether a treatment is named is a signal."""


def messages_digest() -> str:
    """Digest of the messages that weights belong to."""
    return hashlib.sha256(data.read_text("purposes.txt").encode()).hexdigest()


def read_messages() -> tuple[list[str], _Rows]:
    """The messages, and for each a row of 0 and 1: its purposes."""
    lines = list(_labeled())
    wanted = np.array([[purpose in purposes for purpose in Purpose] for _, purposes in lines], dtype=np.float64)
    return [text for text, _ in lines], wanted


def _labeled() -> Iterator[tuple[str, frozenset[Purpose]]]:
    for labels, texts in data.sections("purposes").items():
        purposes = frozenset(Purpose(label) for label in labels.split("+"))
        yield from ((text, purposes) for text in texts)


def seen(texts: Sequence[str]) -> _Rows:
    """The features of messages, a row each."""
    practice = read_practice(
        {
            "name": "The practice",
            "timezone": "America/New_York",
            "hours": [{"weekday": day, "opens": "09:00", "closes": "18:00"} for day in range(6)],
            "services": [{"id": name, "name": name} for name in map(str.strip, _SERVICES.split(","))],
        }
    )
    rows = []
    for text in texts:
        english = in_english(text) if speaks_spanish(text) else text
        heard = Heard(text=english, typed=True)
        rows.append(features(understand(heard, practice, _NOW, Expecting(), sentence_vector(english))))
    return np.stack(rows).astype(np.float64)


def fit(rows: _Rows, wanted: _Rows) -> tuple[Vectors, Vectors]:
    """A logistic regression a purpose, by Adam from zero: always the same result."""
    weights = np.zeros((rows.shape[1] + 1, wanted.shape[1]))
    rows = np.hstack([rows, np.ones((len(rows), 1))])
    mean, squares = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, _STEPS + 1):
        odds = 1 / (1 + np.exp(-(rows @ weights)))
        slope = rows.T @ (odds - wanted) / len(rows) + _DECAY * weights
        slope[-1] -= _DECAY * weights[-1]  # the bias is free
        mean = _FORGET * mean + (1 - _FORGET) * slope
        squares = _FORGET_SQUARES * squares + (1 - _FORGET_SQUARES) * slope**2
        weights -= _RATE * (mean / (1 - _FORGET**step)) / (np.sqrt(squares / (1 - _FORGET_SQUARES**step)) + 1e-8)
    return weights[:-1].astype(np.float32), weights[-1].astype(np.float32)


def write(target: Path) -> None:
    """Fit to all messages and write the weights to ``target``."""
    texts, wanted = read_messages()
    weights, bias = fit(seen(texts), wanted)
    np.savez_compressed(target, weights=weights.astype(np.float16), bias=bias, digest=np.array(messages_digest()))


def check() -> str:
    """How often the likeliest purpose is one that is wanted, for messages that the fit has not seen."""
    texts, wanted = read_messages()
    rows, right = seen(texts), np.zeros(len(texts))
    odds = np.zeros_like(wanted)
    order = np.random.default_rng(0).permutation(len(texts))
    for fold in range(_FOLDS):
        left_out = order[fold::_FOLDS]
        rest = np.setdiff1d(order, left_out)
        weights, bias = fit(rows[rest], wanted[rest])
        odds[left_out] = rows[left_out] @ weights + bias
        right[left_out] = wanted[left_out, odds[left_out].argmax(axis=1)]
    each = [
        f"{purpose}: heard {np.mean(odds[wanted[:, place] > 0, place] > 0):.2f}, "
        f"rightly {np.mean(wanted[odds[:, place] > 0, place]):.2f}"
        for place, purpose in enumerate(Purpose)
    ]
    return "\n".join([f"{len(texts)} messages, likeliest purpose right: {right.mean():.3f}", *each])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    if parser.parse_args().check:
        sys.stdout.write(check() + "\n")
    else:
        write(Path(data.__file__).parent / "purposes.npz")
