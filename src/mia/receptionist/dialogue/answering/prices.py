"""What a treatment costs, and that a price is not known."""

import re
from collections.abc import Sequence

from mia.platform.conversation.ports import Say
from mia.receptionist.dialogue.answering.aspects import is_special_price
from mia.receptionist.dialogue.answering.offered import CHEAPEST, named_in, priced_by, service_meant
from mia.receptionist.dialogue.answering.own_answers import SAME, answer_by_word, answer_from_faq, unknown
from mia.receptionist.dialogue.answering.sums import TOTAL, tell_sum
from mia.receptionist.dialogue.saying.speaking import join, say_price, some
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.practice import Service
from mia.receptionist.understanding.asked_of import priced_thing
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.telling_words import strange_words

_FOR_WHAT = re.compile(r"\b(?:for (?:my|the|a)|to (?:freshen|help|fix|treat|make|get|look|do))\b")
_REPAIRS = re.compile(r"\b(?:fix|repair|treat|redo|replace|remove|mend|correct|pull|do (?:it|that))\w*\b")
"""What is done after a consultation, whose price tells nothing of that."""
_HOW_MANY = re.compile(
    r"\bhow many (?:sessions?|treatments?|visits?|appointments?|times|units?|syringes?|rounds?|vials?)\b"
)
"""How many of a unit someone needs, which only who treats them can tell."""
_COSTS = re.compile(r"\b(?:how much|costs?|prices?)\b")
_MOST = 4
"""Prices that are told in one sentence."""


def tell_price(scene: Scene, meaning: Meaning) -> bool:
    """Tell the price that is asked for, or that the team knows it."""
    if not scene.practice.prices:
        return answer_from_faq(scene, meaning, SAME) or _by_team(scene)
    if is_special_price(meaning.plain) or ("discount" in meaning.plain and not meaning.services):
        return answer_by_word(scene, meaning, asked=True) or unknown(scene)
    if CHEAPEST.search(meaning.plain) and meaning.service_by not in ("name", "alias"):
        return _tell_cheapest(scene, meaning)
    if visits := _booked_together(scene, meaning):
        return _tell_each(scene, visits, meaning)
    if asks_beyond(scene, meaning):
        return answer_by_word(scene, meaning, asked=True) or unknown(scene)
    if len(by_unit := priced_by(scene, meaning)) > 1:
        return _tell_each(scene, by_unit, meaning)
    service = _service(scene, meaning)
    if service is None:
        return _of_several(scene, meaning)
    scene.state.price_asked = False
    price = say_price(service)
    if price is None:
        scene.say("no_price", service=service.name)
        return unknown(scene)
    scene.tell(price)
    tell_sum(scene, [service], meaning.text)
    return True


def asks_beyond(scene: Scene, meaning: Meaning) -> bool:
    """Whether it is asked what else a treatment's price, which was told, has to do with: "does that include the
    numbing cream?"."""
    practice = scene.practice
    if _HOW_MANY.search(meaning.plain) and not _COSTS.search(meaning.plain):
        return True
    if meaning.service_words or named_in(meaning.text, practice):
        return False
    service = service_meant(scene, meaning)
    if service and service == practice.consultation and meaning.services and _REPAIRS.search(meaning.plain):
        return True
    price = (say_price(service) or "") if service else ""
    now = (output.text for output in scene.outputs if isinstance(output, Say))
    told = any(price.rstrip(".") in text for text in (*scene.state.last_lines, *now)) if price else False
    names = [*(n for s in practice.services for n in (s.name, s.price_note)), *(p.name for p in practice.providers)]
    return (told or scene.state.handed_off) and bool(strange_words(meaning.plain, names))


def _tell_cheapest(scene: Scene, meaning: Meaning) -> bool:
    """The cheapest of the kind that is named, or of all; several prices where it is told what it is for, because
    only people know what fits."""
    priced = sorted((s for s in scene.practice.services if s.price_cents), key=lambda s: s.price_cents or 0)
    whole = [one for one in priced if not one.price_note] or priced
    kinds = {one.category for one in scene.practice.services if one.id in meaning.services and one.category}
    same = [one for one in whole if one.category in kinds]
    alone = len(same) > 1 or not (meaning.services or _FOR_WHAT.search(meaning.plain))
    fits = (same if len(same) > 1 else whole)[: 1 if alone else _MOST]
    if not fits:
        return unknown(scene)
    scene.tell(f"{join([(say_price(one) or '').rstrip('.') for one in fits])}.")
    return True


def _booked_together(scene: Scene, meaning: Meaning) -> list[Service]:
    """The treatments booked in this conversation, where it is asked what they come to: "what's that in all?"."""
    if meaning.services or not TOTAL.search(meaning.plain):
        return []
    booked = [scene.practice.service(visit["service_id"]) for visit in scene.state.visits]
    found = list({one.id: one for one in booked if one and say_price(one)}.values())
    return found if len(found) > 1 and len(found) == len(booked) else []


def _service(scene: Scene, meaning: Meaning) -> Service | None:
    """The only treatment whose price is asked for; one that the practice has not is no other that it has."""
    if meaning.more_services:
        return None
    other = None if meaning.services else priced_thing(meaning.plain)
    by_unit = priced_by(scene, meaning)
    return by_unit[0] if by_unit else (None if other else service_meant(scene, meaning))


def _of_several(scene: Scene, meaning: Meaning) -> bool:
    """The prices of several treatments; where none is named, an answer of the practice's own, or which is meant."""
    wanted = (*meaning.services, *meaning.more_services)
    named = [s for s in scene.practice.services if s.id in wanted]
    if any(say_price(one) for one in named[:_MOST]):
        return _tell_each(scene, named, meaning)
    if not wanted and meaning.about(Topic.MEMBERSHIPS, Topic.PARKING):
        return False  # what members pay, or where to park, is told
    if not wanted and (answer_from_faq(scene, meaning) or answer_by_word(scene, meaning, asked=True)):
        return True
    if not wanted and (other := priced_thing(meaning.plain)):
        scene.say("no_price_of", thing=other)
        return unknown(scene)
    if scene.offers_person:
        return True  # what is not on the list has no price
    priced = [s.name for s in scene.practice.services if s.price_cents is not None]
    if not priced or (scene.state.handed_off and not scene.state.service_id):
        return unknown(scene)  # what is asked about something that the team has
    scene.say("prices_of", examples=some(priced, "or"))
    scene.state.price_asked = True
    return True


def _tell_each(scene: Scene, services: Sequence[Service], meaning: Meaning) -> bool:
    """The price of each treatment, and what they come to where that is asked."""
    prices = [price.rstrip(".") for one in services[:_MOST] if (price := say_price(one))]
    scene.tell(f"{join(prices)}.")
    tell_sum(scene, services, meaning.text)
    return True


def _by_team(scene: Scene) -> bool:
    scene.say("price_by_team_later" if scene.state.booking else "price_by_team")
    scene.offers_person = not scene.state.booking
    return True
