"""Which visits on file a message tells of: one that is to be changed for another treatment or day, those that stay,
and those that are meant by their place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

from mia.platform.words.plain import plain
from mia.receptionist.dates.spoken import hear_when
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.wanted.offers import ordinal
from mia.receptionist.dialogue.wanted.own_times import span
from mia.receptionist.understanding.lexicon import find_services
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.told_of import tells_of_one
from mia.receptionist.understanding.who.people import hear_kin
from mia.receptionist.understanding.wishes.errands import ANOTHER_DAY, adds_another

PARTS = re.compile(r"[,.;!?]|\b(?:and|but|then)\b")
KEEPS = re.compile(
    r"\b(?:keep|keeping|stays?|staying|leave|leaving|not the|still want|(?:do )?not (?:touch|change|move|cancel)"
    r"|(?:is|are) (?:still )?(?:fine|good|okay|ok)|as is)\b"
)
_STAYS = re.compile(r"\b(?:keep|keeping|stays?|staying|leave|leaving|as is|not (?:touch|change|move|cancel))\b")
"""What only a visit that is there can do, where new ones may be "fine", or still wanted."""
_SENTENCES = re.compile(r"[.;!?]+\s+|,\s+(?=(?:and|but|so|can|could|would|i|id|i'd)\b)|\s+but\s+", re.IGNORECASE)
_MINE = re.compile(
    r"^(?:(?:so|hi|hey|hello|ok|okay|about|and) )*(?:my|our|his|her) (?!\w+ (?:needs?|wants?|would))"
)
"""How a visit is named that is there: "my facial on the 10th"."""
_WANTS = re.compile(r"\b(?:want|wants|need|needs|like|book|schedule|get)\b")
_RATHER = re.compile(
    r"\b(?:rather|instead|swap|switch|trade|exchange|(?:change|turn|make) (?:it|that|this) (?:to|for|into|an?))\b"
)
_GIVES_UP = re.compile(
    r"\b(?:chicken(?:ed|ing) out (?:of|on)|(?:got|getting|have) cold feet|back(?:ed|ing) out of|bail(?:ed|ing)? on"
    r"|chang(?:ed|ing) my mind (?:about|on)|no longer (?:want|need)"
    r"|(?:do|am|is) not (?:\w+ )?(?:feeling|up (?:to|for))"
    r"|not (?:in|within) (?:the|my|our) (?:cards|budget)|can not afford|too (?:much|rich|expensive|pricey|steep)"
    r"|(?:out of|over) (?:my|our|the) budget|talked (?:me )?out of)\b"
)
"""How someone lets go of a treatment, before they name another one."""
_SWAPS = re.compile(
    r"\b(?:swap|switch|trade|exchange|change|turn) (?:it|that|this|mine) (?:out )?(?:to|for|into)\b"
)
"""What only a visit that is there can be: who has none may say "too much, could I have a cleaning instead?"."""
_INSTEAD_OF = re.compile(
    r"\b(?:instead of|rather than|in place of) (?:the|my|our) (?P<old>\w.*?)"
    r"(?= (?:i|we|could|can|do|does|is|would)\b|$)"
)
_TURNS_INTO = re.compile(
    r"\b(?:turn|turned|change|changed|switch|switched|convert|converted|make|made|become|be)?\s?(?:my|our|the) "
    r"(?P<old>\w.*?) (?:to )?(?:turn(?:ed)? into|become|be(?:come)? (?:an?|the)|into|be (?:changed|switched|turned)"
    r" (?:to|into|for)) (?:an? |the )?(?P<new>\w+(?: \w+){0,3})"
)
_TRADED = re.compile(
    r"\b(?:swap|trade|exchange|switch|change) (?:out )?(?:my|our) (?P<old>\w.*?) (?:for|to|into|with) "
    r"(?:an? |the )?(?P<new>\w+(?: \w+){0,3})"
)
_BY_PLACE = re.compile(
    r"\b(?:first|second|third|last|middle|1st|2nd|3rd|later|latter|earlier) (?:one|of)\b|\bmiddle\b"
    r"|\bthe (?:first|second|last|former|latter|other)(?=$| (?:is|be|to|can|could|has|needs|should|stays?)\b)"
)
_THE_REST = re.compile(r"\b(?:the )?(?:others|other (?:ones|two|three|2|3)|rest|remaining)\b")
BESIDE = re.compile(
    r"\b(?:the )?(?:(?P<step>day|week) (?P<side>after|before)|same day as"
    r"|(?:right|just|straight|directly|immediately) (?P<edge>after|before)) (?:the|my|our) (?P<what>(?:\w+ ?){1,3})"
)
"""A time told by another visit: "the day after the Botox", "same day as my cleaning", "right after my facial"."""
_PUT_BESIDE = re.compile(
    r"\b(?:put|move|get|have|do|schedule|bring|switch|shift|set|make|fit)(?: \w+)? (?:my|our) "
    r"(?P<old>(?:\w+ ){1,4}?)"
    rf"(?:to |for |on )?(?={BESIDE.pattern.replace('?P<', '?P<of_')})"
)
"""A visit that is wanted beside another: "put my Botox right after my facial"."""


@dataclass(frozen=True)
class Told:
    """A visit that is told of by treatment and day, where something else is wanted in its place: ``other`` are the
    treatments, if not that one."""

    services: tuple[str, ...]
    when: When
    other: tuple[str, ...] = ()


def to_be_changed(scene: Scene, meaning: Meaning) -> Told | None:
    """The visit that is to be changed: "my girl has a checkup on the 10th, could we do the 21st", "I've got a
    facial on the 10th. I'd rather do a peel", "I chickened out of the drip on the 10th. Give me a massage"."""
    if adds_another(meaning.plain):
        return None
    if beside_own := put_beside(scene, meaning):
        return Told(beside_own, When(), beside_own)
    if (swapped := swapped_for(scene, meaning)) is not None:
        return swapped
    told: Told | None = None
    whose: set[str] = set()
    gives_up = False
    for said, named, when in _sentences(scene, meaning):
        if told is None:
            gives_up = bool(_GIVES_UP.search(said))
            if len(named) == 1 and ((when.one_day and _is_there(said)) or gives_up):
                told, whose = Told(named, When(days=when.days if when.one_day else ())), hear_kin(said)
        elif len(whose | hear_kin(said)) > 1 or (not whose and hear_kin(said)):
            return None  # another person's visit beside it
        elif set(named) - set(told.services) and _takes_its_place(said, told, gives_up=gives_up):
            return Told(told.services, told.when or When(days=meaning.when.days), named)
        elif told.when and _is_another_day(when, told) and _of_that(named, told) and ANOTHER_DAY.search(said):
            return told
    return None


def put_beside(scene: Scene, meaning: Meaning) -> tuple[str, ...]:
    """The treatment of the visit that is wanted at a time told by another one's; empty where none is."""
    found = _PUT_BESIDE.search(meaning.plain)
    old = find_services(found["old"], scene.practice) if found else None
    other = find_services(found["of_what"], scene.practice) if found else None
    return old.ids if old and other and not set(old.ids) & set(other.ids) else ()


def _is_another_day(when: When, told: Told) -> bool:
    return bool(when.days) and when.days != told.when.days


def _takes_its_place(said: str, told: Told, *, gives_up: bool) -> bool:
    """Whether another treatment is wanted in place of the one told of, which was given up or only named."""
    if not told.when:
        return bool(_SWAPS.search(said))
    return gives_up or bool(_RATHER.search(said))


def swapped_for(scene: Scene, meaning: Meaning) -> Told | None:
    """ "Instead of the Botox on the 15th I'd rather do a peel", "can my drip on the 8th turn into a sauna"."""
    traded = _TRADED.search(meaning.plain)
    found = traded or _INSTEAD_OF.search(meaning.plain) or _TURNS_INTO.search(meaning.plain)
    if found is None:
        return None
    old, when = (
        find_services(found["old"], scene.practice),
        hear_when(found["old"], scene.now, scene.practice.day_bounds),
    )
    told = found.groupdict().get("new") or meaning.plain.replace(found[0], " ")
    new = find_services(told, scene.practice)
    if not (old and new and (when.one_day or traded)) or set(old.ids) & set(new.ids):
        return None
    return Told(old.ids, When(days=when.days), new.ids)


def _is_there(said: str) -> bool:
    """Whether a sentence with a treatment and a day tells of a visit that stands."""
    return not _WANTS.search(said) and bool(_MINE.search(said) or tells_of_one(said, dated=True))


def beside(scene: Scene, line: str) -> When | None:
    """The day that a plain text tells by another visit on file."""
    found = BESIDE.search(line)
    named = find_services(found["what"], scene.practice) if found else None
    visits = [one for one in scene.state.standing if named and one["service_id"] in named.ids]
    if not found or len(visits) != 1:
        return None
    begins, ends = span(visits[0], scene.practice)
    if found["edge"]:
        day = When(days=(begins.date(),))
        return replace(day, at=ends.time()) if found["edge"] == "after" else replace(day, not_after=begins.time())
    steps = timedelta(weeks=1) if found["step"] == "week" else timedelta(days=1)
    way = {"after": 1, "before": -1}.get(found["side"] or "", 0)
    return When(days=(begins.date() + way * steps,))


def _of_that(named: tuple[str, ...], told: Told) -> bool:
    return set(named) <= set(told.services)


def _sentences(scene: Scene, meaning: Meaning) -> Iterator[tuple[str, tuple[str, ...], When]]:
    """Each sentence, plain, with its treatments and days."""
    for said in map(plain, _SENTENCES.split(meaning.text)):
        found = find_services(said, scene.practice)
        named = found.ids if found and found.by != "part" else ()
        yield said, named, hear_when(said, scene.now, scene.practice.day_bounds)


def stay(scene: Scene, meaning: Meaning, changes: re.Pattern[str]) -> set[str]:
    """The treatments whose visits are told to stay; ``changes``: the words by which a part of the message tells
    that something becomes of a visit."""
    parts = [part for part in map(plain, PARTS.split(meaning.text)) if KEEPS.search(part)]
    kept = [find_services(part, scene.practice) for part in parts if not changes.search(part)]
    return {id_ for found in kept if found for id_ in found.ids}


def given_up(scene: Scene, meaning: Meaning) -> list[str]:
    """The treatments whose visits are given up beside others that stay: "I've chickened out of the peel, but the
    consult stays"."""
    said = map(plain, PARTS.split(scene.message or meaning.text))
    named = [(part, found.ids) for part in said if (found := find_services(part, scene.practice))]
    kept = {id_ for part, ids in named if _STAYS.search(part) for id_ in ids}
    gone = [id_ for part, ids in named if _GIVES_UP.search(part) for id_ in ids if id_ not in kept]
    return list(dict.fromkeys(gone)) if kept else []


def places(meaning: Meaning) -> list[int]:
    """Which of several visits are meant by their place: "drop the first one, leave the second"."""
    parts = [part for part in map(plain, PARTS.split(meaning.text)) if not KEEPS.search(part)]
    found = [ordinal(part) for part in parts if _BY_PLACE.search(part)]
    return list(dict.fromkeys(place for place in found if place is not None))


def kept_places(meaning: Meaning) -> list[int]:
    """Which of several visits stay by their place, where all others are meant: "the first stays, the others go"."""
    parts = [plain(part) for part in PARTS.split(meaning.text)]
    kept = [ordinal(part) for part in parts if KEEPS.search(part) and _BY_PLACE.search(part)]
    rest = any(_THE_REST.search(part) for part in parts if not KEEPS.search(part))
    return [place for place in kept if place is not None] if rest else []
