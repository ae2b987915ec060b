"""A question that is only begun, and whose rest was asked before: "same for the crown?", "and 30?", "what about the
other place?". It is put into whole words, so that it is answered as the first was."""

import re
from dataclasses import replace

from mia.platform.words.plain import plain
from mia.receptionist.dialogue.answering.offered import named_in
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import State, Step
from mia.receptionist.numbers import with_digits
from mia.receptionist.practice import Location, Service
from mia.receptionist.understanding.lexicon import find_location
from mia.receptionist.understanding.meaning import Meaning, is_asking
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.spanish import in_english
from mia.receptionist.understanding.who.minors import for_children, is_for_child

_LEADS = r"(?:(?:ok|okay|and|so|also|oh|cool|great|thanks|thank you|got it|alright|well|hm+|then|but|y|or)\b[ ,]*)*"
_ANOTHER = re.compile(
    rf"{_LEADS}(?:(?:is it |would it be |does that go )?(?:the )?same "
    r"(?:thing |question |answer |deal |price |rule |goes )?(?:for|with|on|as)"
    r"|(?:what|how) about|(?:and|or)(?: for| with)?|for|with) "
    r"(?:the |an? |my |your |some )?(?P<thing>(?:\w+ ){0,3}\w+?)(?: (?:same thing|too|then|though|instead|same))*"
)
_COUNT = re.compile(
    rf"{_LEADS}(?:(?:what|how|and) )?(?:(?:about|for|if|with) )*"
    r"(?:(?:i|we|he|she) (?:\w+ )?(?:do|did|get|got|need|needed|want|wanted|have|had|take|took|pongo|me pongo) )?"
    r"(?:me pongo |pongo |like |maybe |say |just |only )*(?P<count>[1-9]\d{0,2})"
    r"(?: (?:of (?:them|those|that|these)|instead|then|total|in all|units?|altogether|how much(?: \w+){0,3}))*"
)
_OTHER_PLACE = re.compile(r"\b(?:the )?other (?:one|place|office|location|clinic|spot|branch|address)\b")
_THERE = re.compile(
    r"(?=.*\b(?:there|that (?:one|place|office|location))\b)"
    r"(?=.*\b(?:address|park\w*|directions?|get|find|located|street|entrance|garage)\b)"
)
_FREE = frozenset({Step.OPEN, Step.ELSE, Step.OFFER_VISIT, Step.OFFER_PERSON})
_BOTH = re.compile(
    r"\bboth\b(?! (?:of us|my|our|the kids|kids))|\bthe two(?: of them)?\b|\ball (?:three|of them)\b"
)
_JUST_BEFORE = 3
"""Turns for which a treatment is what is talked of."""
_SEVERAL = 2
_ASKS, _LONGEST, _MOST_WORDS = 0.6, 300, 30
"""The probability of a question, and the characters and words of one that is remembered."""


def as_asked(scene: Scene, text: str) -> str:
    """What was said, in whole words where it goes on with the question before."""
    state = scene.state
    if state.step not in _FREE or state.booking or state.outreach or len(text.split()) > _MOST_WORDS:
        return text
    english = in_english(text) if scene.in_spanish else text
    line = plain(english)
    found = _counted(scene, with_digits(line)) or _of_another(scene, english, line)
    return found or _elsewhere(scene, english, line) or text


def keep(scene: Scene, meaning: Meaning) -> None:
    """Remember what was asked last, of which treatment, and at which place."""
    state = scene.state
    _keep_subject(scene, meaning)
    last = meaning.asides[-1] if meaning.asides else meaning
    asks = "?" in last.text or is_asking(last.plain) or meaning.wants(Purpose.ASK, least=_ASKS)
    if place := find_location(plain(scene.message), scene.practice):
        state.asked_at = place.id
    if not asks or meaning.alarm or len(last.plain.split()) > _MOST_WORDS:
        state.asked = ""
        return
    state.asked, state.asked_words = last.plain[:_LONGEST], last.service_words


def _keep_subject(scene: Scene, meaning: Meaning) -> None:
    """Remember the treatments that are named, or a child's, who does them, and the day."""
    state, all_of_it = scene.state, (meaning, *meaning.asides)
    named = {id_ for one in all_of_it for id_ in (*one.services, *one.more_services)}
    named |= {one.id for one in named_in(scene.message, scene.practice)} if named else set()
    child = for_children(scene.practice) if is_for_child(meaning.plain) else None
    if named or child:
        state.subjects = [
            one.id for one in scene.practice.services if one.id in named or (one == child and not named)
        ]
        state.subject_at = state.turns
    if day := next((one.when.one_day for one in all_of_it if one.when.one_day), None):
        state.subject_day = day.isoformat()
    if provider := next((one.provider_id for one in all_of_it if one.provider_id), None):
        state.subject_provider = provider


def talked_of(state: State) -> str | None:
    """The treatment that someone was told of just before, who now wants a day: "do I need to be a member for the
    sauna?", "no", "tomorrow then?". None where that is the one they have booked."""
    just = _just_named(state)
    booked = state.booked is not None and [state.booked["service_id"]] == just
    return just[0] if len(just) == 1 and not booked else None


def both_of_them(state: State, meaning: Meaning) -> Meaning:
    """A wish for "both", with the treatments that were talked of just before."""
    just = _just_named(state)
    if meaning.services or len(just) < _SEVERAL or not _BOTH.search(meaning.plain):
        return meaning
    return replace(meaning, services=(just[0],), more_services=tuple(just[1:]), service_by="name")


def _just_named(state: State) -> list[str]:
    return state.subjects if state.subject_at >= state.turns - _JUST_BEFORE else []


def _counted(scene: Scene, line: str) -> str:
    """How many are meant of what was priced just before."""
    found, priced = _COUNT.fullmatch(line), scene.state.priced
    if not found or not priced or priced[-1][0] < scene.state.turns - 1:
        return ""
    service = scene.practice.service(priced[-1][1])
    if service is None or not service.price_cents or (scene.state.turns and len({p[1] for p in priced}) > 1):
        return ""
    unit = plain(service.price_note).removeprefix("per ").strip()
    count = found["count"]
    name = plain(service.name)  # which is nobody's, as it would be with a capital
    return f"how much is {count} {unit} of {name}?" if unit else f"how much is {count} {name}?"


def _of_another(scene: Scene, text: str, line: str) -> str:
    """The question before, of the treatment that is named now."""
    state, found = scene.state, _ANOTHER.fullmatch(line)
    named = named_in(text, scene.practice)
    if not found or not state.asked or len(named) != 1 or not _is_only(found["thing"], named[0], scene):
        return ""
    if state.asked_words and state.asked_words in state.asked:
        return f"{state.asked.replace(state.asked_words, plain(named[0].name), 1)}?"
    return f"{state.asked} for {plain(named[0].name)}?"


def _is_only(thing: str, service: Service, scene: Scene) -> bool:
    """Whether nothing but the treatment is named."""
    names = {word.removesuffix("s") for name in (service.name, *service.aliases) for word in plain(name).split()}
    return all(word.removesuffix("s") in names for word in thing.split()) or named_in(thing, scene.practice) == [
        service
    ]


def _elsewhere(scene: Scene, text: str, line: str) -> str:
    """What is asked about "the other one", with the name of that place."""
    other, here = _other_place(scene), scene.practice.location(scene.state.asked_at)
    if here and _THERE.search(line) and not find_location(line, scene.practice):
        return f"{text.strip(' ?.!')} at the {here.name} location?"
    if other is None or not _OTHER_PLACE.search(line):
        return ""
    bare = _ANOTHER.fullmatch(line)
    before = next((one for one in scene.practice.locations if one.id == scene.state.asked_at), None)
    if bare and before and plain(before.name) in scene.state.asked:
        return f"{scene.state.asked.replace(plain(before.name), other.name, 1)}?"
    if bare and scene.state.asked:
        return f"{scene.state.asked} at {other.name}?"
    return _OTHER_PLACE.sub(f"the {other.name} one", line)


def _other_place(scene: Scene) -> Location | None:
    """The second of two places, where one of them was asked about."""
    places = scene.practice.locations
    others = [one for one in places if one.id != scene.state.asked_at]
    return others[0] if len(places) == 2 and len(others) == 1 else None
