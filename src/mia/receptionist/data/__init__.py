"""Word lists and patterns of the embedded receptionist, read once."""

import re
from functools import cache
from importlib.resources import files

from mia.platform.words.phrase_files import read_patterns, read_sections


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
    return read_sections(read_text(f"{name}.txt"))


@cache
def given_names() -> frozenset[str]:
    """Common first names, in small letters."""
    return frozenset(line.split(":")[0].strip().casefold() for line in sections("common_names")["given"])


@cache
def patterns(name: str) -> dict[str, re.Pattern[str]]:
    """One pattern a heading of ``<name>.txt``; see :func:`~mia.platform.words.phrase_files.read_patterns`."""
    return read_patterns(read_text(f"{name}.txt"))
