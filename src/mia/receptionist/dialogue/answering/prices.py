"""What a treatment costs, and that a price is not known."""

from mia.receptionist.dialogue.answering.offered import priced_so, service_meant
from mia.receptionist.dialogue.answering.own_answers import SAME, answer_by_word, answer_from_faq, unknown
from mia.receptionist.dialogue.answering.sums import tell_sum
from mia.receptionist.dialogue.saying.speaking import join, say_price, some
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.practice import Service
from mia.receptionist.understanding.asked_of import priced_thing
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic

_MOST = 4
"""Prices that are told in one sentence."""


def tell_price(scene: Scene, meaning: Meaning) -> bool:
    """Tell the price that is asked for, or that the team knows it."""
    if not scene.practice.prices:
        return answer_from_faq(scene, meaning, SAME) or _by_team(scene)
    if "discount" in meaning.plain and not meaning.services:
        return answer_by_word(scene, meaning, asked=True) or unknown(scene)
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


def _service(scene: Scene, meaning: Meaning) -> Service | None:
    """The only treatment whose price is asked for; one that the practice has not is no other that it has."""
    if meaning.more_services:
        return None
    other = None if meaning.services else priced_thing(meaning.plain)
    return priced_so(scene, meaning) or (None if other else service_meant(scene, meaning))


def _of_several(scene: Scene, meaning: Meaning) -> bool:
    """The prices of several treatments; where none is named, an answer of the practice's own, or which is meant."""
    wanted = (*meaning.services, *meaning.more_services)
    named = [s for s in scene.practice.services if s.id in wanted]
    prices = [p.rstrip(".") for s in named[:_MOST] if (p := say_price(s))]
    if prices:
        scene.tell(f"{join(prices)}.")
        tell_sum(scene, named, meaning.text)
        return True
    if not wanted and meaning.about(Topic.MEMBERSHIPS):
        return False  # what members pay is told
    if not wanted and (answer_from_faq(scene, meaning) or answer_by_word(scene, meaning, asked=True)):
        return True
    if not wanted and (other := priced_thing(meaning.plain)):
        scene.say("no_price_of", thing=other)
        return unknown(scene)
    priced = [s.name for s in scene.practice.services if s.price_cents is not None]
    if not priced:
        return unknown(scene)
    scene.say("prices_of", examples=some(priced, "or"))
    scene.state.price_asked = True
    return True


def _by_team(scene: Scene) -> bool:
    scene.say("price_by_team_later" if scene.state.booking else "price_by_team")
    scene.offers_person = not scene.state.booking
    return True
