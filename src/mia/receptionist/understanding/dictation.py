"""Marks that someone says while a phone writes for them: "Botox please comma the second Friday comma after 4"."""

import re

_MARKS = {
    "comma": ",",
    "period": ".",
    "full stop": ".",
    "question mark": "?",
    "exclamation point": "!",
    "exclamation mark": "!",
    "new line": ".",
    "new paragraph": ".",
}
_SAID = re.compile(rf"\s+({'|'.join(_MARKS)})(?=\s|[.,!?]*$)", re.IGNORECASE)
_CERTAIN = re.compile(r"\s(?:comma|question mark|exclamation (?:point|mark))(?=\s|$)", re.IGNORECASE)
"""What is only said of writing; "period" alone means other things, but at the end."""
_AT_THE_END = re.compile(r"(?<!my)(?<!her)(?<!a)(?<!the) (?:period|full stop)[.!?]*$", re.IGNORECASE)


_EQUALS = re.compile(r"\s*=+\s*(?=\?)")
"""How some type "how much": "one massage = ?"."""


def written(text: str) -> str:
    """A text with the marks that were said as words, and the words for which a mark was typed."""
    text = _EQUALS.sub(" how much", text)
    if _CERTAIN.search(text):
        return _SAID.sub(lambda m: _MARKS[m[1].lower()], text)
    return _AT_THE_END.sub(".", text)
