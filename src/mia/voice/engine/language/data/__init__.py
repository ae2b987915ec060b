"""Word lists and exemplars of the embedded receptionist, read once."""

import re
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


@cache
def patterns(name: str) -> dict[str, re.Pattern[str]]:
    """One pattern a heading of ``<name>.txt``, matching any of the patterns below it at word borders.

    Patterns are divided by line ends and `` | ``. Lines ``word = pattern`` under ``[words]`` define
    what ``<word>`` stands for.
    """
    parts = dict(sections(name))
    words = dict(line.split(" = ", 1) for line in parts.pop("words", ()))
    found: dict[str, re.Pattern[str]] = {}
    for heading, lines in parts.items():
        each = [f"\\b(?:{piece.strip()})\\b" for line in lines for piece in line.split(" | ")]
        text = "|".join(each)
        for word, meant in words.items():
            text = text.replace(f"<{word}>", f"(?:{meant})")
        found[heading] = re.compile(text)
    return found
