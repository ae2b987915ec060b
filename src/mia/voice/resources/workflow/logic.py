"""Conditions that clients write in Liquid. One that is taken is short, quick, and makes nothing that grows."""

from collections.abc import Mapping
from typing import Any

import structlog
from liquid import BoundTemplate, Environment
from liquid.exceptions import LiquidError

log = structlog.get_logger()

_TAGS = frozenset({"if", "unless", "case", "content", "output", "illegal"})
"""Branches, and what the library itself needs. There are no loops, no files, and nothing is assigned."""
_FILTERS = frozenset(
    {"abs", "at_least", "at_most", "capitalize", "ceil", "default", "downcase", "first", "floor", "last", "minus",
     "modulo", "plus", "round", "size", "strip", "upcase"}
)  # fmt: skip
"""Those that make nothing much longer than it was."""
_RANGE = ".."


class BadCondition(ValueError):
    """Not Liquid, or of it what is not served here; the message says so to who wrote it."""


def check_condition(text: str) -> None:
    """:class:`BadCondition` unless ``text`` may be a condition."""
    _parsed(text)


def holds(text: str, variables: Mapping[str, Any]) -> bool:
    """Whether ``text`` renders to ``true`` with these variables; what is not known is nothing, and false."""
    try:
        return _parsed(text).render({"variables": dict(variables), **variables}).strip().lower() == "true"
    except Exception as fault:  # a value that does not fit its filter decides nothing
        log.warning("workflow_condition_failed", kind=type(fault).__name__)
        return False


def _parsed(text: str) -> BoundTemplate:
    if _RANGE in text:
        raise BadCondition("has a range, which is not served")
    try:
        parsed = _LIQUID.from_string(text)
        others = sorted(parsed.analyze().filters.keys() - _FILTERS)
    except (LiquidError, RecursionError):
        raise BadCondition("is not Liquid, or has tags other than if, unless and case") from None
    if others:
        raise BadCondition(f"has filters that are not served: {', '.join(others)}")
    return parsed


def _environment() -> Environment:
    liquid = Environment()
    for served, known in ((_TAGS, liquid.tags), (_FILTERS, liquid.filters)):
        for name in known.keys() - served:
            del known[name]
    return liquid


_LIQUID = _environment()
