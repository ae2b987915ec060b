"""The questions of a message that only asks, as the marker finds them."""

from mia.receptionist.understanding.models.marking import Kind, marks

_SURELY_MARKED, _FEWEST_OF_A_QUESTION = 0.8, 3
"""The probability of a part that is marked, and the words of one that is whole."""


def questions_apart(pieces: list[str], text: str) -> list[str]:
    """The clauses of a message; its questions where it only asks, and more of them were marked than it has clauses:
    "I need to know what a filling is and if you open Saturdays"."""
    found = marks(text)
    asked = [one.text for one in found if one.kind is Kind.ASK and one.odds >= _SURELY_MARKED]
    whole = [one for one in asked if len(one.split()) >= _FEWEST_OF_A_QUESTION]
    only_asks = all(one.kind in (Kind.ASK, Kind.WHO) for one in found) and len(whole) == len(asked)
    return asked if only_asks and len(asked) > len(pieces) else pieces
