"""Rules that name the topics of a sentence; the classifier fills in where none applies.

The rules stand in ``data/subjects.txt``, most telling topic first.
"""

from mia.receptionist import data
from mia.receptionist.understanding.topics import Guess, Topic

QUESTIONS = frozenset(
    {
        Topic.PRICE,
        Topic.HOURS,
        Topic.LOCATION,
        Topic.PARKING,
        Topic.SERVICES,
        Topic.SERVICE_INFO,
        Topic.PROVIDERS,
        Topic.INSURANCE,
        Topic.PAYMENT,
        Topic.POLICY,
        Topic.ROBOT,
        Topic.PRODUCT,
        Topic.OFF_TOPIC,
        Topic.CONTACT,
    }
)


def rule_topics(text: str) -> tuple[Topic, ...]:
    """Topics that rules find in a plain text, most telling first."""
    found = tuple(Topic(name) for name, pattern in data.patterns("subjects").items() if pattern.search(text))
    if Topic.SERVICES in found:  # "what services do you have" is no question about one service
        found = tuple(topic for topic in found if topic is not Topic.SERVICE_INFO)
    return (Topic.OFF_TOPIC,) if Topic.OFF_TOPIC in found else found


def settle(by_rule: tuple[Topic, ...], guesses: tuple[Guess, ...], *, least: float) -> tuple[Topic, ...]:
    """Topics by rule, else the classifier's first guess when it is at least ``least`` probable."""
    if by_rule:
        return by_rule
    if guesses and guesses[0].probability >= least:
        return (guesses[0].topic,)
    return ()
