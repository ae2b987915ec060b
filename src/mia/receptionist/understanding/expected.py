"""How someone is told of whom the practice expects, and what keeps them from coming: "the final is at 11, which is
when you're supposed to be lasering my legs"."""

import re

from mia.receptionist.understanding.who.people import KIN

_WHO = rf"(?:i|we|he|she|who|my (?:\w+ )?{KIN})"
_DUE = r"(?:supposed|meant|due|slated|booked|scheduled|expected)"
_IS_DUE = rf"\b{_WHO} (?:am|is|are|was|were) (?:\w+ )?{_DUE} (?:to|for|at|in|with|on)"
_EXPECTED = re.compile(
    rf"{_IS_DUE} (?:\w+ ){{0,8}}?(?:you|your|yours|yall)\b"
    r"|\b(?:you (?:are|were)|yall(?: are| were)?|your) (?:\w+ )?(?:supposed|meant|due|going) to (?:be )?"
    r"\w+(?: \w+)? (?:me|us|my|our)\b"
    r"|\b(?:i|we) (?:have|had) (?:(?:an?|my|our) )?(?:\w+ ){1,3}?with (?:you|yours|yall)\b"
)
_WITH_US = re.compile(
    rf"{_IS_DUE}\b|\b(?:can|will) not make (?:it to )?(?:the|my|our)\b"
    r"|\b(?:i|we) (?:have|had) (?:\w+ ){{0,2}}(?:down|booked|penciled in) for\b"
    r"|^(?:(?:so|hi|hey|hello|well|okay) )*(?:(?:this|it) is |i am (?:calling |writing |here )?|calling |writing )?"
    r"(?:about|regarding|concerning|re) (?:the|my|our)\b"
)
"""The same, where a treatment or someone of the practice is named beside."""
_WAS = re.compile(rf"\b(?:was|were) (?:\w+ )?{_DUE}\b|\b(?:i|we) had\b")
_OF_MINE = re.compile(r"\b(?:my|our) (?!\w+ (?:is|was|has|got|just)\b)")
_COLLIDES = re.compile(
    r"\b(?:which|that|this) is (?:\w+ )?when\b|\b(?:very |exact )?same (?:\w+ )?(?:time|hour|minute|moment)\b"
    r"|\bon top of\b|\b(?:clash|conflict|overlap|collid)\w*\b|\bdouble booked\b|\bguess who\b|\bin two places\b"
    r"|\bnot during\b|\b(?:gets?|got|comes?|came|is) in the way of\b"
)
_CANNOT = re.compile(
    r"\b(?:can not|will not|could not|no way|unable to|not able to)(?: \w+){0,2} "
    r"(?:make|come|do|be|get|drive|go|sit|lie|skip|miss|travel|leave|see (?:us|me|myself) \w+ing)\b"
    r"|\bhave to (?:miss|skip)\b"
)


def is_expected(line: str, *, ours: bool) -> bool:
    """Whether a plain sentence tells of someone whom the practice expects; ``ours``: a treatment, or someone of the
    practice, is named in it."""
    return bool(_EXPECTED.search(line) or (ours and _WITH_US.search(line)))


def was_expected(line: str) -> bool:
    """Whether it tells so as of something that will not be: "I was supposed to see you on Thursday"."""
    return bool(_WAS.search(line))


def collides(line: str) -> bool:
    """Whether a plain text tells that something else is at the time of a visit."""
    return bool(_COLLIDES.search(line))


def collides_with_own(line: str) -> bool:
    """Whether it tells so of a visit of one's own: "the review is right on top of my massage"."""
    found = _COLLIDES.search(line)
    return bool(found and _OF_MINE.search(line, found.end()))


def keeps_from_coming(line: str) -> bool:
    """Whether a plain text tells that someone can't come, or can't miss what is at that time."""
    return bool(_CANNOT.search(line))
