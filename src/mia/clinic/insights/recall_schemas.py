"""The rebooking analytics on the wire. Money is in cents."""

from datetime import datetime

from pydantic import BaseModel

from mia.clinic.insights.recalls import (
    HIGH_PERCENT,
    LOW_PERCENT,
    Cohort,
    Conversion,
    Expectation,
    RebookingAnalytics,
    Standing,
)


class RecallStandingOut(BaseModel):
    """Patients due, overdue and lapsed of a service or a provider; ``name`` null where none is on record.

    ``potential_cents`` is those overdue and lapsed times the list price of what they had.
    """

    name: str | None
    due: int
    overdue: int
    lapsed: int
    potential_cents: int

    @classmethod
    def of(cls, standing: Standing) -> "RecallStandingOut":
        return cls(**{name: getattr(standing, name) for name in cls.model_fields})


class ExpectationOut(BaseModel):
    """What contacting everyone overdue is worth. ``percent`` of those contacted book; low and high are what the
    weakest and the best benchmarks would make of it."""

    potential_cents: int
    percent: float
    expected_cents: int
    low_cents: int
    high_cents: int
    contacted: int
    booked: int

    @classmethod
    def of(cls, expectation: Expectation) -> "ExpectationOut":
        return cls(
            potential_cents=expectation.potential_cents,
            percent=round(expectation.percent(), 1),
            expected_cents=expectation.cents(),
            low_cents=expectation.cents(LOW_PERCENT),
            high_cents=expectation.cents(HIGH_PERCENT),
            contacted=expectation.contacted,
            booked=expectation.booked,
        )


class ConversionOut(BaseModel):
    """Contacts by Mia of a channel (and wording), and what they brought within 14 days."""

    channel: str
    wording: str | None
    contacted: int
    answered: int
    booked: int
    value_cents: int

    @classmethod
    def of(cls, conversion: Conversion) -> "ConversionOut":
        return cls(**{name: getattr(conversion, name) for name in cls.model_fields})


class CohortOut(BaseModel):
    """Patients whose last visit is so many full months ago (24: that or more), and those with one to come."""

    months: int
    patients: int
    planned: int

    @classmethod
    def of(cls, cohort: Cohort) -> "CohortOut":
        return cls(months=cohort.months, patients=cohort.patients, planned=cohort.planned)


class RebookingAnalyticsOut(BaseModel):
    """All of it, as it stood ``made_at``."""

    made_at: datetime
    services: list[RecallStandingOut]
    providers: list[RecallStandingOut]
    expectation: ExpectationOut
    channels: list[ConversionOut]
    messages: list[ConversionOut]
    cohorts: list[CohortOut]

    @classmethod
    def of(cls, found: RebookingAnalytics) -> "RebookingAnalyticsOut":
        return cls(
            made_at=found.made_at,
            services=[RecallStandingOut.of(each) for each in found.services],
            providers=[RecallStandingOut.of(each) for each in found.providers],
            expectation=ExpectationOut.of(found.expectation),
            channels=[ConversionOut.of(each) for each in found.channels],
            messages=[ConversionOut.of(each) for each in found.messages],
            cohorts=[CohortOut.of(each) for each in found.cohorts],
        )
