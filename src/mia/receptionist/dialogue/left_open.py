"""Questions to which the practice has given no answer: kept in the caller's words for those who can give one."""

import re

_SENTENCE = re.compile(r"(?<=[.?!;])\s+")
_ASKS = re.compile(
    r"(?:(?:and|so|but|okay|well|oh|hi|hey|hello|also|um|uh),? )*"
    r"(?:what|whats|who|where|when|why|how|which|do|does|is|are|can|could|will|would|did|has|have you|should|"
    r"any chance|tell me)\b",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^(?:(?:hi|hey|hello|hola|oh|um|so|and|also|ok|okay|good (?:morning|afternoon|evening))\b[,!. ]*)+",
    re.IGNORECASE,
)
_ASKS_THEN = re.compile(
    r",? (?:would|could|can|is|does|do|will|should|may) (?:it|i|you|we|they|my \w+)\b", re.IGNORECASE
)
"""How a question goes on after what led to it: "my nanny has the flu, could my son come along"."""
_FIND_OUT = re.compile(
    r"\b(?:(?:find|figure) (?:that |this |it )?out|look (?:it|that|this|into (?:it|that|this))(?: up)?|let me know"
    r"|check(?:ing)? (?:on|with|and|for me)|ask (?:them|someone|around|your|for me|and|away)|go ahead and ask"
    r"|get(?:ting)? back to me"
    r"|(?:wait|waiting|like|love|want|prefer|rather|expect|hoping) (?:to )?(?:hear|know|get)"
    r"|hear (?:back|from)|(?:text|call|ring|email|message|tell|reach) me|to know (?:that|it|this|first|before)"
    r"|the answer|(?:shoot|drop|send|give) me an? (?:text|call|message|email|line|ring)|who would know)\b"
)
_HAVE_SOMEONE = re.compile(
    r"\b(?:have|get|let|ask) (?:someone|somebody|anyone|anybody|a person|them|your (?:team|nurse|staff)"
    r"|the (?:team|nurse|staff|doctor)) (?:to |please )?(?:get back|call|text|tell|let me know|reach"
    r"|find|answer|email|e mail|look|check)\b"
)
_SOMEONE = (
    r"(?:someone|somebody|anyone|anybody|a person|one of (?:you|them|the \w+)|your (?:team|staff|people|nurse)"
    r"|the (?:team|staff|office|nurse|front desk))"
)
_FINDS_OUT = re.compile(
    rf"\b{_SOMEONE}(?: \w+){{0,3}} (?:(?:find|figure)(?: \w+){{0,3}} out"
    r"|(?:look|check)(?: \w+){0,2} (?:up|into|on|for)"
    rf"|measure|ask)\b|\b{_SOMEONE} (?:\w+ ){{0,2}}(?:please )?(?:check|ask|look)(?: \w+){{0,4}} and"
    r" (?:tell|text|call|get back|let me know|email)\b"
)
"""How someone is to find something out, whatever was answered: "if someone can find out the height"."""
_SOON, _LATER = 1, 6
"""Turns after a question was left open in which "let me know" is about that, and "have someone call me"."""
MOST_OPEN = 10
_LONGEST = 300


def asked_in(text: str) -> str:
    """The sentences of an utterance that ask something; all of it when none has the form of a question."""
    sentences = _SENTENCE.split(" ".join(text.split()))
    asking = [
        sentence
        for sentence in sentences
        if sentence.endswith("?") or _ASKS.match(sentence) or _ASKS_THEN.search(sentence)
    ]
    return _GREETING.sub("", " ".join(asking or sentences))[:_LONGEST]


def wants_answer(plain: str, turns_ago: int) -> bool:
    """Whether a plain text asks for the answer to a question that was left open so many turns ago."""
    if 0 < turns_ago <= _SOON and _FIND_OUT.search(plain):
        return True
    return 0 < turns_ago <= _LATER and has_someone_answer(plain)


def has_someone_answer(plain: str) -> bool:
    """Whether a plain text wants it from someone of the team, whatever day it names: "tell me before Friday"."""
    return bool(_HAVE_SOMEONE.search(plain) or _FINDS_OUT.search(plain))


def wants_found_out(plain: str) -> bool:
    """Whether someone is to find something out and tell them, where we have left nothing open."""
    return bool(_FINDS_OUT.search(plain))
