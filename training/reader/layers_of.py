"""The layers of a trained reader, read back from its int8 file, as the beginning of another model."""

from pathlib import Path

import onnx
import torch
from onnx import NodeProto, numpy_helper
from torch import Tensor


def layers_of(path: Path) -> dict[str, Tensor]:
    """The weights of all layers, by the names they have in ``training.reader.encoder``."""
    graph = onnx.load(path).graph
    kept = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    made_by = {name: node for node in graph.node for name in node.output}
    found = {name: torch.tensor(value.tolist()) for name, value in kept.items() if "norm." in name}
    for node in graph.node:
        bias = next((name for name in node.input if name in kept and name.endswith(".bias")), None)
        if node.op_type != "Add" or bias is None or not bias.startswith("layers.") or "norm" in bias:
            continue
        product = _product(next(name for name in node.input if name != bias), made_by)
        name = next(one for one in product.input if one.endswith("_quantized") and one in kept).removesuffix(
            "_quantized"
        )
        whole = (kept[f"{name}_quantized"].astype("float32") - kept[f"{name}_zero_point"]) * kept[f"{name}_scale"]
        found[bias.replace(".bias", ".weight")] = torch.tensor(whole.T.tolist())
        found[bias] = torch.tensor(kept[bias].tolist())
    return found


def _product(name: str, made_by: dict[str, NodeProto]) -> NodeProto:
    """The product of integers that a value was made of."""
    node = made_by[name]
    while node.op_type != "MatMulInteger":
        node = next(made_by[one] for one in node.input if one in made_by)
    return node
