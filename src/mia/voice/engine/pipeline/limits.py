"""Bounds of a call; apart from the pipeline, so that the API can name them without loading it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class CallLimits:
    """How long things may take, in seconds."""

    max_duration: float = 600.0
    """Whole call (hosted ``maxDurationSeconds``); then reason ``exceeded-max-duration``."""
    silence_step: float = 8.0
    """Quiet after which the model is told ``Silence(1)``, ``Silence(2)``, ..."""
    silence_steps: int = 2
    """After so many unanswered ``Silence`` events the call ends with ``silence-timed-out``."""
    tool_timeout: float = 10.0
    model_timeout: float = 8.0
    """Longest wait for the model's next output before the caller gets an apology."""
