"""Whether a visit may still be changed without the fee, by the notice that the practice's own rule asks for."""

import re
from datetime import datetime, timedelta

from mia.platform.words.plain import plain
from mia.receptionist.dialogue.answering.own_answers import of_kinds
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_NOTICE = re.compile(
    rf"\b(\d+|{'|'.join(_NUMBERS)}) (hours?|(?:business|working) days?)['\u2019]? (?:of )?notice\b", re.IGNORECASE
)
_CHARGES = re.compile(r"\$|\b(?:costs?|charged?|fees?|half|price|pay)\b", re.IGNORECASE)
_HELD = re.compile(
    r"\b(?:i am (?:booked|in|coming in|scheduled|down)|(?:my|the) (?:\w+ ){1,3}(?:is|was)"
    r"|it is (?:at|in|on|tomorrow|today)|i have (?:a|an|my|one|it)|i got)\b"
)
"""How someone tells when their visit is: "I'm booked tomorrow at 9"."""
_HOURS_OUT = re.compile(r"\b(\d{1,3}) (?:hours|hrs)(?: (?:out|away|from now|ahead|before))?\b")


def tell(scene: Scene, meaning: Meaning) -> None:
    """Say after the rule whether the visit is in time, where it is known when that is."""
    if start := _start(scene, meaning):
        tell_of(scene, start)


def tell_of(scene: Scene, start: datetime) -> None:
    """The same of a visit that begins at a local time. What lies between two readings of a rule is left open, and a
    rule that names no charge has none."""
    rules = of_kinds(scene, {Topic.CANCELLATION})
    notice = _NOTICE.search(rules[0].answer) if len(rules) == 1 else None
    if notice is None or start <= scene.now or not _CHARGES.search(rules[0].answer):
        return
    number = int(notice[1]) if notice[1].isdigit() else _NUMBERS[notice[1].lower()]
    if notice[2].lower().startswith("hour"):
        early, late = start - scene.now >= timedelta(hours=number), start - scene.now < timedelta(hours=number)
    else:
        ahead = _open_days_before(scene, start)
        early, late = ahead > number, ahead < number
    if early or late:
        scene.say("in_time" if early else "too_late")


def _start(scene: Scene, meaning: Meaning) -> datetime | None:
    """When the visit is that the question is about, in local time."""
    state, told = scene.state, meaning.when
    known = [one for one in state.standing if one["starts"]]
    chosen = [one for one in known if one["appointment_id"] == state.replaces]
    if len(meant := chosen or known) == 1:
        return datetime.fromisoformat(meant[0]["starts"])
    if hours := _HOURS_OUT.search(meaning.plain) or _HOURS_OUT.search(plain(scene.message)):
        return scene.now + timedelta(hours=int(hours[1]))
    if told.one_day and told.at and _HELD.search(meaning.plain):
        return datetime.combine(told.one_day, told.at)
    return None


def _open_days_before(scene: Scene, start: datetime) -> int:
    """The days on which the practice is open from today to the day before a visit."""
    days = (start.date() - scene.now.date()).days
    return sum(bool(scene.practice.spans(scene.now.date() + timedelta(days=one))) for one in range(days))
