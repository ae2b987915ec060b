"""Bounds of a call; apart from the pipeline, so that the API can name them without loading it."""

from dataclasses import dataclass, field

from mia.platform.conversation.turns import Bounds


@dataclass(frozen=True)
class CallLimits:
    """How long things may take, in seconds."""

    max_duration: float = 600.0
    """Whole call (hosted ``maxDurationSeconds``); then reason ``exceeded-max-duration``."""
    conclude: float = 10.0
    """What a model may take to sum up the call."""
    turn: Bounds = field(default_factory=Bounds)
    """Of each turn; a caller gets an apology for one that takes more."""
