"""Rules that name the topics of a sentence; the classifier fills in where none applies.

The rules stand in ``data/subjects.txt``, most telling topic first.
"""

import re

from mia.receptionist import data
from mia.receptionist.dates.reckoning import WEEKDAYS
from mia.receptionist.dates.when import When
from mia.receptionist.understanding.asked_of import AFFORDS, ANYBODY_THERE, FETCHES
from mia.receptionist.understanding.clinical import is_clinical
from mia.receptionist.understanding.models.topics import Guess, Topic

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
        Topic.GIFT_CARDS,
        Topic.MEMBERSHIPS,
        Topic.CANCELLATION,
        Topic.PREPARE,
        Topic.ROBOT,
        Topic.PRODUCT,
        Topic.OFF_TOPIC,
        Topic.CONTACT,
    }
)

FACTS = (
    Topic.PRICE,
    Topic.HOURS,
    Topic.INSURANCE,
    Topic.PAYMENT,
    Topic.LOCATION,
    Topic.PARKING,
    Topic.CANCELLATION,
)
"""What a practice's own facts tell, whatever it is asked beside."""

_CERTAIN, _LIKELIER = 0.7, 0.5
"""Probabilities from which what was read counts more than rules, and more than a word of visits alone."""
_ALSO, _POSSIBLE = 0.2, 0.04
"""Probabilities from which a further question is asked in one breath, and a topic that a rule found stands."""
_ASKED = 0.3
"""Probability that is enough where the words have the form of a question."""
_NAMED = frozenset({Topic.MEMBERSHIPS, Topic.POLICY})
"""What is asked about beside anything else where it is named: "how much is a massage for members?", "where are you,
and does your elevator fit a scooter?"."""
_TIMES = frozenset({Topic.HOURS})
"""What a wish for a visit resembles as well: "anything on Saturday?"."""


_SUPPOSED = re.compile(r"\bif (?:you|yall|they)(?: guys| all)? (?:are|do) not (?:open|work)?\b")
"""What is taken for granted is not asked: "if you aren't open Saturdays, then Friday"."""


_CHANGE = (
    r"(?:cancel\w*|resched\w+|postpon\w+|mov(?:e|ed|ing)|switch(?:ed|ing)?|chang(?:e|ed|ing)(?! my mind)"
    r"|dropp?(?:ed|ing)? (?:it|this|that|my|the|one)|bail(?:ed|ing)?|back(?:ed|ing)? out|no ?show"
    r"|call(?:ed|ing)? (?:it |this |that )?off"
    r"|miss(?:ed|ing)?|over ?sleep|can not (?:make|come|be)|do not (?:make it|show|come))"
)
_FEE = (
    r"(?:fees?|charge[ds]?|penalt\w+|costs?|pay(?:ing)?|owe|lose|out of pocket|money|billed|on the hook"
    r"|(?:it|that|this|be|still|always|is) free(?! (?:on|at|after|all|any|that|to|up|from|for|\w+day)\b)"
    r"|(?:what|how much)(?: \w+)? (?:do|would|will) (?:you|yall|they)(?: guys)? (?:take|keep|want|hold back)"
    r"|how (?:late|early|far ahead|much notice)|by when|deadline|what happens|refund\w*)"
)
_SUPPOSES_CHANGE = re.compile(
    rf"\b(?:if|in case|suppose|supposing|say|should)\b(?: \w+){{1,10}}? {_CHANGE}\b(?=.*\b{_FEE}\b)"
    rf"|\b{_FEE}\b(?: \w+){{0,6}} (?:if|in case|suppose|supposing)\b(?! (?:not|so)\b)(?: \w+){{1,8}}? {_CHANGE}\b"
    rf"|\b(?:would|will|does|do|could|might|is|is there|what about) (?:\w+ )?"
    rf"(?:cancel|mov|switch|chang|dropp|reschedul|postpon|bail|back)ing\b(?: \w+){{0,6}} {_FEE}\b"
    rf"|\b{_FEE} (?:for|to|of|on|when|by) (?:cancel|mov|switch|chang|dropp|reschedul|postpon|bail|back)(?:ing)?\b"
)
"""A change that is only thought of, and what it would cost: "if the hip acts up and I need to cancel, what do you
take?", "would dropping it this early cost anything?"."""
_OF_CHANGES = frozenset({Topic.CANCEL_VISIT, Topic.CHANGE_VISIT, Topic.PRICE, Topic.PAYMENT, Topic.CANCELLATION})


_OF_A_DAY = re.compile(
    rf"\b(?:{'|'.join(WEEKDAYS)}|today|tomorrow|tonight|weekends?|what time|until|till|how late)s?\b"
)


def rule_topics(text: str) -> tuple[Topic, ...]:
    """Topics that rules find in a plain text, most telling first."""
    found = _rule_topics(_SUPPOSED.sub(" ", text))
    if (FETCHES.search(text) or ANYBODY_THERE.search(text)) and _OF_A_DAY.search(text):
        return (Topic.HOURS, *(topic for topic in found if topic not in (Topic.BOOK, Topic.HOURS)))
    if AFFORDS.search(text) and Topic.OFF_TOPIC not in found:
        return (Topic.PRICE, *(topic for topic in found if topic not in (Topic.PRICE, Topic.BOOK)))
    if _SUPPOSES_CHANGE.search(text) and Topic.OFF_TOPIC not in found:
        return (Topic.CANCELLATION, *(topic for topic in found if topic not in _OF_CHANGES))
    return found


def _rule_topics(text: str) -> tuple[Topic, ...]:
    found = tuple(Topic(name) for name, pattern in data.patterns("subjects").items() if pattern.search(text))
    if is_clinical(text):
        found = (Topic.CLINICAL, *found)
    if Topic.SERVICES in found:  # "what services do you have" is no question about one service
        found = tuple(topic for topic in found if topic is not Topic.SERVICE_INFO)
    return (Topic.OFF_TOPIC,) if Topic.OFF_TOPIC in found else found


def beside_a_wish(
    by_rule: tuple[Topic, ...], guesses: tuple[Guess, ...], when: When, *, asking: bool
) -> tuple[tuple[Topic, ...], tuple[Guess, ...]]:
    """The topics and guesses that hold beside a wish for days or times.

    "What do you have on Friday" asks for no list of services, and "I work until five" for no opening hours.
    """
    if not when:
        return by_rule, guesses
    meant = {Topic.SERVICES} if when.has_day else set()
    resembled = meant if asking else meant | {Topic.HOURS}
    return (
        tuple(topic for topic in by_rule if topic not in meant),
        tuple(guess for guess in guesses if guess.topic not in resembled),
    )


def settle(
    by_rule: tuple[Topic, ...], guesses: tuple[Guess, ...], *, least: float, asking: bool
) -> tuple[tuple[Topic, ...], bool]:
    """Topics by rule, else the first that was read when it is at least ``least`` probable; and whether they are
    certain. Questions that are all but certainly read come first: rules know words only."""
    guess = guesses[0] if guesses else None
    read = [one for one in guesses[:3] if one.topic in QUESTIONS and one.probability >= _ALSO]
    if by_rule[:1] == (Topic.CANCELLATION,) and Topic.PRICE not in by_rule:
        read = [one for one in read if one.topic is not Topic.PRICE]  # what a change costs is no treatment's price
    if guess and guess.topic is Topic.POLICY and Topic.POLICY in by_rule:
        read = read[:1]  # "do you take walk-ins" is about no insurance
    likely = sum(one.probability for one in read) >= (_LIKELIER if by_rule == (Topic.BOOK,) else _CERTAIN)
    if read and likely and guess is read[0] and Topic.CLINICAL not in by_rule:
        asked = tuple(one.topic for one in read)
        possible = {one.topic for one in guesses if one.probability >= _POSSIBLE} | _NAMED
        beside = [topic for topic in by_rule if topic in possible and topic not in asked]
        found = sorted((*asked, *beside), key=lambda topic: topic is not Topic.POLICY)
        return tuple(found), True
    if by_rule:
        return by_rule, True
    if guess and guess.topic in QUESTIONS - _TIMES and asking and guess.probability >= _ASKED:
        return (guess.topic,), False
    if guess and guess.probability >= least and guess.topic is not Topic.ANSWER:
        return (guess.topic,), False
    return (), False
