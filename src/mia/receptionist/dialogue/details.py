"""Takes up what an utterance tells about the visit and the caller."""

import re
from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from mia.platform.words.plain import plain
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue import each_visit
from mia.receptionist.dialogue.offers import matches, ordinal
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.speaking import join, say_price, slot_start
from mia.receptionist.dialogue.state import Planned, Step, Waiting
from mia.receptionist.understanding import phones
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.history import tells_history
from mia.receptionist.understanding.lexicon import find_services
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.minors import for_children, more_children
from mia.receptionist.understanding.name_sounds import is_sure
from mia.receptionist.understanding.names import hear_spelled, replace_like
from mia.receptionist.understanding.people import KIN, SELF, Person, hear_everyone, hear_named
from mia.receptionist.understanding.subjects import QUESTIONS
from mia.receptionist.understanding.topics import Topic

_OTHERS = re.compile(
    rf"\b(?:for|book|bring) (?:my |our )?({KIN})\b"
    rf"|\bmy ({KIN}) (?:wants|needs|would|is)(?! (?:in|on|here|running)\b)"
)
_TWO_PEOPLE = re.compile(
    rf"\b(?:(?:for|both) (?:me|myself) and (?:my {KIN}|a friend|a colleague|another)|"
    rf"my {KIN} and (?:for )?(?:me|i|myself)|"
    rf"me and my {KIN}|(?:two|2|both|each) of (?:us|them)|us both|(?:my|our) (?:parents|grandparents|folks)|"
    r"we(?: would| will| are)? both (?:love|like|want|need|get|come|coming)|"
    rf"my {KIN} and i(?: would| are| will| both| want| need)|we are [a-z]+ [a-z]+ and [a-z]+)\b"
)
_NUMBERS = {"two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4}
_SO_MANY = re.compile(
    r"\b(?:me|myself|i) and (?:my )?(?P<beside>two|2|three|3) (?:\w+ )?[a-z]+s\b"
    r"|\b(?P<all>three|3|four|4) of us\b"
)
_APART = re.compile(
    r"\b(?:sessions?|series|apart|(?<!each )other|another|twice|row|different|separate|each(?! other)|week|weeks"
    r"|month|syringes?|units?|hours?|teeth|areas?)\b"
)
"""What tells that several treatments are one person's."""
_MYSELF = re.compile(r"\b(?:for (?:me|myself)|me too|me as well|one for me)\b")
_WANTS = re.compile(r"\b(?:book|schedule|appointment|reserve|openings?|slots?|availab\w*)\b")
_INTRODUCES = re.compile(r"\b(?:this is|i am|my name is|here)\b")
_IS_ME = re.compile(r"\b(?:i am|my name is|here)\b")
_ALIKE = 50  # likeness in percent from which a word is another spelling of a name
_ROGER = re.compile(r"^(?:ten four|10 4)\b")
_SPELLING = re.compile(r"\b(?:spell\w*|with an?|letter)\b")


def asks_only(meaning: Meaning) -> bool:
    """Whether the utterance is a question that must not be taken for details of a visit."""
    if not meaning.by_rule or meaning.only_answers or not meaning.about(*QUESTIONS, Topic.CLINICAL):
        return False
    if not meaning.about(Topic.BOOK):
        return True
    passing = meaning.about(Topic.HOURS, Topic.LOCATION, Topic.PARKING, Topic.INSURANCE)
    return passing and not meaning.services and not _WANTS.search(meaning.plain)


def take_up(scene: Scene, meaning: Meaning) -> set[str]:
    """Store what was told; the names of the fields that are new or changed.

    A changed service, day, provider or place makes offered and chosen slots void.
    """
    changed: set[str] = set()
    asking = asks_only(meaning)
    _remember(scene, (*hear_everyone(meaning.text, asked=_asks_name(scene)), *hear_named(meaning.text)))
    if scene.state.planned and _ONLY_ONE.search(meaning.plain):
        scene.state.planned = [one for one in scene.state.planned if one.kin in ("", SELF)]
    before = len(scene.state.planned)
    meaning = meaning if asking else each_visit.first_of(scene, meaning)
    if not asking or not scene.state.booking:
        changed |= _service(scene, meaning)
    if len(scene.state.planned) > before and scene.state.planned[-1].service:
        first = scene.practice.service(scene.state.service_id)
        scene.say("several_services", service=first.name if first else "the first")
    elif len(scene.state.planned) > before and scene.state.planned[-1].kin:
        scene.say("one_at_a_time")
    if not asking:
        changed |= _when(scene, meaning) | _where_and_who(scene, meaning)
    changed |= _people(scene, meaning) | _phone(scene, meaning)
    if meaning.email:
        scene.state.email = meaning.email
    if changed & {"service", "when", "provider", "location"}:
        if "when" not in changed:
            _keep_time(scene)
        scene.state.drop_slot()
    if "when" in changed:
        scene.state.waiting = Waiting.NO
    return changed


def _remember(scene: Scene, told: Sequence[Person]) -> None:
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


def _keep_time(scene: Scene) -> None:
    """Another treatment, provider or place is looked for at the time that was chosen."""
    if scene.state.slot:
        start = slot_start(scene.state.slot, scene.practice)
        scene.state.wish = When(days=(start.date(),), at=start.time())


_ADDS = re.compile(
    r"\b(?:also|too|as well|add|plus|on top|another|in addition|besides|and (?:an?|the|some|my)|both)\b"
)
_ONLY_ONE = re.compile(
    r"\b(?:only|just) (?:mine|me|my own|(?:the )?one(?: for me)?|for me|myself)\b(?! (?:and|plus)\b)"
    r"|\b(?:mine|me) (?:only|alone)\b"
)
"""What takes back the visits of the others."""
_NEW_PERSON = re.compile(r"\b(?:someone|somebody|person) else\b|\b(?:another|second|other) (?:person|one|people)\b")
_SAME = re.compile(r"\bsame\b")


def _adds(scene: Scene, meaning: Meaning) -> bool:
    """A treatment wanted beside the one being arranged, which comes after it; whether there is one."""
    state = scene.state
    wanted = [*meaning.services, *meaning.more_services]
    if (
        not (state.booking and state.service_id and wanted)
        or meaning.has(Act.CHANGE)
        or meaning.service_by == "part"
    ):
        return False
    added = [id_ for id_ in wanted if id_ not in (state.service_id, *(one.service for one in state.planned))]
    if not added or not (_ADDS.search(meaning.plain) or state.service_id in wanted):
        return False
    state.planned += [Planned(id_) for id_ in added]
    names = [service.name for id_ in added if (service := scene.practice.service(id_))]
    scene.say("added", service=join(names, "and"))
    return True


def _service(scene: Scene, meaning: Meaning) -> set[str]:
    if meaning.more_services and asks_only(meaning):
        return set()  # the prices of three treatments are no wish for three visits
    if _adds(scene, meaning):
        return {"more"}
    return _first_service(scene, meaning)


def _first_service(scene: Scene, meaning: Meaning) -> set[str]:
    state, said = scene.state, list(meaning.services) or _pointed_at(scene, meaning)
    if not said or (state.service_id and not _means_another_service(scene, meaning)):
        return set()
    if state.service_choice and len(said) > 1:
        said = [i for i in said if i in state.service_choice] or said
    if len(said) > 1:
        state.service_choice, state.service_id = said, None
        return {"service"}
    state.service_choice = []
    if said[0] == state.service_id:
        return set()
    state.service_id = said[0]
    if state.price_asked and not meaning.about(Topic.PRICE):
        _tell_price(scene)
    return {"service"}


def _tell_price(scene: Scene) -> None:
    """The price that was asked for before the treatment was named."""
    scene.state.price_asked = False
    service = scene.practice.service(scene.state.service_id)
    if service and scene.practice.prices and (price := say_price(service)):
        scene.tell(price)


def _pointed_at(scene: Scene, meaning: Meaning) -> list[str]:
    """ "The second one", when treatments were named to choose from."""
    choice = [s.id for s in scene.practice.services if s.id in scene.state.service_choice]
    place = ordinal(meaning.plain) if scene.state.step is Step.SERVICE else None
    return [choice[place]] if choice and place is not None and place < len(choice) else []


def _means_another_service(scene: Scene, meaning: Meaning) -> bool:
    """Whether a service said in mid-booking changes it: "it's my first visit" does not."""
    state = scene.state
    if state.service_id in meaning.services or not state.booking:
        return not state.booking
    if state.step in (Step.NAME, Step.LAST_NAME, Step.PHONE):
        return meaning.has(Act.CHANGE)
    if state.step is Step.CONFIRM and len(meaning.services) == 1:
        # "yes, the sauna" to another treatment is no yes to what was read back
        return meaning.services[0] not in (one.service for one in state.planned)
    return meaning.service_by == "name" or meaning.has(Act.CHANGE)


def _when(scene: Scene, meaning: Meaning) -> set[str]:
    state, heard = scene.state, meaning.when
    if not heard or (not state.booking and tells_history(meaning)):
        return set()
    if state.step in (Step.NAME, Step.LAST_NAME) and not (heard.has_day or meaning.has(Act.CHANGE)):
        return set()
    if state.step is Step.PHONE and len(meaning.digits) >= 3:
        return set()
    if state.slot and matches(heard, slot_start(state.slot, scene.practice), [state.slot], scene):
        return set()
    before = state.wish
    if state.slot and heard.has_time and not heard.has_day:  # "at four instead": on the day that was found
        start = slot_start(state.slot, scene.practice)
        before = before.updated(type(before)(days=(start.date(),)))
    if state.step is Step.WHEN and heard.without and not (heard.has_day or before.has_day):
        heard = replace(heard, soonest=True)  # "when?" "not on a Monday": any other day will do
    state.wish = before.updated(heard)
    return {"when"} if state.wish != before or state.offered else set()


def _where_and_who(scene: Scene, meaning: Meaning) -> set[str]:
    state, changed = scene.state, set[str]()
    naming = meaning.name is not None
    if meaning.provider_id and meaning.provider_id != state.provider_id and not naming:
        state.provider_id = meaning.provider_id
        changed.add("provider")
    if meaning.provider_gender and meaning.provider_gender != state.provider_gender:
        state.provider_gender = meaning.provider_gender
        changed.add("provider")
    if meaning.location_id and meaning.location_id != state.location_id and not naming:
        state.location_id = meaning.location_id
        changed.add("location")
    if changed and state.slot is None and state.offered:
        return changed
    return changed


def _people(scene: Scene, meaning: Meaning) -> set[str]:
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
        told = each_visit.whose(scene, meaning) if meaning.services else ""
        kin = (other[1] or other[2]) if other else told
        if kin and (other is None or state.known):
            state.turn_to(kin)
        state.for_whom = kin or None
    children = more_children(meaning.plain) if meaning.services else 0
    _plan_children(scene, children)
    more = 0 if asks_only(meaning) else _more_people(meaning) or children
    if more and not (state.planned or state.visits or state.replaces):
        state.for_whom, state.planned = "first", [Planned(kin="other") for _ in range(more)]
        scene.say("one_at_a_time")
    if several := _one_of_several(scene, meaning):
        return several
    if not meaning.name or _is_the_parents(scene, meaning) or _is_the_speakers(scene, meaning):
        return set()
    return _name(scene, meaning.name, meaning)


def _asks_name(scene: Scene) -> bool:
    return scene.state.step in (Step.NAME, Step.LAST_NAME, Step.FIX, Step.WHO)


def _one_of_several(scene: Scene, meaning: Meaning) -> set[str]:
    """The name of the one who comes now, where several are told in answer to the question for it."""
    state = scene.state
    if not (_asks_name(scene) and hear_everyone(meaning.text, asked=True)):
        return set()
    service = for_children(scene.practice)
    whose = "child" if service and state.service_id == service.id else SELF
    name = state.name_of(state.for_whom or whose)
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


def _more_people(meaning: Meaning) -> int:
    """How many others are to come: "me and my two bridesmaids", "the three of us", "two massages"."""
    if found := _SO_MANY.search(meaning.plain):
        beside = found["beside"]
        return _NUMBERS[beside] if beside else _NUMBERS[found["all"]] - 1
    if _TWO_PEOPLE.search(meaning.plain):
        return 1
    words = re.escape(meaning.service_words.removesuffix("s"))
    several = words and re.search(
        rf"\b(2|two|3|three) (?:\w+ )?{words}\w*\b|\b{words}\w*,? (?:x|times) ?(2|3)\b", meaning.plain
    )
    if not several or _APART.search(meaning.plain) or len(meaning.when.days) > 1:
        return 0
    return _NUMBERS[several[1] or several[2]] - 1


def _is_the_parents(scene: Scene, meaning: Meaning) -> bool:
    """Whether the one who calls for a child tells their own name, unasked."""
    service = for_children(scene.practice)
    child = service is not None and service.id in (*meaning.services, scene.state.service_id)
    return child and scene.state.step in (Step.OPEN, Step.ELSE) and bool(_INTRODUCES.search(meaning.plain))


def _is_the_speakers(scene: Scene, meaning: Meaning) -> bool:
    """Whether the one who arranges a visit for someone else tells their own name, unasked."""
    state = scene.state
    introduced = bool(_IS_ME.search(meaning.plain)) and not _asks_name(scene)
    if introduced and meaning.name and " " in meaning.name and state.for_whom not in (None, "first"):
        _remember(scene, [Person(SELF, meaning.name)])
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
        name = state.name if same else f"{state.name} {name}"
        state.name_complete = True
    elif state.name and " " in state.name and " " not in name and not _SPELLING.search(meaning.plain):
        if name.lower() in state.name.lower():
            return set()
        name = _with_other_part(state.name, name, meaning.plain)
        if not name:
            state.name, state.name_complete = None, False
            return {"name"}
    state.name_complete = state.name_complete or " " in name
    _doubt(scene, name, meaning)
    if name == state.name:
        return set()
    state.name = name
    return {"name"}


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


def _phone(scene: Scene, meaning: Meaning) -> set[str]:
    state, digits = scene.state, meaning.digits
    if not digits or (state.step is Step.CONFIRM and _ROGER.search(meaning.plain)):
        return set()
    if state.phone and len(digits) < phones.NATIONAL_DIGITS:
        digits = phones.corrected(state.phone, digits, meaning.plain)
    elif state.phone_part and len(digits) < phones.NATIONAL_DIGITS:
        area = len(state.phone_part) == 7 and len(digits) == 3
        digits = digits + state.phone_part if area else state.phone_part + digits
    number = phones.valid_phone(digits, international=meaning.international)
    if number:
        changed = number != state.phone
        state.phone, state.phone_part, state.phone_misses = number, "", 0
        return {"phone"} if changed else set()
    short = len(digits) < phones.NATIONAL_DIGITS - 2 or (len(digits) < phones.NATIONAL_DIGITS and state.phone_part)
    if short and not state.phone:
        state.phone_part = digits
        return {"phone_part"}
    state.phone_heard = digits
    state.phone_part, state.phone_misses = "", state.phone_misses + 1
    return {"bad_phone"}
