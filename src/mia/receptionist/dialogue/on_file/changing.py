"""Visits on file that are moved or canceled: whether Mia may, what a late change costs, and where they go."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from mia.platform.words.plain import plain
from mia.receptionist.dates.shifts import hear_shift
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.answering import in_time
from mia.receptionist.dialogue.answering.own_answers import of_kinds
from mia.receptionist.dialogue.on_file import identity
from mia.receptionist.dialogue.on_file.pointing import Visit, start_of
from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Planned, Step
from mia.receptionist.dialogue.wanted import booking, told_visits
from mia.receptionist.dialogue.wanted.offers import in_week_of
from mia.receptionist.dialogue.wanted.own_visits import told
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.who.people import SELF
from mia.receptionist.understanding.wishes.errands import Errand

_NEAR = timedelta(hours=48)
"""Most practices ask for a day or two of notice; some for less, and then it does no harm to know."""


def may(scene: Scene, errand: Errand) -> bool:
    """Whether the practice has Mia do it; what she may not is no reason to ask who someone is."""
    practice = scene.practice
    if errand is Errand.MOVE:
        return practice.moves and practice.books
    return practice.cancels if errand is Errand.CANCEL else True


def _tell_notice(scene: Scene, meant: Sequence[Visit]) -> None:
    """What the practice charges for late changes, before a visit is changed that is near: nobody is to be surprised
    by a fee. Said once."""
    near = any(start_of(visit) - scene.now <= _NEAR for visit in meant)
    rules = of_kinds(scene, {Topic.CANCELLATION})
    if near and len(rules) == 1 and rules[0].answer not in scene.heard_of_us:
        scene.quote(rules[0].answer, rules[0].answer_es)
        if len(meant) == 1:
            in_time.tell_of(scene, start_of(meant[0]))


def ask_to_cancel(scene: Scene, meant: Sequence[Visit]) -> None:
    state = scene.state
    _tell_notice(scene, meant)
    state.errand = {**(state.errand or {}), "ids": [visit["appointment_id"] for visit in meant]}
    scene.ask(Step.CANCEL, "cancel_ask", visits=told(meant), it="it" if len(meant) == 1 else "them")


def move(scene: Scene, meant: Sequence[Visit], wish: When) -> None:
    """Look for another time for a visit; booking it moves the visit."""
    state = scene.state
    if not meant:
        identity.to_people(scene, "who_failed")
        return
    if not may(scene, Errand.MOVE):
        state.errand = None
        hand_off.begin(scene, "Wants to move a visit", "team_does_it")
        return
    visit = meant[0]
    errand = state.errand
    scene.say("moving", visits=told([visit]))
    _tell_notice(scene, [visit])
    state.drop_plans()
    to_each = (errand or {}).get("to_each", {})
    state.to_move = [one | {"to": to_each.get(one["service_id"])} if to_each else one for one in meant[1:]]
    state.booking, state.errand = True, None
    state.minor = False  # their visit was arranged with a parent
    if state.known:
        state.turn_to(SELF)
    on_file = {one["service_id"] for one in state.standing}
    state.planned = [Planned(**one) for one in (errand or {}).get("for_others", ())]
    not_mine = {one.service for one in state.planned}
    named = () if _is_its_own(scene, visit, errand or {}) else (errand or {}).get("services", ())
    other = next((id_ for id_ in named if id_ not in on_file | not_mine), None)
    state.provider_id = (errand or {}).get("provider")
    state.service_id, state.replaces = other or visit["service_id"], visit["appointment_id"]
    wish = _new_time(scene, visit, wish, errand or {})
    start = start_of(visit)
    same_time = wish.at == start.time() or not wish.has_time or bool((errand or {}).get("wished_before"))
    is_its_own = other is None and not state.provider_id and wish.one_day == start.date() and same_time
    state.wish = When() if is_its_own else wish
    booking.advance(scene)


def _new_time(scene: Scene, visit: Visit, wish: When, errand: Mapping[str, Any]) -> When:
    """When a visit is wanted instead: on a day of its own, beside another visit, or counted from when it is now."""
    start, plain_words = start_of(visit), str(errand.get("plain") or "")
    own = errand.get("to_each", {}).get(visit["service_id"]) or visit.get("to")
    if beside := told_visits.beside(scene, plain_words):
        return replace(beside, part=wish.part)
    if own:
        return When.from_json(own).updated(replace(wish, days=(), until=None))
    shift = hear_shift(plain_words, start)
    if shift and not (shift.has_day and _is_another(wish, shift, start)):
        by_clock = shift.has_time or not wish.has_time
        new = shift if by_clock else shift.updated(replace(wish, days=(), until=None))
        days = in_week_of(start, plain_words, wish) if wish.days else When(days=(start.date(),))
        return new if new.has_day else replace(days, at=None, part=None).updated(new)
    if errand.get("week_later") and not wish.one_day:
        monday = start.date() - timedelta(days=start.weekday()) + timedelta(days=7)
        return wish.updated(When(days=(monday,), until=monday + timedelta(days=6)))
    if wish.has_time and not wish.has_day:
        return When(days=(start.date(),)).updated(wish)
    return in_week_of(start, plain_words, wish)


def _is_its_own(scene: Scene, visit: Visit, errand: Mapping[str, Any]) -> bool:
    """Whether what was named may be the treatment of the visit itself: "in for my teeth", "my son's checkup"."""
    called = str(errand.get("called") or "").removesuffix("s")
    both = (visit["service_id"], next(iter(errand.get("services") or ()), None))
    names = [plain(" ".join((one.name, *one.aliases))) for id_ in both if (one := scene.practice.service(id_))]
    return bool(errand.get("hinted")) or (bool(called) and all(called in name for name in names))


def _is_another(wish: When, shift: When, start: datetime) -> bool:
    """Whether another day is wished for than the visit's, or the one told by it ("the Monday after")."""
    day, by_visit = wish.one_day, shift.one_day
    same_weekday = bool(day and by_visit and day.weekday() == by_visit.weekday())
    return day is not None and day != start.date() and not same_weekday


def move_next(scene: Scene) -> None:
    """Go on with the next of the visits to be moved, to the days of the one before."""
    wish = When.from_json(scene.state.wished)
    days = When(
        days=wish.days, until=wish.until, part=wish.part, not_before=wish.not_before, not_after=wish.not_after
    )
    move(scene, scene.state.to_move, days)
