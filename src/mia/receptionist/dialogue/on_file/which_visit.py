"""Which of the visits on file are meant: those that are named, or those instead of the ones that were told."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.on_file.pointing import (
    Visit,
    in_order,
    names_the_other,
    on_days,
    pointed_at,
    sorted_out,
)
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.wanted.own_visits import ALL
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.wishes.errands import Errand

_IS_KEPT = re.compile(
    r"\b(?:do not|not|never|no need to) (?:move|change|touch|reschedule) (?:it|that|this|mine|my)\b"
    r"|\b(?:leave|keep) (?:it|that|this|mine)(?: one)?(?: (?:where|as|alone|there|please|i)\b|$)"
    r"|\b(?:it|that|one|mine|visit|appointment) (?:stays|stands|is staying)\b"
    r"|\bmine (?:i )?(?:do )?not (?:move|change)\b"
    r"|\b(?:am|is) (?:just )?keeping (?:it|that|mine|my)\b|\bleave (?:it|that) be\b"
    r"|\bnot moving (?:it|that|nothing|anything|mine)\b"
)


def is_another_meant(meaning: Meaning) -> bool:
    """Whether the visit that was told is said to be the wrong one."""
    return names_the_other(meaning.plain)


def is_told_to_stay(meaning: Meaning) -> bool:
    """Whether the visit that was told is said to stay as it is."""
    return bool(_IS_KEPT.search(meaning.plain))


def meant_instead(scene: Scene, meaning: Meaning, ids: Sequence[str]) -> list[Visit]:
    """The visits on file that are named, without those that are told to stay; all others where only "the other one"
    is said. Empty where none or the same are meant."""
    asked = [visit for visit in scene.state.standing if visit["appointment_id"] in ids]
    rest = [visit for visit in scene.state.standing if visit not in asked]
    named, stay = sorted_out(scene, meaning.text, scene.state.standing)
    if named or stay:
        wanted = [visit for visit in scene.state.standing if visit in (named or asked) and visit not in stay]
        wanted = wanted or (rest if is_another_meant(meaning) else [])
    else:
        wanted = rest if is_another_meant(meaning) else []
    return [] if all(visit in wanted for visit in asked) else wanted


def _are_exchanged(scene: Scene, errand: Mapping[str, Any]) -> bool:
    """Whether two visits on file get each other's day, so that no treatment takes the place of another."""
    on_file = {visit["service_id"] for visit in scene.state.standing}
    return len(on_file & set(errand.get("to_each") or ())) > 1


def named(scene: Scene, when: When, errand: Mapping[str, Any]) -> list[Visit]:
    """The visits whose treatment or day is named; all when neither is."""
    visits = scene.state.standing
    services = errand.get("services") or ()
    if services and (same := [visit for visit in visits if visit["service_id"] in services]):
        visits = same
    if not when.days or len(services) > 1 or (services and len(visits) == 1):
        return list(visits)
    return on_days(visits, when, str(errand["plain"]))


def told_first(scene: Scene, errand: Mapping[str, Any]) -> list[Visit]:
    """The visits that the words of an errand mean, and what was said until it was known who speaks."""
    old = () if _are_exchanged(scene, errand) else errand.get("old") or ()
    given_up = [visit for visit in scene.state.standing if visit["service_id"] in old]
    if len(given_up) == 1:
        return given_up
    meant = named(scene, When.from_json(errand["of"]), errand)
    if len(meant) == 1 and not errand.get("kept_places"):
        return meant
    if placed := by_place(scene, errand):
        return placed
    by_hour = errand["kind"] != Errand.MOVE.value
    for text in reversed(errand.get("texts") or ()):
        if pointed := pointed_at(scene, text, meant or scene.state.standing, by_hour=by_hour):
            return pointed
    told = errand["services"] or errand["of"] or ALL.search(str(errand["plain"]))
    own = [visit for visit in scene.state.visits if visit["name"] == scene.state.known_name]
    return own[-1:] if own and not told else meant  # "an hour later" is said of what was arranged just now


def by_place(scene: Scene, errand: Mapping[str, Any]) -> list[Visit]:
    """The one visit that is meant by its place among those of its treatment, or all but those that stay by it."""
    visits = in_order(named(scene, When(), errand))
    if kept := {place % len(visits) for place in errand.get("kept_places", ()) if visits}:
        return [visit for place, visit in enumerate(visits) if place not in kept]
    places = [place for place in errand.get("places", ()) if place < len(visits)]
    return [visits[places[0]]] if len(places) == 1 and len(visits) > 1 else []
