"""Takes up what an utterance tells about the visit and the caller."""

import re
from dataclasses import replace
from datetime import date

from mia.platform.words.plain import plain
from mia.receptionist.dates.reckoning import WEEKDAYS
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.saying.speaking import join, say_price, slot_start
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Planned, Step, Waiting
from mia.receptionist.dialogue.wanted import each_visit, in_turn
from mia.receptionist.dialogue.wanted.asking import asks_only
from mia.receptionist.dialogue.wanted.number_told import take_up_phone
from mia.receptionist.dialogue.wanted.offers import matches, ordinal
from mia.receptionist.dialogue.wanted.own_times import span
from mia.receptionist.dialogue.wanted.parts import is_of_practice
from mia.receptionist.dialogue.wanted.who_comes import asks_name, remember, take_up_people
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.who.groups import hear_group
from mia.receptionist.understanding.who.people import ONLY_ONE, SELF, hear_everyone, hear_named
from mia.receptionist.understanding.wishes.history import tells_history

_FEW_WORDS = 4
"""Words up to which an hour is all that is told."""
_NOT = re.compile(r"\bnot\b")
_WITH = re.compile(r"\b(?:with|see|want|prefer|rather have) (?:dr|doctor|mr|ms|mrs|miss)? ?\w+\b")
"""How a provider is told beside a name: "Ann Lee, with Reyes please"."""
_OTHER_PLACES = re.compile(r"\b(?:different|separate|two|2) (?:locations|places|offices|clinics)\b")
"""What tells that the place that is named is not everyone's."""
_WITH_THEM = re.compile(r"\b(?:with|see) (?:him|her|them)\b")
"""How someone is meant who does treatments and was named before."""
_OF_TIMES = re.compile(r"\bwhat(?:ever)? (?:do )?(?:you|yall) (?:have|got|have got)\b|\bany of them\b")
_SAME_DAY = re.compile(
    rf"\b(?:that|the|on) (?:very )?same (?:day|morning|afternoon|evening|{'|'.join(WEEKDAYS)})\b"
    r"|\b(?:for|on)? ?that (?:day|morning|afternoon|evening)\b"
)
_RIGHT_AFTER = re.compile(
    r"\bafter (?:that|it|this)(?: one| visit| appointment)?\b|\b(?:right|straight|directly) after (?:me|mine)\b"
    r"|\b(?:right|straight|directly) after(?: please| too)?$"
    r"|\bafterwards?\b|\bback to back\b"
    r"|\bin the same (?:visit|trip|go)\b|\bwhile i am (?:there|at it|in)\b"
)
_RATHER = re.compile(
    r"\b(?:instead|rather|in place of|switch (?:it|me|that)|change (?:it|that|the (?:place|location)))\b"
)
"""What makes a place or a provider another one, also in a question: "can we do it at Fern Lane instead?"."""
_INTO = re.compile(
    r"\b(?:instead|rather|switch|swap|change (?:it|that|the (?:treatment|service))|make (?:it|that) (?:an?|the)"
    r"|turn it into|different (?:treatment|service)|not (?:the|an?) \w+ but)\b"
)
"""How a visit that is moved becomes one of another treatment."""
_ADDS = re.compile(
    r"\b(?:also|too|as well|add(?:ing)?|plus|on top|another|in addition|besides|and (?:an?|the|some|my)|both"
    r"|throw(?:ing)? in|tack(?:ing)? on|squeez(?:e|ing) in)\b"
)


def take_up(scene: Scene, meaning: Meaning) -> set[str]:
    """Store what was told; the names of the fields that are new or changed.

    A changed service, day, provider or place makes offered and chosen slots void.
    """
    changed: set[str] = set()
    asking = asks_only(meaning)
    in_turn.note(scene, meaning)
    _remember_all(scene, meaning, asking=asking)
    if scene.state.planned and ONLY_ONE.search(meaning.plain):
        scene.state.planned = [one for one in scene.state.planned if one.kin in ("", SELF)]
    before, who = len(scene.state.planned), scene.state.for_whom
    meaning = meaning if asking else each_visit.first_of(scene, meaning)
    if before and scene.state.for_whom != who:
        changed |= {"name"}  # who was to come later comes now
    meaning = _on_the_same_day(scene, meaning)
    if not asking or not scene.state.booking or _names_the_missing(scene, meaning):
        changed |= _service(scene, meaning)
    _say_order(scene, before)
    if not asking:
        changed |= _when(scene, meaning)
    changed |= _where_and_who(scene, meaning, asking=asking)
    changed |= take_up_people(scene, meaning) | take_up_phone(scene, meaning)
    if meaning.email:
        scene.state.email = meaning.email
    if changed & {"service", "when", "provider", "location"}:
        if "when" not in changed:
            _keep_time(scene)
        scene.state.drop_slot()
    if "when" in changed:
        scene.state.waiting = Waiting.NO
    return changed


def _say_order(scene: Scene, before: int) -> None:
    """Say what comes first where more visits are planned now than ``before``."""
    state = scene.state
    if len(state.planned) > before and state.planned[-1].service:
        first = scene.practice.service(state.service_id)
        scene.say("several_services", service=first.name if first else "the first")
    elif len(state.planned) > before and state.planned[-1].kin:
        scene.say("one_at_a_time")


def _remember_all(scene: Scene, meaning: Meaning, *, asking: bool) -> None:
    """Who is told of by name in the message, in whatever way."""
    asked = asks_name(scene)
    text = meaning.text if asked else scene.message or meaning.text
    remember(scene, (*hear_everyone(text, asked=asked), *hear_named(meaning.text)))
    if not (asking or (scene.state.people and asked)):
        remember(scene, [one for one in hear_group(scene.message) if not is_of_practice(scene, plain(one.name))])


def goes_elsewhere(scene: Scene, meaning: Meaning) -> bool:
    """Whether a question asks for another place or provider for the visit, which is then looked for there."""
    changed = _where_and_who(scene, meaning, asking=True)
    if changed:
        _keep_time(scene)
        scene.state.drop_slot()
    return bool(changed)


def _names_the_missing(scene: Scene, meaning: Meaning) -> bool:
    """Whether a question tells for which treatment someone comes who was asked that: "what's a consultation?"."""
    asked = scene.state.step is Step.SERVICE and not scene.state.service_id
    return asked and len(meaning.services) == 1 and not meaning.more_services


def _on_the_same_day(scene: Scene, meaning: Meaning) -> Meaning:
    """Another treatment wanted "that same day" or "right after that", by which the visit is meant that was booked
    last, or the only one on file."""
    on_file, after = scene.state.on_file, bool(_RIGHT_AFTER.search(meaning.plain))
    booked = scene.state.booked or (on_file[0] if len(on_file) == 1 else None)
    offered = scene.state.offered or scene.state.slot  # whose day is meant by "later that day"
    if (
        not (booked or offered)
        and scene.state.subject_day
        and not meaning.when.has_day
        and _SAME_DAY.search(meaning.plain)
    ):
        day = date.fromisoformat(scene.state.subject_day)  # "how late are you open Saturday? A peel that day?"
        return replace(meaning, when=replace(meaning.when, days=(day,)))
    if not (booked and booked["starts"] and meaning.services):
        return meaning
    (start, ends), named = span(booked, scene.practice), meaning.when.one_day
    elsewhen = named and named.weekday() != start.weekday()
    if elsewhen or not (after or _SAME_DAY.search(meaning.plain)):
        return meaning
    when = replace(meaning.when, days=(start.date(),), until=None)
    if after and not when.has_time:
        when = replace(when, not_before=ends.time())
    return replace(meaning, when=when)


def _keep_time(scene: Scene) -> None:
    """Another treatment, provider or place is looked for at the time that was chosen."""
    if scene.state.slot:
        start = slot_start(scene.state.slot, scene.practice)
        scene.state.wish = When(days=(start.date(),), at=start.time())


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


def keeps_treatment(scene: Scene, meaning: Meaning) -> bool:
    """Whether a visit on file is being moved whose treatment stays, whatever others are named beside it."""
    state = scene.state
    own = {one["service_id"] for one in state.standing if one["appointment_id"] == state.replaces}
    if not (state.replaces and state.service_id) or (own and state.service_id not in own):
        return False
    return not _INTO.search(meaning.plain)


def _first_service(scene: Scene, meaning: Meaning) -> set[str]:
    state, said = scene.state, list(meaning.services) or _pointed_at(scene, meaning)
    if (
        not said
        or keeps_treatment(scene, meaning)
        or (state.service_id and not _means_another_service(scene, meaning))
    ):
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
    objects = meaning.has(Act.CHANGE, Act.NO, Act.NEITHER) or _NOT.search(meaning.plain)
    alone = heard.at and not meaning.name and len(meaning.plain.split()) <= _FEW_WORDS  # "9:30 works"
    if state.step in (Step.NAME, Step.LAST_NAME) and not (heard.has_day or objects or alone):
        return set()
    if state.step is Step.PHONE and len(meaning.digits) >= 3:
        return set()
    if state.slot and matches(heard, slot_start(state.slot, scene.practice), [state.slot], scene):
        return set()
    before = state.wish
    if state.slot and heard.has_time and not heard.has_day:  # "at four instead": on the day that was found
        start = slot_start(state.slot, scene.practice)
        before = before.updated(type(before)(days=(start.date(),)))
    if (day := _offered_day(scene)) and heard.at and not (heard.has_day or state.slot):
        before = before.updated(type(before)(days=(day,)))  # "3 is good", of the day that was offered
    if heard.soonest and heard.has_time and before.has_day and not heard.days and _OF_TIMES.search(meaning.plain):
        heard = replace(heard, soonest=False)  # "whatever you've got after 3", of the day that was told
    if state.step is Step.WHEN and heard.without and not (heard.has_day or before.has_day):
        heard = replace(heard, soonest=True)  # "when?" "not on a Monday": any other day will do
    state.wish = before.updated(heard)
    return {"when"} if state.wish != before or state.offered else set()


def _offered_day(scene: Scene) -> date | None:
    """The day of the times that were offered, where it is one."""
    days = {slot_start(slot, scene.practice).date() for slot in scene.state.offered}
    return days.pop() if len(days) == 1 else None


def _where_and_who(scene: Scene, meaning: Meaning, *, asking: bool) -> set[str]:
    state, changed = scene.state, set[str]()
    another = state.booking and bool(_RATHER.search(meaning.plain))
    if asking and not another:
        return changed
    if _WITH_THEM.search(meaning.plain) and not (meaning.provider_id or state.for_whom) and state.subject_provider:
        meaning = replace(meaning, provider_id=state.subject_provider)
    naming = meaning.name is not None and not (another or _WITH.search(meaning.plain))
    if meaning.provider_id and meaning.provider_id != state.provider_id and not naming:
        state.provider_id = meaning.provider_id
        changed.add("provider")
    if meaning.provider_refused and meaning.provider_refused not in state.providers_refused:
        state.providers_refused.append(meaning.provider_refused)
        state.provider_id = None if state.provider_id == meaning.provider_refused else state.provider_id
        changed.add("provider")
    if meaning.provider_gender and meaning.provider_gender != state.provider_gender:
        state.provider_gender = meaning.provider_gender
        changed.add("provider")
    elsewhere = bool(_OTHER_PLACES.search(meaning.plain))
    if meaning.location_id and meaning.location_id != state.location_id and not (naming or elsewhere):
        state.location_id = meaning.location_id
        changed.add("location")
    if changed and state.slot is None and state.offered:
        return changed
    return changed
