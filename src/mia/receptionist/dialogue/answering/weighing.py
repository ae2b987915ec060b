"""What treatments cost and how long they take, one or several side by side: "which is quicker, the peel or the
facial, and how much is each?"."""

import re

from mia.platform.words.plain import plain
from mia.receptionist.dialogue.answering.aspects import is_special_price
from mia.receptionist.dialogue.answering.offered import CHEAPEST, named_in
from mia.receptionist.dialogue.answering.prices import asks_beyond
from mia.receptionist.dialogue.answering.sums import TOTAL, goes_on, tell_asked_before, tell_sum
from mia.receptionist.dialogue.saying.speaking import say_minutes, say_price
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.practice import Service
from mia.receptionist.understanding.asked_of import AFFORDS, OF_TIME, priced_thing
from mia.receptionist.understanding.clauses import clauses
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic

_SIDE_BY_SIDE = re.compile(
    r"\b(?:which|between|vs|versus|each|both|either|all (?:of them|three)|the (?:two|three)|compared?|difference"
    r"|than|or|cheaper|pricier|shorter|longer|quicker|faster)\b"
)
_OF_PRICE = re.compile(
    r"\b(?:how much(?! time)|costs?|prices?|pric(?:ey|ier|ing)|cheap(?:er|est)?|expensive|afford|charge|dollars"
    r"|what is (?:an? |one )?(?:\w+ ){1,2}(?:each|apiece)\b|the damage|set me back|budget"
    r"|(?:price|cost|money) ?wise|(?:do|would|will) (?:i|we) (?:be )?(?:pay(?:ing)?|owe for)"
    r"|(?:what|how much)\b.{0,40}\b(?:run|come to|add up to|set us back|amount to)"
    r"|what is (?:the|your|its) (?:fee|rate)(?! (?:for|if|to|when|of) (?:i |not |late|cancel|miss|no ))"
    r"|what is (?:an? |one |1 |half an |60 |the )?(?:hour|session|visit|appointment|minutes) (?:with|of)"
    r"|by (?:itself|themselves)|on (?:its|their) own"
    r"|what (?:is|are) (?:\w+ ){1,8}?(?:all in|in total|altogether)"
    r"|what (?:is|would|will)(?: be)? (?:my|the|our) (?:grand )?total(?! (?:time|hours|minutes|length|balance))"
    r"|what (?:is|are|would|will) (?:an? )?(?:\w+ )?(?:units?|syringes?|vials?) of)\b"
)
_OF_THOSE = re.compile(
    r"\b(?:which|each|both|either|(?:the|all) (?:two|three)|all of (?:them|those)|them|those"
    r"|together|total|altogether|combined|(?:cheap|short|long|quick|fast)(?:er|est)|pric(?:ier|iest))\b"
)
"""How those are meant that were named before: "which is quicker?", "and both together?"."""
_FITS = re.compile(
    r"\bfits? (?:in|into|within|under|inside|that|my|the)\b|\b(?:add|come|comes|adds|work) (?:up |out )?to$"
    r"|\b(?:under|below|less than|within|over|more than) \$? ?(?:\d{2,}|\w+ hundred|a hundred|my budget)\b"
    r"|\b(?:is|will|would) \$? ?\d{2,}(?: dollars| bucks)? (?:be enough|cover|do it|enough)\b"
)
"""A price that is asked for by what one has: "does a peel plus microneedling fit in 500?"."""
_OF_TREATMENTS = (Topic.PRICE, Topic.SERVICE_INFO, Topic.SERVICES, Topic.MEMBERSHIPS, Topic.BILLING)
"""What a question with words of prices is about, if not about insurance and the like."""
_TOGETHER = re.compile(
    r"\b(?:together|combined|altogether|total|in all)(?: (?:is|are|would be|comes? to|runs|then|please))*$"
)
"""What is left of a question for a sum: "so the peel and the facial together is?"."""
_COMPARES = re.compile(r"\bcompar(?:e|ison|ing)\b|\bside by side\b|\bminutes and (?:dollars|price|cost)s?\b")
_PLAN = re.compile(r"\b(?:plan|membership)\b")
_MOST = 4


def tell_price_and_time(scene: Scene, one: Meaning) -> list[str]:
    """Answer a question about the price or the time of the treatments that the message weighs, or of the only one
    that is meant; the topics answered."""
    if CHEAPEST.search(one.plain) or is_special_price(one.plain):
        return []
    if tell_asked_before(scene, one):
        return [Topic.PRICE.value]
    by_time = bool(OF_TIME.search(one.plain))
    by_price = bool(_OF_PRICE.search(one.plain) or _fits(one.plain)) and (
        not one.topics or one.about(*_OF_TREATMENTS)
    )
    by_price = by_price or bool(_TOGETHER.search(one.plain) and one.more_services and not by_time)
    by_price = (by_price or (goes_on(scene, one) and not by_time)) and not asks_beyond(scene, one)
    if compares := bool(_COMPARES.search(one.plain)) and len(named_in(one.text, scene.practice)) > 1:
        by_time, by_price = True, True
    if not (by_time or by_price) or (not one.services and priced_thing(one.plain)):
        return []
    weighed = _weighed(scene, one)
    listed = len(clauses(one.text)) == 1 and len(named_in(one.text, scene.practice)) > 1
    several = len(weighed) > 1 and (
        compares
        or listed
        or _fits(one.plain)
        or TOTAL.search(one.plain)
        or _SIDE_BY_SIDE.search(plain(scene.message))
    )
    alone = len(one.services) == 1 and not one.more_services and (scene.practice.prices or not by_price)
    if not (several or alone):
        return []
    services = weighed if several else [s for s in scene.practice.services if s.id in one.services]
    if by_price and not any(say_price(service) for service in services):
        return []
    before = len(scene.outputs)
    for service in services[:_MOST]:
        _tell(scene, service, by_price=by_price and scene.practice.prices, by_time=by_time)
    if by_price:
        tell_sum(scene, services, one.text if named_in(one.text, scene.practice) else scene.message)
    told = [topic.value for topic, asked in ((Topic.PRICE, by_price), (Topic.SERVICE_INFO, by_time)) if asked]
    return told if len(scene.outputs) > before else []


def _weighed(scene: Scene, one: Meaning) -> list[Service]:
    """The treatments that a question names, else the message, else those told or named side by side last."""
    weighed = named_in(one.text, scene.practice)
    if not weighed and not (one.about(Topic.MEMBERSHIPS) or _PLAN.search(one.plain)):
        weighed = named_in(scene.message, scene.practice)
    if not weighed and (scene.state.weighed and _OF_THOSE.search(one.plain)):
        weighed = [s for s in scene.practice.services if s.id in scene.state.weighed]
    return weighed


def _fits(line: str) -> bool:
    """Whether a price is asked for by what one has to spend."""
    return bool(_FITS.search(line) or AFFORDS.search(line))


def _tell(scene: Scene, service: Service, *, by_price: bool, by_time: bool) -> None:
    price = say_price(service) if by_price else None
    if price:
        scene.tell(price)
    elif by_price:
        scene.say("no_price", service=service.name)
    if by_time:
        tell_time(scene, service)


def tell_time(scene: Scene, service: Service | None) -> None:
    """How long a treatment takes, where that is known."""
    if service and service.duration_minutes:
        scene.say("duration_of", service=service.name, minutes=say_minutes(service.duration_minutes))
