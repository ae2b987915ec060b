"""Understands one utterance: acts, topics and the details of a visit, found by the parts beside."""

import re
import unicodedata
from datetime import datetime
from functools import partial

from mia.platform.conversation.ports import Heard
from mia.platform.words.plain import plain
from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS
from mia.receptionist.dates.spoken import hear_when, last_asked
from mia.receptionist.dates.taken_hours import without_refused_hours, without_taken_hours
from mia.receptionist.dates.when import When
from mia.receptionist.practice import Practice, Provider
from mia.receptionist.understanding import lexicon, phones
from mia.receptionist.understanding.acts import Act, hear_acts
from mia.receptionist.understanding.alarms import hear_alarm
from mia.receptionist.understanding.asked_of import UNMEANT
from mia.receptionist.understanding.lay_terms import or_by_lay_terms
from mia.receptionist.understanding.meaning import (
    SURE_OF_FEW_WORDS,
    Expecting,
    Meaning,
    is_asking,
    is_short,
)
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.reading import Reading
from mia.receptionist.understanding.models.topics import Guess, Topic
from mia.receptionist.understanding.models.vectors import LONGEST_UTTERANCE
from mia.receptionist.understanding.naming import (
    ASKS_HARDLY,
    PUTS_OFF,
    is_asked_for,
    name_and_day,
    no_ones,
    refused_provider,
    without_name,
)
from mia.receptionist.understanding.subjects import beside_a_wish, rule_topics, settle
from mia.receptionist.understanding.treatments import (
    for_child,
    seeks_advice,
    wanted,
    without_denied,
    without_refused,
    without_taken_back,
)
from mia.receptionist.understanding.who import name_sounds
from mia.receptionist.understanding.who.gender import hear_gender
from mia.receptionist.understanding.who.name_words import name_alone
from mia.receptionist.understanding.who.names import (
    hear_volunteered,
    last_name_first,
)
from mia.receptionist.understanding.who.written_names import hear_beside_a_number

_IN_PLACE_OF = re.compile(
    r"\b(?:instead of|rather than|in place of)(?: (?:at|in|with))?(?: the)?(?: (?:dr|doctor))?(?: \w+){1,2}"
)
"""Who or what another takes the place of: "at Fern Lane instead of Bayfront"."""
_AGREES, _DECLINES, _NO_DOUBT = 0.85, 0.6, 0.15
"""Probabilities from which what is said after a question is a yes, from which it is a no, and which no other may
have beside the yes."""
_OFFERED_PERSON = "offer person"
_OF_A_TIME = frozenset({"when", "slot", "confirm", "name", "phone"})
"""Questions after which an hour that is told may be one that does not suit."""
_YES_OR_NO = frozenset({"confirm", "cancel", "offer visit", _OFFERED_PERSON})
_YES_AT_END = re.compile(
    r"[,.;:!\u2013\u2014-]\s*(?:yes|yep|yup|yeah)(?:,? (?:please|thanks|thank you))?[.!]*$", re.IGNORECASE
)
"""A yes after what was read back and a break; without one it may be told of ("before I say yes")."""
_HESITATES = frozenset(
    {"hm", "hmm", "mm", "um", "uh", "huh", "er", "well", "wait", "hold on", "so", "and", "the", "but"}
)
_SETTLED = frozenset(
    {Act.YES, Act.NO, Act.CHANGE, Act.NEITHER, Act.HOLD, Act.REPEAT, Act.REFUSE, Act.PERSON, Act.GOODBYE, Act.ANY}
)
_WANTS_CONTACT = frozenset({"contact", "who", _OFFERED_PERSON})
"""Questions that are answered with a name and a number."""
_SURELY_HOURS = 0.95
"""Probability from which opening hours are asked for in any form: "dec 24, open or closed"."""
_SURE = 0.42  # probability from which the reader alone decides a topic
# "The second" of three offers is no day of the month.
_DATED = "|".join((*MONTHS, *WEEKDAYS))
_DATED_WORDS = frozenset((*MONTHS, *WEEKDAYS, "on", "the", "this", "next"))
_NAMES = r"[A-Z][\w'\u2019-]+(?: [A-Z][\w'\u2019-]+)*"
_AGED = re.compile(
    rf"({_NAMES}(?: (?:and|&) {_NAMES})?),? \(?(?:1[0-7]|[1-9])(?: (?:and|&) (?:1[0-7]|[1-9]))?\)?(?=\s*[.!]*$)"
)
"""How old those are whose names were told: "Ivy and Max Tran, 7 and 10"."""
_GENERATION = re.compile(r"\b([A-Z][\w'\u2019-]+),? the (?:second|third|fourth|fifth|2nd|3rd|4th|5th)\b(?! of)")
_PLACES = re.compile(
    rf"(?<!\bof )(?<!\bof the )\b((?:{_DATED}) (?:the )?)?(first|second|third|1st|2nd|3rd)\b(?! (?:of|thing))"
)
_NUMBERED = re.compile(r"\b(?:on (?:the )?)?\d{1,2}(?:st|nd|rd|th)\b")
_ONE_OF_THEM = re.compile(
    r"\b(?:first|second|third|1st|2nd|3rd) one\b"
    r"(?! (?:pm|am|oclock|thirty|fifteen|forty|(?:right |straight )?(?:after|before) (?:the other|another)))"
)
_DIGIT_WORDS = re.compile(
    r"\b(?:\d+|area code|double|triple|hundred|zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b[-). ]*",
    re.IGNORECASE,
)
_ME_FIRST = re.compile(r"^\W*(?:me|mine|myself)(?: first| is)?\s*[:,\u2013-]\s*", re.IGNORECASE)
_LONE_O = re.compile(r"\b[Oo]\b(?=[\s,.]*(?:,|$))")
"""A zero beside other digits: no part of the name before it ("Marcus Reyes, three o five")."""
_MONEY = re.compile(
    r"\$ ?\d+(?: \d+)?|\b\d+ (?:dollars|bucks)\b"
    r"|\b(?:under|over|below|less than|more than|at most|no more than|up to|max|budget(?: is| of)?) \d{2,4}\b"
    r"(?! ?(?:am|pm|min|hour|day|week|unit|year))"
)
_AND = re.compile(r"(?<=[^\W\d_]) (?:n|&|\+) (?=[^\W\d_]{2})")
"""How "and" is typed."""
_MEMBER_ID = re.compile(r"\bmember(?:ship)? (?:id|number|no|num)\b")
"""What an insurer gave someone, who asks for no membership."""
_ABROAD = re.compile(r"(?:^|\s)\+\s*[02-9]")
"""A number that is not of North America, whose numbers begin with +1."""
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def understand(
    heard: Heard, practice: Practice, now: datetime, expecting: Expecting, reading: Reading | None
) -> Meaning:
    """Understand one utterance. ``now`` is the practice's local time, ``reading`` what the
    models see of it (``None`` leaves topics to the rules alone)."""
    text = unicodedata.normalize("NFC", heard.text[:LONGEST_UTTERANCE])  # danger is heard in all of it
    text = _AND.sub(" and ", text) if heard.typed else text
    mended = partial(lexicon.mend_names, by_ear=not heard.typed, practice=practice)
    line = mended(plain(text))
    digits = phones.hear_digits(text, expected=expecting.phone)
    if not (expecting.phone or phones.valid_phone(digits) or re.search(r"\d{3}", text)):
        digits = ""  # "the 10th or 11th, or 15 through 17" are days
    answers = expecting.name or expecting.slot or expecting.when
    asked_for = last_asked(_without_generation(_without_ages(text)) if answers else text, now)
    dated = line if asked_for == text else mended(plain(asked_for))
    dated = " ".join(_ONE_OF_THEM.sub(" ", _without_digits(dated, digits)).split())
    if expecting.slot or expecting.choice:
        dated = _without_places(dated)
    told = dated
    dated = without_refused_hours(dated)
    if expecting.asked in _OF_A_TIME:
        dated = without_taken_hours(dated)
    when = hear_when(dated, now, practice.day_bounds, expected=expecting.when or expecting.slot or dated != told)
    guesses = reading.topics if reading else ()
    stated = _IN_PLACE_OF.sub(" ", line)
    provider, refused = _provider(line, stated, text, practice, typed=heard.typed)
    place = lexicon.find_location(stated, practice) or lexicon.find_location(line, practice)
    offered = lexicon.find_services(line, practice)
    unaddressed = _EMAIL.sub(" , ", text)
    named = _LONE_O.sub(" ", _DIGIT_WORDS.sub(" , ", unaddressed)) if digits else unaddressed
    if heard.typed and expecting.name:
        named = last_name_first(_ME_FIRST.sub("", named))
    name, when = name_and_day(heard, text, named, expecting, reading, when, found=offered is not None)
    beside_a_number = len(digits) >= phones.NATIONAL_DIGITS
    told_beside = beside_a_number or ((expecting.slot or (expecting.name and when)) and not offered)
    if name is None and not (provider or place) and told_beside:
        name = hear_volunteered(named)
    if heard.typed and beside_a_number and (name is None or expecting.asked in _WANTS_CONTACT):
        name = hear_beside_a_number(unaddressed) or name
    if name and no_ones(name, line, provider, reading, expecting):
        name = None
    unnamed = without_denied(without_name(line, name))
    if not heard.typed:
        name = name_sounds.as_meant(
            name, named, expected=expecting.asked == "name" and not when, known=expecting.known_name
        )
    found = wanted(unnamed, practice)
    listed = mended(plain(lexicon.open_lists(text)))
    listed = without_taken_back(without_refused(without_name(listed, name), practice), practice)
    listed = lexicon.without_references(listed, practice)
    several = lexicon.find_several(listed, practice, lambda part, one: for_child(part, one, practice))
    email = _EMAIL.search(text)
    asking = is_asking(line) or "?" in text
    answers_name = bool(name and expecting.name and not asking)  # a name that was asked for resembles anything
    topics, certain = _topics(
        unnamed, () if answers_name else guesses, when, practice, found=found is not None, asking=asking
    )
    if Topic.CONCERN not in topics:
        found = or_by_lay_terms(found, unnamed, practice)
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
        provider_refused=refused.id if refused else None,
        provider_gender=hear_gender(line),
        location_id=place.id if place else None,
        name=name,
        digits=digits,
        international=bool(_ABROAD.search(text)),
        email=email[0] if email else None,
        vector=reading.vector if reading else None,
        purposes=reading.purposes if reading else {},
    )


def _provider(
    line: str, stated: str, text: str, practice: Practice, *, typed: bool
) -> tuple[Provider | None, Provider | None]:
    """Whom someone wants to see, and whom not; ``stated``: the text without what another takes the place of."""
    provider = lexicon.find_provider(stated, practice, text) or lexicon.find_provider(line, practice, text)
    refused = refused_provider(line, practice)
    if provider and (provider == refused or not is_asked_for(provider, line, typed=typed)):
        provider = None
    return provider, refused


def _topics(
    line: str, guesses: tuple[Guess, ...], when: When, practice: Practice, *, found: bool, asking: bool
) -> tuple[tuple[Topic, ...], bool]:
    """What a plain text is about, and whether that is certain; ``found``: a treatment was."""
    if seeks_advice(line, practice):
        return (Topic.CONCERN,), True
    line = _MEMBER_ID.sub("insurance number", line)
    unmeant = {topic for pattern, topic in UNMEANT if pattern.search(line)}
    guesses = tuple(one for one in guesses if one.topic not in unmeant)
    of_hours = bool(guesses) and guesses[0].topic is Topic.HOURS and guesses[0].probability >= _SURELY_HOURS
    ruled, told = beside_a_wish(rule_topics(line), guesses, when, asking=asking or of_hours)
    topics, certain = settle(ruled, told, least=SURE_OF_FEW_WORDS if is_short(line) else _SURE, asking=asking)
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
    if _YES_AT_END.search(heard.text) and "?" not in heard.text:
        return acts | {Act.YES}  # "Thursday the 3rd, yes"
    yes, no = (reading.purposes.get(purpose, 0.0) for purpose in (Purpose.YES, Purpose.NO))
    quits = reading.purposes.get(Purpose.QUIT, 0.0)
    puts_off = [*PUTS_OFF]
    if expecting.asked == _OFFERED_PERSON:  # "please, someone should call me" agrees
        yes = max(yes, reading.purposes.get(Purpose.PERSON, 0.0))
        puts_off.remove(Purpose.PERSON)
    others = max(reading.purposes.get(purpose, 0.0) for purpose in (Purpose.NO, Purpose.QUIT, *puts_off))
    agrees = yes >= _AGREES and others < _NO_DOUBT and not (is_asking(line) or "?" in heard.text)
    if agrees and (heard.typed or " " in line):
        return acts | {Act.YES}
    corrects = reading.purposes.get(Purpose.CORRECT, 0.0)  # "not here, the other office"
    declines = max(no, quits) >= _DECLINES and max(yes, corrects) < ASKS_HARDLY
    return acts | {Act.NO} if declines else acts


def _without_places(line: str) -> str:
    """A plain text without the places of what was offered. Two numbers are no choice ("the 2nd or the 9th"), nor is
    one after "on": these are days."""
    numbered = _NUMBERED.findall(line)
    days = len(numbered) > 1 or any(one.startswith("on ") for one in numbered)
    kept = _PLACES.sub(lambda m: m[0] if m[1] or (days and m[2][0].isdigit()) else " ", line)
    return " ".join(kept.split())


def _without_ages(text: str) -> str:
    """A text without how old those are whose names it tells."""
    return _AGED.sub(lambda m: m[1] if all(map(name_alone, re.split(r" (?:and|&) ", m[1]))) else m[0], text)


def _without_generation(text: str) -> str:
    """A text without which of a name someone is: "J. T. Worthington the third" names no day."""
    return _GENERATION.sub(lambda m: m[0] if plain(m[1]) in _DATED_WORDS else m[1], text)


def _without_digits(line: str, digits: str) -> str:
    """A phone number or an amount of money must not be taken for a time or a date."""
    line = _MONEY.sub(" ", line)
    if not digits:
        return line
    return re.sub(r"\b\d[\d ]{5,}\d\b|\b\d{3,}\b(?! ?(?:am|pm))", " ", line) if line else line
