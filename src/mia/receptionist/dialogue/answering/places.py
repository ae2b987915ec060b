"""Where the practice is, and where to park there."""

from mia.platform.words.plain import plain
from mia.receptionist.dialogue.answering.aspects import lacks
from mia.receptionist.dialogue.answering.own_answers import (
    ALIKE_ON_TOPIC,
    answer_from_faq,
    answer_in_part,
    sentence,
    unknown,
)
from mia.receptionist.dialogue.saying.speaking import label, some
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.practice import Location
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.telling_words import find_text

_FEW_PLACES = 3
"""As many addresses are told at once; of more, the caller is asked which."""


def answer_place(scene: Scene, meaning: Meaning) -> bool:
    """Tell about the location named, as after "which one would you like the address of?"."""
    return bool(meaning.location_id) and location(scene, meaning)


def _place(scene: Scene, meaning: Meaning) -> Location | None:
    """The only place, the one named or told by a word of its address or directions, else that of the visit being
    arranged or booked last."""
    places = scene.practice.locations
    if len(places) == 1:
        return places[0]
    if meaning.location_id:
        return scene.practice.location(meaning.location_id)
    described = [f"{p.name} {p.address} {p.directions}" for p in places]
    told = find_text(meaning.plain, described, ())
    told = find_text(plain(scene.message), described, ()) if told is None else told
    if told is not None:
        return places[told]
    if chosen := scene.practice.location(scene.state.location_id):
        return chosen
    named = _at_hand(scene) or (scene.state.booked or {}).get("location")
    return next((place for place in places if named and place.name == named), None)


def _at_hand(scene: Scene) -> str:
    """The place of the time that was chosen, or of all that are offered; "" where there are several or none."""
    slots = [scene.state.slot] if scene.state.slot else scene.state.offered
    names = {label(slot.get("location")) for slot in slots}
    return next(iter(names)) if len(names) == 1 else ""


def location(scene: Scene, meaning: Meaning) -> bool:
    """Tell the address of the place meant, or of each where they are few."""
    places, place = scene.practice.locations, _place(scene, meaning)
    told = " ".join(f"{one.address} {one.directions}" for one in ([place] if place else places))
    if not places or lacks(Topic.LOCATION, meaning.plain, told):
        return unknown(scene)
    if place is None and len(places) <= _FEW_PLACES:
        for each in places:
            scene.tell(f"{each.name}: {sentence(each.address or each.name)}")
            scene.quote(sentence(each.directions), sentence(each.directions_es))
        return True
    if place is None:
        names = [p.name for p in places]
        scene.say("location_many", count=len(places), names=some(names))
        return True
    if len(places) == 1:
        scene.say("location_one", address=place.address or place.name)
    else:
        scene.say("location_of", name=place.name, address=place.address or place.name)
    if place.directions:
        scene.quote(sentence(place.directions), sentence(place.directions_es))
    return True


def parking(scene: Scene, meaning: Meaning) -> bool:
    """Tell where to park at the place meant, or at each."""
    place = _place(scene, meaning)
    known = [p for p in scene.practice.locations if p.parking]
    telling = [p for p in ([place] if place else known) if p.parking]
    if telling and all(lacks(Topic.PARKING, meaning.plain, p.parking) for p in telling):
        return (
            answer_in_part(scene, sentence(telling[0].parking), sentence(telling[0].parking_es))
            if place
            else unknown(scene)
        )
    if place and place.parking:
        scene.quote(sentence(place.parking), sentence(place.parking_es))
    elif known and place is None:
        for each in known[:2]:
            spanish = each.parking_es and f"En {each.name}: {sentence(each.parking_es)}"
            scene.quote(f"At {each.name}: {sentence(each.parking)}", spanish)
    else:
        return answer_from_faq(scene, meaning, ALIKE_ON_TOPIC) or unknown(scene)
    return True
