"""What a simulated patient says to a read-back that is not what they asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from tests.receptionist.patients.patient import Patient, Visit
from tests.receptionist.patients.read_back import SPANISH_MONTHS, ReadBack

_FEW_WORDS, _FEW_DAYS = 4, 3
_WEEKDAYS = {"mon": 0, "tue": 1, "wed": 2, "thu": 3, "fri": 4, "sat": 5, "sun": 6}
_ENGLISH_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SPANISH_DAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")

_ENGLISH: Mapping[str, Sequence[str]] = {
    "service": (
        "no, I asked for the {service}",
        "that's not it, it's the {service} I want",
        "hm no, wrong treatment. {service} please",
        "I didn't ask for that one. it was {service}",
        "not that, the {service}",
    ),
    "who": (
        "no, it's for {who}",
        "wrong person, it's for {who}",
        "that one should be under {who}",
        "no no, {who} is the one who's coming",
        "not for them. this is for {who}",
    ),
    "day": (
        "no, that's the wrong day. I meant {day}",
        "not that day, {day} please",
        "I said {day}",
        "hang on, it has to be {day}",
    ),
    "hours": (
        "no, I need something {hours}",
        "that time doesn't work, {hours} please",
        "the day is right but I said {hours}",
        "can't do that hour. {hours}?",
    ),
    "several": (
        "no, {all}",
        "that's not right. I wanted {all}",
        "hm, you mixed something up: {all}",
    ),
    "nothing": ("no, I don't need another one", "no, don't book that, I didn't ask for it"),
    "other visit": ("no, not that one, I mean the {visit}", "wrong one. it's the {visit}"),
    "only": ("no, only the {visit}", "just the {visit} please, the other stays"),
    "stays": ("no, don't cancel it, I'm keeping that one", "no! that one stays"),
    "stays put": (
        "no, leave that one where it is, I want a new one",
        "don't move mine, this is another one",
    ),
    "gives up": ("no, never mind, have someone call me", "forget it, I'd rather somebody calls me"),
}
_SPANISH: Mapping[str, Sequence[str]] = {
    "service": ("no, yo pedí {service}", "eso no es, quiero {service}", "no, {service} por favor"),
    "who": ("no, es para {who}", "la persona no es, es para {who}", "no, va a nombre de {who}"),
    "day": ("no, ese día no, {day}", "yo dije {day}", "no, tiene que ser {day}"),
    "hours": ("no, necesito algo {hours}", "a esa hora no puedo, {hours} por favor"),
    "several": ("no, {all}", "eso no está bien, yo quería {all}"),
    "nothing": ("no, no necesito otra cita", "no, esa no la pedí"),
    "other visit": ("no, esa no, la de {visit}", "no, la otra: {visit}"),
    "only": ("no, solo la de {visit}", "nada más la de {visit}, la otra se queda"),
    "stays": ("no, esa no la cancele", "no, esa cita se queda"),
    "stays put": ("no, esa se queda, quiero otra cita", "la mía no la mueva, quiero una nueva"),
    "gives up": ("no, mejor que alguien me llame", "déjelo, prefiero que me llame una persona"),
}


def wrong_in(wish: Visit, read: ReadBack) -> tuple[str, ...]:
    """What of a wish was read back otherwise."""
    at = read.start.hour + read.start.minute / 60
    any_hour = Visit(wish.service, days=wish.days, not_days=wish.not_days)
    wrong = {
        "service": wish.service != read.service,
        "who": bool(read.who) and wish.who.casefold() not in read.who.casefold(),
        "day": not any_hour.fits(read.start),
        "hours": not wish.hours[0] <= at <= wish.hours[1],
    }
    return tuple(part for part, is_wrong in wrong.items() if is_wrong)


def nearest(wishes: Sequence[Visit], read: ReadBack) -> Visit:
    """The wish that Mia most likely meant."""
    return min(wishes, key=lambda wish: len(wrong_in(wish, read)))


@dataclass(frozen=True)
class Voice:
    """How a patient objects, the same way every time it is asked for: ``turn`` counts what they objected to."""

    patient: Patient
    practice: Mapping[str, Any]
    spanish: bool
    turn: int

    def to_booking(self, wish: Visit, wrong: Sequence[str]) -> str:
        """What they say where a booking was read back that has something wrong."""
        if len(wrong) == 1 and (own := self._own(wrong[0])) and self.turn % 2 == 0:
            return f"no. {own}"
        told = {part: self._told(part, wish) for part in wrong}
        if len(wrong) == 1:
            return self.say(wrong[0], **told)
        before = {"service": "", "who": "para " if self.spanish else "for ", "day": "" if self.spanish else "on "}
        return self.say("several", all=" ".join(f"{before.get(part, '')}{told[part]}" for part in wrong))

    def say(self, key: str, **values: str) -> str:
        """One of the wordings."""
        ways = (_SPANISH if self.spanish else _ENGLISH)[key]
        return self._one_of(ways).format(**values)

    def visit(self, visit: Mapping[str, str]) -> str:
        """A visit on file as they call it."""
        on = " del " if self.spanish else " on "
        return f"{self._service(visit['service'])}{on}{self._date(date.fromisoformat(visit['start'][:10]))}"

    def _own(self, part: str) -> str:
        """Their own words for it, where they want one visit alone."""
        kind = {"service": "service", "day": "when", "who": "name"}.get(part)
        if kind is None or len(self.patient.books) != 1:
            return ""
        return (self.patient.answers.get(kind) or ("",))[-1]

    def _told(self, part: str, wish: Visit) -> str:
        if part == "service":
            return self._service(wish.service)
        if part == "who":
            return self._person(wish.who)
        return self._days(wish) if part == "day" else self._hours(wish.hours)

    def _service(self, id_: str) -> str:
        service = next(one for one in self.practice["services"] if one["id"] == id_)
        return self._one_of((service["name"], *service["aliases"]))

    def _person(self, who: str) -> str:
        """In full where that is known, as ``who`` may be a part of a name alone."""
        told = self.patient.answers.get("name", ())
        full = next((one for one in told if who in one and len(one.split()) <= _FEW_WORDS), "")
        return who if who[:1].isupper() and (self.turn % 2 or not full) else full or who

    def _days(self, wish: Visit) -> str:
        days = [
            self._date(date.fromisoformat(day)) if day not in _WEEKDAYS else self._weekday(day) for day in wish.days
        ]
        if not days:
            no = "no " if self.spanish else "not "
            return no + self._either([self._weekday(d) if d in _WEEKDAYS else d for d in wish.not_days])
        if len(days) > _FEW_DAYS and set(wish.days).isdisjoint(_WEEKDAYS):
            return f"entre {days[0]} y {days[-1]}" if self.spanish else f"between {days[0]} and {days[-1]}"
        return self._either(days)

    def _either(self, told: Sequence[str]) -> str:
        return (" o " if self.spanish else " or ").join(told)

    def _weekday(self, day: str) -> str:
        return f"el {_SPANISH_DAYS[_WEEKDAYS[day]]}" if self.spanish else _ENGLISH_DAYS[_WEEKDAYS[day]]

    def _date(self, day: date) -> str:
        if self.spanish:
            return f"el {day.day} de {SPANISH_MONTHS[day.month - 1]}"
        return self._one_of((f"{day:%B} {day.day}", f"{_ENGLISH_DAYS[day.weekday()]} {day:%B} {day.day}"))

    def _hours(self, hours: tuple[float, float]) -> str:
        first, last = (self._clock(hour) for hour in hours)
        at, after, before, between, and_ = (
            ("a las", "después de las", "antes de las", "entre las", "y las")
            if self.spanish
            else ("at", "after", "before", "between", "and")
        )
        if hours[0] == hours[1]:
            return f"{at} {first}"
        if hours[0] <= 9 and hours[1] < 24:
            return f"{before} {last}"
        return f"{after} {first}" if hours[1] >= 17 else f"{between} {first} {and_} {last}"

    def _clock(self, hour: float) -> str:
        told = f"{int(hour) % 12 or 12}" + (f":{round(hour % 1 * 60):02}" if hour % 1 else "")
        if self.spanish:
            return f"{told} de la {'mañana' if hour < 12 else 'tarde'}"
        return f"{told} {'AM' if hour < 12 else 'PM'}"

    def _one_of(self, ways: Sequence[str]) -> str:
        return ways[(sum(self.patient.id.encode()) + self.turn) % len(ways)]
