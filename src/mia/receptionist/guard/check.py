"""Decides whether a sentence of a language model may be spoken."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from mia.receptionist.guard.facts import Facts, Statement, services_in
from mia.receptionist.guard.moments import Clock, Day, Named, moments
from mia.receptionist.guard.money import amounts
from mia.receptionist.guard.names import unknown_name
from mia.receptionist.guard.normal import normal
from mia.receptionist.guard.outcomes import OF_A_VISIT, claims, is_true

LONGEST_SENTENCE = 400
"""Characters: twice the longest sentence that the embedded receptionist says; no one follows more by ear."""
_SHINGLE = 8
"""Words in a row that stand in the instructions and nowhere else: more than chance, less than one rule."""
_LONGEST_WORD = 40
_OF_INSTRUCTIONS = re.compile(
    r"\b(?:my|the|these|following|system) (?:system )?(?:instructions?|prompts?|guidelines)\b(?: \w+){0,2} "
    r"(?:are|is|say|says|read|state|tell)\b|\bsystem (?:prompt|message|instructions?)\b|\bi (?:was|am|have been) "
    r"(?:instructed|programmed|prompted|configured)\b|\bas an? (?:ai )?(?:large )?language model\b"
)
_MACHINE = re.compile(r"[{}<>]|```|\b[a-z]+_[A-Za-z0-9_]+\b|\b(?:slot token|tool call|function call)\b")
_CONTACT = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b(?:https?://|www\.)\S+|\b[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.[a-z]{2,24}\b(?:/\S*)?"
    r"|\b\w+ dot \w{2,24}\b"
)
_NUMBER = re.compile(r"\+?\d[\d ]{5,}\d")
_DOSE = re.compile(
    r"\b\d+ ?(?:mg|milligrams?|ml|milliliters?|mcg|micrograms?|grams?|tablets?|pills?|capsules?|units?)\b"
)
_MEDICINE = re.compile(
    r"\b(?:ibuprofen|advil|motrin|tylenol|acetaminophen|aspirin|aleve|naproxen|benadryl|antihistamines?|antibiotics?|"
    r"steroids?|prednisone|hydrocortisone|lidocaine|valtrex|valacyclovir|accutane|retinol|epipen|painkillers?|opioids?)\b"
)
_CLAIM = re.compile(
    r"\b(?:(?:completely|totally|perfectly|absolutely|100 percent|entirely) safe"
    r"|safe (?:for you|to use|while|during)"
    r"|(?:no|without(?: any)?|zero|free of) (?:side effects?|risks?|pain|downtime|complications?)"
    r"|painless|risk free|(?:will|does|do) not hurt|(?:is|are|will be) permanent|fda (?:approved|cleared)"
    r"|(?:is|are|sounds|seems|looks) (?:completely |totally |perfectly |quite |very )?(?:normal|harmless|common)"
    r"|(?:nothing|no need|no reason) to (?:worry|be worried|be concerned)"
    r"|do not (?:need to )?worry about (?:it|that|the)"
    r"|(?:will|can|does) (?:cure|heal|fix|get rid of|eliminate|reverse|prevent)|(?:cures|heals|eliminates|reverses)"
    r"|will (?:go away|go down|wear off|clear up|resolve)|(?<!not )guaranteed?|works for everyone)\b"
)
"""What a treatment does to a body, or that a sign is harmless: for the practice to write, or a clinician to say."""
_OFFERS = re.compile(
    r"\b(?:available|open|openings?|free|works?|have|offer|got|get you in|fit you in|can do|there (?:is|are))\b"
)
_LOOKS = re.compile(
    r"\b(?:let me|i will|check(?:ing)?|look(?:ing)?|see (?:if|what|whether)|whether|if|would you|do you|shall|"
    r"you (?:want|said|asked|mentioned))\b"
)
_DENIES = re.compile(r"\b(?:not|no|none|nothing|unfortunately|sorry|closed|taken|full)\b")


class Objection(StrEnum):
    """Why a sentence must not be spoken; a static code, fit for logs."""

    TIME = "time"
    OUTCOME = "outcome"
    PRICE = "price"
    NAME = "name"
    CONTACT = "contact"
    ADVICE = "advice"
    PERSONAL = "personal"
    INSTRUCTIONS = "instructions"
    FORM = "form"


class Guard:
    """Holds the sentences of one answer against the facts, in order. ``instructions`` are what the model was told
    and must not repeat."""

    def __init__(self, facts: Facts, instructions: str) -> None:
        self._facts = facts
        known = _shingles(facts.text.split()) | _shingles(facts.said_text.split())
        self._secret = _shingles(normal(instructions).split()) - known
        self._words: list[str] = []
        self._services = next((one.services for one in reversed(facts.said) if one.services), frozenset[str]())

    def objection(self, sentence: str) -> Objection | None:
        """Why this next sentence must not be spoken, ``None`` when it may."""
        line = normal(sentence)
        found = next(self._objections(sentence, line), None)
        self._words = [*self._words, *line.split()][-_SHINGLE + 1 :]
        self._services = services_in(self._facts.practice, line) or self._services
        return found

    def _objections(self, sentence: str, line: str) -> Iterator[Objection]:
        if self._is_malformed(sentence):
            yield Objection.FORM
        if self._repeats_instructions(line):
            yield Objection.INSTRUCTIONS
        if self._claims_too_much(line):
            yield Objection.OUTCOME
        if self._times_unknown(line):
            yield Objection.TIME
        if self._price_unknown(sentence, line):
            yield Objection.PRICE
        if unknown_name(sentence, self._facts):
            yield Objection.NAME
        if self._contact_unknown(sentence, line):
            yield Objection.CONTACT
        if self._gives_advice(line):
            yield Objection.ADVICE
        if services_in(self._facts.practice, line) & self._facts.untold:
            yield Objection.PERSONAL

    # --- form ---------------------------------------------------------------------------------------

    def _is_malformed(self, sentence: str) -> bool:
        words = sentence.split()
        long = any(len(word) > _LONGEST_WORD for word in words) or len(sentence) > LONGEST_SENTENCE
        return long or bool(_MACHINE.search(_CONTACT.sub(" ", sentence)))

    def _repeats_instructions(self, line: str) -> bool:
        if _OF_INSTRUCTIONS.search(line):
            return True
        return bool(_shingles([*self._words, *line.split()]) & self._secret)

    # --- what was done, and when --------------------------------------------------------------------

    def _claims_too_much(self, line: str) -> bool:
        facts = self._facts
        claimed = claims(line)
        if any(not is_true(claim, facts.outcomes, on_call=facts.practice.on_call) for claim in claimed):
            return True
        if not claimed & OF_A_VISIT:
            return False
        named = moments(line, facts.now)
        return not all(self._is_of_visit(one.what) for one in named)

    def _is_of_visit(self, what: Clock | Day) -> bool:
        outcomes = self._facts.outcomes
        if isinstance(what, Clock):
            return any(what.means(_clock(start)) for start in outcomes.visits) or _in(outcomes.told, what)
        return any(what.is_on(start.date()) for start in outcomes.visits) or _in(outcomes.told, what)

    def _times_unknown(self, line: str) -> bool:
        named = moments(line, self._facts.now)
        offers = bool(_OFFERS.search(line)) and not (_DENIES.search(line) or _LOOKS.search(line))
        for place, one in enumerate(named):
            if isinstance(one.what, Clock):
                if not self._clock_known(one.what, _days_beside(named, place), offers=offers):
                    return True
            elif one.what.is_date and not self._day_known(one.what):
                return True
        return False

    def _clock_known(self, clock: Clock, days: Sequence[Day], *, offers: bool) -> bool:
        """``days`` are those that the time may belong to: the one named before it and the one after."""
        facts = self._facts
        statements = facts.solid if offers else [*facts.solid, *facts.said]
        if not days:
            return any(clock.means(_clock(start)) for start in facts.starts) or _in(statements, clock)
        return any(
            any(day.is_on(start.date()) and clock.means(_clock(start)) for start in facts.starts)
            or any(_same_day(day, other) for one in statements if _in((one,), clock) for other in one.days)
            for day in days
        )

    def _day_known(self, day: Day) -> bool:
        facts = self._facts
        today = facts.now.date()
        return (
            day.is_on(today)
            or day.is_on(today + timedelta(days=1))
            or any(day.is_on(start.date()) for start in facts.starts)
            or any(
                other.is_date and _same_day(day, other) for one in (*facts.solid, *facts.said) for other in one.days
            )
        )

    # --- prices, people, numbers, advice ------------------------------------------------------------

    def _price_unknown(self, sentence: str, line: str) -> bool:
        """A price belongs to the service that is named beside it, else to the one talked about last; what the
        practice wrote of no service in particular (fees, terms) holds where none is named."""
        named = amounts(sentence)
        if not named:
            return False
        here = services_in(self._facts.practice, line)
        services = here or self._services
        allowed = {
            amount
            for one in self._facts.solid
            if (one.services & services if one.services and services else not here)
            for amount in one.amounts
            if services or not one.services or amount[0] == "cents"
        }
        return not named <= allowed

    def _contact_unknown(self, sentence: str, line: str) -> bool:
        facts = self._facts
        digits = f"{re.sub(r'[^0-9|]', '', f'{facts.text}|{facts.said_text}')}|{facts.said_digits}"
        numbers = (re.sub(r"\D", "", match[0]) for match in _NUMBER.finditer(line))
        if any(number.removeprefix("1") not in digits for number in numbers if len(number) >= 7):
            return True
        known = f"{facts.text} {facts.said_text}"
        return any(normal(match[0].rstrip(".,;!?")) not in known for match in _CONTACT.finditer(sentence))

    def _gives_advice(self, line: str) -> bool:
        """Medical claims, doses and medicines that the practice has not written about; of the latter two, it may be
        said that nothing is said."""
        if any(match[0] not in self._facts.text for match in _CLAIM.finditer(line)):
            return True
        found = (*_DOSE.finditer(line), *_MEDICINE.finditer(line))
        return not _DENIES.search(line) and any(match[0] not in self._facts.text for match in found)


def _days_beside(named: Sequence[Named], place: int) -> list[Day]:
    before = next((one.what for one in reversed(named[:place]) if isinstance(one.what, Day)), None)
    after = next((one.what for one in named[place:] if isinstance(one.what, Day)), None)
    return [day for day in (before, after) if isinstance(day, Day)]


def _in(statements: Iterable[Statement], what: Clock | Day) -> bool:
    if isinstance(what, Clock):
        return any(what.means(clock) for one in statements for clock in one.clocks)
    return any(_same_day(what, day) for one in statements for day in one.days)


def _same_day(first: Day, second: Day) -> bool:
    pairs = ((first.weekday, second.weekday), (first.month, second.month), (first.number, second.number))
    return all(a is None or b is None or a == b for a, b in pairs) and any(
        a is not None and a == b for a, b in pairs
    )


def _clock(start: datetime) -> Clock:
    return Clock(start.hour * 60 + start.minute)


def _shingles(words: Sequence[str]) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + _SHINGLE]) for at in range(len(words) - _SHINGLE + 1)}
