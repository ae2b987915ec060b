"""Days that are told again: of visits that are planned, or of those on file that are being moved."""

from collections.abc import Sequence
from dataclasses import replace

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.saying.speaking import slot_start
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Planned
from mia.receptionist.dialogue.wanted.parts import Part, parts_of
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.who.people import SELF, Person, is_alike


def tells_days_again(scene: Scene, meaning: Meaning) -> bool:
    """Whether the days of several visits are told again while others are planned."""
    return bool(scene.state.planned and meaning.when and _of_several_days(parts_of(scene, meaning.text, new=True)))


def of_the_moved(scene: Scene, meaning: Meaning) -> Meaning:
    """The utterance with the new day of the visit that is being moved; those of the ones after it are kept."""
    state = scene.state
    days = {part.service: part.when for part in parts_of(scene, meaning.text) if part.service and part.days}
    moved = [one for one in state.to_move if one["service_id"] in days]
    if not moved:
        return meaning
    state.to_move = [
        one | {"to": days[one["service_id"]].to_json()} if one in moved else one for one in state.to_move
    ]
    own = days.get(state.service_id or "", When())
    when = replace(meaning.when, days=(), until=None).updated(own)
    return replace(meaning, services=(), more_services=(), service_words="", service_by="", when=when)


def put_right(scene: Scene, meaning: Meaning, parts: Sequence[Part]) -> Meaning:
    """Days told again for each of the visits that are planned: "the massage on the 12th, the sauna on the 13th"."""
    state = scene.state
    if _changes_places(scene, parts):
        return replace(meaning, name=None, when=When())
    who = state.for_whom or SELF
    others = {who, *(one.kin for one in state.planned)} - {"", SELF}
    they = next(iter(others)) if len(others) == 1 else "other"
    dated = [replace(part, kin=they) if part.kin == "other" else part for part in _of_several_days(parts)]
    if not dated:
        return meaning
    now = next((one for one in dated if state.service_id == one.service or is_alike(one.kin, who)), None)
    first = now or next((one for one in dated if not one.service), None)
    for part in dated:
        one = _planned_for(state.planned, part)
        if part is not first and one:
            one.when = When.from_json(one.when).updated(part.when).to_json()
    when = replace(meaning.when, days=(), until=None)
    return replace(meaning, services=(), more_services=(), when=when.updated(first.when) if first else when)


def _changes_places(scene: Scene, parts: Sequence[Part]) -> bool:
    """Whether the hour of the visit being arranged is told to be that of someone who comes later, who then changes
    places with the one who has it: "no, the 10 is for Leo"."""
    state = scene.state
    timed = [part for part in parts if part.kin and part.when.at]
    if len(timed) != 1 or not state.booking:
        return False
    hour = slot_start(state.slot, scene.practice).time() if state.slot else state.wish.at
    if timed[0].when.at == hour and is_alike(state.name or "", timed[0].kin):
        return True  # their name was put right before
    one = _planned_for(state.planned, timed[0])
    if one is None or one.kin in ("", "other") or one.service or timed[0].when.at != hour:
        return False
    later = one.kin
    one.kin = state.name or state.for_whom or SELF
    if state.name:
        state.people = [*state.people, Person("", state.name)] if state.name not in _names(scene) else state.people
    state.turn_to(later)
    return True


def _names(scene: Scene) -> list[str]:
    return [one.name for one in scene.state.people]


def _of_several_days(parts: Sequence[Part]) -> list[Part]:
    """The parts that tell a day of one visit each, if these are several days."""
    dated = [part for part in parts if part.days and (part.service or part.kin)]
    timed = [part for part in parts if part.kin and part.when.has_time]
    if not dated and len({part.when for part in timed}) == len(timed) > 1:
        return timed  # "the 11 is for Kelly and the 10 for Brooke"
    return dated if len({part.days for part in dated}) > 1 else []


def _planned_for(planned: Sequence[Planned], part: Part) -> Planned | None:
    """The planned visit that a part tells of: by its treatment, by who comes, or the only one for someone else."""
    others = [one for one in planned if one.kin not in ("", SELF)]
    found = [one for one in planned if part.service and one.service == part.service]
    found = found or [one for one in others if one.kin == part.kin or is_alike(one.kin, part.kin)]
    found = found or [
        one for one in planned if part.kin and not part.service and (one.service or one.kin) == part.kin
    ]
    if not found and part.kin not in ("", SELF) and len(planned) == 1:
        found = list(planned)
    return found[0] if found else None
