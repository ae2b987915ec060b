"""MiniLM as plain PyTorch, so that its upper layers can be trained; the weights are those of all-MiniLM-L6-v2."""

import json
import math
import struct
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from mia.receptionist.understanding.models.vectors import MOST_PIECES

_HEADS, _LAYERS = 12, 6
_FAR = 1e4  # below all that a piece can have
_PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "mixed": "attention.output.dense",
    "mixed_norm": "attention.output.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "norm": "output.LayerNorm",
}
"""Our names of a layer's parts, and those in the file of weights."""


def read_weights(path: Path) -> dict[str, Tensor]:
    """The 32-bit tensors of a ``.safetensors`` file, by name."""
    raw = path.read_bytes()
    start = 8 + struct.unpack("<Q", raw[:8])[0]
    found = {}
    for name, entry in json.loads(raw[8:start]).items():
        if entry.get("dtype") == "F32":
            begin, end = entry["data_offsets"]
            flat = torch.frombuffer(bytearray(raw[start + begin : start + end]), dtype=torch.float32)
            found[name] = flat.reshape(entry["shape"])
    return found


def layer_norm(weight: Tensor, bias: Tensor) -> nn.LayerNorm:
    """A layer norm with the given weights."""
    norm = nn.LayerNorm(len(weight), 1e-12)
    norm.weight.data, norm.bias.data = weight, bias
    return norm


class Layer(nn.Module):
    """One layer: attention, then two dense steps, each added to what came in."""

    def __init__(self, weights: dict[str, Tensor], prefix: str) -> None:
        super().__init__()
        for ours, theirs in _PARTS.items():
            weight, bias = weights[f"{prefix}{theirs}.weight"], weights[f"{prefix}{theirs}.bias"]
            if ours.endswith("norm"):
                part: nn.Module = layer_norm(weight, bias)
            else:
                part = nn.Linear(weight.shape[1], weight.shape[0])
                part.weight.data, part.bias.data = weight, bias
            setattr(self, ours, part)

    def forward(self, x: Tensor, mask: Tensor, drop: float) -> Tensor:
        """``x`` is (messages, pieces, width); ``mask`` is added to the attention's scores."""
        count, length, width = x.shape
        split = (count, length, _HEADS, width // _HEADS)
        query, key, value = (part(x).view(split).transpose(1, 2) for part in (self.query, self.key, self.value))
        scores = (query @ key.transpose(-1, -2) / math.sqrt(width // _HEADS) + mask).softmax(-1)
        mixed = self.mixed((scores @ value).transpose(1, 2).reshape(count, length, width))
        x = self.mixed_norm(x + F.dropout(mixed, drop, self.training))
        return self.norm(x + F.dropout(self.down(F.gelu(self.up(x))), drop, self.training))


class Reader(nn.Module):
    """The encoder with a head for purposes and one for topics. Words and the lowest layer stay as they are."""

    def __init__(self, weights: dict[str, Tensor], purposes: int, topics: int) -> None:
        super().__init__()
        words = weights["embeddings.word_embeddings.weight"]
        self.word = nn.Embedding.from_pretrained(words, freeze=True)
        places = weights["embeddings.position_embeddings.weight"][:MOST_PIECES]
        self.register_buffer("place", places + weights["embeddings.token_type_embeddings.weight"][0])
        self.norm = layer_norm(weights["embeddings.LayerNorm.weight"], weights["embeddings.LayerNorm.bias"])
        self.layers = nn.ModuleList(Layer(weights, f"encoder.layer.{n}.") for n in range(_LAYERS))
        width = 2 * words.shape[1]
        self.purposes, self.topics = nn.Linear(width, purposes), nn.Linear(width, topics)
        for head in self.heads():
            nn.init.zeros_(head.weight)
        for part in (self.norm, self.layers[0]):
            part.requires_grad_(False)

    def heads(self) -> list[nn.Linear]:
        """What is new, and learns faster than the rest."""
        return [self.purposes, self.topics]

    def forward(self, ids: Tensor, mask: Tensor | None = None, drop: float = 0.1) -> tuple[Tensor, Tensor]:
        """The logits of purposes and topics; ``mask`` is 1 for pieces and 0 for padding.

        They follow from the mean of all pieces and from what stands out among them: one clause of a long message
        may be all that matters.
        """
        mask = torch.ones(ids.shape) if mask is None else mask
        x = F.dropout(self.norm(self.word(ids) + self.place[: ids.shape[1]]), drop, self.training)
        for layer in self.layers:
            x = layer(x, ((1 - mask) * -1e4)[:, None, None, :], drop)
        mean = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
        peaks = (x - (1 - mask[:, :, None]) * _FAR).max(1).values
        whole = F.dropout(torch.cat([mean, peaks], -1), drop, self.training)
        return self.purposes(whole), self.topics(whole)
