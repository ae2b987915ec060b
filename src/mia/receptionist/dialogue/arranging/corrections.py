"""What is put right when a visit is read back: who comes, for which treatment, where, with whom and when. Whatever
is not named stays as it is."""

import re
from collections.abc import Iterator
from dataclasses import replace

from rapidfuzz import fuzz

from mia.platform.words.plain import plain
from mia.receptionist.dialogue.arranging import agreed
from mia.receptionist.dialogue.saying.speaking import label, slot_start
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Planned, Step
from mia.receptionist.dialogue.wanted.details import keeps_treatment
from mia.receptionist.dialogue.wanted.offers import beyond
from mia.receptionist.dialogue.wanted.parts import is_of_practice, parts_of
from mia.receptionist.dialogue.wanted.who_comes import in_full, remember
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.who.name_words import name_alone
from mia.receptionist.understanding.who.names import hear_volunteered
from mia.receptionist.understanding.who.people import KIN, SELF, Person, hear_named, is_alike

_NAME = r"[^\W\d_a-z][\w'\u2019-]*[^\W\d_]"
_NAMES = rf"{_NAME}(?: {_NAME}){{0,3}}"
_COMES = re.compile(
    rf"\b(?i:for|under|be|is|it's|its|as|say|put|meant|said|not (?:for )?me,?|not mine,?) (?P<after>{_NAMES})(?!\w)"
    rf"|(?P<before>{_NAMES})(?:['\u2019]s?)? (?:is|was|comes|gets|wants|needs|has|visit|appointment|one)\b"
    rf"|\b(?i:is|it's|be|one) (?P<owner>{_NAMES}?)['\u2019]s(?! [^\W\d_a-z])"
)
"""A name in words that say who comes: "it's for Theo", "under Lila Ruiz", "Marcus is the one", "it's Theo's"."""
_LOWER = re.compile(r"\b(?:for|under|name of) (?P<after>[^\W\d_]{3,}(?: [^\W\d_]{2,})?)$")
_IS_NOT = re.compile(r"(?:\bnot|n['\u2019]?t)(?: (?:for|under|a|the|be))*\s*$", re.IGNORECASE)
_FOR_KIN = re.compile(
    rf"\b(?:for|is|be|it is|not me|not mine|meant|actually|under) (?:my|our) (?:\w+ )?({KIN})s?\b"
    rf"|\b(?:my|our) (?:\w+ )?({KIN})s?(?:'s)? (?:is|was|comes|gets|wants|needs|one|visit|appointment)\b"
    rf"|\bfor (mom|mum|mama|dad|papa|grandma|grandpa)\b"
)
_FOR_ME = re.compile(r"\b(?:for|is|it is|be|under) (?:me|myself|mine|my own name|my name)\b|\bmine is\b")
_OWNED = re.compile(r"['\u2019]s?$")
_AT_ODDS = 60
"""Likeness in percent below which a name is another person's, and no other spelling."""
_OBJECTS = (Act.NO, Act.CHANGE, Act.NEITHER)
_REJECTS = re.compile(r"\b(?:not|never|no|instead of|rather than)\b")
_PART_OF_IT = r"(?:time|hour|day|date|name|spelling|number|place|location|person|treatment|service)"
_RESERVE = re.compile(
    rf"\b(?:except|apart from|other than|all but) (?:for )?(?:the|that|my|her|his)\b"
    rf"|\b{_PART_OF_IT} (?:is|was) (?:off|not|wrong|mixed)\b|^(?:oh |hm+ |so )*(?:almost|nearly|close)\b"
)
_OTHER_PLACE = re.compile(
    r"\b(?:wrong|other|another|different|not (?:that|this|the)) (?:place|location|office|clinic|branch|address)\b"
    r"|^(?:the )?(?:place|location|office|branch|address)$"
)
_OTHER_PROVIDER = re.compile(
    r"\b(?:not|do not want|without) (?:with )?(?:her|him|that (?:one|doctor|provider|dentist|nurse)|them)\b"
    r"|\b(?:wrong|other|another|different) (?:provider|doctor|nurse|dentist|hygienist|person doing it)\b"
    r"|\bwith (?:someone|somebody) else\b"
)


def has_reserve(meaning: Meaning) -> bool:
    """Whether what was read back is agreed to but for a part of it, whatever else of a yes is said."""
    return bool(_RESERVE.search(meaning.plain))


def put_right(scene: Scene, meaning: Meaning) -> tuple[Meaning, set[str]]:
    """The answer to a read-back without what of it was settled here, and the names of the fields that changed."""
    if scene.state.step not in (Step.CONFIRM, Step.FIX) or scene.state.outreach or agreed.agrees(scene, meaning):
        return meaning, set()
    meaning = _treatment(scene, meaning)
    meaning = _relative(scene, meaning)
    meaning = _elsewhere(scene, meaning)
    if _person(scene, meaning):
        # the name that was told is taken up, whatever else it may be
        return replace(meaning, name=None), {"name"}
    return meaning, set()


def _treatment(scene: Scene, meaning: Meaning) -> Meaning:
    """The answer with the one treatment that is meant: the other of two, where that which was read back is named as
    well ("not the facial, the peel"). One that was to come later trades places with it."""
    state = scene.state
    named = list(dict.fromkeys((*meaning.services, *meaning.more_services, *_in_parts(scene, meaning))))
    objects = meaning.has(*_OBJECTS) or _REJECTS.search(meaning.plain) or state.step is Step.FIX
    if len(named) == 1 and named[0] == state.service_id and _REJECTS.search(meaning.plain):
        named = []
    other = [id_ for id_ in named if id_ != state.service_id]
    if not objects or len(other) != 1 or keeps_treatment(scene, meaning):
        return meaning
    for one in state.planned:
        if one.service == other[0] and state.service_id:
            _trade(scene, one)
            break
    return replace(meaning, services=(other[0],), more_services=(), service_by="name")


def _in_parts(scene: Scene, meaning: Meaning) -> list[str]:
    return [part.service for part in parts_of(scene, meaning.text) if part.service]


def _trade(scene: Scene, later: Planned) -> None:
    """The treatment of a visit that comes later is wanted now: the one that was read back comes then, unless they
    have it already."""
    state = scene.state
    for one in state.planned:
        one.service = one.service or state.service_id or ""
    if any(visit["service_id"] == state.service_id and visit["name"] == state.name for visit in state.visits):
        state.planned.remove(later)
    else:
        later.service = state.service_id or ""


def _relative(scene: Scene, meaning: Meaning) -> Meaning:
    """ "Something later": than the time that was read back."""
    slot, when = scene.state.slot, meaning.when
    if slot is None or not meaning.has(Act.LATER, Act.EARLIER):
        return meaning
    if when and (when.has_time or when.one_day != slot_start(slot, scene.practice).date()):
        return meaning
    return replace(meaning, when=beyond(scene, later=meaning.has(Act.LATER)))


def _elsewhere(scene: Scene, meaning: Meaning) -> Meaning:
    """ "The wrong place", or "not with her", where there is only one other."""
    practice, slot = scene.practice, scene.state.slot
    if slot is None:
        return meaning
    if not meaning.location_id and _OTHER_PLACE.search(meaning.plain):
        told = label(slot.get("location"))
        places = [one.id for one in practice.locations if one.name != told]
        meaning = replace(meaning, location_id=places[0], name=None) if len(places) == 1 else meaning
    if not meaning.provider_id and _OTHER_PROVIDER.search(meaning.plain):
        told = label(slot.get("provider"))
        due = [scene.state.service_id] if scene.state.service_id else []
        others = [one.id for one in practice.who_do(due, None) if one.name not in told]
        meaning = replace(meaning, provider_id=others[0]) if len(others) == 1 else meaning
    return meaning


def _person(scene: Scene, meaning: Meaning) -> bool:
    """Whether the visit is told to be for another person than was read back, who then comes."""
    state = scene.state
    kin, name = _who(scene, meaning)
    name = name and in_full(scene, name)
    if not (kin or name) or (name and name == state.name):
        return False
    kin = kin or next((one.kin for one in state.people if name and _is_part(name, one.name)), "")
    _trade_places(scene, kin, name)
    before = state.name
    if before and " " in before and state.planned:
        remember(scene, [Person("", before)])  # they may be the one who comes next
    if name:
        state.for_whom = kin or (None if name == state.known_name else "other")
        state.name, state.name_complete = name, " " in name
    else:
        state.turn_to(kin)
        if state.name == before:
            state.name, state.name_complete = None, False
    return True


def _trade_places(scene: Scene, kin: str, name: str) -> None:
    """Who was read back comes later instead, where the visit of the one who comes now is planned."""
    state = scene.state
    for one in state.planned:
        if one.kin and ((kin and is_alike(one.kin, kin)) or (name and one.kin.split()[0] == name.split()[0])):
            one.kin = state.for_whom if state.for_whom not in (None, "first") else SELF
            remember(scene, [Person(one.kin, state.name or "")] if state.name else [])
            return


def _who(scene: Scene, meaning: Meaning) -> tuple[str, str]:
    """Who comes instead, as kin and by name, either of which may be empty."""
    state = scene.state
    told = [one for one in hear_named(meaning.text) if one.name != state.name]
    if told:
        return told[0].kin, told[0].name
    kin = _FOR_KIN.search(meaning.plain)
    for name in _names(scene, meaning):
        known = next((one for one in _known(scene) if _is_part(name, one)), name)
        if known != state.name:
            return (next(filter(None, kin.groups())) if kin else ""), known
    if kin:
        return next(filter(None, kin.groups())), hear_volunteered(meaning.text) or ""
    if _FOR_ME.search(meaning.plain) and state.for_whom:
        return SELF, state.name_of(SELF) or ""
    return "", ""


def _known(scene: Scene) -> list[str]:
    """The names of those who come or came up."""
    state = scene.state
    planned = [one.kin for one in state.planned if one.kin[:1].isupper()]
    return [*(one.name for one in state.people), *(visit["name"] for visit in state.visits), *planned]


def _is_part(name: str, full: str) -> bool:
    """Whether a name is the first words of another."""
    return f"{full.casefold()} ".startswith(f"{name.casefold()} ")


def _names(scene: Scene, meaning: Meaning) -> Iterator[str]:
    """The names of those who come, in words that say so; another spelling of the one read back is none."""
    found = list(_COMES.finditer(meaning.text))
    if not found and meaning.text == meaning.text.lower():
        found = list(_LOWER.finditer(meaning.plain))
    for match in found:
        said = _OWNED.sub("", next(one for one in match.groups() if one))
        start = match.start() if match.groupdict().get("before") else match.start(match.lastindex or 0)
        name = name_alone(said.title() if said == said.lower() else said)
        if name is None or _IS_NOT.search(meaning.text[:start]) or is_of_practice(scene, plain(said)):
            continue
        known = (scene.state.name or "").casefold().split()
        if not any(fuzz.ratio(word, part) >= _AT_ODDS for word in name.casefold().split()[:1] for part in known):
            yield name
