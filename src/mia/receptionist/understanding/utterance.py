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
from mia.receptionist.understanding.subjects import beside_a_wish, rule_topics, settle
from mia.receptionist.understanding.treatments import (
    for_child,
    seeks_advice,
    wanted,
    without_refused,
    without_taken_back,
)
from mia.receptionist.understanding.who import name_sounds
from mia.receptionist.understanding.who.gender import hear_gender
from mia.receptionist.understanding.who.names import (
    hear_name,
    hear_renamed,
    hear_respelled,
    hear_volunteered,
    hear_whose,
    last_name_first,
)
from mia.receptionist.understanding.who.written_names import hear_beside_a_number

_ASKS_HARDLY = 0.3
"""The probability below which something else is hardly meant."""
_IN_PLACE_OF = re.compile(
    r"\b(?:instead of|rather than|in place of)(?: (?:at|in|with))?(?: the)?(?: (?:dr|doctor))?(?: \w+){1,2}"
)
"""Who or what another takes the place of: "at Fern Lane instead of Bayfront"."""
_AGREES, _DECLINES, _NO_DOUBT = 0.85, 0.6, 0.15
"""Probabilities from which what is said after a question is a yes, from which it is a no, and which no other may
have beside the yes."""
_PUTS_OFF = (Purpose.CORRECT, Purpose.WAIT, Purpose.ASK, Purpose.MOVE, Purpose.CANCEL, Purpose.BOOK, Purpose.PERSON)
"""What is no yes, whatever else it is."""
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
_SURELY_NAME = 0.8
"""Probability from which what is said after "your name?" is a name."""
_SURELY_ELSE = 0.8
"""Probability from which it is something else."""
_SURELY_HOURS = 0.95
"""Probability from which opening hours are asked for in any form: "dec 24, open or closed"."""
_SURE = 0.42  # probability from which the reader alone decides a topic
# "The second" of three offers is no day of the month.
_DATED = "|".join((*MONTHS, *WEEKDAYS))
_DATED_WORDS = frozenset((*MONTHS, *WEEKDAYS, "on", "the", "this", "next"))
_GENERATION = re.compile(r"\b([A-Z][\w'\u2019-]+),? the (?:second|third|fourth|fifth|2nd|3rd|4th|5th)\b(?! of)")
_BY_ITSELF = re.compile(r"\W*([A-Z][\w'\u2019-]+(?: (?:[A-Z][\w'\u2019.-]+|de|la|del|van|von)){1,3})\. +\w")
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
_TITLE = r"(?:dr|doctor|mr|ms|mrs|miss)"
_SEES = (
    r"(?:with|see|put|prefer|want|get|give me|not|by|rather)(?: me (?:down )?with)?"
    rf"(?: {_TITLE})?|dr|doctor"
)
"""How a provider is told by one word of the name."""
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
    asked_for = last_asked(_without_generation(text) if expecting.name else text, now)
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
    provider = lexicon.find_provider(stated, practice, text) or lexicon.find_provider(line, practice, text)
    provider = provider if provider and _is_named(provider, line, typed=heard.typed) else None
    place = lexicon.find_location(stated, practice) or lexicon.find_location(line, practice)
    offered = lexicon.find_services(line, practice)
    unaddressed = _EMAIL.sub(" , ", text)
    named = _LONE_O.sub(" ", _DIGIT_WORDS.sub(" , ", unaddressed)) if digits else unaddressed
    if heard.typed and expecting.name:
        named = last_name_first(_ME_FIRST.sub("", named))
    name, when = _name_and_day(heard, text, named, expecting, reading, when, found=offered is not None)
    beside_a_number = len(digits) >= phones.NATIONAL_DIGITS
    told_beside = beside_a_number or ((expecting.slot or (expecting.name and when)) and not offered)
    if name is None and not (provider or place) and told_beside:
        name = hear_volunteered(named)
    if heard.typed and beside_a_number and (name is None or expecting.asked in _WANTS_CONTACT):
        name = hear_beside_a_number(unaddressed) or name
    if name and (_is_provider(name, line, provider) or (" " not in name and _hardly_answers(reading, expecting))):
        name = None  # "put Reyes please", "omg. get me a human"
    unnamed = _without(line, name)
    if not heard.typed:
        name = name_sounds.as_meant(
            name, named, expected=expecting.asked == "name" and not when, known=expecting.known_name
        )
    found = wanted(unnamed, practice)
    listed = mended(plain(lexicon.open_lists(text)))
    listed = without_taken_back(without_refused(_without(listed, name), practice), practice)
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
    if seeks_advice(line, practice):
        return (Topic.CONCERN,), True
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
    puts_off = [*_PUTS_OFF]
    if expecting.asked == _OFFERED_PERSON:  # "please, someone should call me" agrees
        yes = max(yes, reading.purposes.get(Purpose.PERSON, 0.0))
        puts_off.remove(Purpose.PERSON)
    others = max(reading.purposes.get(purpose, 0.0) for purpose in (Purpose.NO, Purpose.QUIT, *puts_off))
    agrees = yes >= _AGREES and others < _NO_DOUBT and not (is_asking(line) or "?" in heard.text)
    if agrees and (heard.typed or " " in line):
        return acts | {Act.YES}
    corrects = reading.purposes.get(Purpose.CORRECT, 0.0)  # "not here, the other office"
    declines = max(no, quits) >= _DECLINES and max(yes, corrects) < _ASKS_HARDLY
    return acts | {Act.NO} if declines else acts


def _name_and_day(
    heard: Heard, text: str, named: str, expecting: Expecting, reading: Reading | None, when: When, *, found: bool
) -> tuple[str | None, When]:
    """The name that was told, and the day without what was part of it; ``named``: the text without digits,
    ``found``: a treatment was."""
    name, known = _name(named, expecting, when, found), expecting.known_name
    if name is None and when and _is_name(reading, expecting):
        name = hear_name(named, expected=True)  # "April Summers", "J. T. Worthington the third"
        when = When() if name else when
    if name is None and found and expecting.name and (alone := _BY_ITSELF.match(text)):
        name = hear_name(alone[1], expected=True)  # "Philippa Nwosu. Hm, then make it the sauna"
    if name is None and expecting.asked == "confirm":
        name = hear_whose(named) or (hear_respelled(text, known) if known else None)
    if name is None and heard.typed and known and " " in known:
        name = hear_renamed(text, known)
    return name, when


def _hardly_answers(reading: Reading | None, expecting: Expecting) -> bool:
    """Whether what was said after "your name?" wants something else, so that one word of it is no name."""
    if reading is None or not expecting.name or reading.purposes.get(Purpose.ANSWER, 0.0) >= _ASKS_HARDLY:
        return False
    return max(reading.purposes.get(one, 0.0) for one in (*_PUTS_OFF, Purpose.TASK)) >= _SURELY_ELSE


def _is_named(provider: Provider, line: str, *, typed: bool) -> bool:
    """Whether a provider is meant: by a word of the name, or, where only a word like it was typed, by how people
    ask for one. Reese is no Dr. Reyes, "with dr reese" is."""
    exactly = set(plain(provider.name).split()) & set(line.split())
    return not typed or bool(exactly) or bool(re.search(rf"\b(?:{_SEES}) \w", line))


def _is_provider(name: str, line: str, provider: Provider | None) -> bool:
    """Whether one word that sounds like a name is whom someone wants to see: "with mr cho", "put Reyes please"."""
    said = [word for word in plain(name).split() if not re.fullmatch(_TITLE, word)]
    names = plain(provider.name).split() if provider else []
    own = [word for word in names if re.search(rf"\b(?:{_SEES}) {word}\b", line)]
    return len(said) <= 1 and bool(own) and set(said) <= set(own)


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


def _without_generation(text: str) -> str:
    """A text without which of a name someone is: "J. T. Worthington the third" names no day."""
    return _GENERATION.sub(lambda m: m[0] if plain(m[1]) in _DATED_WORDS else m[1], text)


def _without_digits(line: str, digits: str) -> str:
    """A phone number or an amount of money must not be taken for a time or a date."""
    line = _MONEY.sub(" ", line)
    if not digits:
        return line
    return re.sub(r"\b\d[\d ]{5,}\d\b|\b\d{3,}\b(?! ?(?:am|pm))", " ", line) if line else line
