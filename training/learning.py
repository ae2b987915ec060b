"""What the reader and the marker have in common when they learn: batches, the rounds, and the file in the end."""

import random
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

Example = TypeVar("Example")

_STEEPEST = 1.0
"""The longest step that one batch may cause."""


def padded(found: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
    """The pieces of some messages, filled up to the longest, and 1 where there are any."""
    longest = max(len(ids) for ids in found)
    ids, mask = torch.zeros(len(found), longest, dtype=torch.long), torch.zeros(len(found), longest)
    for row, one in enumerate(found):
        ids[row, : len(one)], mask[row, : len(one)] = torch.tensor(one), 1
    return ids, mask


class Course(Generic[Example]):
    """How a model is taught: so many rounds over all examples, in batches of about one length.

    ``pace``: the share of all steps in which the rate rises; from there it falls to nothing.
    ``alike``: within how many pieces of each other messages count as of one length.
    """

    def __init__(self, rounds: int, batch: int, pace: float, alike: int) -> None:
        self._rounds, self._batch, self._pace, self._alike = rounds, batch, pace, alike

    def teach(
        self,
        model: nn.Module,
        groups: Sequence[dict[str, Any]],
        learned: list[Example],
        loss_of: Callable[[Sequence[Example]], Tensor],
        length: Callable[[Example], int],
    ) -> None:
        """Teach ``model`` what ``loss_of`` a batch asks for; ``groups`` have a ``base`` rate each."""
        optimizer = torch.optim.AdamW(list(groups), lr=0.0)
        steps, step, began = self._rounds * (len(learned) // self._batch + 1), 0, time.monotonic()
        model.train()
        for number in range(1, self._rounds + 1):
            total = 0.0
            batches = self._batches(learned, length)
            for some in batches:
                share = min(1, step / (self._pace * steps)) * max(0, 1 - step / steps)
                for group in optimizer.param_groups:
                    group["lr"] = group["base"] * share
                with torch.autocast("cpu", torch.bfloat16):
                    loss = loss_of(some)
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), _STEEPEST)
                optimizer.step()
                step, total = step + 1, total + float(loss.detach())
            sys.stdout.write(f"round {number}: loss {total / len(batches):.3f}, {time.monotonic() - began:.0f} s\n")

    def _batches(self, learned: list[Example], length: Callable[[Example], int]) -> list[list[Example]]:
        random.shuffle(learned)
        learned.sort(key=lambda example: length(example) // self._alike)
        batches = [learned[at : at + self._batch] for at in range(0, len(learned), self._batch)]
        random.shuffle(batches)
        return batches


def write_int8(model: nn.Module, target: Path, outputs: Sequence[str], facts: Mapping[str, str]) -> None:
    """The model as an int8 ONNX file that knows ``facts``: its labels and the messages that it learned from."""
    model.eval()
    with tempfile.TemporaryDirectory() as folder:
        whole, small = Path(folder) / "whole.onnx", Path(folder) / "small.onnx"
        torch.onnx.export(
            model,
            torch.tensor([[101, 2054, 2003, 1996, 3976, 102]]),
            str(whole),
            input_names=["ids"],
            output_names=list(outputs),
            dynamic_axes={"ids": {1: "length"}},
            opset_version=15,
        )
        quantize_dynamic(whole, small, weight_type=QuantType.QInt8, per_channel=True)
        found = onnx.load(small)
    for key, value in facts.items():
        found.metadata_props.add(key=key, value=value)
    onnx.save(found, target)
