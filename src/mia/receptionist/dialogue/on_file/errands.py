"""Visits on file: when they are, moving or canceling one, the same again. All of it after identity."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mia.receptionist.dates.shifts import hear_shift, told_by
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.answering import answers
from mia.receptionist.dialogue.answering.weighing import tell_time
from mia.receptionist.dialogue.on_file import changing, errand_told, identity, new_instead
from mia.receptionist.dialogue.on_file.pointing import Visit, in_order, pointed_at, start_of
from mia.receptionist.dialogue.on_file.which_visit import (
    is_another_meant,
    is_told_to_stay,
    meant_instead,
    named,
    told_first,
)
from mia.receptionist.dialogue.people import hand_off
from mia.receptionist.dialogue.people.misses import MOST_MISSES
from mia.receptionist.dialogue.saying.speaking import label, say_price, slot_start
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Step
from mia.receptionist.dialogue.wanted import booking, told_visits
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.dialogue.wanted.own_visits import ALL, told
from mia.receptionist.practice import Practice
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.asked_of import OF_TIME
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.wishes.errands import Errand, drops, hear_errand, refuses_new

OF_ANY = {"kind": Errand.WHEN.value, "words": "", "plain": "", "services": [], "of": {}, "to": {}}
"""The errand of someone whose wish another model heard: their visits are told."""
_STAYS = re.compile(
    r"\b(?:do not|not|no need to|hold off on|without) cancel\w*"
    r"|\b(?:keep|leave) (?:it|them|that|this|the|my|both|everything)\b"
    r"|\b(?:changed my mind|forget (?:about )?cancel\w*)\b"
)

_OF_PRICE = re.compile(r"\bhow much\b(?! (?:time|notice))|\b(?:cost|costs|price|owe|owing|run me|set me back)\b")
"""What asks for the price of a visit, in the breath that asks when it is."""
_WANTS_ANOTHER = re.compile(
    r"\b(?:new one|another|second|in addition|additional|extra|one more|as well|also|too|book|want|need|add)\b"
)
"""What someone says who keeps a visit and wants one beside it."""
_ALTOGETHER = re.compile(r"\b(?:altogether|entirely|completely|for good|any (?:of them|more|longer)|anymore)\b")
_ALL_OF_THEM = re.compile(
    r"\b(?:both|all of (?:them|it)|all (?:two|three|four)|everything|each one|them all)\b(?! (?:stay|of us))"
)


def begin(scene: Scene, errand: Errand, meaning: Meaning) -> None:
    """Someone wants something of a visit that is booked, or was: first make sure who it is."""
    state = scene.state
    state.errand = errand_told.read(scene, errand, meaning)
    if errand in (Errand.SAME, Errand.NEXT) or not (state.service_id or state.offered or state.slot):
        state.booking = False
    identity.contact_in(scene, meaning)
    if not changing.may(scene, errand):
        words, state.errand = state.errand["words"], None
        hand_off.begin(scene, f"Wants to {errand.value} a visit: {words}", "team_does_it")
        return
    if state.known or state.outreach:
        scene.call("list_visits", {})
        return
    scene.say("who_why")
    identity.ask(scene)


def on_visits(scene: Scene, result: Mapping[str, Any], error: str | None) -> None:
    """Their visits, or that the front office does not know yet who it is."""
    state = scene.state
    state.errand = state.errand or dict(OF_ANY)
    if error:
        identity.to_people(scene, "who_failed")
        return
    if "visits" not in result:
        state.known = False
        identity.ask(scene)
        return
    booked = {(visit["appointment_id"], visit["starts"]) for visit in state.visits}
    listed = [remembered(visit, scene.practice) for visit in result["visits"]]
    state.on_file = [visit for visit in listed if (visit["appointment_id"], visit["starts"]) not in booked]
    state.answered += [] if "own_visits" in state.answered else ["own_visits"]
    last = result.get("last")
    match Errand(state.errand["kind"]):
        case Errand.SAME | Errand.NEXT:
            _same_again(scene, last if isinstance(last, dict) else None)
        case Errand.WHEN:
            _tell(scene)
        case _:
            _choose(scene, told_first(scene, state.errand))


def which_turn(scene: Scene, meaning: Meaning) -> None:
    """The answer to "which one is it?"."""
    state, errand = scene.state, scene.state.errand or {}
    among = _asked_about(scene)
    meant = pointed_at(scene, meaning.text, among)
    everything = bool(ALL.search(meaning.plain) or _ALTOGETHER.search(meaning.plain))
    if everything:
        meant = meant or list(state.standing)
    if meaning.has(Act.NO, Act.NEITHER) and not meant:
        _done(scene, "kept_all")
    elif meant and (everything or len(meant) < len(among)):
        state.misses = 0
        if errand.get("kind") == Errand.MOVE.value:
            _take_up_new_day(scene, meaning, meant)
        _choose(scene, meant, all_of_them=everything)
    elif answers.answer(scene, meaning):
        scene.say("which_visit", visits=told(among))
    else:
        state.misses += 1
        if state.misses > MOST_MISSES:
            identity.to_people(scene, "who_failed")
        else:
            scene.say("which_visit", visits=told(among))


def _asked_about(scene: Scene) -> list[Visit]:
    """The visits of which one is to be chosen, in order of time."""
    ids = (scene.state.errand or {}).get("among") or ()
    return in_order([one for one in scene.state.standing if not ids or one["appointment_id"] in ids])


def _take_up_new_day(scene: Scene, meaning: Meaning, meant: Sequence[Visit]) -> None:
    """Keep the new day that is told in the same breath as the visit: "the filling, and make it Friday"."""
    state = scene.state
    own = {start_of(one).date() for one in meant}
    days = tuple(day for day in meaning.when.days if day not in own)
    weekdays = {day.weekday() for day in own}
    if days and not (len(days) == 1 and days[0].weekday() in weekdays):
        told_to = replace(meaning.when, days=days)
        state.errand = {**(state.errand or {}), "to": told_to.to_json()}
    if state.errand and not state.errand.get("to"):
        state.errand = {**state.errand, "plain": f"{state.errand.get('plain', '')} {meaning.plain}"}


def cancel_turn(scene: Scene, meaning: Meaning) -> None:
    """The answer to "shall I cancel it?"."""
    state = scene.state
    ids = list((state.errand or {}).get("ids") or ())
    others, another_stays = meant_instead(scene, meaning, ids), _another_stays(scene, meaning, ids)
    stays = not another_stays and bool(_STAYS.search(meaning.plain) or is_told_to_stay(meaning))
    if _ALL_OF_THEM.search(meaning.plain) and len(ids) < len(state.standing) and not (stays or another_stays):
        changing.ask_to_cancel(scene, state.standing)
        return
    moves = hear_errand(meaning) is Errand.MOVE or (meaning.when and meaning.has(Act.CHANGE) and not others)
    if not (moves or others or stays) and _names_another_day(scene, meaning, ids):
        state.errand = {**(state.errand or {}), "kind": Errand.MOVE.value, "plain": meaning.plain}
        moves = True  # "the following Tuesday, same time"
    if moves and not (others and is_another_meant(meaning)):
        changing.move(
            scene, [visit for visit in state.standing if visit["appointment_id"] in ids][:1], meaning.when
        )
    elif others:
        changing.ask_to_cancel(scene, others)
    elif stays:
        _done(scene, "kept")
    elif meaning.has(Act.YES) or hear_errand(meaning) is Errand.CANCEL or another_stays:
        state.to_cancel, state.errand = ids, None
        scene.call("cancel_visit", {"appointment_id": state.to_cancel.pop(0)})
    elif meaning.has(Act.NO, Act.NEITHER, Act.REFUSE):
        _done(scene, "kept")
    else:
        answers.answer(scene, meaning)
        scene.say("cancel_again")


def _names_another_day(scene: Scene, meaning: Meaning, ids: Sequence[str]) -> bool:
    """Whether a day is told, with no yes or no, that is not the one of the visit about to be canceled."""
    visit = next((one for one in scene.state.standing if one["appointment_id"] in ids), None)
    if visit is None or len(ids) > 1 or meaning.has(Act.YES, Act.NO, Act.NEITHER, Act.REFUSE):
        return False
    start = start_of(visit)
    day = (hear_shift(meaning.plain, start) or told_by(meaning.plain, start, meaning.when)).one_day
    return day is not None and day != start.date()


def _another_stays(scene: Scene, meaning: Meaning, ids: Sequence[str]) -> bool:
    """Whether it is another visit that is told to stay: "take off the needles, leave the peel"."""
    meant = {visit["service_id"] for visit in scene.state.standing if visit["appointment_id"] in ids}
    stays = told_visits.stay(scene, meaning, errand_told.DROPS)
    return bool(stays) and not stays & meant


def keeps_visit(scene: Scene, meaning: Meaning) -> bool:
    """Whether the visit that is being moved is told to stay: another is meant, or a new one is wanted."""
    state = scene.state
    standing = [visit["appointment_id"] for visit in state.standing]
    another = is_another_meant(meaning)
    if not state.booking or state.replaces is None or state.replaces not in standing:
        return False
    if meaning.has(Act.YES) and not another:
        return False
    objects = another or (meaning.services and meaning.has(Act.NO, Act.NEITHER))
    others = meant_instead(scene, meaning, [state.replaces]) if objects else []
    if len(others) == 1:
        changing.move(scene, others, state.wish)
        return True
    if not is_told_to_stay(meaning):
        return False
    state.replaces, state.to_move = None, []
    scene.say("kept")
    if not _WANTS_ANOTHER.search(meaning.plain):
        state.drop_plans()
        hand_off.ask_else(scene)
        return True
    take_up(scene, meaning)
    booking.advance(scene)
    return True


def cancels_instead(scene: Scene, meaning: Meaning) -> bool:
    """Whether a visit that was to be moved may be given up: "don't move it, just cancel it", "no new day, please".
    Then that is asked."""
    state = scene.state
    moving = [visit for visit in state.standing if state.booking and visit["appointment_id"] == state.replaces]
    gives_up = drops(meaning.plain) or refuses_new(meaning.plain)
    if not moving or meaning.when or not gives_up or _STAYS.search(meaning.plain):
        return False
    if not changing.may(scene, Errand.CANCEL):
        return False
    state.drop_plans()
    changing.ask_to_cancel(scene, moving)
    return True


def _tell(scene: Scene) -> None:
    state = scene.state
    assert state.errand is not None
    wanted = named(scene, When.from_json(state.errand["of"]), state.errand)
    if not state.standing:
        state.errand = None
        scene.ask(Step.OFFER_VISIT, "no_visits")
        return
    if not wanted:
        scene.say("no_such_visit")
    asked, told_of = state.errand["plain"], wanted or state.standing
    scene.say("your_visits", visits=told(told_of, full=True, where=len(scene.practice.locations) > 1))
    for id_ in dict.fromkeys(visit["service_id"] for visit in told_of):
        service = scene.practice.service(id_)
        if OF_TIME.search(asked):
            tell_time(scene, service)
        if _OF_PRICE.search(asked) and scene.practice.prices and (price := service and say_price(service)):
            scene.tell(price)
    state.errand = None
    hand_off.ask_else(scene)


def _choose(scene: Scene, meant: Sequence[Visit], *, all_of_them: bool = False) -> None:
    """Go on with the visit that is meant, or with several that surely are, or ask which it is."""
    state = scene.state
    assert state.errand is not None
    if not state.standing:
        new_instead.take_up_new(scene, state.errand)
        state.errand = None
        scene.ask(Step.OFFER_VISIT, "no_visits")
        return
    errand = state.errand
    if not meant and errand["kind"] == Errand.CANCEL.value and not drops(errand["plain"]):
        # another day than any of theirs is wanted, and nothing is told to be given up: "I do need the 11th"
        state.errand = errand = {**errand, "kind": Errand.MOVE.value, "to": errand["of"], "of": {}}
        meant = state.standing
    several = ALL.search(errand["plain"]) or len(errand["services"]) > 1 or errand.get("kept_places")
    if not meant or (len(meant) > 1 and not (several or all_of_them)):
        if not meant:
            scene.say("no_such_visit")
        if len(state.standing) > 1:
            state.errand = {**errand, "among": [one["appointment_id"] for one in meant]}
            scene.ask(Step.VISIT, "which_visit", visits=told(_asked_about(scene)))
            return
        meant = state.standing
    if state.errand["kind"] == Errand.CANCEL.value:
        changing.ask_to_cancel(scene, meant)
    else:
        changing.move(scene, meant, When.from_json(state.errand["to"]))


def _same_again(scene: Scene, last: Mapping[str, Any] | None) -> None:
    """Book what they had last, with who did it."""
    state = scene.state
    assert state.errand is not None
    wish = When.from_json(state.errand["to"])
    service = scene.practice.service(str(last.get("service_id"))) if last else None
    state.errand = None
    state.drop_plans()
    state.booking, state.wish = True, wish
    if last is None or service is None:
        scene.say("no_last_visit")
    else:
        provider = scene.practice.provider(str(last.get("provider_id") or ""))
        state.service_id, state.provider_id = service.id, provider.id if provider else None
        by = f" with {label(last.get('provider'))}" if last.get("provider") else ""
        scene.say("same_again", visit=f"{service.name}{by}")
    booking.advance(scene)


def remembered(visit: Mapping[str, Any], practice: Practice) -> Visit:
    """A visit of ``list_visits`` in the form of those that this conversation books."""
    return {
        "appointment_id": str(visit.get("appointment_id") or ""),
        "service_id": visit.get("service_id") or None,
        "service": str(visit.get("service") or ""),
        "name": "",
        "starts": slot_start(visit, practice).isoformat(),
        "provider": label(visit.get("provider")),
        "location": label(visit.get("location")),
    }


def _done(scene: Scene, key: str, **values: object) -> None:
    scene.state.errand = None
    scene.say(key, **values)
    hand_off.ask_else(scene)
