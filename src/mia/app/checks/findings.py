"""What a check found."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """What a finding means for a production."""

    BLOCKS = "blocks"
    """It does not start."""
    WARNS = "warns"
    """It starts, and says so."""


@dataclass(frozen=True)
class Finding:
    """One thing that is missing or weak. ``check`` is the name of what was looked at; ``words`` say what is wrong
    and what to do about it, and never hold a secret or a patient."""

    check: str
    severity: Severity
    words: str


def blocks(check: str, words: str) -> Finding:
    """A finding with which no production starts."""
    return Finding(check, Severity.BLOCKS, words)


def warns(check: str, words: str) -> Finding:
    """A finding to mend soon."""
    return Finding(check, Severity.WARNS, words)
