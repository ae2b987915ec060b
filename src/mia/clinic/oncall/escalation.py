"""Whom an alert goes to, and when: one pure rule.

Five minutes per person in the practice's order, three rounds, twelve turns at most, so within an hour. Then the
owners get an email, and the alert stays open until someone acknowledges it.
"""

from datetime import timedelta

EVERY = timedelta(minutes=5)
ROUNDS = 3
MOST_TURNS = 12


def whom(step: int, contacts: int) -> int | None:
    """The contact (by its place) that the turn ``step``, counted from 0, is for; None when the owners are next.

    Without contacts the owners are told at once.
    """
    if step >= min(ROUNDS * contacts, MOST_TURNS):
        return None
    return step % contacts
