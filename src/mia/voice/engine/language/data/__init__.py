"""Word lists and exemplars of the embedded receptionist, read once."""

from functools import cache
from importlib.resources import files


def read_text(name: str) -> str:
    """The text of a file in this package."""
    return (files(__name__) / name).read_text(encoding="utf-8")


@cache
def word_set(name: str) -> frozenset[str]:
    """The words of ``<name>.txt``, split at white space; lines starting with ``#`` are comments."""
    lines = (line for line in read_text(f"{name}.txt").splitlines() if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())


@cache
def sections(name: str) -> dict[str, tuple[str, ...]]:
    """Lines of ``<name>.txt`` under their ``[heading]``."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in read_text(f"{name}.txt").splitlines():
        text = line.strip()
        if text.startswith("[") and text.endswith("]"):
            heading = text[1:-1]
        elif text and not text.startswith("#"):
            found.setdefault(heading, []).append(text)
    return {key: tuple(lines) for key, lines in found.items()}
