"""Health information in memory: a wrapper whose text never leaks by accident."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Phi:
    """Text about a person. ``repr``, ``str`` and logs show a placeholder; ``reveal`` gives the text."""

    _text: str

    def reveal(self) -> str:
        """The text itself; call it only where it is shown to somebody allowed to read it."""
        return self._text

    def __repr__(self) -> str:
        return "Phi(...)"

    __str__ = __repr__
