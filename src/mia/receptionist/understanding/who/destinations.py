"""Where someone goes, which is no name: "I leave for Peru on the 10th"."""

import re

from mia.platform.words.plain import plain

_GOES = (
    r"\b(?:leav(?:e|es|ing)|fl(?:y|ies|ying)|head(?:ed|ing)?|travel(?:ing)?|trips?|flights?|driv(?:e|ing)|sail(?:ing)?"
    r"|mov(?:e|ing)|back|off|cruise|train|bus)(?: \w+)? (?:for|to)"
)
"""How someone tells where they go."""


def is_destination(name: str, line: str) -> bool:
    """Whether what sounds like a name is where someone goes."""
    return bool(re.search(rf"{_GOES} {re.escape(plain(name))}\b", line))
