"""Counting what a provider's models read and write for a conversation, whatever stands between the two."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class Tokens:
    """What was used until now."""

    prompt: int = 0
    completion: int = 0


_COUNTED: ContextVar[Tokens | None] = ContextVar("tokens", default=None)


@contextmanager
def counting(tokens: Tokens) -> Iterator[None]:
    """Whatever is used in the block, and in the tasks that it begins, is added to ``tokens``."""
    before = _COUNTED.set(tokens)
    try:
        yield
    finally:
        _COUNTED.reset(before)


def note_tokens(prompt: int, completion: int) -> None:
    """A provider tells what an answer took."""
    tokens = _COUNTED.get()
    if tokens is not None:
        tokens.prompt += prompt
        tokens.completion += completion
