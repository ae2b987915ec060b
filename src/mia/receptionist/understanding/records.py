"""Records and x-rays: whether they are to come here from another office, or to leave."""

import re

_MOUTH = r"(?:jaws?|teeth|tooth|mouth|molars?|gums?)"
_PICTURES = re.compile(
    r"\b(?:pictures|pics|films|images|scans|radiographs|panoramics?|bite ?wings)\b"
    rf"(?=(?: \w+){{0,3}} (?:of|from) (?:\w+ )?{_MOUTH}\b"
    r"|(?: \w+){0,2} (?:at|by|from) (?:dr\b|(?:my|our|the) \w+ dentist))"
    r"|(?<=\bset of )(?:pictures|pics|films|images|scans|radiographs|bite ?wings)\b"
    rf"|\b(?:{_MOUTH}|dental) (?:pictures|pics|films|images|scans)\b",
    re.IGNORECASE,
)
"""What people call x-rays."""
_RECORDS = re.compile(r"\b(?:x ?rays?|records|charts?|films|bite ?wings)\b")
_OFFICE = r"(?:dentists?|doctors?|dr|office|practice|clinic|place|provider|surgeon|orthodontist)"
_COMES_HERE = re.compile(
    rf"\b(?:old|previous|former|last|other|prior) {_OFFICE}\b"
    rf"|\b(?:from|at|by) (?:dr\b|doctor\b|(?:\w+ ){{1,2}}{_OFFICE}\b)"
    rf"|\bmy {_OFFICE} (?:of|from|in|there|back|over)\b"
    r"|\bto (?:you|yall|your)\b"
    r"|\b(?:get|send|transfer|bring|move)(?: \w+){0,3} (?:x ?rays?|records|films|pictures)(?: \w+){0,2}"
    r" (?:over|here|from)\b"
)
_SOMEONE_BEFORE = re.compile(r"\b(?:old|previous|former|last|other|prior) (?:guy|lady|one|woman|man)\b")
_LEAVES = re.compile(
    rf"\b(?:to|for) (?:me|us|him|her|dr|doctor|(?:my|our|his|her|the|an?|another) (?:new )?{_OFFICE})\b"
    r"|\b(?:send|e ?mail|mail|fax|give|get|forward|print) (?:me|us|him|her)\b|\ba copy\b"
)
"""Who has records that come here, and where they go to that do not."""


def with_x_rays_named(text: str) -> str:
    """A text in which x-rays are called that: "a full set of pictures at Dr. Fenn's"."""
    return _PICTURES.sub("x-rays", text)


def records_leave(line: str) -> bool:
    """Whether a plain text asks for records to be sent elsewhere, where they do not come here."""
    return bool(_LEAVES.search(line))


def comes_from_elsewhere(line: str) -> bool:
    """Whether a plain text tells of another office, or that something comes from there to us."""
    return bool(_COMES_HERE.search(line))


def records_come(line: str) -> bool:
    """Whether a plain text is about records that another office has, and that do not leave us."""
    elsewhere = comes_from_elsewhere(line) or _SOMEONE_BEFORE.search(line)
    return bool(_RECORDS.search(line) and elsewhere) and not records_leave(line)
