"""From the cells of one row to a person with a visit, or to what is wrong with it."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from decimal import Decimal
from uuid import UUID
from zoneinfo import ZoneInfo

from mia.clinic.consent.service import Channel
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient
from mia.clinic.records.transfers.fields import DateOrder, Field, Mapping_
from mia.clinic.records.transfers.treatment_names import LONGEST_NAME, UNSAID, Choice, Meaning, plain
from mia.clinic.records.transfers.wishes import NO_COLUMNS, Answer, Wish, opted_out, wishes_of
from mia.clinic.schedule.service import Service
from mia.platform.kernel.errors import Invalid
from mia.platform.kernel.spreadsheet import unguarded

_FORMULA = ("=", "@", "\uff1d", "\uff20")
"""No name, note or treatment begins like this; a formula does (OWASP, CSV injection)."""
_NAMES = frozenset({Field.NAME, Field.FIRST_NAME, Field.LAST_NAME})
_TEXTS = (Field.NAME, Field.FIRST_NAME, Field.LAST_NAME, Field.EMAIL, Field.NOTE, Field.TAGS)
_LONGEST_NOTE = 4000
_LONGEST_TAG = 40
_MOST_TAGS = 20
_OLDEST = date(1900, 1, 1)
_MOST_CENTS = 10_000_000
_AMOUNT = re.compile(r"[0-9]{1,9}(\.[0-9]{0,4})?|\.[0-9]{1,4}")


@dataclass(frozen=True)
class Fault:
    """What is wrong. ``refused``: the row names no one and is left out; else it comes in without this."""

    field: str
    reason: str
    refused: bool = True


@dataclass(frozen=True)
class PastVisit:
    """A completed visit in the file: of a service, or of none of the practice's, as ``name`` says."""

    name: str
    service: Service | None
    at: datetime
    price_cents: int

    @property
    def what(self) -> UUID | str:
        """What tells it from another visit of that day."""
        return self.service.id if self.service else self.name


@dataclass(frozen=True)
class Line:
    """A row that can be imported."""

    person: NewPatient = field(repr=False)
    visit: PastVisit | None
    opted_out: bool
    wishes: tuple[Wish, ...] = ()


@dataclass(frozen=True)
class Reader:
    """Reads rows of one file. ``services`` are by every name they are known under, ``meanings`` what other names
    mean; both by plain spelling."""

    mapping: Mapping_
    columns: int
    order: DateOrder
    services: Mapping[str, Service]
    zone: ZoneInfo
    today: date
    meanings: Mapping[str, Meaning] = field(default_factory=dict)

    def treatments(self, rows: Sequence[Sequence[str]]) -> list[str]:
        """The names of treatments in some rows, which are no visits where there is no day."""
        at = {what: index for index, what in self.mapping.items()}
        name, day = at.get(Field.TREATMENT), at.get(Field.LAST_VISIT)
        if name is None or day is None:
            return []
        full = (row for row in rows if max(name, day) < len(row) <= self.columns and row[name] and row[day])
        return [text for text in (clean(unguarded(row[name])) for row in full) if text]

    def read(self, cells: Sequence[str]) -> tuple[Line | None, list[Fault]]:
        """A line, None where something in it is refused, and all that is wrong."""
        if len(cells) > self.columns:
            return None, [Fault("row", "columns")]
        values = {what: clean(unguarded(cells[at])) for at, what in self.mapping.items() if at < len(cells)}
        faults: list[Fault] = []
        person = self._person(values, faults)
        visit = self._visit(values, faults)
        if any(fault.refused for fault in faults) or person is None:
            return None, faults
        wishes = self._wishes(values, person, faults)
        out = opted_out(values.get(Field.OPTED_OUT, ""))
        if out is Answer.UNCLEAR:
            faults.append(Fault(Field.OPTED_OUT, "unclear_no", refused=False))
        return Line(person, visit, out in (Answer.YES, Answer.UNCLEAR), wishes), faults

    def _wishes(self, values: Mapping[Field, str], person: NewPatient, faults: list[Fault]) -> tuple[Wish, ...]:
        """What the person agrees to and does not want. A yes needs a contact that stands in the row."""
        found, unclear = wishes_of(values)
        for column in unclear:
            reason = "unclear_no" if column in NO_COLUMNS else "unclear"
            faults.append(Fault(column, reason, refused=False))
        kept = []
        for wish in found:
            address = person.email if wish.channel is Channel.EMAIL else person.phone
            if wish.agrees and address is None:
                faults.append(Fault(wish.column, "no_contact", refused=False))
            else:
                kept.append(wish)
        return tuple(kept)

    def _person(self, values: Mapping[Field, str], faults: list[Fault]) -> NewPatient | None:
        formulas = {what for what in _TEXTS if values.get(what, "").startswith(_FORMULA)}
        faults += [Fault(what, "formula", refused=what in _NAMES) for what in _TEXTS if what in formulas]
        values = {what: text for what, text in values.items() if what not in formulas - _NAMES}
        whole = values.get(Field.NAME) or " ".join(
            filter(None, (values.get(Field.FIRST_NAME), values.get(Field.LAST_NAME)))
        )
        known: dict[Field, str | None] = {}
        for what, text, normal in (
            (Field.NAME, whole, patients.normalize_name),
            (Field.PHONE, values.get(Field.PHONE), patients.normalize_phone),
            (Field.EMAIL, values.get(Field.EMAIL), patients.normalize_email),
        ):
            try:
                known[what] = normal(text or "") if text or what is Field.NAME else None
            except Invalid:
                faults.append(Fault(what, "missing" if not text else "unreadable", refused=what is Field.NAME))
        note = values.get(Field.NOTE) or None
        if note and len(note) > _LONGEST_NOTE:
            faults.append(Fault(Field.NOTE, "too_long", refused=False))
            note = None
        born = self._day(values.get(Field.BIRTH_DATE), Field.BIRTH_DATE, faults)
        name = known.get(Field.NAME)
        if name is None or any(fault.refused for fault in faults):
            return None
        return NewPatient(
            name,
            known.get(Field.PHONE),
            known.get(Field.EMAIL),
            born,
            note,
            _tags(values.get(Field.TAGS, ""), faults),
            source="import",
        )

    def _visit(self, values: Mapping[Field, str], faults: list[Fault]) -> PastVisit | None:
        name, day = values.get(Field.TREATMENT), values.get(Field.LAST_VISIT)
        if not name and not day:
            return None
        if not name or not day:
            faults.append(Fault(Field.TREATMENT if not name else Field.LAST_VISIT, "missing", refused=False))
            return None
        meaning = self._meaning(name, faults)
        at = self._day(day, Field.LAST_VISIT, faults)
        if meaning.choice is Choice.SKIP or at is None:
            return None
        noon = datetime.combine(at, time(12), self.zone).astimezone(UTC)
        service = meaning.service
        cents = _cents(values.get(Field.PRICE), service.price_cents if service else 0, faults)
        return PastVisit(service.name if service else name, service, noon, cents)

    def _meaning(self, name: str, faults: list[Fault]) -> Meaning:
        """What a name means; that nobody has said what is a fault."""
        service = self.services.get(plain(name))
        if service is not None:
            return Meaning(Choice.SERVICE, service)
        meaning = self.meanings.get(plain(name), UNSAID)
        if name.startswith(_FORMULA) or len(name) > LONGEST_NAME:
            reason, meaning = "formula" if name.startswith(_FORMULA) else "too_long", UNSAID
        else:
            reason = "unknown"
        if meaning == UNSAID:
            faults.append(Fault(Field.TREATMENT, reason, refused=False))
        return meaning

    def _day(self, text: str | None, what: Field, faults: list[Fault]) -> date | None:
        """A day of the past, as the file's dates are written."""
        if not text:
            return None
        day = read_day(text, self.order, self.today)
        if day is None:
            faults.append(Fault(what, "unreadable", refused=False))
        elif day > self.today:
            faults.append(Fault(what, "future", refused=False))
            return None
        return day


def clean(text: str) -> str:
    """A cell without characters that no one sees; line breaks become spaces."""
    visible = (" " if letter in "\r\n\t" else letter for letter in unicodedata.normalize("NFC", text))
    return "".join(letter for letter in visible if unicodedata.category(letter) not in ("Cc", "Cf")).strip()


def read_day(text: str, order: DateOrder, today: date) -> date | None:
    """A day such as ``2025-07-21``, ``7/21/2025`` or ``21.07.25`` (a time may follow), else None.

    Two digits of a year are the latest such year that is not to come.
    """
    numbers = re.match(r"(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?=$|[ T])", text)
    if numbers is None:
        return None
    one, two, three = numbers.groups()
    if len(one) == 4:
        year, month, day = one, two, three
    else:
        (month, day) = (one, two) if order is DateOrder.MONTH_FIRST else (two, one)
        year = three
    if len(year) not in (2, 4):
        return None
    number = int(year)
    if len(year) == 2:
        number += 2000 if number + 2000 <= today.year else 1900
    try:
        found = date(number, int(month), int(day))
    except ValueError:
        return None
    return found if found >= _OLDEST else None


def _tags(text: str, faults: list[Fault]) -> tuple[str, ...]:
    tags = tuple(dict.fromkeys(tag.strip() for tag in re.split(r"[,;|]", text) if tag.strip()))
    if len(tags) > _MOST_TAGS or any(len(tag) > _LONGEST_TAG for tag in tags):
        faults.append(Fault(Field.TAGS, "too_long", refused=False))
        return tuple(tag for tag in tags if len(tag) <= _LONGEST_TAG)[:_MOST_TAGS]
    return tags


def _cents(text: str | None, list_price: int, faults: list[Fault]) -> int:
    """What was paid, such as ``$1,250.00``; the list price where that is not to be read."""
    if not text:
        return list_price
    plain = re.sub(r"[$\s,]|USD", "", text)
    cents = int((Decimal(plain) * 100).to_integral_value()) if _AMOUNT.fullmatch(plain) else -1
    if not 0 <= cents <= _MOST_CENTS:
        faults.append(Fault(Field.PRICE, "unreadable", refused=False))
        return list_price
    return cents
