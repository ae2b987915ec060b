"""How people tell hours by their day ("I get off at 3", "I can't come until 3"), said as the limits they set."""

import re

_OR_LATER = re.compile(
    r"\b(?:(?:at|around|about|like|say) )?((?:(?:(?:half|quarter)(?: past| to)? )?"
    r"\d{1,2}(?::[0-5]\d| [0-5][05])?|noon)(?: oclock)?(?: am| pm)?) "
    r"(?:on(?=$| (?:any|please|works|is|would|if|thanks|or)\b)"
    r"|(?:or|and) (?:later|after|beyond|on|onwards?|any ?time after|after that|past)|on ?wards?)\b"
)
_OR_EARLIER = re.compile(
    r"\b(?:(?:at|around|about|like|say) )?((?:\d{1,2}(?::[0-5]\d| [0-5][05])?|noon)(?: oclock)?(?: am| pm)?) "
    r"(?:or|and) (?:earlier|before|sooner|any ?time before)\b"
)
BUSY = (
    r"(?:work|working|at work|busy|tied up|in class|in school|at school|teach|teaching|in meetings"
    r"|in court|on shift)"
)
_BUSY_UNTIL = re.compile(rf"\b{BUSY}(?: \w+)? (?:until|till|til|to) (?=\d|noon)")
_FREE_FROM = re.compile(
    r"\b(?:get off|get out|get home|get done|finish|finished|done|off|off work|free|available|clock out)"
    r"(?: (?:work|shift|my shift|of work|of school|of class|working|teaching|school))? "
    r"(?:at|by|around|from|as of) (?=\d|noon)"
    r"|\b(?:after )?(?:(?:my|our|the|his|her|their) )?(?:shift|school|class|work|practice|meeting|job|day ?care)"
    r"(?: which| that| usually| always)? (?:ends?|lets? out|gets? out|finish(?:es)?|is over|is done|wraps up)"
    r"(?: at| around| by)? (?=\d|noon)"
)
_IN_PART = re.compile(r"\b(\d{1,2}(?::[0-5]\d)?)(?: oclock)? in the (morning|afternoon|evening)\b")
_EXTREME = re.compile(
    r"\b((?:\d{1,2}(?::[0-5]\d)?|noon)(?: oclock)?(?: am| pm)?) at (?:the )?(?:very )?(earliest|latest)\b"
)
"""A limit told after its hour: "10 at the earliest"."""
_CAN_NOT = re.compile(
    r"\b(?:neither|none|nobody|can not|could not|will not|would not|do not|not able to|unable to|impossible)"
    r"(?! (?:before|after))"
    r"(?: \w+){1,4}? (before|after|past|until|till)(?= (?:about |around )?(?:\d|noon))"
)
"""A limit told by what can't be: "I can't get there until 3"."""
_USELESS = re.compile(
    r"\b(?:useless|no good|dead|asleep|a zombie|not (?:human|awake|up|alive|functional|myself)) (before|until|till)"
    r"(?= (?:about |around )?(?:\d|noon))"
)
"""A limit told by what someone is up to it: "I'm useless before ten"."""
_ENDS_BY = re.compile(
    r"\b(?:need|needs|have|has|had|got|want|must|be)(?: to)?(?: it| be| get| all| my \w+){0,3} "
    r"(?:out|done|finished|gone|through|wrapped up|over|home|on the road|leaving|leave|back)"
    r"(?: (?!by|before)\w+){0,4}? (?:by|before) (?=\d|noon)"
    r"|\b(?:have|has|had|need|must|got)(?: to)? leave at (?=\d|noon)"
    r"|\b(?:morning|early|so|and|then) (?:done|finished|out|gone) by (?=\d|noon)"
)
"""When someone has to be gone again: "I have to be out by 6:30"."""
_BOUNDED_BY = re.compile(r"\b(before|after) (?:i|we|they|he|she|you) (?:\w+ ){1,6}?at (?=\d|noon)")
"""A time told by what happens then: "before they blow me up at noon"."""
_BESIDE_AN_HOUR = re.compile(
    r"\b(before|after) (?:my|our|the|his|her|an?) (?=\d{1,2}(?::\d\d)?(?: oclock| am| pm)? [a-z]+)"
)
"""A time told by what happens at it: "before my 11 o'clock brunch"."""


_BEGINS = re.compile(
    r"\b(?:i|we|he|she|they) (?:only )?(?:teach|work|start(?: work)?|clock in"
    r"|(?:have|has|got) (?:class|work|school|an? (?:meeting|call|class)))s? at (?=\d|noon)"
)
"""What begins at an hour, up to which someone is free: "I teach at 9:30"."""
_BESIDE_WORK = re.compile(r"\b(?:after (work|lunch|school)|(before work))\b")
_HOURS_OF_WORK = {"work": "after 5 pm", "lunch": "after 1 pm", "school": "after 3 pm"}
"""Hours that are meant where none is told."""
_AN_HOUR = re.compile(r"\d(?!st|nd|rd|th|\d)|\bnoon\b")


def _with_hours(text: str) -> str:
    """A plain text with an hour for "after school", unless one is told."""
    if _AN_HOUR.search(text):
        return text
    return _BESIDE_WORK.sub(lambda m: _HOURS_OF_WORK.get(m[1] or "", "before 9 am"), text)


def as_limits(text: str) -> str:
    """A plain text with digits, where what can't be is "not before" an hour, and what ends "over by" it."""
    text = _BEGINS.sub("before ", _with_hours(text))
    text = _IN_PART.sub(lambda m: f"{m[1]} {'am' if m[2] == 'morning' else 'pm'}", text)
    text = _EXTREME.sub(lambda m: f"{'after' if m[2] == 'earliest' else 'no later than'} {m[1]}", text)
    text = _USELESS.sub(r"not \1", text)
    return _CAN_NOT.sub(r"not \1", _ENDS_BY.sub("over by ", text))


def as_bounds(text: str) -> str:
    """The same for hours from or up to which someone is free."""
    text = _BESIDE_AN_HOUR.sub(r"\1 ", text)
    text = _OR_LATER.sub(r"after \1 ", _OR_EARLIER.sub(r"before \1 ", text))
    return _BOUNDED_BY.sub(r"\1 ", _FREE_FROM.sub("after ", _BUSY_UNTIL.sub("after ", text)))
