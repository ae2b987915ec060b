"""What on a record stands against any contact with its person."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mia.clinic.consent.facts import holds_of

TODAY = date(2026, 3, 24)


@dataclass(frozen=True)
class Somebody:
    """A record of which nothing stands against contact."""

    tags: tuple[str, ...] = ()
    birth_date: date | None = None
    archived_at: datetime | None = None
    unverified: bool = False


@pytest.mark.parametrize(
    ("somebody", "holds"),
    [
        (Somebody(("VIP",)), set()),
        (Somebody(("VIP", "Do Not Contact")), {"do_not_contact"}),
        (Somebody(("complaint", "clinical hold")), {"do_not_contact"}),
        (Somebody(("deceased", "minor")), {"deceased", "minor"}),
        (Somebody(archived_at=datetime(2026, 1, 1, tzinfo=UTC)), {"archived"}),
        (Somebody(unverified=True), {"unverified"}),
    ],
)
def test_tags_archive_and_doubt_stand_against_contact(somebody: Somebody, holds: set[str]) -> None:
    assert holds_of(somebody, TODAY) == holds


@given(st.dates(date(1920, 1, 1), date(2030, 1, 1)), st.dates(date(2020, 1, 1), date(2030, 1, 1)))
def test_who_has_not_had_their_eighteenth_birthday_is_a_minor(born: date, today: date) -> None:
    birthday = (born.year + 18, born.month, born.day)
    is_minor = (today.year, today.month, today.day) < birthday
    assert holds_of(Somebody(birth_date=born), today) == ({"minor"} if is_minor else set())
