"""Finds model files inside installed packages, and opens them, without importing those packages."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import onnxruntime


class ModelMissing(Exception):
    """A model's package is not installed, or no longer carries the file."""


@cache
def model_path(package: str, relative: str) -> Path:
    """Path of ``relative`` inside the installed ``package``. Raises :class:`ModelMissing`."""
    spec = find_spec(package)
    for root in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(root) / relative
        if path.exists():
            return path
    raise ModelMissing(f"{package} does not provide {relative}")


def open_model(path: Path) -> onnxruntime.InferenceSession:
    """Open a model for one thread: several calls share the machine, and these models are small."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
