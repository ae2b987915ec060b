"""What the clauses of an utterance tell beside its wish: questions, stories and visits that are there."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from mia.receptionist.dates.reckoning import WEEKDAYS
from mia.receptionist.dates.spoken import between_corrections
from mia.receptionist.dates.when import When
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.asked_of import OF_TIME, WALKS_IN, priced_thing
from mia.receptionist.understanding.meaning import Meaning, is_asking
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.subjects import QUESTIONS
from mia.receptionist.understanding.told_of import is_over, names_one, tells_of_one
from mia.receptionist.understanding.who.people import KIN

_ASKS_SURELY, _ASKS_ALONE, _HARDLY, _NEVER = 0.65, 0.9, 0.3, 0.05
"""Probabilities from which a message asks something, and nothing else, and below which it has nothing to do with a
visit."""
_STORY, _BOOKS = 0.25, 0.5
"""Probabilities below which a clause wants nothing of a visit, and from which it wants a new one."""
ONLY_PLANS = re.compile(
    r"\bto budget\b|\bbudgeting\b|\bprices? shopping\b|\bshopping around\b"
    r"|\b(?:not|nothing to|no rush to|no rush on) (?:\w+ )?(?:book|schedul)(?:ing|e)?\b"
    r"(?! (?:on|at|for|in|with|before|after|any))|\bnot booking anything (?:today|yet|now|right now)\b"
)
"""What someone says who books nothing yet, whatever day is named: "budgeting for the new year"."""
ONLY_ASKS = re.compile(
    rf"{ONLY_PLANS.pattern}|\b(?:just|only) (?:asking|curious|wondering|looking|checking|shopping|comparing"
    r"|a question|(?:want|wanted|need) to know)\b|\bbefore (?:i|we) (?:decide|commit|book|do anything)\b"
    r"|\bnot (?:yet|ready|now|today)\b|\b(?:still )?(?:deciding|thinking about it|comparing)\b"
)
"""The same, of who only wants to know."""
_FEWEST_OF_A_QUESTION, _FEWEST_OF_A_STORY, _MOST_OF_A_DAY = 3, 5, 10
_GOES_ON = re.compile(r"(?:oh |um |so |well )*(?:and|also|plus|then|or|but|maybe)\b")
_OF_VISITS = (Purpose.BOOK, Purpose.MOVE, Purpose.CANCEL, Purpose.OWN, Purpose.ASK)
_SETTLES = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)}) then\b|\b(?:then|instead) (?:{'|'.join(WEEKDAYS)})\b")
"""How a day is settled on, whatever is asked about it."""
_WANTS_IN = re.compile(
    r"(?:\w+ ){0,3}?(?:fit|squeeze|pencil|book|put|get|schedule|slot) (?:her|him|me|us|them|it|my \w+)\b"
)
"""A wish that sounds like a question: "fit her in that afternoon?"."""
_MAY_HAVE = re.compile(
    r"(?:(?:and|so|also) )?(?:can|could|may|would) (?:i|we|she|he|they|my (?:\w+ ){1,4}?)(?: |(?<= ))"
    r"(?:also |maybe |please )?(?:have|get|do|book|come|be)\b"
)
"""A wish put as a question: "can my mother have a consultation that day?"."""
_KNOWS = re.compile(
    r"(?:(?:and|but|yes|well) )*i (?:know|understand|realize|am aware)\b(?! (?:what|how|when|where|if|why))"
)
"""What is known, and so not asked: "I know you have some rule about notice"."""
_ADDS = re.compile(
    r"\b(?:can|could|may|would|will|possible|chance|possibly|like)\b(?: \w+){0,4}? "
    r"(?:add|adding|tack|tacking|throw|throwing|squeeze|squeezing)(?: on| in)?\b"
)
"""The same, of what comes beside a visit that is being arranged: "could you also add whitening?"."""
_POINTS = re.compile(
    r"\bin (?:it|there)\b(?! (?:be|take|cost)\b)|\bin that\b(?=$| (?:one|and|or|too|anyway)\b)"
    r"|^(?:is|are) (?:it|that|this|they) (?:only|just|also|for|per|each|good|valid|still)\b"
    r"|^(?:\w+ )?what (?:all )?(?:is|are|was|does) (?:it|that|this|those|they)"
    r"(?: (?:exactly|about|all about|include|mean|cover|get (?:me|you)|come with))?$"
)
"""A question about what another names: "what is that, and what does one pay?", "is there more in it?"."""
_ANNOUNCES = re.compile(
    r"\b(?:\d|two|three|four|few|some|couple(?: of)?|quick|several|many|more|other|random|dumb|silly)(?: \w+)? "
    r"(?:questions?|qs|q s|things to ask|things before)\b|\bhave (?:\w+ )?questions\b"
)
"""How someone says that they are about to ask."""
_WANTS_TO_KNOW = re.compile(
    r"\b(?:like|love|want|wanted|need|trying|dying|have) to (?:know|find out|ask|understand) "
    r"(?:if|whether|what|which|how|when|where|who|why|about)\b"
    r"|\b(?:wondering|curious|not sure|wonder|no idea|asking) (?:if|whether|about|what|which|how)\b"
)
"""How a question is led up to: "I'd like to know whether Botox or filler is right for me"."""
_TELLS_WHO = re.compile(
    rf"\b(?:{KIN}|someone|somebody|person|people|one|guy|lady|friend|family|kid|kids) who\b"
    r"|^(?:(?:and|but|so) )*(?:i|we|he|she|they|my \w+) (?:only |just |usually )?"
    r"(?:works?|gets? off|is off|am off)\b"
)
"""Of whom something is told: "for my husband who won't call himself", "she works till 4"."""
_FILLERS = re.compile(
    r"\b(?:and|or|the|an?|your|for|what about|how about"
    r"|also|then|maybe|plus|or maybe|do you (?:do|have|offer)|some|any)\b"
)
"""What may stand beside the name of a treatment that is all a question says: "IV drip? And the sauna?"."""
_TOGETHER = re.compile(r"\b(?:together|both|altogether|all (?:of (?:it|that|them)|in)|total|combined)\b")


def part(whole: Meaning, each: Sequence[Meaning], again: Callable[[str], Meaning], *, answering: bool) -> Meaning:
    """The utterance with the questions that stand beside a wish; ``again`` understands the words of the wish.

    ``answering``: it answers a question of ours. What says nothing of a visit by all its words has no wish,
    whatever day it names ("I get paid the 23rd. Are you open then?").
    """
    whole = whole if answering else _without_background(whole, each, again)
    each = _with_days_asked_about(_with_heads(each, again))
    announced = bool(_ANNOUNCES.search(whole.plain))
    asking = [one for one in each if _is_question(one, announced=announced) or _may_be_answered(one, whole)]
    if asking and whole.hardly_wants(Purpose.BOOK, most=_BOOKS):
        asking = [one for one in each if one in asking or _seeks_advice(one)]
    asides = about_the_same(whole, asking, again)
    others = [one for one in each if one not in asking]
    if not asides:
        return whole
    about_own = not answering and any(map(_names_one, others))
    if about_own and not any(_is_wish(one, doubtful=True) for one in others if not _names_one(one)):
        return _asking(asides, whole, again)
    only_asks = bool(
        not answering
        and whole.wants(Purpose.ASK, least=_ASKS_SURELY)
        and (_plans_nothing(whole) or ONLY_PLANS.search(whole.plain))
        and (
            whole.hardly_wants(Purpose.BOOK, most=_NEVER)
            or whole.wants(Purpose.ASK, least=_ASKS_ALONE)
            or not any(one.services for one in others)
        )
        and not any(one.services and one.by_rule and one.about(Topic.BOOK) for one in others)
    )
    doubtful = whole.hardly_wants(Purpose.BOOK, most=_ASKS_SURELY)
    if only_asks or not any(_is_wish(one, doubtful=doubtful) for one in others):
        clinical = any(
            one.about(Topic.CLINICAL) for one in others
        )  # for people, and answered beside it is the rest
        whole = replace(whole, about_own=any(map(_is_there, others)))
        return replace(whole, asides=asides) if len(asides) > 1 or clinical else whole
    rest = others[0] if len(others) == 1 else again(" ".join(one.text for one in others))
    if not (rest.services or answering) and (meant := next((one.services for one in asides if one.services), ())):
        rest = replace(rest, services=meant, service_by="name")  # "does it hurt? could I do it Tuesday"
    if any(one.when.has_day and _SETTLES.search(one.plain) for one in asides):  # "Friday then, are you open?"
        asides = tuple(replace(one, when=whole.when) if one.when.has_day else one for one in asides)
        rest = replace(rest, when=whole.when)
    return replace(whole, asides=asides, rest=rest)


def _names_one(one: Meaning) -> bool:
    """Whether a clause does nothing but name a visit that is there: "about Thursday's filling"."""
    return one.when.has_day and names_one(one.plain, one.service_words)


def _asking(asides: Sequence[Meaning], whole: Meaning, again: Callable[[str], Meaning]) -> Meaning:
    """Questions about a visit that is there, which is no wish for a new one."""
    asked = again(" ".join(one.text for one in asides)).with_services_of(whole)
    return replace(asked, asides=tuple(asides) if len(asides) > 1 else (), about_own=True)


def _without_background(whole: Meaning, each: Sequence[Meaning], again: Callable[[str], Meaning]) -> Meaning:
    """The utterance without the treatments and days of clauses that only tell a story, beside one that wants a
    visit: "The filling on Thursday went fine. Now I need my cleaning"."""
    told = [
        one for one in each if _tells_of_visit(one) and (_is_story(one) or _is_there(one) or is_over(one.plain))
    ]
    wanted = [one for one in each if one not in told and _tells_of_visit(one)]
    wanted = [one for one in wanted if one.wants(Purpose.BOOK, least=_BOOKS)]
    if not (told and wanted) or len(between_corrections(whole.plain)) > 1:
        return whole
    rest = again(" ".join(one.text for one in each if one not in told))
    dated = any(one.when.has_day for one in wanted)
    if rest.services:
        whole = whole.with_services_of(rest)
    if not dated and any(map(_is_there, told)):
        # "a cleaning at 9 on the 15th is booked. I might as well have the whitening": the day alone is shared
        return replace(whole, when=When(days=whole.when.days, until=whole.when.until))
    return replace(whole, when=rest.when) if dated else whole


def _is_there(one: Meaning) -> bool:
    """Whether a clause tells of a visit that is booked."""
    return tells_of_one(one.plain, dated=bool(one.services) and one.when.has_day)


def _is_story(one: Meaning) -> bool:
    """Whether a clause, which is no fragment, wants nothing."""
    whole = len(one.plain.split()) >= _FEWEST_OF_A_STORY and not _GOES_ON.match(one.plain)
    return whole and one.hardly_wants(*_OF_VISITS, most=_STORY)


def _tells_of_visit(one: Meaning) -> bool:
    return bool(one.services) or one.when.has_day


def about_the_same(
    whole: Meaning, questions: Sequence[Meaning], again: Callable[[str], Meaning]
) -> tuple[Meaning, ...]:
    """Questions in a row: one that names no treatment is about the one named before ("and how long is it?"), and
    two on one subject are one ("you're in the mall? which floor is that?")."""
    found: list[Meaning] = []
    carried = whole.services
    asked = tuple(topic for topic in whole.topics if topic in QUESTIONS) if whole.by_rule else ()
    for one in _with_what_it_points_at(questions, again):
        if not one.services and priced_thing(one.plain):  # "price of a filling? price of a root canal?"
            found.append(one)
            continue
        if _is_a_name(one) and (asked := found[-1].topics if found else asked):
            one = replace(one, topics=asked[:1], by_rule=True)
        dated = one.when.has_day or one.services
        if found and one.topics and not dated and _on_one_subject(found[-1], one):
            found[-1] = again(f"{found[-1].text} {one.text}")
            continue
        carried = one.services or carried
        if _TOGETHER.search(one.plain) and whole.more_services and not one.services:
            found.append(replace(one, services=whole.services, more_services=whole.more_services))
            continue
        found.append(_of_treatment(one, carried) if len(carried) == 1 else one)
    return tuple(found)


def _on_one_subject(before: Meaning, one: Meaning) -> bool:
    """Whether two questions have one answer: how long a treatment takes tells nothing else of it."""
    if before.about(Topic.PRICE) and len(one.plain.split()) > _FEWEST_OF_A_QUESTION:
        return False  # "what is microneedling? is the numbing cream included in that?"
    of_time = [bool(OF_TIME.search(each.plain)) for each in (before, one)]
    return before.topics == one.topics and (of_time[0] == of_time[1] or not one.about(Topic.SERVICE_INFO))


def _of_treatment(one: Meaning, services: tuple[str, ...]) -> Meaning:
    """A question about a treatment, whose fee is its price and none for a change."""
    prices = one.about(Topic.PRICE)
    topics = tuple(topic for topic in one.topics if not (prices and topic is Topic.CANCELLATION))
    return replace(one, services=services, topics=topics)


def _is_a_name(one: Meaning) -> bool:
    """Whether a clause only names a treatment."""
    if not one.services or not one.service_words:
        return False
    return not _FILLERS.sub(" ", one.plain.replace(one.service_words, " ")).strip()


def _with_heads(each: Sequence[Meaning], again: Callable[[str], Meaning]) -> Sequence[Meaning]:
    """Clauses; a treatment that is named before the question about it goes with it: "the peel, what is that?"."""
    found: list[Meaning] = []
    for one in each:
        head = found[-1] if found else None
        if head and _is_a_name(head) and "?" not in head.text and _is_question(one) and not one.services:
            found[-1] = again(f"{head.text} {one.text}")
        else:
            found.append(one)
    return found


def _with_days_asked_about(each: Sequence[Meaning]) -> list[Meaning]:
    """Clauses; a day alone after a question about hours asks about that day's: "Open Friday? And the 23rd?"."""
    found: list[Meaning] = []
    for one in each:
        after_hours = bool(found) and "?" in found[-1].text and found[-1].by_rule and found[-1].about(Topic.HOURS)
        alone = "?" in one.text and one.when.days and not (one.when.has_time or one.services or one.by_rule)
        goes_on = after_hours and alone and len(one.plain.split()) < _MOST_OF_A_DAY
        found.append(replace(one, topics=(Topic.HOURS,), by_rule=True) if goes_on else one)
    return found


def _with_what_it_points_at(questions: Sequence[Meaning], again: Callable[[str], Meaning]) -> Sequence[Meaning]:
    """Questions in a row, each that only points at another with the one before it, or else after it."""
    texts: list[str] = []
    pointing = [bool(_POINTS.search(one.plain)) for one in questions]
    if len(questions) < 2 or not any(pointing):
        return questions
    for at, one in enumerate(questions):
        if texts and (pointing[at] or (at == 1 and pointing[0])):
            texts[-1] = f"{texts[-1]} {one.text}"
        else:
            texts.append(one.text)
    return [again(text) for text in texts]


def _is_question(meaning: Meaning, *, announced: bool = False) -> bool:
    """Whether a clause asks for something the practice knows, and tells nothing; ``announced``: the message says
    that it has questions, so that "can I get both that day?" is one of them."""
    of_hours = meaning.by_rule and meaning.topics[:1] == (Topic.HOURS,)
    dated = meaning.when.has_day and not (of_hours or WALKS_IN.search(meaning.plain))
    told = meaning.when.has_time and meaning.only_answers  # "my friend wants one, too. 10 am?"
    words = len(meaning.plain.split())
    others = meaning.has(Act.NEITHER) and words <= _FEWEST_OF_A_STORY
    if words < _FEWEST_OF_A_QUESTION and not meaning.by_rule:
        return False  # the "can you" before "also book one for my husband"
    if others or (_WANTS_IN.match(meaning.plain) and meaning.when):
        return False  # "some other hour? Friday at 2"
    wished = _MAY_HAVE.match(meaning.plain) and meaning.wants(Purpose.BOOK, least=_BOOKS)
    if (
        not announced
        and meaning.services
        and (wished or (_ADDS.search(meaning.plain) and not meaning.about(Topic.PRICE)))
    ):
        return False
    other = (Topic.CLINICAL, Topic.CONCERN) if announced else (Topic.BOOK, Topic.CLINICAL, Topic.CONCERN)
    if told or (dated and not announced) or meaning.about(*other) or meaning.digits or meaning.name:
        return False
    if _WANTS_TO_KNOW.search(meaning.plain):
        return True
    if meaning.about(Topic.PROVIDERS) and "?" not in meaning.text and _TELLS_WHO.search(meaning.plain):
        return False
    by_words = meaning.by_rule and meaning.about(*QUESTIONS) and not meaning.hardly_wants(Purpose.ASK, most=_NEVER)
    by_words = by_words and not _KNOWS.match(meaning.plain)
    return "?" in meaning.text or is_asking(meaning.plain) or by_words


def _seeks_advice(one: Meaning) -> bool:
    """Whether a clause asks what would suit someone, which people tell: "is Botox or filler right for me?"."""
    asks = "?" in one.text or is_asking(one.plain) or _WANTS_TO_KNOW.search(one.plain)
    return one.about(Topic.CONCERN) and bool(asks)


def _may_be_answered(one: Meaning, whole: Meaning) -> bool:
    """Whether a question that has clinical words is hardly one for clinicians: "are your gloves latex free?"."""
    asked = "?" in one.text or is_asking(one.plain) or bool(_WANTS_TO_KNOW.search(one.plain))
    return asked and one.about(Topic.CLINICAL) and whole.hardly_wants(Purpose.CLINICAL, most=_HARDLY)


def _plans_nothing(meaning: Meaning) -> bool:
    """Whether no visit, new or old, is what a message is about."""
    return meaning.hardly_wants(Purpose.BOOK, Purpose.MOVE, Purpose.CANCEL, most=_HARDLY)


def _is_wish(meaning: Meaning, *, doubtful: bool) -> bool:
    """Whether a clause tells what a visit needs; ``doubtful``: a mere likeness to a wish is none."""
    wished = meaning.about(Topic.BOOK) and (meaning.by_rule or not doubtful)
    return bool(meaning.when or wished or meaning.services or meaning.digits or meaning.name)
