"""Whether an utterance only asks."""

import re

from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.subjects import QUESTIONS

_WANTS = re.compile(r"\b(?:book|schedule|appointment|reserve|openings?|slots?|availab\w*)\b")


def asks_only(meaning: Meaning) -> bool:
    """Whether the utterance is a question that must not be taken for details of a visit."""
    if not meaning.by_rule or meaning.only_answers or not meaning.about(*QUESTIONS, Topic.CLINICAL):
        return False
    if not meaning.about(Topic.BOOK):
        return True
    passing = meaning.about(Topic.HOURS, Topic.LOCATION, Topic.PARKING, Topic.INSURANCE)
    return passing and not meaning.services and not _WANTS.search(meaning.plain)
