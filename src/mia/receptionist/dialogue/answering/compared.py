"""Treatments that were told or named side by side, and which of them "the cheaper one" is."""

import re
from collections.abc import Callable, Sequence

from mia.platform.conversation.ports import Say
from mia.receptionist.dialogue.answering.offered import named_in
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.practice import Service

_NOUN = r"(?: (?:one|1|treatment|option|service|thing|(?:out )?of (?:the|those|these) (?:two|2|three|3)))"
_PRICE = {
    min: r"cheap(?:er|est)|(?:less|least) (?:expensive|pricey|costly)|(?:more|most) affordable"
    r"|low(?:er|est)[ -]priced|m[aá]s (?:barat[oa]|econ[oó]mic[oa])",
    max: r"pric(?:ier|iest)|(?:more|most) (?:expensive|pricey|costly)|m[aá]s car[oa]",
}
_TIME = {
    min: r"short(?:er|est)|quick(?:er|est)|fast(?:er|est)|m[aá]s (?:cort[oa]|r[aá]pid[oa])",
    max: r"long(?:er|est)|m[aá]s larg[oa]",
}
_Of = Callable[[Service], int]


def _price(service: Service) -> int:
    return service.price_cents or 0


def _minutes(service: Service) -> int:
    return service.duration_minutes or 0


_ORDERS: tuple[tuple[re.Pattern[str], Callable[..., Service], _Of], ...] = tuple(
    (
        re.compile(
            rf"\b(?:the (?:{words}){_NOUN}|the (?:{words})(?=\s*(?:$|[.,;?!]))|(?:el|la) (?:{words}))(?!\w)",
            re.IGNORECASE,
        ),
        pick,
        of,
    )
    for orders, of in ((_PRICE, _price), (_TIME, _minutes))
    for pick, words in orders.items()
)


def as_named(scene: Scene, text: str) -> str:
    """What was said, with the treatment's name for "the cheaper one" of those that were told or named last."""
    weighed = _weighed(scene)
    if len(weighed) < 2 or named_in(text, scene.practice):
        return text
    for pattern, pick, of in _ORDERS:
        known = [service for service in weighed if of(service)]
        if len(known) > 1 and pattern.search(text):
            return pattern.sub(f"the {pick(known, key=of).name}", text, count=1)
    return text


def keep(scene: Scene) -> None:
    """Remember the treatments of this turn, if there are several to compare."""
    said = " ".join(output.text for output in scene.outputs if isinstance(output, Say))
    for text in (said, scene.message):
        found = named_in(text, scene.practice)
        if len(found) > 1:
            scene.state.weighed = [service.id for service in found]
            return


def _weighed(scene: Scene) -> Sequence[Service]:
    return [service for id_ in scene.state.weighed if (service := scene.practice.service(id_))]
