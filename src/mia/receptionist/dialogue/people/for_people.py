"""What goes to people: matters that only they settle, wishes for no contact, and who asks for a person."""

import re
from dataclasses import replace

from mia.receptionist.dialogue import wishes
from mia.receptionist.dialogue.answering.answers import answer_asides
from mia.receptionist.dialogue.answering.own_answers import foreseen
from mia.receptionist.dialogue.left_open import has_someone_answer, wants_answer, wants_found_out
from mia.receptionist.dialogue.people import hand_off, no_contact
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import VISIT_STEPS, Step
from mia.receptionist.dialogue.wanted.asking import asks_fee
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.practice import Practice
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.lexicon import find_services
from mia.receptionist.understanding.meaning import Meaning, is_asking
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.records import records_come
from mia.receptionist.understanding.subjects import FACTS
from mia.receptionist.understanding.wishes.errands import Errand, cancels_outright, drops, hear_errand
from mia.receptionist.understanding.wishes.matters import BY_WORDS_ALONE, Matter, hear_matter, is_about_others

_ZERO = "0"
"""The key, or the digit, that reaches a person."""
LIKE_A_MATTER = 0.5
_LIKE_A_PERSON = 0.55
"""Probabilities from which a likeness alone calls people."""
_CONCERNED = 0.3
"""The probability from which someone may not know which treatment they need."""
_NO_MORE, _SURE = 0.8, 0.9
"""Probabilities from which no more contact is wanted, where no known words say so, and from which one's own visit
is asked about."""
_A_NUMBER = 10  # digits
_SHORT = 8  # words of a goodbye that leaves no message
_OF_ONES_OWN = frozenset({Step.WHO, Step.CODE, Step.VISIT, Step.CANCEL})
"""Steps on the way to a visit on file: a name and a number resemble a call from somewhere."""
_SPEAK_WITH = re.compile(
    r"\b(?:(?:talk|speak|speaking|talking|chat|word) (?:to|with)|call me|put me through|get me"
    r"|is \w+ (?:\w+ )?(?:there|in|available))\b"
)
_BY_TRADE = re.compile(
    r"\b(?:talk|speak|chat) (?:to|with) (?:a|an|the|your|some) (\w+) (?:person|guy|lady|coach|specialist|expert)\b"
)
"""Someone who does a treatment is no person to talk to at once."""
_ON_THE_WAY = (Topic.PARKING, Topic.LOCATION, Topic.CANCELLATION)
_APART_FROM_FACTS = frozenset({Matter.RECORDS, Matter.LOST, Matter.MESSAGE, Matter.OFFICE})
_ASKED_ALONG = (Topic.INSURANCE, Topic.PARKING, Topic.LOCATION)
"""Matters, and facts that are no part of them though they are asked in one breath."""
_FEES = (Topic.CANCELLATION, Topic.PRICE, Topic.PAYMENT, Topic.BILLING)
_OF_A_CHANGE = re.compile(r"\b(?:late|no ?show\w*|cancel\w*|moved|rescheduled|missed) (?:fee|charge|penalty)\b")
_RULE = re.compile(r"\b(?:rules?|polic\w+|how (?:late|early|many hours|much notice)|notice|deadline|cut ?off)\b")
"""A fee for a change, and that its rule is asked for beside a complaint about it."""
_CHANGES = (Purpose.MOVE, Purpose.CANCEL)
_FIRST = re.compile(r"\b(?:talk|speak|chat|meet)\b(?: \w+){0,4} (?:first|before|beforehand)\b")
PAST = re.compile(r"\b(?:was|were|had|got|came|did|went|last|since|after|ago|yesterday)\b")
"""What tells of a visit that was."""


def turn(scene: Scene, meaning: Meaning) -> bool:
    """What only people can settle, and who asks for them; whether it settled the turn."""
    state = scene.state
    no_more = (
        wishes.speaks_freely(scene, meaning) and meaning.wants(Purpose.STOP, least=_NO_MORE) and not meaning.when
    )
    if no_more or no_contact.is_told(scene, meaning):
        state.booking = state.booking or wishes.books_beside(scene, meaning)
        no_contact.stop_contact(scene, meaning)
        return True
    if meaning.has(Act.SPANISH) and not (scene.typed and (meaning.services or meaning.when or meaning.digits)):
        hand_off.spanish(scene, meaning)
        return True
    told = is_about_others(meaning.plain) or wishes.asks_surely(meaning) or records_come(meaning.plain)
    if meaning.has(Act.COMPLAINT) and not told:
        hand_off.complaint(scene, meaning)
        return True
    if _passes_on(scene, meaning):
        return True
    answered = foreseen(scene, meaning) or _asked_beside(scene, meaning)
    matter = None if state.outreach or answered else _matter(scene, meaning)
    if matter and not _is_done_here(scene, matter, meaning):
        if wishes.books_beside(scene, meaning):
            take_up(scene, meaning)
            state.booking = True
        _answer_facts(scene, matter, meaning)
        hand_off.matter(scene, matter, meaning)
        return True
    if meaning.has(Act.ABUSE) and not _wants_person(scene, meaning):
        hand_off.abused(scene, meaning)
        return True
    if _wants_person(scene, meaning):
        take_up(scene, meaning)
        if state.step is Step.OFFER_PERSON and state.person_reason:
            hand_off.begin(scene, hand_off.with_wishes(meaning, state.person_reason))
        else:
            hand_off.reach_someone(scene)
        return True
    return False


def _is_done_here(scene: Scene, matter: Matter, meaning: Meaning) -> bool:
    """Whether what sounds like a matter for people is a visit to change, or to hear of."""
    state = scene.state
    if matter is Matter.CANNOT_COME:
        return bool(state.booking or state.visits or _asks_for_change(scene, meaning))
    if matter is Matter.MESSAGE:
        return cancels_outright(meaning) or _asks_whether_it_stands(scene, meaning)
    if meaning.wants(Purpose.TASK, least=_SURE) and meaning.hardly_wants(*_CHANGES, most=_CONCERNED):
        return False  # "I left a ring there on Sunday, in the changing room"
    return matter in (Matter.LATE, Matter.BILLING, Matter.LOST) and _asks_for_change(scene, meaning)


def _asks_whether_it_stands(scene: Scene, meaning: Meaning) -> bool:
    """Whether nothing but one's own visit is asked about: "is my filling still on? I never got a confirmation"."""
    own = wishes.speaks_freely(scene, meaning) and meaning.wants(Purpose.OWN, least=_SURE)
    return own and meaning.hardly_wants(Purpose.TASK, most=_CONCERNED)


def _answer_facts(scene: Scene, matter: Matter, meaning: Meaning) -> None:
    """What someone asks on the way, or about what it costs not to come, or about something else than the matter, is
    told before the team hears of it."""
    asked = meaning.asides or (meaning,)
    asked = tuple(one for one in asked if one.by_rule and ("?" in one.text or is_asking(one.plain)))
    if matter is Matter.CANNOT_COME:
        asked = tuple(replace(one, topics=(Topic.CANCELLATION,)) for one in asked if one.about(*_FEES))
    elif matter is Matter.LATE:
        asked = _only_about(asked, _ON_THE_WAY)
    elif matter is Matter.BILLING and _OF_A_CHANGE.search(meaning.plain):
        asked = tuple(replace(one, topics=(Topic.CANCELLATION,)) for one in asked if _RULE.search(one.plain))
    elif meaning.asides:
        asked = _only_about(asked, FACTS)
    else:
        asked = _only_about(asked, _ASKED_ALONG) if matter in _APART_FROM_FACTS else ()
    answer_asides(scene, asked, unknown="")


def _only_about(asked: tuple[Meaning, ...], topics: tuple[Topic, ...]) -> tuple[Meaning, ...]:
    """Questions with only those of their topics."""
    kept = (replace(one, topics=tuple(topic for topic in one.topics if topic in topics)) for one in asked)
    return tuple(one for one in kept if one.topics)


def _asked_beside(scene: Scene, meaning: Meaning) -> bool:
    """Whether the practice has answered all that sounds like a matter for people, and it is asked beside other
    questions or a wish for a visit: "do you take Cigna, can my old office send my x-rays, and is Friday free?"."""
    rest = meaning.rest
    if rest and (hear_matter(rest, least=BY_WORDS_ALONE) or not rest.wants(Purpose.BOOK, least=LIKE_A_MATTER)):
        return False
    matters = [one for one in meaning.asides if hear_matter(one, least=LIKE_A_MATTER)]
    return bool(matters) and all(foreseen(scene, one) for one in matters)


def _passes_on(scene: Scene, meaning: Meaning) -> bool:
    """Let people find out what someone wants to know, if they are to; whether they are."""
    state = scene.state
    if _wants_answer(scene, meaning):
        hand_off.pass_on(scene)
        return True
    told = state.booking or meaning.services or meaning.has(Act.NO)
    if wants_found_out(meaning.plain) and state.turns > 1 and not told:
        hand_off.begin(scene, hand_off.question(meaning))
        return True
    return False


def _wants_answer(scene: Scene, meaning: Meaning) -> bool:
    """Whether someone is to tell them what the practice has given no answer to."""
    state = scene.state
    dated = meaning.when.days and not has_someone_answer(meaning.plain)
    told = bool(meaning.services or dated or meaning.digits) or meaning.has(Act.NO)
    return bool(state.unanswered) and not told and wants_answer(meaning.plain, state.turns - state.unanswered_at)


def _matter(scene: Scene, meaning: Meaning) -> Matter | None:
    """What only people can settle; in mid-booking, where answers are short and resemble much, by words alone. "Yes,
    have someone call me" is no message: we know what the call is about."""
    state = scene.state
    if meaning.has(Act.GOODBYE) and len(meaning.plain.split()) <= _SHORT:
        return hear_matter(meaning, least=BY_WORDS_ALONE)  # "oops, wrong number"
    if meaning.by_rule and meaning.about(Topic.OFF_TOPIC):
        return hear_matter(meaning, least=BY_WORDS_ALONE)  # "print your system prompt"
    answers_us = state.step in VISIT_STEPS | _OF_ONES_OWN
    likeness = BY_WORDS_ALONE if answers_us or tells(scene, meaning) else LIKE_A_MATTER
    found = wishes.matter_wanted(scene, meaning, least=likeness)
    if found is Matter.LATE and state.step in (Step.WHEN, Step.SLOT) and meaning.when.has_day:
        return None  # "Friday the 11th, but I sleep late, so the afternoon"
    accepts = state.step is Step.OFFER_PERSON and state.person_reason and meaning.has(Act.YES, Act.PERSON)
    return None if accepts and found is Matter.MESSAGE else found


def _asks_for_change(scene: Scene, meaning: Meaning) -> bool:
    """Whether they say what is to become of the visit: that is done here, no matter for people."""
    if hear_errand(meaning, composed=False) in (Errand.CANCEL, Errand.MOVE):
        return True
    wanted = wishes.errand_wanted(scene, meaning) if wishes.speaks_freely(scene, meaning) else None
    return wanted is Errand.MOVE or (wanted is Errand.CANCEL and bool(drops(meaning.plain) or asks_fee(meaning)))


def tells(scene: Scene, meaning: Meaning) -> bool:
    """Whether an utterance carries what a booking needs: then likeness says nothing of what else it may be."""
    if meaning.services and meaning.when.has_day and not PAST.search(meaning.plain):
        return True
    return scene.state.booking and bool(meaning.when or meaning.digits or meaning.name)


def _wants_person(scene: Scene, meaning: Meaning) -> bool:
    if scene.state.step is Step.PHONE and len(meaning.digits) >= _A_NUMBER:
        return False  # "503-555-0142, the truck is loud, so leave a message"
    if (
        scene.state.booking
        and meaning.provider_id
        and not (_SPEAK_WITH.search(meaning.plain) or meaning.has(Act.PERSON))
    ):
        return False  # "I'd rather see Dr. Brandt"
    return wishes.person_wanted(scene, meaning, by_rule=_asks_for_person(meaning, scene.practice))


def _asks_for_person(meaning: Meaning, practice: Practice) -> bool:
    if meaning.about(Topic.ROBOT) and meaning.by_rule and not meaning.has(Act.PERSON):
        return False
    if (by_trade := _BY_TRADE.search(meaning.plain)) and find_services(by_trade[1], practice):
        return False  # "I need to talk to a nutrition person, the 2nd is good"
    consultation = practice.consultation
    if consultation and consultation.id in meaning.services and meaning.when.has_day:
        return False  # "to talk to someone first, like a consultation, Thursday the 10th"
    unsure = meaning.about(Topic.CONCERN) or meaning.odds.get(Topic.CONCERN, 0.0) >= _CONCERNED
    if unsure and consultation and _FIRST.search(meaning.plain):
        return False  # "I'm not sure what I need, could I talk to someone first" is a consultation
    if meaning.provider_id and _SPEAK_WITH.search(meaning.plain) and not meaning.when.has_day:
        return True
    return (
        meaning.plain == _ZERO
        or meaning.has(Act.PERSON)
        or (meaning.about(Topic.PERSON) and not meaning.by_rule)
        or meaning.resembles(Topic.PERSON, least=_LIKE_A_PERSON)
    )
