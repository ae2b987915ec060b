"""What one utterance means: acts, topics and the details of a visit, found by the parts beside."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from mia.platform.conversation.ports import Heard
from mia.platform.safety.danger import Alarm, Danger
from mia.platform.words.plain import plain
from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS
from mia.receptionist.dates.spoken import between_corrections, hear_when, last_asked
from mia.receptionist.dates.when import When
from mia.receptionist.practice import Practice
from mia.receptionist.understanding import lexicon, name_sounds, phones
from mia.receptionist.understanding.acts import Act, hear_acts
from mia.receptionist.understanding.alarms import hear_alarm
from mia.receptionist.understanding.gender import Gender, hear_gender
from mia.receptionist.understanding.minors import for_children, is_for_child
from mia.receptionist.understanding.names import (
    hear_name,
    hear_respelled,
    hear_volunteered,
    hear_whose,
    last_name_first,
)
from mia.receptionist.understanding.purposes import Purpose, Purposes
from mia.receptionist.understanding.reading import ASKED_NOTHING, Reading
from mia.receptionist.understanding.subjects import QUESTIONS, beside_a_wish, rule_topics, settle
from mia.receptionist.understanding.topics import Guess, Topic
from mia.receptionist.understanding.vectors import LONGEST_UTTERANCE, Vectors
from mia.receptionist.understanding.wants import Wants

_ASKS_SURELY, _HARDLY, _NEVER = 0.65, 0.3, 0.05
"""Probabilities from which a message asks something, and below which it has nothing to do with a visit."""
_ASKS_HARDLY, _ANSWERS = 0.3, 0.4
"""Probabilities below which nothing is asked, and from which a question of ours is answered."""
_AGREES, _DECLINES, _NO_DOUBT = 0.65, 0.6, 0.15
"""Probabilities from which what is said after a question is a yes, from which it is a no, and which no other may
have beside the yes."""
_PUTS_OFF = (Purpose.CORRECT, Purpose.WAIT, Purpose.ASK, Purpose.MOVE, Purpose.CANCEL, Purpose.BOOK, Purpose.PERSON)
"""What is no yes, whatever else it is."""
_YES_OR_NO = frozenset({"confirm", "cancel", "offer visit", "offer person"})
_HESITATES = frozenset(
    {"hm", "hmm", "mm", "um", "uh", "huh", "er", "well", "wait", "hold on", "so", "and", "the", "but"}
)
_SETTLED = frozenset(
    {Act.YES, Act.NO, Act.CHANGE, Act.NEITHER, Act.HOLD, Act.REPEAT, Act.REFUSE, Act.PERSON, Act.GOODBYE, Act.ANY}
)
_SURELY_NAME = 0.8
"""Probability from which what is said after "your name?" is a name."""
_STORY, _BOOKS = 0.25, 0.5
"""Probabilities below which a clause wants nothing of a visit, and from which it wants a new one."""
_FEWEST_OF_A_STORY = 5
_GOES_ON = re.compile(r"(?:oh |um |so |well )*(?:and|also|plus|then|or|but|maybe)\b")
IS_THERE = re.compile(
    r"^(?:(?:so|hi|hey|hello|well|okay) )*(?:i |we )?(?:have|has|had|got|have got)(?: got)? (?:an?|my|our|the) "
    r"(?:\w+ ){1,4}?(?:scheduled|booked|on the books|coming up|set up|lined up|appointment)\b"
)
"""What tells of a visit that is booked already."""
HAS_ONE = re.compile(
    r"^(?:(?:so|hi|hey|hello|well|okay|ok) )*(?:i|we) (?:(?:also|already|still|do) )?"
    r"(?:have|have got|am (?:in|down|booked) for)\b(?! (?:to|time|never|not)\b)"
)
"""What does so where a treatment and a day stand beside it."""
IS_OVER = re.compile(r"\bwent (?:fine|well|great|good|okay|all right|smooth\w*|perfect\w*)\b")
"""What tells of a visit that was: "the filling on Thursday went fine"."""
_OF_VISITS = (Purpose.BOOK, Purpose.MOVE, Purpose.CANCEL, Purpose.OWN, Purpose.ASK)
_SURE_OF_FEW_WORDS, _FEW_WORDS = 0.98, 2
"""The probability that one or two words need: misheard ones resemble anything ("official please")."""
_SURE = 0.42  # probability from which the reader alone decides a topic
# "The second" of three offers is no day of the month.
_DATED = "|".join((*MONTHS, *WEEKDAYS))
_PLACES = re.compile(rf"\b((?:{_DATED}) (?:the )?)?(first|second|third|1st|2nd|3rd)\b(?! (?:of|thing))")
_NUMBERED = re.compile(r"\b(?:on (?:the )?)?\d{1,2}(?:st|nd|rd|th)\b")
_ONE_OF_THEM = re.compile(r"\b(?:first|second|third|1st|2nd|3rd) one\b(?! (?:pm|am|oclock|thirty|fifteen|forty))")
_DIGIT_WORDS = re.compile(
    r"\b(?:\d+|area code|double|triple|hundred|zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b[-). ]*",
    re.IGNORECASE,
)
_LONE_O = re.compile(r"\b[Oo]\b(?=[\s,.]*(?:,|$))")
"""A zero beside other digits: no part of the name before it ("Marcus Reyes, three o five")."""
_ASKS = re.compile(
    r"(?:and |so |but |okay |well |oh |hi |hey |hello )*"
    r"(?:what|who|where|when|why|how|which|do|does|is|are|can|could|will|would|did|has|have you|should)\b"
)
_SETTLES = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)}) then\b|\b(?:then|instead) (?:{'|'.join(WEEKDAYS)})\b")
"""How a day is settled on, whatever is asked about it."""
_UNSURE = re.compile(
    r"\b(?:no idea|not (?:even )?sure|do not (?:even )?know|dunno|unsure)(?: \w+){0,2} (?:what|which)(?: \w+){0,2}?"
    r" (?:i|we) (?:even )?(?:need|want|should (?:get|do|have|book))\b"
    r"|\b(?:sit|set|sat) down with (?:someone|somebody|you|one of you|a)\b"
    r"|\bcome (?:in|by)(?: and| to)? (?:only|just) talk\b|\btell me what (?:is |makes |would be )?"
    r"(?:sense|worth it|best)\b"
)
"""What someone says who wants advice before any treatment: a consultation, whichever treatments they name."""
_REPLACED = re.compile(
    r"\b(?:instead of|rather than|in place of)"
    r"(?: (?!i\b|we\b|on\b|at\b|and\b|but\b|please\b|can\b|could\b|for\b|this\b)\w+){1,4}"
)
_MONEY = re.compile(r"\$ ?\d+(?: \d+)?|\b\d+ (?:dollars|bucks)\b")
_TOGETHER = re.compile(r"\b(?:together|both|altogether|all (?:of (?:it|that|them)|in)|total|combined)\b")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


@dataclass(frozen=True)
class Expecting:
    """What the question before asked for; bare answers count only when asked for. ``asked`` is its name for the
    reader."""

    when: bool = False
    slot: bool = False
    choice: bool = False
    name: bool = False
    phone: bool = False
    known_name: str | None = None
    asked: str = field(default=ASKED_NOTHING, compare=False)


@dataclass(frozen=True)
class Meaning:
    """One understood utterance. ``by_rule``: the topics were found by rules, or are all but certain by likeness.
    ``likeness``: what the sentence resembles most, whatever the rules say; ``odds`` of all topics.
    ``digits``: a run of phone digits, whole or partial."""

    text: str
    plain: str
    acts: frozenset[Act]
    topics: tuple[Topic, ...]
    by_rule: bool = False
    likeness: Guess | None = None
    odds: Mapping[Topic, float] = field(default_factory=dict, compare=False, repr=False)
    alarm: Alarm | None = None
    when: When = field(default_factory=When)
    services: tuple[str, ...] = ()
    service_words: str = ""
    service_by: Literal["", "name", "alias", "part"] = ""
    more_services: tuple[str, ...] = ()
    provider_id: str | None = None
    provider_gender: Gender | None = None
    location_id: str | None = None
    name: str | None = None
    digits: str = ""
    international: bool = False
    email: str | None = None
    vector: Vectors | None = field(default=None, compare=False, repr=False)
    purposes: Purposes = field(default_factory=dict, compare=False)
    asides: "tuple[Meaning, ...]" = ()
    """Questions asked beside ``rest``, or several without any wish; empty where the utterance is one act."""
    rest: "Meaning | None" = None
    marked: "Wants | None" = None
    """The wishes of one kind that it was marked to have."""
    left: "tuple[Wants, ...]" = ()
    """Wishes of other kinds, which wait until these are settled."""
    written: str = ""
    """The words as they were written, where ``text`` is what they are in English."""

    @property
    def danger(self) -> Danger | None:
        """The danger that was heard."""
        return self.alarm.danger if self.alarm else None

    @property
    def quoted(self) -> str:
        """Their own words."""
        return self.written or self.text

    @property
    def empty(self) -> bool:
        """Nothing but noise was heard."""
        return not self.plain

    def has(self, *acts: Act) -> bool:
        """Whether any of the acts was found."""
        return any(act in self.acts for act in acts)

    def resembles(self, *topics: Topic, least: float) -> bool:
        """Whether the sentence is, with that probability, about one of the topics."""
        if self.likeness is None or self.likeness.topic not in topics:
            return False
        return self.likeness.probability >= max(least, _SURE_OF_FEW_WORDS if _is_short(self.plain) else 0.0)

    def wants(self, *purposes: Purpose, least: float) -> bool:
        """Whether, with that probability, the message wants one of the purposes."""
        return any(self.purposes.get(purpose, 0.0) >= least for purpose in purposes)

    def hardly_wants(self, *purposes: Purpose, most: float) -> bool:
        """Whether each of the purposes is less probable than that; never where none were weighed."""
        return bool(self.purposes) and not self.wants(*purposes, least=most)

    @property
    def only_answers(self) -> bool:
        """Whether an utterance gives what was asked for, whatever question its words resemble ("I'd prefer a male
        provider")."""
        return self.hardly_wants(Purpose.ASK, most=_ASKS_HARDLY) and self.wants(
            Purpose.ANSWER, Purpose.CORRECT, Purpose.BOOK, least=_ANSWERS
        )

    def with_services_of(self, other: "Meaning") -> "Meaning":
        """The same with the treatments of another."""
        return replace(
            self,
            services=other.services,
            more_services=other.more_services,
            service_words=other.service_words,
            service_by=other.service_by,
        )

    def about(self, *topics: Topic) -> bool:
        """Whether any of the topics was found."""
        return any(topic in self.topics for topic in topics)


def understand(
    heard: Heard, practice: Practice, now: datetime, expecting: Expecting, reading: Reading | None
) -> Meaning:
    """Understand one utterance. ``now`` is the practice's local time, ``reading`` what the
    models see of it (``None`` leaves topics to the rules alone)."""
    text = unicodedata.normalize("NFC", heard.text[:LONGEST_UTTERANCE])  # danger is heard in all of it
    line = lexicon.mend_names(plain(text), by_ear=not heard.typed)
    digits = phones.hear_digits(text, expected=expecting.phone)
    if not (expecting.phone or phones.valid_phone(digits) or re.search(r"\d{3}", text)):
        digits = ""  # "the 10th or 11th, or 15 through 17" are days
    asked_for = last_asked(text, now)
    dated = line if asked_for == text else lexicon.mend_names(plain(asked_for), by_ear=not heard.typed)
    dated = " ".join(_ONE_OF_THEM.sub(" ", _without_digits(dated, digits)).split())
    if expecting.slot or expecting.choice:
        dated = _without_places(dated)
    when = hear_when(dated, now, practice.day_bounds, expected=expecting.when or expecting.slot)
    guesses = reading.topics if reading else ()
    provider, place = lexicon.find_provider(line, practice), lexicon.find_location(line, practice)
    offered = lexicon.find_services(line, practice)
    named = _LONE_O.sub(" ", _DIGIT_WORDS.sub(" , ", text)) if digits else text
    if heard.typed and expecting.name:
        named = last_name_first(named)
    name = _name(named, expecting, when, offered is not None)
    if name is None and when and _is_name(reading, expecting):
        name = hear_name(named, expected=True)  # "April Summers", "J. T. Worthington the third"
        when = When() if name else when
    if name is None and expecting.asked == "confirm":
        name = hear_whose(named) or (hear_respelled(text, expecting.known_name) if expecting.known_name else None)
    beside_a_number = len(digits) >= phones.NATIONAL_DIGITS
    if name is None and not (provider or place) and (beside_a_number or (expecting.slot and not offered)):
        name = hear_volunteered(named)
    unnamed = _without(line, name)
    if not heard.typed:
        name = name_sounds.as_meant(
            name, named, expected=expecting.asked == "name" and not when, known=expecting.known_name
        )
    found = _wanted(unnamed, practice)
    listed = lexicon.mend_names(plain(lexicon.open_lists(text)), by_ear=not heard.typed)
    listed = lexicon.without_references(_corrected(_without(listed, name), practice), practice)
    several = lexicon.find_several(listed, practice, lambda part, one: for_child(part, one, practice))
    email = _EMAIL.search(text)
    asking = is_asking(line) or "?" in text
    answers_name = bool(name and expecting.name and not asking)  # a name that was asked for resembles anything
    topics, certain = _topics(
        unnamed, () if answers_name else guesses, when, practice, found=found is not None, asking=asking
    )
    return Meaning(
        text=text,
        plain=line,
        acts=_acts(line, heard, reading, expecting),
        topics=topics,
        by_rule=certain,
        likeness=guesses[0] if guesses else None,
        odds={guess.topic: guess.probability for guess in guesses},
        alarm=hear_alarm(heard, reading),
        when=when,
        services=several[:1] if len(several) > 1 else found.ids if found else (),
        more_services=several[1:],
        service_words=found.words if found else "",
        service_by=found.by if found else "",
        provider_id=provider.id if provider else None,
        provider_gender=hear_gender(line),
        location_id=place.id if place else None,
        name=name,
        digits=digits,
        international=text.strip().startswith("+") or " +" in text,
        email=email[0] if email else None,
        vector=reading.vector if reading else None,
        purposes=reading.purposes if reading else {},
    )


def _topics(
    line: str, guesses: tuple[Guess, ...], when: When, practice: Practice, *, found: bool, asking: bool
) -> tuple[tuple[Topic, ...], bool]:
    """What a plain text is about, and whether that is certain; ``found``: a treatment was."""
    if _seeks_advice(line, practice):
        return (Topic.CONCERN,), True
    ruled, told = beside_a_wish(rule_topics(line), guesses, when, asking=asking)
    topics, certain = settle(ruled, told, least=_SURE_OF_FEW_WORDS if _is_short(line) else _SURE, asking=asking)
    if not found:
        return topics, certain
    # "can my wife get laser hair removal" asks for no list, and is about the practice
    doubtful = {Topic.OFF_TOPIC} if certain else {Topic.OFF_TOPIC, Topic.SERVICES}
    return tuple(topic for topic in topics if topic in ruled or topic not in doubtful), certain


def _acts(line: str, heard: Heard, reading: Reading | None, expecting: Expecting) -> frozenset[Act]:
    """What is done by words that are known; a yes or a no in any other words after a question that takes one."""
    acts = hear_acts(line)
    if reading is None or expecting.asked not in _YES_OR_NO or acts & _SETTLED or not line or line in _HESITATES:
        return acts
    yes, no = (reading.purposes.get(purpose, 0.0) for purpose in (Purpose.YES, Purpose.NO))
    quits = reading.purposes.get(Purpose.QUIT, 0.0)
    others = max(reading.purposes.get(purpose, 0.0) for purpose in (Purpose.NO, Purpose.QUIT, *_PUTS_OFF))
    agrees = yes >= _AGREES and others < _NO_DOUBT and not (is_asking(line) or "?" in heard.text)
    if agrees and (heard.typed or " " in line):
        return acts | {Act.YES}
    return acts | {Act.NO} if max(no, quits) >= _DECLINES and yes < _ASKS_HARDLY else acts


def _corrected(line: str, practice: Practice) -> str:
    """A plain text from its last correction on that names another treatment: "an IV, no sorry, the sauna"."""
    parts = between_corrections(line)
    for place in range(len(parts) - 1, 0, -1):
        found = lexicon.find_services(parts[place], practice)
        if found and found.by != "part":
            return " ".join(parts[place:])
    return line


def _seeks_advice(line: str, practice: Practice) -> bool:
    """Whether someone wants to talk before they know which treatment they need, and the practice offers that."""
    return practice.consultation is not None and bool(_UNSURE.search(line))


def _wanted(line: str, practice: Practice) -> lexicon.Found | None:
    """The treatment that is wanted: a consultation where someone does not know which."""
    if practice.consultation and _seeks_advice(line, practice):
        return lexicon.Found((practice.consultation.id,), plain(practice.consultation.name), "alias")
    told = lexicon.without_references(_without_replaced(_corrected(line, practice), practice), practice)
    return for_child(line, lexicon.find_services(told, practice), practice)


def _without_replaced(line: str, practice: Practice) -> str:
    """A plain text without the treatment that another takes the place of: "yes, the peel instead of the facial"."""
    rest = _REPLACED.sub(" ", line)
    return rest if rest != line and lexicon.find_services(rest, practice) else line


def _is_short(line: str) -> bool:
    return len(line.split()) <= _FEW_WORDS


def is_asking(line: str) -> bool:
    """Whether a plain text begins as questions do."""
    return bool(_ASKS.match(line))


def for_child(line: str, found: lexicon.Found | None, practice: Practice) -> lexicon.Found | None:
    """ "A checkup for my kid" is the children's one, whatever else is called so; another treatment stays."""
    service = for_children(practice) if found and is_for_child(line) else None
    if found is None or service is None or service.id in found.ids:
        return None if found and lexicon.tells_where_alone(found) else found
    called = plain(" ".join((service.name, *service.aliases)))
    same = found.by == "part" or any(word.rstrip("s") in called for word in found.words.split())
    return lexicon.Found((service.id,), found.words, "alias") if same else found


def _is_name(reading: Reading | None, expecting: Expecting) -> bool:
    """Whether what was said after "your name?" is that, whatever day its words may name."""
    if reading is None or expecting.asked != "name":
        return False
    odds = reading.purposes
    return odds.get(Purpose.ANSWER, 0.0) >= _SURELY_NAME and odds.get(Purpose.CORRECT, 0.0) < _ASKS_HARDLY


def _name(text: str, expecting: Expecting, when: When, has_service: bool) -> str | None:
    bare = expecting.name and not when and not has_service and "?" not in text
    return hear_name(text, expected=bare, known=expecting.known_name)


def _without(line: str, name: str | None) -> str:
    """Amy Price asks for no price, and Lena Park for no parking."""
    for word in plain(name or "").split():
        line = re.sub(rf"\b{re.escape(word)}\b", " ", line)
    return " ".join(line.split())


def _without_places(line: str) -> str:
    """A plain text without the places of what was offered. Two numbers are no choice ("the 2nd or the 9th"), nor is
    one after "on": these are days."""
    numbered = _NUMBERED.findall(line)
    days = len(numbered) > 1 or any(one.startswith("on ") for one in numbered)
    kept = _PLACES.sub(lambda m: m[0] if m[1] or (days and m[2][0].isdigit()) else " ", line)
    return " ".join(kept.split())


def _without_digits(line: str, digits: str) -> str:
    """A phone number or an amount of money must not be taken for a time or a date."""
    line = _MONEY.sub(" ", line)
    if not digits:
        return line
    return re.sub(r"\b\d[\d ]{5,}\d\b|\b\d{3,}\b(?! ?(?:am|pm))", " ", line) if line else line


def part(whole: Meaning, each: Sequence[Meaning], again: Callable[[str], Meaning], *, answering: bool) -> Meaning:
    """The utterance with the questions that stand beside a wish; ``again`` understands the words of the wish.

    ``answering``: it answers a question of ours. What says nothing of a visit by all its words has no wish,
    whatever day it names ("I get paid the 23rd. Are you open then?").
    """
    whole = whole if answering else _without_background(whole, each, again)
    asides = about_the_same(whole, [one for one in each if _is_question(one)], again)
    others = [one for one in each if not _is_question(one)]
    if not asides:
        return whole
    only_asks = (
        not answering
        and whole.wants(Purpose.ASK, least=_ASKS_SURELY)
        and _plans_nothing(whole)
        and (whole.hardly_wants(Purpose.BOOK, most=_NEVER) or not any(one.services for one in others))
    )
    if only_asks or not any(_is_wish(one) for one in others):
        return replace(whole, asides=asides) if len(asides) > 1 else whole
    rest = others[0] if len(others) == 1 else again(" ".join(one.text for one in others))
    if not rest.services and (meant := next((one.services for one in asides if one.services), ())):
        rest = replace(rest, services=meant, service_by="name")  # "does it hurt? could I do it Tuesday"
    if any(one.when.has_day and _SETTLES.search(one.plain) for one in asides):  # "Friday then, are you open?"
        asides = tuple(replace(one, when=whole.when) if one.when.has_day else one for one in asides)
        rest = replace(rest, when=whole.when)
    return replace(whole, asides=asides, rest=rest)


def _without_background(whole: Meaning, each: Sequence[Meaning], again: Callable[[str], Meaning]) -> Meaning:
    """The utterance without the treatments and days of clauses that only tell a story, beside one that wants a
    visit: "The filling on Thursday went fine. Now I need my cleaning"."""
    told = [
        one
        for one in each
        if _tells_of_visit(one) and (_is_story(one) or _is_there(one) or IS_OVER.search(one.plain))
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
    dated = bool(one.services) and one.when.has_day
    return bool(IS_THERE.search(one.plain)) or (dated and bool(HAS_ONE.search(one.plain)))


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
    for one in questions:
        dated = one.when.has_day or one.services
        if found and one.topics and not dated and one.topics == found[-1].topics:
            found[-1] = again(f"{found[-1].text} {one.text}")
            continue
        carried = one.services or carried
        if _TOGETHER.search(one.plain) and whole.more_services and not one.services:
            found.append(replace(one, services=whole.services, more_services=whole.more_services))
            continue
        found.append(replace(one, services=carried) if len(carried) == 1 else one)
    return tuple(found)


def _is_question(meaning: Meaning) -> bool:
    """Whether a clause asks for something the practice knows, and tells nothing."""
    dated = meaning.when.has_day and not (meaning.by_rule and meaning.topics[:1] == (Topic.HOURS,))
    told = meaning.when.has_time and meaning.only_answers  # "my friend wants one, too. 10 am?"
    if told or dated or meaning.about(Topic.BOOK, Topic.CLINICAL, Topic.CONCERN) or meaning.digits or meaning.name:
        return False
    by_words = meaning.by_rule and meaning.about(*QUESTIONS) and not meaning.hardly_wants(Purpose.ASK, most=_NEVER)
    return "?" in meaning.text or bool(_ASKS.match(meaning.plain)) or by_words


def _plans_nothing(meaning: Meaning) -> bool:
    """Whether no visit, new or old, is what a message is about."""
    return meaning.hardly_wants(Purpose.BOOK, Purpose.MOVE, Purpose.CANCEL, most=_HARDLY)


def _is_wish(meaning: Meaning) -> bool:
    """Whether a clause tells what a visit needs."""
    return bool(meaning.when or meaning.about(Topic.BOOK) or meaning.services or meaning.digits or meaning.name)
