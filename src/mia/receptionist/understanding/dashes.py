"""Dashes and strokes between days and hours, as people write them, in words: "mon-thu", "10-2", "tues/thurs"."""

import re

_WD = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?|s)?\b\.?"
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?"
_TO = r"\s?[-\u2013\u2014]\s?"
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)"
_HOUR = r"(?:1[0-2]|[1-9])(?::[0-5]\d)?(?: ?[ap]\.?m\b\.?)?"
_COUNTED = (
    r"(?:weeks?|days?|months?|people|times?|sessions?|units?|hours?|hrs?|minutes?|mins?|kids|years?|yrs?|more|visits?"
    r"|of (?:us|them)|syringes?|areas?|teeth|guests|girls|ladies)"
)
_DASHED = (
    (re.compile(rf"\b({_WD}){_TO}({_WD})", re.IGNORECASE), r"\1 to \2"),
    (re.compile(rf"\b({_WD}) ?/ ?({_WD})", re.IGNORECASE), r"\1 or \2"),
    (re.compile(rf"\b({_ORDINAL}){_TO}({_ORDINAL})\b", re.IGNORECASE), r"\1 to \2"),
    (re.compile(rf"\b({_MONTH} \d{{1,2}}){_TO}((?:{_MONTH} )?\d{{1,2}})(?![\d:/-])", re.IGNORECASE), r"\1 to \2"),
    (re.compile(rf"(?<![\d/-])(1?\d/[1-3]?\d){_TO}(1?\d/[1-3]?\d)(?![\d/-])"), r"\1 to \2"),
    (
        re.compile(rf"(?<![\w/:$.-])({_HOUR}){_TO}({_HOUR})(?![\w/:-]|\.\d| {_COUNTED})", re.IGNORECASE),
        r"between \1 and \2",
    ),
)
_BETWEEN_TWICE = re.compile(r"\b(?:between|from) between\b", re.IGNORECASE)


def without_dashes(text: str) -> str:
    """The text with each such dash or stroke as the word that is said for it."""
    for dashed, said in _DASHED:
        text = dashed.sub(said, text)
    return _BETWEEN_TWICE.sub("between", text)
