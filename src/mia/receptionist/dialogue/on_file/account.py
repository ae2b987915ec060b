"""What became of visits in this conversation, told to who asks: "am I moved?", "so the old one is gone?", "which
one did you cancel?". Only what the front office has done is told as done."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from mia.receptionist.dialogue.on_file import identity
from mia.receptionist.dialogue.on_file.pointing import pointed_at
from mia.receptionist.dialogue.people.misses import understood
from mia.receptionist.dialogue.saying.speaking import say_start
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.dialogue.wanted import booking
from mia.receptionist.dialogue.wanted.own_visits import told
from mia.receptionist.understanding.meaning import Meaning

_MOVED = r"(?:moved|changed|rescheduled|switched|swapped|pushed|bumped)"
_GONE = (
    r"(?:cancell?ed|deleted|removed|dropped|gone|off(?: the (?:books|calendar|schedule))?|out of the way|taken off"
    r"|no longer (?:on|there|booked))"
)
_STANDS = r"(?:still (?:on|there|booked|standing|in|good|happening)|back (?:on|in)|undone|restored)"
_DONE = r"(?:done|through|taken care of|official)"
_ANY = rf"(?:{_MOVED}|{_GONE}|{_STANDS}|{_DONE})"
_OURS = (
    r"(?:i|we|it|that|this|mine|they|those|both|you|everything|(?:the|my|our) (?:\w+ ){0,2}?"
    r"(?:one|visit|appointment|change|move|cancellation|\w+))"
)
_ASKS = re.compile(
    rf"(?<!\d )\b(?:am|are|is|was|were|did|has|have|got) (?:now )?{_OURS}(?: \w+){{0,3}}? {_ANY}\b"
    rf"|^(?:(?:so|okay|ok|and|wait|then|now|cool|great) )*{_OURS} (?:is|am|are|was|got|has been|have been)"
    rf"(?: (?:all|now|really|already|actually))* {_ANY}\b"
    r"|\b(?:did you|have you|you) (?:really |actually |already |just )?"
    r"(?:cancel|move|change|switch|reschedule)\w* (?:it|that|them|the|my|both|mine|already|yet|everything)\b"
    r"|\b(?:is|are|got) (?:it|that|they|both|everything|mine|(?:my|the) (?:\w+ ){0,2}\w+) back\b"
    rf"|^(?:(?:so|okay|and|then) )*(?:all )?{_GONE} (?:then|now|right)$"
)
_WHICH = re.compile(
    r"\b(?:which|what)(?: \w+){0,3}? (?:did you|have you|you) (?:just )?"
    r"(?:cancel|mov|chang|drop|delet|remov|do\b|done)\w*"
    r"|\b(?:what|when|which)(?: time| day)? (?:was|were) (?:it|that|mine|i|my \w+)(?: \w+){0,2}? "
    r"(?:before|originally|first|until now)\b"
    r"|\b(?:what|which)(?: \w+){0,3}? (?:do i|i|did i) (?:still )?(?:have|keep|got) (?:left|now|still|remaining)\b"
    r"|\bwhat do i have$"
    r"|^(?:(?:so|okay|and|then|ok) )*(?:what|which)(?: ones?)?(?: is|s| are)? "
    r"(?:left|still (?:on|booked|there))\b"
)
_OF_THOSE_LEFT = re.compile(rf"\b{_STANDS}\b|\b(?:left|remaining)\b|\bi have(?: now)?$")
_SAYS_SO = re.compile(r"\?|\bright$|\bcorrect$|\byes$|\bthen$|^(?:so|am|is|are|did|has|have|was|which|what|when)\b")
_OTHERS = re.compile(
    r"\b(?:fees?|charged?|cards?|deposit|refund\w*|membership|insurance|price|package|policy|if i|if we|hours"
    r"|open|closed?|text|email|message)\b"
)
"""What else may be changed, or canceled, and what is asked before it is."""
_MOST_WORDS = 16


def turn(scene: Scene, meaning: Meaning) -> bool:
    """Tell what was done so far, where that is asked; whether it was."""
    state = scene.state
    line = meaning.plain.replace(meaning.service_words, "it") if meaning.service_words else meaning.plain
    which = bool(_WHICH.search(line))
    asks = which or (_ASKS.search(line) and _SAYS_SO.search(f"{line}{'?' * ('?' in meaning.text)}"))
    if not asks or _OTHERS.search(meaning.plain) or len(meaning.plain.split()) > _MOST_WORDS or state.outreach:
        return False
    if state.step in (Step.SLOT, Step.WHEN) and meaning.when:
        return False  # "Tuesday at 9, we'll be back by then"
    pending = bool(state.errand) or (state.booking and (state.replaces or state.gone))
    if not (state.gone or pending or (state.known and state.standing)):
        return False
    understood(scene)
    if pending:
        _go_on(scene)
        return True
    _tell_all(scene, meaning, which=which)
    return True


def _tell_all(scene: Scene, meaning: Meaning, *, which: bool) -> None:
    """What became of the visits, and which stand, where it is not said already."""
    state = scene.state
    only_standing = _OF_THOSE_LEFT.search(meaning.plain) and not pointed_at(scene, meaning.text, state.gone)
    originals = [] if only_standing and state.standing else _originals(scene)
    for visit in originals:
        _tell(scene, visit, affirms=not which and _affirms(meaning.plain, visit))
    if not (state.gone or state.visits):
        scene.say("nothing_changed")
    now = [became_of(scene, visit) for visit in originals]
    if rest := [visit for visit in state.standing if visit not in now]:
        scene.say("your_visits", visits=told(rest))


def _originals(scene: Scene) -> list[dict[str, Any]]:
    """The visits of which something became, without those that only stood in between."""
    gone = scene.state.gone
    between = {visit["became"] for visit in gone if visit["became"] != visit["appointment_id"]}
    return [visit for visit in gone if visit["appointment_id"] not in between]


def became_of(scene: Scene, visit: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The visit that stands in the place of one that was moved; ``None`` where it is canceled."""
    by_id = {one["appointment_id"]: one for one in (*scene.state.gone, *scene.state.standing)}
    for _ in by_id:
        next_one = by_id.get(visit.get("became") or "")
        if next_one is None:
            break
        visit = next_one
    return visit if visit in scene.state.standing else None


def _tell(scene: Scene, visit: Mapping[str, Any], *, affirms: bool) -> None:
    now = became_of(scene, visit)
    if now is None:
        scene.say("is_canceled" if affirms else "was_canceled", visit=told([visit]))
    elif now["service_id"] == visit["service_id"] and now["starts"] == visit["starts"]:
        scene.say("your_visits", visits=told([now]))
    elif now["service_id"] == visit["service_id"] and now["starts"]:
        start = say_start(datetime.fromisoformat(now["starts"]))
        scene.say("is_moved" if affirms else "was_moved", visit=told([visit]), start=start)
    else:
        scene.say("was_replaced", visit=told([visit]), other=told([now]))


def _affirms(line: str, visit: Mapping[str, Any]) -> bool:
    """Whether what was asked is what became of the visit, so that the answer begins with yes."""
    if re.search(rf"\b{_STANDS}\b", line) or re.search(r"\bnot\b", line):
        return False
    moved = bool(visit.get("became"))
    return moved or not re.search(rf"\b{_MOVED}\b", line)


def _go_on(scene: Scene) -> None:
    """What is wanted is not done yet: ask again what it waits for."""
    state = scene.state
    scene.say("not_yet")
    if state.step is Step.CANCEL:
        scene.say("cancel_again")
    elif state.step is Step.CODE:
        scene.say("who_code_ask")
    elif state.step is Step.VISIT:
        scene.say("which_visit", visits=told(state.standing))
    elif state.errand:
        identity.ask(scene)
    else:
        booking.advance(scene)
