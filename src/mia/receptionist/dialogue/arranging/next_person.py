"""Another person's visit, asked for when one is booked: "can you do my roommate as well, Paige Donnelly"."""

import re
from dataclasses import replace
from datetime import datetime

from mia.platform.words.plain import plain
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.people.misses import understood
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Planned, Step
from mia.receptionist.dialogue.wanted import booking, in_turn, own_visits
from mia.receptionist.dialogue.wanted.asking import asks_only
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.dialogue.wanted.who_comes import remember
from mia.receptionist.practice import Practice
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.lexicon import find_services
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.who.name_words import name_alone
from mia.receptionist.understanding.who.people import KIN, Person

_NAME = r"[^\W\d_a-z][\w'\u2019-]+"
_NAMES = rf"({_NAME}(?: {_NAME})?)"
_WANTS = (
    r"(?:needs?|wants?|would (?:like|love)|could use|is (?:hoping|looking)|should (?:get|have|come)|has to have)"
)
_BRINGS = r"(?:for|do|book|bring|schedule|take|see|fit|squeeze|get|put)(?: in)?"
_OF_KIN = re.compile(
    rf"\b{_BRINGS} (?:my|our|her|his) (?:\w+ )?({KIN})\b|\bmy (?:\w+ )?({KIN}) (?:also )?{_WANTS}\b"
    rf"|\b(?:could|can|may|might|would) (?:my|our|her|his|their) (?:\w+ )?({KIN}) (?:also |maybe |please )?"
    r"(?:be|come|get|have|do|join|see|go)\b"
)
_KIN_NAMED = re.compile(rf"\b(?:my|our|his|her|their|the(?= (?:wife|husband|hubby|kids?)\b)) (?:\w+ )?({KIN})\b")
_AS_WELL = re.compile(r"\b(?:too|as well|also|same (?:for|thing|treatment|day)|one more|wants? one|next)\b")
_JOINS = re.compile(
    rf"\b(?:can|could|may) (?:my|our|her|his|the) (?:\w+ )?{KIN} (?:also |maybe )?(?:come|join|get|have|do)\b"
    rf"|\b(?:can|could|may) i (?:also )?(?:bring|book|take) (?:my|our) (?:\w+ )?{KIN}\b.*{_AS_WELL.pattern}"
)
"""A visit for someone else, put as a question."""
_TWO = re.compile(
    rf"{_AS_WELL.pattern}|\b(?:two|2|both) (?:of us|people|persons|visits|appointments)\b|\bthe both of us\b"
)
_SAME = re.compile(r"\bsame\b")
_NAMED = re.compile(rf"\b(?:{_BRINGS} {_NAMES}|{_NAMES},? (?:also |too )?{_WANTS})(?![\w])")
_MY_NAMED = re.compile(rf"\bfor (?:my|our) {_NAMES}(?![\w])")
"""One's own, by name alone, who are to have the same: "and now the same for my Femke"."""
_BESIDE_KIN = re.compile(rf"\b{KIN},? (?:(?:is |her |his )?name(?: is|'s)? |named |called )?{_NAMES}")

_SENTENCE = re.compile(rf"(?:[.!?;:]\s+|\n)({_NAME}(?: {_NAME}){{1,3}}(?:-{_NAME})?)(?=[,.]|$)")
"""A name that stands by itself after what was told of the person."""
_BY_THEMSELVES = re.compile(
    r"\b(?:(?:the )?(?:others|other ones|rest|girls|guys|ladies|boys)|they|she|he)(?: (?:all|both|each))?"
    r" (?:will|can|would rather|are going to|is going to|wants? to) (?:just |all )?"
    r"(?:call|book|text|schedule|do (?:it|that|theirs)|handle|reach out|sort|arrange|figure|get back)\b"
)
"""How the visits of others are left to them: "the others will call themselves"."""
_SETTLED = frozenset({Step.NAME, Step.LAST_NAME, Step.PHONE, Step.CONFIRM})
"""Questions before which the time of the one who speaks was settled."""


def turn(scene: Scene, meaning: Meaning) -> bool:
    """Whether a visit for someone else is asked for after a booking; then it is arranged beside the one that
    stands, which it must never move: same treatment and day unless others are named."""
    state, booked = scene.state, scene.state.booked
    person = asked(scene, meaning)
    if booked is None or person is None:
        return False
    kin, name = person
    understood(scene)
    if _SAME.search(meaning.plain) and _is_called(scene.practice, booked["service_id"], meaning.service_words):
        meaning = replace(meaning, services=())  # "the same checkup" is the one that was booked
    state.booking = True
    state.turn_to(kin or "other")
    state.service_id = None if meaning.services else booked["service_id"]
    if booked["starts"]:
        wished = When.from_json(state.wished)
        day = datetime.fromisoformat(booked["starts"]).date()
        state.wish = When(days=(day,), part=wished.part, not_before=wished.not_before, not_after=wished.not_after)
    state.in_turn = ""
    state.location_id = next((one.id for one in scene.practice.locations if one.name == booked["location"]), None)
    take_up(scene, meaning)
    if booked["starts"] and not meaning.when.has_time:
        state.wish = in_turn.placed(scene, state.wish, booked)
    if name:
        state.name, state.name_complete = name, " " in name
    booking.advance(scene)
    return True


def comes_too(scene: Scene, meaning: Meaning) -> bool:
    """Whether another person is told of while a visit is read back ("and my wife Dina needs one, too"): they come
    after it, and it is read back again."""
    state = scene.state
    if state.step not in _SETTLED or meaning.has(Act.NO):
        return False
    told = bool(_TWO.search(meaning.plain))
    if state.step is not Step.CONFIRM:
        told = bool(meaning.services) and (told or bool(_OF_KIN.search(meaning.plain) and not state.for_whom))
    if not told:
        return False
    kin = _OF_KIN.search(meaning.plain) or _KIN_NAMED.search(meaning.plain)
    name = _name(scene, meaning, beside_kin=kin is not None) or ""
    if not (kin or name):
        return False
    who = _kin(kin) or "other"
    remember(scene, [Person(who, name)] if name else [])
    service = next((one for one in meaning.services if one != state.service_id), "")
    state.planned.append(Planned(service, who, meaning.when.to_json()))
    if state.step is Step.CONFIRM and meaning.has(Act.YES):
        booking.book(scene)  # "correct. Can my wife join me?"
        return True
    scene.say("one_at_a_time")
    booking.advance(scene)
    return True


def left_to_them(scene: Scene, meaning: Meaning) -> bool:
    """Whether those who were to come next arrange their own visits; then what stands is told, and no more asked."""
    state = scene.state
    if not (state.visits and state.booking and state.for_whom) or state.replaces:
        return False
    if not _BY_THEMSELVES.search(meaning.plain) or meaning.services or meaning.when:
        return False
    understood(scene)
    state.drop_plans()
    scene.say("your_visits", visits=own_visits.told(state.visits))
    hand_off.ask_else(scene)
    return True


def _is_called(practice: Practice, service_id: str, words: str) -> bool:
    """Whether words for a treatment may name that one."""
    service = practice.service(service_id)
    return service is not None and bool(words) and words in plain(" ".join((service.name, *service.aliases)))


def asked(scene: Scene, meaning: Meaning) -> tuple[str, str] | None:
    """Who else is to come, as kin and by name, either of which may be empty; None where nobody is meant."""
    state = scene.state
    if not state.visits or state.booking or meaning.provider_id:
        return None
    if asks_only(meaning) and not _JOINS.search(meaning.plain):
        return None
    if meaning.about(Topic.CHANGE_VISIT, Topic.CANCEL_VISIT):
        return None
    kin = _OF_KIN.search(meaning.plain) or (_KIN_NAMED.search(meaning.plain) if _wants_too(meaning) else None)
    name = _name(scene, meaning, beside_kin=kin is not None) or ""
    return (_kin(kin), name) if kin or name else None


def _kin(found: re.Match[str] | None) -> str:
    """The kin that was found, ``""`` where none was."""
    return next(filter(None, found.groups()), "") if found else ""


def _wants_too(meaning: Meaning) -> bool:
    """Whether a visit is wanted in the same breath: "my husband just yelled that he wants one too"."""
    return bool(meaning.services or _AS_WELL.search(meaning.plain))


def _name(scene: Scene, meaning: Meaning, *, beside_kin: bool) -> str | None:
    """The name of the other person, where it is told in the same breath."""
    found = (_BESIDE_KIN.search(meaning.text) or _SENTENCE.search(meaning.text)) if beside_kin else None
    found = found or (None if beside_kin else _NAMED.search(meaning.text))
    found = found or (_MY_NAMED.search(meaning.text) if _AS_WELL.search(meaning.plain) else None)
    said = next((one for one in found.groups() if one), "") if found else ""
    name = name_alone(said)
    if name is None or find_services(plain(said), scene.practice):
        return None
    known = (scene.state.name or "").casefold().split()
    return None if name.casefold().split()[0] in known[:1] else name
