"""Whom an alert turns to."""

from hypothesis import given
from hypothesis import strategies as st

from mia.clinic.oncall.escalation import EVERY, MOST_TURNS, ROUNDS, whom


def test_everybody_in_order_and_around_again_then_the_owners() -> None:
    assert [whom(step, 2) for step in range(8)] == [0, 1, 0, 1, 0, 1, None, None]


def test_one_person_alone_is_told_three_times_within_a_quarter_of_an_hour() -> None:
    assert [whom(step, 1) for step in range(4)] == [0, 0, 0, None]


def test_without_anybody_the_owners_are_told_at_once() -> None:
    assert whom(0, 0) is None


@given(st.integers(1, 40))
def test_it_ends_within_an_hour_and_reaches_the_first_of_a_long_list(contacts: int) -> None:
    turns = [whom(step, contacts) for step in range(100)]
    told = turns.index(None)
    assert turns[told:] == [None] * (100 - told)
    assert told == min(ROUNDS * contacts, MOST_TURNS)
    assert (told * EVERY).total_seconds() <= 3600
    assert turns[: min(contacts, told)] == list(range(min(contacts, told)))
