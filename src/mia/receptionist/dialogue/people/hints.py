"""What adds up over several messages: a farewell in hints, and danger that is told in pieces."""

import re
from dataclasses import replace

from mia.platform.safety.danger import Alarm, Danger, hear_danger
from mia.platform.words.plain import plain
from mia.receptionist.dialogue.people import emergencies
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic

_HINTS = {
    "gives": re.compile(
        r"\b(?:give|gift|transfer|sign over|leave|switch|put)(?:"
        r" (?:my|the|them|it|all|everything|those|any|whatever|\w+)){1,6}? "
        r"(?:to|in|into|under) (?:my|someone|somebody|her|his)\b"
        r"|\b(?:she|he|they|someone else) can have (?:it|them|my|all)\b"
        r"|\b(?:home|someone) (?:for|to take) my (?:dog|cat|dogs|cats|pets?)\b"
        r"|\bgave (?:away )?my (?:dog|cat|things|stuff)\b"
        r"|\bregalar(?:le)? (?:mis|todo)\b|\bdarselas? a mi\b"
    ),
    "no need": re.compile(
        r"\b(?:will|would|do) not (?:be )?need(?:ing)? (?:it|them|any|those|that|this|anything|my)\b"
        r"|\bno (?:more )?use for\b"
        r"|\bwhere i am going\b|\bwill not be (?:here|around|coming back)\b|\b(?:no|not any) point (?:in|of)\b"
        r"|\bya no (?:lo|la|los|las) voy a (?:necesitar|ocupar)\b"
    ),
    "ends": re.compile(
        r"\b(?:cancel|close|delete|end|settle|pay off) (?:everything|all|my (?:whole )?account|every)\b"
        r"|\bloose ends\b"
        r"|\b(?:last|final) (?:time|message|thing|visit|bill)\b|\beverything (?:settled|paid|closed|in order)\b"
        r"|\b(?:nothing|anything) (?:open|owed|left) (?:under|in|on) my\b"
    ),
    "farewell": re.compile(
        r"\bthank(?:s| you)(?: \w+){0,4}? for everything\b"
        r"|\balways (?:so |been |were )*(?:kind|nice|good|sweet)\b|\bgood ?bye\b"
        r"|\btell (?:\w+ ){1,3}(?:thank|thanks|i said|that i)\b"
        r"|\btake (?:good )?care of (?:them|her|him|my)\b|\bsay bye\b"
    ),
    "bleak": re.compile(
        r"\b(?:so |just |really |very )?(?:tired|exhausted) (?:of"
        r" (?:it|this|all|everything|trying|fighting)|$)|\bhad enough\b"
        r"|\b(?:no one|nobody)(?: \w+){0,2} (?:cares?|miss|notice|know|need)\b|\ba burden\b|\bso alone\b"
        r"|\bfeel (?:empty|numb inside|nothing)\b"
        r"|\b(?:nothing|not) (?:really )?matters?\b|\bdoes not matter (?:anymore|now|after)\b"
        r"|\bcannot (?:do|take|keep) (?:it|this|going|doing)\b"
        r"|\bnot (?:do|take) (?:it|this) anymore\b|\bwill be (?:easier|better) (?:for|without)\b"
        r"|\bat peace\b|\bmade (?:up )?my (?:mind|peace|decision)\b"
        r"|\bno (?:le )?importa(?: ya)?\b|\bcansad[oa] de todo\b|\bestorbo\b"
    ),
    "deadline": re.compile(
        r"\bafter (?:tonight|today|tomorrow|this weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b(?! at)"
        r"|\b(?:tonight|esta noche|despues de hoy)\b"
    ),
    "quiet hour": re.compile(
        r"\b(?:house|place) is (?:quiet|empty|asleep)\b|\bsoon it (?:will|is)\b"
        r"|\b(?:when|once) (?:everyone|they|the kids) (?:is|are|have|has)? ?(?:asleep|gone|left|out)\b"
    ),
    "pills": re.compile(
        r"\b(?:how many|saved|saving|save up|stash\w*|leftover|enough|stronger|all my|bottle of)\b(?: \w+){0,3}? "
        r"(?:pills?|tablets?|painkillers?|oxy\w*|percocet|vicodin|norco|lortab|tylenol|xanax|ambien|ones)\b"
        r"|\b(?:do not|not) wake up\b|\bpastillas\b"
    ),
    "letters": re.compile(
        r"\b(?:wrote|written|writing|left|leave|mail)(?: \w+){0,3}?"
        r" (?:letters?|notes?)\b(?! from| with you| for (?:you|work|school|the dr))"
    ),
}
"""Kinds of what people say who mean to die; each of them alone is ordinary."""
_GRAVE = frozenset({"bleak", "pills", "letters", "quiet hour"})
_PARTING = frozenset({"gives", "no need", "ends", "farewell"})
_ENOUGH = 3
"""Kinds that are enough where a grave one and a parting are among them; else it takes all partings."""
_LONGEST_HINT = 150  # characters of each that the team is told
_PLAIN_REASON = re.compile(
    r"\b(?:mov(?:e|ing) (?:away|out|to|across|back)|relocat\w+|new"
    r" (?:job|city|state|dentist|place)|another (?:clinic|dentist|place|spa)"
    r"|travel\w*|vacation|trip|flight|pregnan\w+|insurance|retir\w+|deployed|college|refund|christmas"
    r"|birthday|present)\b"
)
"""Why people part with what they have and live on."""
_SHORT_MESSAGE, _LIKELY_AILMENT, _HARDLY_DANGER = 14, 0.3, 0.05
"""Words of a message that may be a piece, and the probabilities that its second piece has to have."""


def turn(scene: Scene, meaning: Meaning) -> bool:
    """Ask whether there is danger where what was said so far adds up to some; whether it was asked."""
    state, before = scene.state, scene.state.said_before
    line = plain(scene.message) or meaning.plain
    state.said_before = line if len(line.split()) <= _SHORT_MESSAGE else ""
    if state.step is Step.EMERGENCY_CHECK:
        return False
    if _adds_up(scene, line):
        emergencies.begin_asking(scene, meaning, " / ".join(dict.fromkeys(state.hints.values())))
        return True
    if before and _is_piece(meaning) and _together(before, line):
        told = replace(meaning, text=f"{before}. {meaning.quoted}", written="")
        emergencies.begin(scene, Alarm(Danger.ASKED, state.spanish), told)
        return True
    return False


def _adds_up(scene: Scene, line: str) -> bool:
    """Whether hints of an end are enough now, and were not asked about yet."""
    state = scene.state
    if _PLAIN_REASON.search(line):
        return False
    new = [kind for kind, words in _HINTS.items() if words.search(line) and kind not in state.hints]
    if not new:
        return False
    state.hints = {**state.hints, **dict.fromkeys(new, " ".join(scene.message.split())[:_LONGEST_HINT])}
    kinds = set(state.hints)
    grave = len(kinds) >= _ENOUGH and kinds & _GRAVE and kinds & _PARTING
    return bool(grave or kinds >= _PARTING) and not state.said.get("crisis_asked")


def _is_piece(meaning: Meaning) -> bool:
    """Whether a short message may go on with an ailment."""
    short = len(meaning.plain.split()) <= _SHORT_MESSAGE
    ails = meaning.wants(Purpose.CLINICAL, least=_LIKELY_AILMENT)
    return short and ails and meaning.odds.get(Topic.EMERGENCY, 0.0) >= _HARDLY_DANGER


def _together(before: str, line: str) -> bool:
    """Whether two messages tell of danger together, and neither alone."""
    alarm = hear_danger(f"{before} {line}")
    return alarm is not None and alarm.is_urgent and hear_danger(before) is None
