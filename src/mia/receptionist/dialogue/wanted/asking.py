"""Whether an utterance only asks, and what one asks beside a wish about a visit on file."""

import re
from dataclasses import replace

from mia.receptionist.understanding.asked_of import OF_TIME
from mia.receptionist.understanding.conditions import hear_condition
from mia.receptionist.understanding.meaning import Meaning, is_asking
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.subjects import QUESTIONS
from mia.receptionist.understanding.wishes.errands import Errand, hear_errand

_WANTS = re.compile(r"\b(?:book|schedule|appointment|reserve|openings?|slots?|availab\w*)\b")

_FEE = re.compile(r"\b(?:fees?|charged?|penalt\w+|pay|owe|cost|fine)\b")
_OF_MONEY = (Topic.PRICE, Topic.PAYMENT)
_OF_TIMES = (Topic.HOURS, Topic.SERVICE_INFO)
_NO_QUESTION, _LIKELY = 0.1, 0.5
"""The probabilities below which nothing is asked beside an errand, and from which it is, though in one sentence."""


def asks_only(meaning: Meaning) -> bool:
    """Whether the utterance is a question that must not be taken for details of a visit."""
    if not meaning.by_rule or meaning.only_answers or not meaning.about(*QUESTIONS, Topic.CLINICAL):
        return False
    if meaning.provider_gender and not (is_asking(meaning.plain) or "?" in meaning.text):
        return False  # "I'd prefer a male provider"
    if meaning.when.has_day and hear_condition(meaning.text) and not is_asking(meaning.plain):
        return "?" in meaning.text  # "Wednesday, assuming Cigna covers it"
    if not meaning.about(Topic.BOOK):
        return True
    passing = meaning.about(Topic.HOURS, Topic.LOCATION, Topic.PARKING, Topic.INSURANCE)
    return passing and not meaning.services and not _WANTS.search(meaning.plain)


def asks_fee(meaning: Meaning) -> bool:
    """Whether it is asked what it costs not to come: "will I be charged?"."""
    asked = (*meaning.asides, meaning)
    return any(
        one.about(Topic.CANCELLATION) or (_FEE.search(one.plain) and one.about(*_OF_MONEY) and "?" in one.text)
        for one in asked
    )


def asked_beside(meaning: Meaning, errand: Errand) -> list[Meaning]:
    """What is asked beside an errand: "when do I come in" is no question about opening hours, "and for how long" is
    answered with the visit, and the fee of who cancels is not what the treatment costs."""
    whole = [meaning] if not meaning.asides and meaning.wants(Purpose.ASK, least=_LIKELY) else []
    apart = [one for one in meaning.asides if not hear_errand(one)]
    asked = [one for one in (*whole, *apart) if one.about(*QUESTIONS)]
    if errand is Errand.WHEN and meaning.hardly_wants(Purpose.ASK, most=_NO_QUESTION):
        return [one for one in asked if not one.about(*_OF_TIMES)]
    if errand is Errand.WHEN:
        return [one for one in asked if not (one.about(Topic.SERVICE_INFO) and OF_TIME.search(one.plain))]
    return [
        replace(one, topics=(Topic.CANCELLATION,)) if one.about(*_OF_MONEY) and _FEE.search(one.plain) else one
        for one in asked
    ]
