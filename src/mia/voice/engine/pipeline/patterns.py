"""Regular expressions that clients write. RE2 takes time in proportion to the text, whatever the expression."""

from collections.abc import Callable

import re2

_MEMORY = 1 << 20
"""Bytes that one compiled expression may take."""
_LONGEST = 2_000
"""Characters that are looked at, from the end."""


class BadPattern(ValueError):
    """The expression is none of RE2's, or too large."""


def matcher(
    pattern: str, *, ignore_case: bool = False, whole_word: bool = False, full: bool = False
) -> Callable[[str], bool]:
    """A test for texts that ``pattern`` is found in, or with ``full`` that are it; :class:`BadPattern`."""
    options = re2.Options()
    options.max_mem, options.log_errors, options.case_sensitive = _MEMORY, False, not ignore_case
    try:
        compiled = re2.compile(rf"\b(?:{pattern})\b" if whole_word else pattern, options)
    except re2.error:
        raise BadPattern(pattern) from None
    find = compiled.fullmatch if full else compiled.search
    return lambda text: find(text[-_LONGEST:].strip()) is not None
