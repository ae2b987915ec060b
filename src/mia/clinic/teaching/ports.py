"""What teaching needs of who understands language."""

from collections.abc import Sequence
from typing import Protocol


class Likeness(Protocol):
    """Tells which sentences mean the same."""

    async def groups(self, texts: Sequence[str]) -> list[int]:
        """For each text the number of its group, from 0 in the order of their first texts."""
