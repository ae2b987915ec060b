"""Words of the assistant that end a call (hosted ``endCallPhrases``)."""

from collections.abc import Sequence

from mia.platform.words.plain import plain


class Farewell:
    """Listens to what the assistant says. A phrase may reach over several sentences, but not over a turn."""

    def __init__(self, phrases: Sequence[str]) -> None:
        self._phrases = [f" {words} " for phrase in phrases if (words := plain(phrase))]
        self._said = ""

    def new_turn(self) -> None:
        """The caller has said something."""
        self._said = ""

    def said(self, text: str) -> bool:
        """Whether the call ends with ``text``, which the assistant has just said."""
        if not self._phrases:
            return False
        self._said = f"{self._said} {plain(text)}".strip()
        return any(phrase in f" {self._said} " for phrase in self._phrases)
