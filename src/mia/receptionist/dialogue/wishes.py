"""What someone who speaks freely wants, where rules alone mislead: rules see words, purposes the whole message.

A bare answer ("the second one", "Tuesday at ten") is judged by the question it answers, never by its purpose.
"""

import re

from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import VISIT_STEPS, Step
from mia.receptionist.dialogue.wanted import in_the_way
from mia.receptionist.dialogue.wanted.told_visits import given_up, to_be_changed
from mia.receptionist.understanding.asked_of import ANYBODY_THERE, FETCHES, WALKS_IN
from mia.receptionist.understanding.clinical import needs_clinician
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose, Purposes
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.subjects import QUESTIONS
from mia.receptionist.understanding.told_of import tells_of_one
from mia.receptionist.understanding.wishes.beside import ONLY_PLANS
from mia.receptionist.understanding.wishes.errands import (
    HAS_SEVERAL,
    Errand,
    adds_another,
    cancels_outright,
    cannot_come,
    hear_errand,
    is_named,
    is_of_none,
    names_a_change,
    names_own,
    only_supposes,
    tells_of_own,
)
from mia.receptionist.understanding.wishes.matters import BY_WORDS_ALONE, Matter, hear_matter

_FREE_STEPS = frozenset({Step.OPEN, Step.ELSE, Step.OFFER_VISIT})
_FEWEST_WORDS = 5
_ANSWERS = (Purpose.ANSWER, Purpose.CORRECT, Purpose.YES, Purpose.NO, Purpose.BOOK)
_NO_ANSWER = 0.3
"""What answers a question of ours, and the probability below which an utterance does not."""
_FAIRLY, _LIKELY, _SURE, _HARDLY = 0.45, 0.5, 0.65, 0.15
"""Probabilities from which a visit that is told of is wanted changed, a purpose is wanted, is wanted whatever the
rules say, and below which it is not."""
_CERTAIN = 0.8
"""The same, where a treatment and a day are named, as for a new visit."""
_BEYOND_DOUBT = 0.95
_NEVER = 0.05
"""The probability below which words of a clinical question ask none ("deathly allergic to mornings"), and those
for a person want none."""
_SLIGHTLY = 0.25
"""The same, where a visit is wanted beyond doubt."""
_MUCH_LIKELIER = 0.3
_ERRANDS = {Purpose.MOVE: Errand.MOVE, Purpose.CANCEL: Errand.CANCEL, Purpose.OWN: Errand.WHEN}
_OF_MIA = (Purpose.BOOK, Purpose.ASK)
_CHANGES = (Purpose.MOVE, Purpose.CANCEL)
_MARKED = {Purpose.MOVE: Errand.MOVE, Purpose.CANCEL: Errand.CANCEL}
_PURPOSES = {errand: purpose for purpose, errand in _ERRANDS.items()}

_ASKS_FIRST = re.compile(
    r"^(?:\w+ ){0,3}(?:if|once) (?:i|we) (?:book|schedule|commit|decide|sign up)\b"
    r"|\bbefore (?:i|we) (?:book|schedule|commit|decide|sign up|say yes|make up|plan|choose)\b"
    r"|\bbefore (?:picking|choosing|setting|booking|we pick|i pick)(?: out)? (?:an? |the )?"
    r"(?:date|day|time|anything)\b"
)
"""What is asked before anything is booked."""
_IS_NEW = re.compile(
    r"\b(?:have|has) not been (?:\w+ ){0,3}since (?:we|i|they|he|she) moved\b"
    r"|\b(?:(?:have|has) )?never (?:been|seen|had|tried|set foot|visited)\b(?! (?:so|late|better|this))"
    r"|\b(?:new|newcomers?) (?:patient|client|customer|here|to (?:you|town|the area|yall|your))\b"
    r"|\b(?:is|am|are|was) (?:over ?|past )?due (?:for|a|an) (?!me\b|us\b|on\b|at\b)\w+"
    r"|\b(?:looking for|would like|want|need|to (?:make|book|get|set up)) an? (?:new |first )?(?:appointment|visit)"
    r"(?: for| with)?\b"
    r"|\b(?:first|1st) (?:time|visit|appointment) (?:with you|here|to you|at your|for (?:me|him|her|us))\b"
)
"""What someone says who can have no visit on file."""


def speaks_freely(scene: Scene, meaning: Meaning) -> bool:
    """Whether an utterance answers no question of ours, and is long enough to tell a purpose."""
    state = scene.state
    few = len(meaning.plain.split()) < _FEWEST_WORDS and not meaning.marked
    if state.outreach or not meaning.purposes or few:
        return False
    if state.step in _FREE_STEPS and not state.booking:
        return True
    return state.step in VISIT_STEPS and meaning.hardly_wants(*_ANSWERS, most=_NO_ANSWER)


def errand_wanted(scene: Scene, meaning: Meaning) -> Errand | None:
    """What is wanted of a visit on file."""
    heard = hear_errand(meaning, composed=not (scene.state.booking or scene.state.outreach))
    if scene.state.booking or not speaks_freely(scene, meaning):
        return heard
    if scene.state.no_visit and not (is_named(meaning) or meaning.wants(*_ERRANDS, least=_BEYOND_DOUBT)):
        return None  # "never mind, I'll reach out again Monday", from someone who sells something
    only_read = heard is None or (not meaning.by_rule and not names_own(meaning.plain))
    if only_read and (_IS_NEW.search(meaning.plain) or is_of_none(meaning.plain)):
        return None
    doubtful = heard in (None, Errand.WHEN) or not meaning.by_rule
    if doubtful and given_up(scene, meaning):
        return Errand.CANCEL
    lost = hear_matter(meaning, least=BY_WORDS_ALONE) is Matter.LOST
    if doubtful and not lost and (held_up := in_the_way.hear(scene, meaning)):
        return held_up.errand
    only_asks = meaning.wants(Purpose.ASK, least=_SURE) and meaning.hardly_wants(*_ERRANDS, most=_CERTAIN)
    if (
        meaning.about(Topic.CANCELLATION)
        and (only_asks or only_supposes(meaning))
        and not (cancels_outright(meaning) or cannot_come(meaning))
    ):
        return None  # "I may have to cancel, how strict are you?"
    if heard is Errand.MOVE and adds_another(meaning.plain) and meaning.services:
        return None
    marked = _MARKED.get(meaning.marked.purpose) if meaning.marked and heard is None else None
    if marked and meaning.wants(_PURPOSES[marked], least=_SURE):
        return marked  # "woke up with a fever, I'm booked tomorrow at 3, please cancel"
    told = to_be_changed(scene, meaning) if heard in (None, Errand.MOVE) else None
    if told and (told.other or (heard is None and not meaning.hardly_wants(*_CHANGES, most=_NEVER))):
        return Errand.MOVE
    only_alike = not meaning.by_rule and _tells_visit(meaning) and not names_a_change(meaning.plain)
    return _errand_by_purpose(meaning) if heard is None or only_alike else _errand_confirmed(heard, meaning)


def _likeliest(odds: Purposes) -> Purpose:
    """What is likeliest wanted of a visit; who wants it changed asks for it as well ("do I have two? drop one")."""
    change = max((Purpose.MOVE, Purpose.CANCEL), key=lambda purpose: odds[purpose])
    return Purpose.OWN if odds[change] < _FAIRLY and odds[Purpose.OWN] > odds[change] else change


def _errand_by_purpose(meaning: Meaning) -> Errand | None:
    """The errand of a message in which no rule heard one."""
    odds, best = meaning.purposes, _likeliest(meaning.purposes)
    sure = odds[best] >= _BEYOND_DOUBT or odds[best] - odds[Purpose.BOOK] >= _LIKELY
    wanted = best is not Purpose.CANCEL and odds[Purpose.BOOK] >= max(_LIKELY, odds[best] - _MUCH_LIKELIER / 2)
    books = _tells_visit(meaning) and (wanted or not (names_a_change(meaning.plain) or sure))
    another = adds_another(meaning.plain) and odds[Purpose.BOOK] >= _HARDLY
    beside = _asks_beside_own(meaning)
    if books or another or (best is Purpose.OWN and not beside and _asks_by_rule(meaning)):
        return None
    asked = 0.0 if beside or (best in _CHANGES and sure) else odds[Purpose.ASK]  # "do I pay if I move it? then do"
    rather = max(odds[Purpose.BOOK], asked, odds[Purpose.TASK])
    likelier = odds[best] - rather >= _MUCH_LIKELIER or (odds[best] >= _CERTAIN and best is Purpose.CANCEL)
    doubtful = best is Purpose.OWN or _tells_visit(meaning) or (meaning.by_rule and bool(meaning.topics))
    least = _CERTAIN if doubtful else _SURE
    return _ERRANDS[best] if likelier and max(odds[best], odds[Purpose.OWN]) >= least else None


def _asks_beside_own(meaning: Meaning) -> bool:
    """Whether a visit on file is asked about, and something else: "when do I come in, and where do I park?"."""
    own = meaning.wants(Purpose.OWN, least=_CERTAIN) and meaning.hardly_wants(Purpose.BOOK, most=_HARDLY)
    asks = meaning.wants(Purpose.ASK, least=_SURE) or meaning.topics == (Topic.SERVICE_INFO,)
    return own and (bool(meaning.asides) or asks)


def _errand_confirmed(heard: Errand, meaning: Meaning) -> Errand | None:
    """The errand that a rule heard, unless the message wants something else, or much rather another one."""
    odds, best = meaning.purposes, _likeliest(meaning.purposes)
    if heard is Errand.WHEN and HAS_SEVERAL.search(meaning.plain) and meaning.hardly_wants(*_CHANGES, most=_LIKELY):
        return heard
    if heard not in _PURPOSES:
        only_asks = asks_surely(meaning) and meaning.hardly_wants(Purpose.BOOK, most=_HARDLY)
        return None if only_asks else heard  # "what do I pay if they refuse, like last time?"
    others = (Purpose.BOOK, Purpose.ASK, Purpose.TASK, Purpose.CLINICAL)
    if meaning.hardly_wants(*_ERRANDS, most=_HARDLY) and meaning.wants(*others, least=_SURE):
        return None
    if meaning.hardly_wants(_PURPOSES[heard], most=_LIKELY) and meaning.wants(Purpose.BOOK, least=_BEYOND_DOUBT):
        return None  # "under my mother's name, but ring me if anything changes"
    more = _LIKELY if best is Purpose.OWN else _MUCH_LIKELIER
    rather = odds[best] >= _LIKELY and odds[best] - odds[_PURPOSES[heard]] >= more
    return _ERRANDS[best] if rather else heard


def matter_wanted(scene: Scene, meaning: Meaning, *, least: float) -> Matter | None:
    """What only people can settle; ``least``: the probability from which a likeness alone tells it."""
    heard = hear_matter(meaning, least=least)
    if not speaks_freely(scene, meaning):
        return heard
    if heard is None and meaning.about(*QUESTIONS) and meaning.wants(Purpose.ASK, least=_LIKELY):
        return None  # what can be answered is
    if heard is None:
        task = meaning.purposes[Purpose.TASK]
        rather = max(odds for purpose, odds in meaning.purposes.items() if purpose is not Purpose.TASK)
        doubtful = _tells_visit(meaning) or _asks_by_rule(meaning) or task < rather + _HARDLY
        sure = task >= (_CERTAIN if doubtful else _LIKELY)
        return (hear_matter(meaning, least=_HARDLY) or Matter.MESSAGE) if sure else None
    if asks_surely(meaning):
        return None
    if hear_matter(meaning, least=BY_WORDS_ALONE):
        return heard
    if scene.state.answered and meaning.hardly_wants(Purpose.TASK, most=_LIKELY) and not meaning.about(*QUESTIONS):
        return None  # "so fifteen bucks, ok" after a price is no bill
    others = (Purpose.BOOK, Purpose.ASK, *_ERRANDS)
    mistaken = meaning.hardly_wants(Purpose.TASK, most=_HARDLY) and meaning.wants(*others, least=_SURE)
    return None if mistaken else heard


def asks_surely(meaning: Meaning) -> bool:
    """Whether a message only asks what the practice answers, whatever it tells of: "is one of you a doctor? My
    cousin got botched"."""
    asks = meaning.wants(Purpose.ASK, least=_BEYOND_DOUBT) and _asks_by_rule(meaning)
    return asks and meaning.hardly_wants(Purpose.TASK, Purpose.PERSON, most=_HARDLY)


_NO_CALL = re.compile(
    r"\b(?:no need|not need(?: you)?|without|no one has|nobody has|you do not have) (?:for you |anyone |any )?"
    r"to (?:call|ring|phone|get back)"
    r"|\b(?:do not|not) (?:call|ring|phone) me\b"
)
"""How a call is declined before it is offered."""


def person_wanted(scene: Scene, meaning: Meaning, *, by_rule: bool) -> bool:
    """Whether a person is to take over now; ``by_rule``: what the words alone say."""
    if _NO_CALL.search(meaning.plain):
        return False
    refused = meaning.wants(Purpose.NO, least=_CERTAIN) and not meaning.wants(Purpose.PERSON, least=_FAIRLY)
    if refused and len(meaning.plain.split()) >= _FEWEST_WORDS:
        return False  # "no, I'll come by in person"
    if not speaks_freely(scene, meaning):
        return by_rule
    if meaning.by_rule and meaning.about(Topic.CONCERN):
        return False  # "get me in for someone to look", "could I talk to someone first?" is a consultation
    if given_up(scene, meaning):
        return False  # "I still want to talk to someone, so keep the consult, but I'm backing out of the peel"
    asks_alone = meaning.wants(Purpose.ASK, least=_SURE) and _asks_by_rule(meaning)
    priced = meaning.odds.get(Topic.PRICE, 0.0) >= _LIKELY
    if asks_alone and (priced or meaning.odds.get(Topic.PERSON, 0.0) < _HARDLY):
        return False  # "is it free if I only talk to someone?"
    most = _SURE if asks_alone else _NEVER
    if by_rule and meaning.hardly_wants(Purpose.PERSON, most=most) and meaning.wants(*_OF_MIA, least=_SURE):
        return False  # "in Finland we have the real one"
    books = bool(meaning.services) and meaning.wants(Purpose.BOOK, least=_BEYOND_DOUBT)
    if by_rule and books and meaning.hardly_wants(Purpose.PERSON, most=_HARDLY):
        return False  # "I'd better get someone to clean her teeth"
    if by_rule:
        consultation = scene.practice.consultation
        talk = consultation is not None and consultation.id in meaning.services
        return not (talk and meaning.wants(Purpose.BOOK, least=_LIKELY))
    return meaning.wants(Purpose.PERSON, least=_CERTAIN) and not _asks_by_rule(meaning)


_MAY_HAVE = re.compile(
    r"(?:can|could|may) (?:my \w+|i|we|he|she|they) (?:get|have|book|do|come in for)(?: an?| the)?(?: \w+){1,4}"
)
"""A treatment that is asked for, with nothing beside it that a clinician would have to know."""


def clinician_wanted(scene: Scene, meaning: Meaning, *, by_rule: bool) -> bool:
    """Whether a clinician has to answer; a medicine, a condition or a question for advice always does."""
    if not speaks_freely(scene, meaning):
        return by_rule
    books = bool(meaning.services) and meaning.wants(Purpose.BOOK, least=_BEYOND_DOUBT)
    if by_rule and needs_clinician(meaning.plain):
        # "I was numb till dinner, all normal now. A cleaning on a Monday?"
        most = _SLIGHTLY if books else _NEVER
        return not (meaning.hardly_wants(Purpose.CLINICAL, most=most) and meaning.odds[Topic.CLINICAL] < _NEVER)
    if by_rule:
        bare = bool(meaning.services and _MAY_HAVE.fullmatch(meaning.plain))
        return not (bare or meaning.hardly_wants(Purpose.CLINICAL, most=_HARDLY))
    return meaning.wants(Purpose.CLINICAL, least=_CERTAIN) and not _asks_by_rule(meaning)


def visit_wanted(scene: Scene, meaning: Meaning, *, by_rule: bool) -> bool:
    """Whether a new visit is wanted."""
    asks_first = _ASKS_FIRST.search(meaning.plain) and not meaning.when.has_day
    only_plans = ONLY_PLANS.search(meaning.plain) and not meaning.wants(Purpose.BOOK, least=_BEYOND_DOUBT)
    if (asks_first and not meaning.wants(Purpose.BOOK, least=_CERTAIN)) or only_plans:
        return False
    if not speaks_freely(scene, meaning):
        return by_rule
    if WALKS_IN.search(meaning.plain) and not meaning.wants(Purpose.BOOK, least=_BEYOND_DOUBT):
        return False  # "can I come in for a sauna without an appointment tomorrow?"
    if not meaning.services and (FETCHES.search(meaning.plain) or ANYBODY_THERE.search(meaning.plain)):
        return False  # "can I pick one up on a Saturday?"
    if meaning.hardly_wants(Purpose.BOOK, most=_HARDLY) and _takes_leave(meaning):
        return False
    if by_rule and not (meaning.by_rule or meaning.services or meaning.when):
        return not meaning.hardly_wants(Purpose.BOOK, most=_LIKELY)  # it only resembles a wish
    if by_rule:
        return not (
            meaning.hardly_wants(Purpose.BOOK, most=_HARDLY)
            and meaning.wants(Purpose.ASK, Purpose.OWN, least=_SURE)
            and not (
                (_tells_visit(meaning) and not (tells_of_one(meaning.plain, dated=True) or tells_of_own(meaning)))
                or (meaning.by_rule and meaning.about(Topic.BOOK))
            )
        )
    if meaning.about(Topic.HOURS) and _marked_to_book(meaning) and meaning.wants(Purpose.BOOK, least=_LIKELY):
        return True  # "I'd try that. Next Monday, if you're there on Mondays?"
    only_books = _tells_visit(meaning) or not meaning.wants(Purpose.ASK, least=_LIKELY)
    # "for my Botox this Friday, may my husband be in the room?"
    sure = _CERTAIN if meaning.wants(Purpose.ASK, least=_CERTAIN) else _SURE
    return only_books and meaning.wants(Purpose.BOOK, least=sure)


def _marked_to_book(meaning: Meaning) -> bool:
    """Whether the words of a wish for a new visit, on some day, were found in a message."""
    return bool(meaning.marked and meaning.marked.purpose is Purpose.BOOK and meaning.when.has_day)


def _takes_leave(meaning: Meaning) -> bool:
    """Whether someone only thanks, or says goodbye: "Done. See you the 1st."."""
    return meaning.wants(Purpose.CHAT, Purpose.QUIT, least=_FAIRLY) and not meaning.services


def books_beside(scene: Scene, meaning: Meaning) -> bool:
    """Whether a visit is wanted beside something for people: it is arranged once they know."""
    told = bool(meaning.services) and (meaning.when.has_day or meaning.wants(Purpose.BOOK, least=_SURE))
    return told and speaks_freely(scene, meaning) and meaning.wants(Purpose.BOOK, least=_LIKELY)


def _asks_by_rule(meaning: Meaning) -> bool:
    """Whether words of a question that the practice answers are there."""
    return meaning.by_rule and meaning.about(*QUESTIONS)


def _tells_visit(meaning: Meaning) -> bool:
    """Whether all is said that a new visit needs."""
    return bool(meaning.services) and meaning.when.has_day
