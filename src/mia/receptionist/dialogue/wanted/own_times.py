"""The times at which someone has a visit already: nobody can be in two rooms at once."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any

from mia.receptionist.dates.when import PART_HOURS
from mia.receptionist.dialogue.saying.speaking import slot_start
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.practice import Practice

Slot = Mapping[str, Any]


def ends_before(slot: Slot, scene: Scene) -> datetime | None:
    """When the visit ends beside which the slot can't be, of those booked in this conversation for the same person:
    nobody can be in two rooms at once. ``None`` where there is none."""
    own = scene.practice.service(scene.state.service_id)
    start = slot_start(slot, scene.practice)
    until = start + timedelta(minutes=(own and own.duration_minutes) or 0)
    return next((ends for begins, ends in _own_visits(scene) if start < ends and begins < until), None)


def after_own_visits(scene: Scene, search: Mapping[str, Any]) -> dict[str, Any]:
    """A search of one day begins when the person's visits of it are over, unless an earlier time is wanted."""
    wish = scene.state.wish
    latest = wish.not_after or (PART_HOURS[wish.part][1] if wish.part else time(23, 59))
    over = max((ends for begins, ends in _own_visits(scene) if begins.date() == wish.one_day), default=None)
    if over is None or wish.at or over.time() >= latest:
        return dict(search)
    return {**search, "from": over.isoformat(timespec="minutes")}


def _own_visits(scene: Scene) -> list[tuple[datetime, datetime]]:
    """When the visits begin and end that the one has whose visit is arranged, on file or booked just now."""
    return [span(visit, scene.practice) for visit in own_standing(scene)]


def own_standing(scene: Scene) -> list[dict[str, Any]]:
    """The visits of the one whose visit is arranged, but for those that are moved, now or next."""
    state = scene.state
    mine = state.on_file if state.is_own_visit and not state.for_whom else []
    own = [*mine, *(visit for visit in state.visits if visit["name"] == state.name)]
    moved = {state.replaces, *(visit["appointment_id"] for visit in state.to_move)}
    return [one for one in own if one["starts"] and one["appointment_id"] not in moved]


def is_present(slot: Slot, scene: Scene) -> bool:
    """Whether a slot is the time that the visit has which is moved, so that taking it would change nothing."""
    state = scene.state
    moved = [one for one in state.standing if one["appointment_id"] == state.replaces]
    same = moved and moved[0]["service_id"] == state.service_id and not (state.provider_id or state.location_id)
    return bool(same) and moved[0]["starts"] == slot_start(slot, scene.practice).isoformat()


def span(visit: Mapping[str, Any], practice: Practice) -> tuple[datetime, datetime]:
    """When a visit begins and ends; one of a treatment whose time is unknown takes none."""
    service = practice.service(visit["service_id"])
    begins = datetime.fromisoformat(visit["starts"])
    return begins, begins + timedelta(minutes=(service and service.duration_minutes) or 0)
