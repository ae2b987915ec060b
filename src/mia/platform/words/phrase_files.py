"""Phrase files: texts of lines under ``[headings]``, read as they stand or as regular expressions."""

import re


def read_sections(text: str) -> dict[str, tuple[str, ...]]:
    """The lines under each heading; empty lines and those that begin with ``#`` are left out."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            heading = line[1:-1]
        elif line and not line.startswith("#"):
            found.setdefault(heading, []).append(line)
    return {key: tuple(lines) for key, lines in found.items()}


def read_patterns(text: str) -> dict[str, re.Pattern[str]]:
    """One pattern a heading, matching any of the patterns below it at word borders.

    Patterns are divided by line ends and `` | ``. Lines ``word = pattern`` under ``[words]`` define
    what ``<word>`` stands for.
    """
    parts = read_sections(text)
    words = dict(line.split(" = ", 1) for line in parts.pop("words", ()))
    found: dict[str, re.Pattern[str]] = {}
    for heading, lines in parts.items():
        each = [f"\\b(?:{piece.strip()})\\b" for line in lines for piece in line.split(" | ")]
        joined = "|".join(each)
        for word, meant in words.items():
            joined = joined.replace(f"<{word}>", f"(?:{meant})")
        found[heading] = re.compile(joined)
    return found
