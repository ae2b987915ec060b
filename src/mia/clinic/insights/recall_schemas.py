"""The rebooking analytics on the wire. Money is in cents."""

from datetime import datetime

from pydantic import Field

from mia.platform.http.out import Out


class RecallStandingOut(Out):
    """Patients due, overdue and lapsed of a service or a provider; ``name`` null where none is on record.

    ``potential_cents`` is those overdue and lapsed times the list price of what they had.
    """

    name: str | None
    due: int
    overdue: int
    lapsed: int
    potential_cents: int


class ExpectationOut(Out):
    """What contacting everyone overdue is worth. ``percent`` of those contacted book; low and high are what the
    weakest and the best benchmarks would make of it."""

    potential_cents: int
    percent: float = Field(validation_alias="expected_percent")
    expected_cents: int
    low_cents: int
    high_cents: int
    contacted: int
    booked: int


class ConversionOut(Out):
    """Contacts by Mia of a channel (and wording), and what they brought within 14 days."""

    channel: str
    wording: str | None
    contacted: int
    answered: int
    booked: int
    value_cents: int


class CohortOut(Out):
    """Patients whose last visit is so many full months ago (24: that or more), and those with one to come."""

    months: int
    patients: int
    planned: int


class RebookingAnalyticsOut(Out):
    """All of it, as it stood ``made_at``."""

    made_at: datetime
    services: list[RecallStandingOut]
    providers: list[RecallStandingOut]
    expectation: ExpectationOut
    channels: list[ConversionOut]
    messages: list[ConversionOut]
    cohorts: list[CohortOut]
