"""Takes up who is to come: their number, their names, and whose name the visit being arranged gets."""

import re
from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from mia.platform.words.plain import plain
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Planned, Step
from mia.receptionist.dialogue.wanted.asking import asks_only
from mia.receptionist.dialogue.wanted.counted import so_many
from mia.receptionist.dialogue.wanted.parts import parts_of, whose
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.lexicon import find_services
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.subjects import QUESTIONS
from mia.receptionist.understanding.who.minors import for_children, more_children
from mia.receptionist.understanding.who.name_sounds import is_sure
from mia.receptionist.understanding.who.names import hear_spelled, replace_like
from mia.receptionist.understanding.who.people import (
    KIN,
    SELF,
    Person,
    hear_everyone,
    hear_listed,
    hear_named,
    tells_of_others,
)

_OTHERS = re.compile(
    rf"\b(?:for|book|bring) (?:my |our )?({KIN})\b"
    rf"|\bmy ({KIN}) (?:wants|needs|would|is)(?! (?:in|on|here|running)\b)"
)
_ELDERS = (
    r"(?<!at )(?<!from )(?<!by )(?<!near )(?:my|our) (?:parents|grandparents|folks)"
    r"(?! (?:(?!need)\w+ed|live|were|had|gave|said|think|made|house|place|home|names?|insurance|s)\b)"
)
"""Who come, unless something else is told of them: "my parents compromised", "at my parents' house"."""
_TWO_PEOPLE = re.compile(
    rf"\b(?:(?:for|both) (?:me|myself) and (?:my {KIN}|a friend|a colleague|another)|for me (?:and )?our [a-z]+|"
    rf"my {KIN} and (?:for )?(?:me|i|myself)|"
    rf"me and my {KIN}|my {KIN} i would both|(?:two|2|both|each) of (?:us|them)|us both|"
    rf"{_ELDERS}|"
    r"we(?: would| will| are)? both (?:love|like|want|need|get|come|coming|have|do|try|take)|"
    rf"my {KIN}(?: [a-z]+)? and i(?: [a-z]+ [a-z]+)?(?: would| are| will| both| want| need)|"
    r"we are [a-z]+ [a-z]+ and [a-z]+)\b"
)
_PARENTS = re.compile(
    r"\b(?:for|and|both|bring(?:ing)?|book(?:ing)?|take|taking|get) (?:my|our) (?:parents|grandparents|folks)\b"
    r"|\b(?:my|our) (?:parents|grandparents|folks)(?: \w+)? (?:needs?|wants?|would|could|are due|have to|both)\b"
)
_FOR_THEM = re.compile(
    r"\b(?:both|each|two|2) of them\b|\b(?:my|our) (?:parents|grandparents|folks)\b(?! and (?:me|i)\b)"
)
"""How those who come are told without the one who speaks."""
_FEWEST = 2
"""Names that are a list."""
_IN_ORDER = re.compile(r"\b(?:different|separate|own) days?\b|\bin (?:that|this) order\b|\brespectively\b")
_NUMBERS = {"two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4, "five": 5, "5": 5}
_SO_MANY = re.compile(
    r"\b(?:me|myself|i) and (?:my )?(?P<beside>two|2|three|3) (?:\w+ )?[a-z]+s\b"
    r"|\b(?P<all>three|3|four|4|five|5) of us\b"
    r"|(?<!\bmy )(?<!\bhave )\b(?P<group>two|2|three|3|four|4|five|5) (?:\w+ )?(?:sisters|brothers|siblings|friends"
    r"|girls|ladies|guys|women|men|adults|cousins|buddies|bridesmaids|roommates|coworkers)\b(?=.*\b(?:each|all|us|we)\b)"
    r"|\b(?:have|bringing|booking for) (?P<they>two|2|three|3) (?:\w+ )?(?:residents|clients|guests|friends"
    r"|employees|coworkers|people) (?:who|that|to|needing|in need)\b"
    r"|\bwe are (?P<we>three|3|four|4)\b(?! (?:\w+ )?(?:weeks?|months?|days?|hours?|minutes?|years?|miles?)\b)"
)
_APART = re.compile(
    r"\b(?:sessions?|series|apart|(?<!each )(?<!after the )other|another|twice|row|different|separate"
    r"|(?<!one )(?<!1 )each(?! (?:other|an?|of us)\b)|week|weeks|month|hours?"
    r"|(?:two|2|three|3|several|different) (?:\w+ )?(?:teeth|areas?|syringes?|units?))\b"
)
"""What tells that several treatments are one person's."""
_MYSELF = re.compile(r"\b(?:for (?:me|myself)|me too|me as well|one for me)\b")
_INTRODUCES = re.compile(r"\b(?:this is|i am|my name is|here)\b")
_IS_ME = re.compile(r"\b(?:i am|my name is|here)\b(?! (?:her|his|their|my|the|a|an) )")
_ALIKE = 50  # likeness in percent from which a word is another spelling of a name
_SPELLING = re.compile(r"\b(?:spell\w*|with an?|letter)\b")
_INITIAL_AT_END = re.compile(r"(?<=\w) \w\.?$")
_NEW_PERSON = re.compile(r"\b(?:someone|somebody|person) else\b|\b(?:another|second|other) (?:person|one|people)\b")
_SAME = re.compile(r"\bsame\b")


def remember(scene: Scene, told: Sequence[Person]) -> None:
    """Who was told of by name; the same name again may tell more of who that is."""
    state = scene.state
    told = [one for one in told if not find_services(plain(one.name), scene.practice)]
    for one in told:
        same = [known for known in state.people if one.name == known.name or one.name.startswith(f"{known.name} ")]
        shorter = any(known.name.startswith(f"{one.name} ") for known in state.people)
        kin = one.kin or next((known.kin for known in same if known.kin), "")
        if not shorter:
            state.people = [known for known in state.people if known not in same]
            state.people.append(Person(kin, one.name))


def take_up_people(scene: Scene, meaning: Meaning) -> set[str]:
    state = scene.state
    other = _OTHERS.search(meaning.plain)
    begins = bool(state.visits) and not state.booking and not meaning.about(*QUESTIONS)
    if begins and (
        other or _NEW_PERSON.search(meaning.plain) or (state.for_whom and _MYSELF.search(meaning.plain))
    ):
        state.name, state.name_complete = None, False  # this visit is another person's
        state.for_whom = (other[1] or other[2]) if other else None
    if begins and _SAME.search(meaning.plain) and not meaning.services and state.booked:
        state.service_id = state.booked["service_id"]
    if not (state.for_whom or state.planned):
        told = whose(scene, meaning) if meaning.services else ""
        kin = (other[1] or other[2]) if other else told
        if kin and (other is None or state.known):
            state.turn_to(kin)
        state.for_whom = kin or None
    children = more_children(meaning.plain) if meaning.services else 0
    _plan_children(scene, children)
    listed = () if asks_only(meaning) or state.planned or state.visits else _listed(scene, meaning)
    more = 0 if asks_only(meaning) else _more_people(scene, meaning) or children
    if len(listed) > more and not state.replaces:
        _plan_listed(scene, meaning, listed)
    elif more and not (state.planned or state.visits or state.replaces):
        first = "other" if _FOR_THEM.search(meaning.plain) else "first"
        state.for_whom, state.planned = first, [Planned(kin="other") for _ in range(more)]
        scene.say("one_at_a_time")
    elif more > len(state.planned) > 0 and not state.visits and all(one.kin for one in state.planned):
        days = state.planned[0].when
        state.planned += [Planned(kin="other", when=days) for _ in range(more - len(state.planned))]
    if several := _one_of_several(scene, meaning):
        return several
    if not meaning.name or _is_the_parents(scene, meaning) or _is_the_speakers(scene, meaning):
        return set()
    name = _own_instead(scene, meaning.name)
    return _name(scene, name, meaning) if name else set()


def _own_instead(scene: Scene, name: str) -> str | None:
    """A name that was told; or that of the one who speaks, where it is of someone who comes after them: "one for
    me, one for my sister. Her name is Bea Ruiz, mine is Ana Ruiz"."""
    state = scene.state
    kin = next((one.kin for one in state.people if one.name == name), "")
    if state.for_whom or not state.planned or kin in ("", SELF):
        return name
    return next((one.name for one in state.people if one.kin == SELF), None)


def asks_name(scene: Scene) -> bool:
    return scene.state.step in (Step.NAME, Step.LAST_NAME, Step.FIX, Step.WHO)


def _one_of_several(scene: Scene, meaning: Meaning) -> set[str]:
    """The name of the one who comes now, where the answer names several, or kin: "my sister: Nell Marsh"."""
    state = scene.state
    calls_back = state.step is Step.PERSON_CONTACT
    asked = asks_name(scene) or calls_back
    told = (hear_everyone(meaning.text, asked=True) or hear_named(meaning.text)) if asked else ()
    others = state.planned or state.visits or state.for_whom or any(one.kin not in ("", SELF) for one in told)
    if not (told and others):
        return set()
    service = for_children(scene.practice)
    whose = "child" if service and state.service_id == service.id else SELF
    name = state.name_of(SELF if calls_back else state.for_whom or whose)
    if name is None:
        return set()
    state.name, state.name_complete = name, True
    return {"name"}


def _plan_children(scene: Scene, more: int) -> None:
    """A visit for each child where one is planned after another treatment: "a cleaning and both kids' checkups"."""
    service, planned = for_children(scene.practice), scene.state.planned
    own = [one for one in planned if service and one.service == service.id]
    if len(own) == 1 and scene.state.booking is False and not scene.state.visits:
        at = planned.index(own[0]) + 1
        own[0].kin = own[0].kin if own[0].kin not in ("", SELF) else "child"
        scene.state.planned = [*planned[:at], *(replace(own[0]) for _ in range(more)), *planned[at:]]


def _more_people(scene: Scene, meaning: Meaning) -> int:
    """How many others are to come: "me and my two bridesmaids", "the three of us", "two massages"."""
    if found := _SO_MANY.search(meaning.plain):
        beside = found["beside"]
        among = found["all"] or found["we"] or found["they"] or found["group"]
        return _NUMBERS[beside] if beside else _NUMBERS[among] - 1
    remarks = asks_name(scene) and not meaning.services  # "Ravi Thorsen. My parents compromised"
    if _TWO_PEOPLE.search(meaning.plain) or (_PARENTS.search(meaning.plain) and not remarks):
        return 1
    several = so_many(scene, meaning)
    for_each_day = len(meaning.when.days) > 1 and not tells_of_others(meaning.plain)
    if not several or _APART.search(meaning.plain) or for_each_day:
        return 0
    return _NUMBERS[several] - 1


def _listed(scene: Scene, meaning: Meaning) -> Sequence[str]:
    """Those who come, told by a list of their names."""
    practice = scene.practice
    listed = hear_listed(scene.message) if meaning.services and not meaning.provider_id else ()
    named = len(listed) >= _FEWEST and not any(find_services(plain(one), practice) for one in listed)
    return listed if named else ()


def _plan_listed(scene: Scene, meaning: Meaning, listed: Sequence[str]) -> None:
    """A visit for each name of a list, on the days that are told in the same order, if they are."""
    told = parts_of(scene, scene.message, new=True)
    days = [part.when.one_day for part in told if part.when.one_day]
    in_order = _IN_ORDER.search(meaning.plain) and len(days) == len(listed)
    each = [When(days=(day,)).to_json() if in_order and day else {} for day in days] if in_order else []
    remember(scene, [Person("", one) for one in listed if one != SELF])
    scene.state.turn_to(listed[0])
    scene.state.planned = [
        Planned(kin=one, when=each[place] if each else {}) for place, one in enumerate(listed) if place
    ]
    scene.say("one_at_a_time")


def _is_the_parents(scene: Scene, meaning: Meaning) -> bool:
    """Whether the one who calls for a child tells their own name, unasked."""
    service = for_children(scene.practice)
    child = service is not None and service.id in (*meaning.services, scene.state.service_id)
    return child and scene.state.step in (Step.OPEN, Step.ELSE) and bool(_INTRODUCES.search(meaning.plain))


def _is_the_speakers(scene: Scene, meaning: Meaning) -> bool:
    """Whether the one who arranges a visit for someone else tells their own name, unasked."""
    state = scene.state
    introduced = bool(_IS_ME.search(meaning.plain)) and not asks_name(scene)
    if introduced and meaning.name and " " in meaning.name and state.for_whom not in (None, "first"):
        remember(scene, [Person(SELF, meaning.name)])
        return True
    return False


def _name(scene: Scene, name: str, meaning: Meaning) -> set[str]:
    state = scene.state
    if _misspelled(scene, name, meaning):
        return set()
    if state.step is Step.LAST_NAME and state.name and " " not in name:
        same = name.lower() == state.name.lower()
        if same and not scene.typed and not state.spelling:
            state.spelling = "due"  # the last name was said, and not heard
        name = state.name if same else f"{_INITIAL_AT_END.sub('', state.name)} {name}"
        state.name_complete = True
    elif state.name and " " in state.name and " " not in name and not _SPELLING.search(meaning.plain):
        if name.lower() in state.name.lower():
            return set()
        name = _with_other_part(state.name, name, meaning.plain)
        if not name:
            state.name, state.name_complete = None, False
            return {"name"}
    state.name_complete = state.name_complete or (" " in name and len(name.split()[-1].strip(".")) > 1)
    _doubt(scene, name, meaning)
    if name == state.name:
        return set()
    state.name = name
    return {"name"}


def in_full(scene: Scene, name: str) -> str:
    """First and last name of someone who was told of, where the first name alone is said: "it's for Lauren"."""
    state = scene.state
    if " " in name:
        return name
    told = {one.name for one in state.people} | {str(visit["name"]) for visit in state.visits}
    found = [one for one in told if " " in one and one.split()[0].casefold() == name.casefold()]
    return found[0] if len(found) == 1 else name


def _misspelled(scene: Scene, name: str, meaning: Meaning) -> bool:
    """Whether what was heard of a spelling is like nothing that was said before it: letters that were lost."""
    state = scene.state
    asked = state.step is Step.LAST_NAME and state.spelling == "asked" and not scene.typed
    if not asked or not state.name or meaning.has(Act.CHANGE):
        return False
    known, heard = state.name.split()[-1], name.split()[-1]
    return " " in state.name and fuzz.ratio(known.lower(), heard.lower()) < _ALIKE


def _doubt(scene: Scene, name: str, meaning: Meaning) -> None:
    """Whether a name is to be spelled: it was heard, and few people have one like it."""
    state = scene.state
    spoken = not (scene.typed or hear_spelled(meaning.quoted))
    if spoken and not state.spelling and " " in name and not is_sure(name):
        state.spelling = "due"
    elif hear_spelled(meaning.quoted):
        state.spelling = "asked"


def _with_other_part(known: str, heard: str, text: str) -> str:
    """A full name with one part put right; ``""`` when the part is like neither, and is asked for."""
    if "first" in text:
        return f"{heard} {known.split(maxsplit=1)[1]}"
    if "last" in text:
        return f"{known.split()[0]} {heard}"
    alike = max(fuzz.ratio(part.lower(), heard.lower()) for part in known.split())
    return replace_like(known, heard) if alike >= _ALIKE else ""
