"""Questions to which the practice has given no answer: kept in the caller's words for those who can give one."""

import re

_SENTENCE = re.compile(r"(?<=[.?!;])\s+")
_ASKS = re.compile(
    r"(?:(?:and|so|but|okay|well|oh|hi|hey|hello|also|um|uh),? )*"
    r"(?:what|whats|who|where|when|why|how|which|do|does|is|are|can|could|will|would|did|has|have you|should|"
    r"any chance|tell me)\b",
    re.IGNORECASE,
)
MOST_OPEN = 10
_LONGEST = 300


def asked_in(text: str) -> str:
    """The sentences of an utterance that ask something; all of it when none has the form of a question."""
    sentences = _SENTENCE.split(" ".join(text.split()))
    asking = [sentence for sentence in sentences if sentence.endswith("?") or _ASKS.match(sentence)]
    return " ".join(asking or sentences)[:_LONGEST]
