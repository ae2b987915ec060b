"""The client analytics on the wire. Money is in cents, rates in whole percent, days are local dates."""

from collections.abc import Sequence
from datetime import date

from pydantic import BaseModel

from mia.clinic.insights.analytics import Analytics, location_code
from mia.clinic.insights.kinds import ServiceChoice
from mia.clinic.insights.windows import DateRange, Window
from mia.platform.http.out import Out


class ChoiceOut(BaseModel):
    """An option of a filter; ``value`` appears in the address."""

    value: str
    label: str


class ChoicesOut(BaseModel):
    """What the three filters offer; an empty value narrows nothing."""

    locations: list[ChoiceOut]
    services: list[ChoiceOut]
    ranges: list[ChoiceOut]


class FiguresOut(Out):
    """The seven figures; null where nothing happened that could be counted."""

    patients_rebooked: int
    revenue_cents: int
    retention_percent: int | None
    industry_percent: int
    response_seconds: float | None
    booking_percent: int | None
    satisfaction: float | None
    savings_cents: int


class StepOut(BaseModel):
    """A column of the charts over time, from its first to its last day."""

    first_day: date
    last_day: date
    patients_rebooked: int
    revenue_cents: int
    response_seconds: float | None


class ServiceRevenueOut(BaseModel):
    """What the bookings of a service are worth that Mia brought."""

    service: str
    revenue_cents: int
    bookings: int


class CallsOut(BaseModel):
    """Calls that began in an hour of the day (0 to 23) and came out like this."""

    hour: int
    outcome: str
    calls: int


class FunnelOut(BaseModel):
    """Patients from due to treated; each number is part of the one before."""

    due: int
    contacted: int
    answered: int
    booked: int
    treated: int


class BeforeOut(BaseModel):
    """As many days before, for comparison."""

    first_day: date
    last_day: date
    figures: FiguresOut


class AnalyticsOut(BaseModel):
    """All that the client dashboard shows. ``first_day`` to ``last_day`` are full days; they and
    ``before`` are null where there is none."""

    client: str
    name: str
    timezone: str
    first_day: date | None
    last_day: date | None
    choices: ChoicesOut
    figures: FiguresOut
    before: BeforeOut | None
    steps: list[StepOut]
    services: list[ServiceRevenueOut]
    calls: list[CallsOut]
    funnel: FunnelOut

    @classmethod
    def of(cls, slug: str, found: Analytics, services: Sequence[ServiceChoice]) -> "AnalyticsOut":
        window, funnel = found.window, found.funnel
        empty = window.first == window.end
        return cls(
            client=slug,
            name=found.practice.name,
            timezone=found.practice.timezone,
            first_day=None if empty else window.first,
            last_day=None if empty else _last(window),
            choices=ChoicesOut(
                locations=[
                    ChoiceOut(value=location_code(place.name), label=place.name)
                    for place in found.practice.locations
                ],
                services=[ChoiceOut(value=choice.value, label=choice.label) for choice in services],
                ranges=[ChoiceOut(value=span.value, label=span.label) for span in DateRange],
            ),
            figures=FiguresOut.of(found.figures),
            before=None
            if empty
            else BeforeOut(
                first_day=window.before.first,
                last_day=_last(window.before),
                figures=FiguresOut.of(found.before),
            ),
            steps=[
                StepOut(
                    first_day=step.first,
                    last_day=step.last,
                    patients_rebooked=step.rebooked,
                    revenue_cents=step.revenue_cents,
                    response_seconds=step.response_seconds,
                )
                for step in found.steps
            ],
            services=[
                ServiceRevenueOut(service=row.name, revenue_cents=row.cents, bookings=row.bookings)
                for row in found.services
            ],
            calls=[CallsOut(hour=call.hour, outcome=call.outcome, calls=call.calls) for call in found.calls],
            funnel=FunnelOut(
                due=funnel.reached,
                contacted=funnel.touched,
                answered=funnel.answered,
                booked=funnel.booked,
                treated=funnel.treated,
            ),
        )


def _last(window: Window) -> date:
    return date.fromordinal(window.end.toordinal() - 1)
