"""What one row of a file says, and what is wrong with it."""

from datetime import UTC, date, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mia.clinic.records.transfers import fields
from mia.clinic.records.transfers.fields import DateOrder, Field
from mia.clinic.records.transfers.lines import Fault, Line, Reader, clean, read_day
from mia.clinic.records.transfers.treatment_names import by_name
from mia.clinic.schedule.service import Service
from mia.platform.kernel.errors import Invalid

TODAY = date(2026, 3, 2)
BOTOX = Service(
    UUID(int=1), "Botox", "Botox/Injectables", "neurotoxin", ("tox",), "", 30, 0, 45_000, "", 84, 84, 98
)
ALL = {index: field for index, field in enumerate(Field) if field not in (Field.FIRST_NAME, Field.LAST_NAME)}


def read(**values: str) -> tuple[Line | None, list[Fault]]:
    reader = Reader(ALL, len(Field), DateOrder.MONTH_FIRST, by_name([BOTOX]), ZoneInfo("America/New_York"), TODAY)
    return reader.read([values.get(field.value, "") for field in Field])


def test_a_full_row_is_a_person_with_a_visit() -> None:
    line, faults = read(
        name=" Ana  Ruiz ",
        phone="305.555.0142",
        email="Ana@Ruiz.example",
        birth_date="07/21/1990",
        tags="VIP; Regular, VIP",
        note="Prefers\nmornings",
        last_visit="12/1/2025",
        treatment="TOX",
        price="$1,250.50",
        opted_out="Yes",
    )
    assert faults == [] and line is not None and line.visit is not None
    assert (line.person.name, line.person.phone) == ("Ana Ruiz", "+13055550142")
    assert (line.person.email, line.person.birth_date) == ("ana@ruiz.example", date(1990, 7, 21))
    assert (line.person.tags, line.person.note) == (("VIP", "Regular"), "Prefers mornings")
    assert (line.visit.service, line.visit.price_cents) == (BOTOX, 125_050)
    assert line.visit.at == datetime(2025, 12, 1, 17, tzinfo=UTC)
    assert line.opted_out


@pytest.mark.parametrize(
    ("values", "field", "reason"),
    [
        ({}, "name", "missing"),
        ({"name": "x" * 121}, "name", "unreadable"),
        ({"name": '=HYPERLINK("https://evil.example")'}, "name", "formula"),
    ],
)
def test_a_row_that_names_no_one_is_refused(values: dict[str, str], field: str, reason: str) -> None:
    line, faults = read(**({"name": "Ana Ruiz"} if values else {}) | values)
    assert line is None
    assert Fault(field, reason) in faults


@pytest.mark.parametrize(
    ("values", "field", "reason"),
    [
        ({"phone": "555"}, "phone", "unreadable"),
        ({"email": "ana at ruiz"}, "email", "unreadable"),
        ({"birth_date": "31/12/1990"}, "birth_date", "unreadable"),
        ({"birth_date": "3/3/2026"}, "birth_date", "future"),
        ({"note": "@SUM(A1)"}, "note", "formula"),
        ({"note": "n" * 4001}, "note", "too_long"),
        ({"last_visit": "3/3/2026", "treatment": "Botox"}, "last_visit", "future"),
        ({"treatment": "Moon dust", "last_visit": "12/1/2025"}, "treatment", "unknown"),
        ({"treatment": "Botox"}, "last_visit", "missing"),
        ({"treatment": "Botox", "last_visit": "12/1/2025", "price": "much"}, "price", "unreadable"),
        ({"treatment": "Botox", "last_visit": "12/1/2025", "price": "-5"}, "price", "unreadable"),
        ({"treatment": "Botox", "last_visit": "12/1/2025", "price": "1e999999"}, "price", "unreadable"),
        ({"tags": "t" * 41}, "tags", "too_long"),
    ],
)
def test_a_row_comes_in_without_what_is_doubtful(values: dict[str, str], field: str, reason: str) -> None:
    line, faults = read(name="Ana Ruiz", **values)
    assert line is not None and line.person.name == "Ana Ruiz"
    person = line.person
    assert (person.phone, person.email, person.birth_date, person.note) == (None, None, None, None)
    assert faults == [Fault(field, reason, refused=False)]


def test_a_row_with_more_cells_than_columns_is_refused() -> None:
    reader = Reader({0: Field.NAME}, 1, DateOrder.MONTH_FIRST, {}, ZoneInfo("UTC"), TODAY)
    assert reader.read(["Ruiz", " Ana"]) == (None, [Fault("row", "columns")])


def test_a_short_row_has_empty_cells_at_its_end() -> None:
    reader = Reader({0: Field.FIRST_NAME, 1: Field.LAST_NAME}, 2, DateOrder.MONTH_FIRST, {}, ZoneInfo("UTC"), TODAY)
    line, _ = reader.read(["Ana"])
    assert line is not None and line.person.name == "Ana"


@pytest.mark.parametrize(
    ("text", "order", "day"),
    [
        ("2025-07-21", DateOrder.DAY_FIRST, date(2025, 7, 21)),
        ("2025-07-21T10:00:00", DateOrder.MONTH_FIRST, date(2025, 7, 21)),
        ("7/4/25", DateOrder.MONTH_FIRST, date(2025, 7, 4)),
        ("7/4/25", DateOrder.DAY_FIRST, date(2025, 4, 7)),
        ("21.07.1990 08:00", DateOrder.DAY_FIRST, date(1990, 7, 21)),
        ("1/1/27", DateOrder.MONTH_FIRST, date(1927, 1, 1)),
        ("29/02/2025", DateOrder.DAY_FIRST, None),
        ("1/1/125", DateOrder.MONTH_FIRST, None),
        ("1/1/1800", DateOrder.MONTH_FIRST, None),
        ("yesterday", DateOrder.MONTH_FIRST, None),
    ],
)
def test_days_are_read_in_the_order_that_was_said(text: str, order: DateOrder, day: date | None) -> None:
    assert read_day(text, order, TODAY) == day


@given(st.text(max_size=60))
def test_whatever_stands_in_the_cells_a_row_is_a_line_or_has_a_fault(text: str) -> None:
    line, faults = read(
        name=text, phone=text, email=text, birth_date=text, tags=text, note=text, last_visit=text, treatment=text
    )
    assert line is not None or any(fault.refused for fault in faults)


@given(st.text(max_size=60))
def test_no_character_that_nobody_sees_is_kept(text: str) -> None:
    assert all(letter.isprintable() or letter.isspace() for letter in clean(text) if letter.isascii())


@pytest.mark.parametrize(
    "mapping",
    [
        {},
        {0: Field.PHONE},
        {0: Field.NAME, 1: Field.NAME},
        {0: Field.NAME, 1: Field.LAST_NAME},
        {0: Field.NAME, 1: Field.TREATMENT},
        {0: Field.NAME, 1: Field.PRICE},
        {7: Field.NAME},
        {-1: Field.NAME},
    ],
)
def test_a_mapping_of_which_nothing_could_come_is_refused(mapping: dict[int, Field]) -> None:
    with pytest.raises(Invalid):
        fields.check(mapping, 3)
