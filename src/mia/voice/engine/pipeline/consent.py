"""What an answer to "may this call be recorded?" means.

Only a clear yes to the question is consent (Fla. Stat. 934.03: every party, before any content); whatever is
unclear counts as a no, and so does silence.
"""

import re
from dataclasses import dataclass
from typing import Literal

from mia.platform.words.plain import plain

Answer = Literal["granted", "refused", "unanswered"]

_COURTESY = r"(?:oh|well|so|and|please|thanks|thank you|mia|right|hi|hello|honestly)"
_YES = (
    r"(?:yes|sure|sure thing|okay|of course|certainly|absolutely|definitely|go ahead|fine|fine with me|fine by me|"
    r"all right|alright|no problem|not a problem|no worries|no objections?|please do|you do that|sounds good|"
    r"i agree|i consent|i do|i do not mind|i am (?:okay|fine|good) with (?:it|that)|i do not mind (?:it|that)|"
    r"(?:that|it|this|recording) (?:is|would be|will be) (?:totally |perfectly |quite )?"
    r"(?:okay|fine|all right|alright|good|no problem|not a problem)(?: with me| by me| for me)?|"
    r"you (?:can|may)(?: go ahead)?(?: and)?(?: record)?(?: (?:it|this|me|the|call|our|conversation))*)"
)
_ONLY_YES = re.compile(rf"(?:{_COURTESY} )*{_YES}(?: (?:{_YES}|{_COURTESY}))*")
_YES_AND_A_WISH = re.compile(
    r"(?:yes|sure|of course|absolutely)(?: please| thanks| thank you)?(?: that is (?:okay|fine))? (?:and )?"
    r"(?:i (?:want|need|would|am (?:calling|looking)|have|was)|can (?:you|i)|could (?:you|i)|my|do you|are you)\b"
)
_NO = (
    r"(?:no|do not|please do not|no it is not|no way|never|not really|no you (?:can|may) not|"
    r"i do not (?:want|agree|consent)(?: to)?|"
    r"i would rather not|i would rather you did not|i prefer not(?: to)?|i would prefer not(?: to)?|rather not|"
    r"i mind|not okay|that is not okay|it is not okay|i object)"
)
_ONLY_NO = re.compile(rf"(?:{_COURTESY} )*{_NO}(?: (?:{_NO}|{_COURTESY}|be recorded|that|it|this))*")
_NOT_TO_BE_RECORDED = re.compile(
    r"\b(?:do not|stop|not to|no|rather not|not be|not want to be|without|turn off|switch off|end|not being)"
    r"(?: (?:want|you|to|be|being|the|this|that|me|my|it|any|have|a))* record(?:ing|ings|ed)?\b"
    r"|\b(?:turn|switch|shut)(?: (?:the|that|this|your))* recording off\b"
)
_SHORT = 12
"""Words up to which a wish not to be recorded is taken as the whole of what was said."""


@dataclass(frozen=True)
class Judged:
    """``answer``, and whether that was all that was said; the rest is for the assistant to answer."""

    answer: Answer
    was_all: bool


def judge(text: str) -> Judged:
    """What someone says who was asked whether the call may be recorded."""
    said = plain(text)
    if _ONLY_NO.fullmatch(said):
        return Judged("refused", True)
    if _NOT_TO_BE_RECORDED.search(said):
        return Judged("refused", len(said.split()) <= _SHORT)
    if _ONLY_YES.fullmatch(said):
        return Judged("granted", True)
    if _YES_AND_A_WISH.match(said):
        return Judged("granted", False)
    return Judged("unanswered", False)


def withdraws(text: str) -> Judged | None:
    """Whether someone whose call is recorded wants that to stop."""
    said = plain(text)
    if not _NOT_TO_BE_RECORDED.search(said):
        return None
    return Judged("refused", len(said.split()) <= _SHORT)
