"""Trains the marker (``mia.receptionist.understanding.models.marking``) and writes it as an int8 ONNX file.

    python -m training.marker.train WEIGHTS.safetensors src/mia/receptionist/data/marker.onnx --state state.pt

See README.md beside this file for what has to be installed, and for how long it takes.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from mia.receptionist.understanding.models.marking import Kind, likeliest, runs
from mia.receptionist.understanding.models.vectors import MOST_PIECES
from training.learning import Course, padded, write_int8
from training.marker.messages import digest, read_messages, tags
from training.reader.encoder import Layer, layer_norm, read_weights
from training.reader.layers_of import layers_of

_LAYERS, _BATCH = 6, 16
_RATE, _HEAD_RATE, _WARM_UP, _DECAY, _SMOOTH = 2e-4, 3e-3, 0.1, 0.01, 0.03
_LEFT_OUT = 12
"""Of how many messages one is not learned from, and tells how well others are marked."""
_OVERLAP = 0.5
"""The share of the longer one that two parts must have in common to count as the same."""

Example = tuple[list[int], list[int]]


class Marker(nn.Module):
    """The encoder with a head that tags each piece. Words and the lowest layer stay as they are."""

    def __init__(self, weights: dict[str, Tensor]) -> None:
        super().__init__()
        words = weights["embeddings.word_embeddings.weight"]
        self.word = nn.Embedding.from_pretrained(words, freeze=True)
        places = weights["embeddings.position_embeddings.weight"][:MOST_PIECES]
        self.register_buffer("place", places + weights["embeddings.token_type_embeddings.weight"][0])
        self.norm = layer_norm(weights["embeddings.LayerNorm.weight"], weights["embeddings.LayerNorm.bias"])
        self.layers = nn.ModuleList(Layer(weights, f"encoder.layer.{n}.") for n in range(_LAYERS))
        self.head = nn.Linear(words.shape[1], 1 + 2 * len(Kind))
        for part in (self.norm, self.layers[0]):
            part.requires_grad_(False)

    def forward(self, ids: Tensor, mask: Tensor | None = None, drop: float = 0.1) -> Tensor:
        """The logits of each piece's tags; ``mask`` is 1 for pieces and 0 for padding."""
        mask = torch.ones(ids.shape) if mask is None else mask
        x = F.dropout(self.norm(self.word(ids) + self.place[: ids.shape[1]]), drop, self.training)
        for layer in self.layers:
            x = layer(x, ((1 - mask) * -1e4)[:, None, None, :], drop)
        return self.head(F.dropout(x, drop, self.training))


def loss_of(model: Marker, some: Sequence[Example]) -> Tensor:
    """How far the model is from the tags."""
    ids, mask = padded([found for found, _ in some])
    wanted = torch.full(ids.shape, -100)
    for row, (_, tagged) in enumerate(some):
        wanted[row, : len(tagged)] = torch.tensor(tagged)
    logits = model(ids, mask).flatten(0, 1)
    return F.cross_entropy(logits, wanted.flatten(), ignore_index=-100, label_smoothing=_SMOOTH)


def train(model: Marker, learned: list[Example], rounds: int) -> None:
    """Teach the model the messages, in batches of about one length."""
    body = [p for name, p in model.named_parameters() if p.requires_grad and not name.startswith("head")]
    groups = [
        {"params": body, "base": _RATE, "weight_decay": _DECAY},
        {"params": model.head.parameters(), "base": _HEAD_RATE, "weight_decay": 0.0},
    ]
    course = Course[Example](rounds, _BATCH, _WARM_UP, alike=8)
    course.teach(model, groups, learned, partial(loss_of, model), lambda example: len(example[0]))


def score(model: Marker, left_out: Sequence[Example]) -> str:
    """How many parts of messages that were not learned from are found, and how many that are found are right."""
    model.eval()
    right = found = wanted = 0
    with torch.no_grad():
        for ids, tagged in left_out:
            odds = F.log_softmax(model(torch.tensor([ids]))[0], -1)
            ours = likeliest(np.array(odds.tolist(), dtype=np.float32))
            parts, told = runs(ours), runs(tagged)
            found, wanted = found + len(parts), wanted + len(told)
            right += sum(
                any(ours[part[0]] == tagged[one[0]] and _overlap(part, one) for part in parts) for one in told
            )
    return (
        f"{len(left_out)} messages left out: {right / wanted:.3f} of their parts found, {right / found:.3f} right"
    )


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    common = min(one[1], other[1]) - max(one[0], other[0]) + 1
    return common >= _OVERLAP * (max(one[1] - one[0], other[1] - other[0]) + 1)


def main() -> None:
    """Train, tell how well, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--state", type=Path, required=True, help="where training goes on from, if it exists")
    parser.add_argument("--reader", type=Path, help="the reader, whose layers are the beginning of a new state")
    parser.add_argument("--rounds", type=int, default=8)
    wanted = parser.parse_args()
    torch.manual_seed(0)
    random.seed(0)
    found = [tags(one) for one in read_messages()]
    random.shuffle(found)
    kept = len(found) // _LEFT_OUT
    model = Marker(read_weights(wanted.weights))
    if wanted.state.exists():
        model.load_state_dict(torch.load(wanted.state))
    elif wanted.reader:
        model.load_state_dict(layers_of(wanted.reader), strict=False)
    train(model, found[kept:], wanted.rounds)
    sys.stdout.write(score(model, found[:kept]) + "\n")
    torch.save(model.state_dict(), wanted.state)
    write_int8(model, wanted.target, ("tags",), {"kinds": " ".join(Kind), "messages": digest()})


if __name__ == "__main__":
    main()
