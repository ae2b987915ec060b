"""The client analytics: seven figures and six charts over a window (design: figures of the client analytics)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from mia.clinic.insights.analytics_queries import Brought, DueCount, Narrowing, list_due_patients
from mia.clinic.insights.counting import Counted, count_window
from mia.clinic.insights.kinds import ServiceChoice, code_of, service_choices
from mia.clinic.insights.windows import DateRange, Days, Window, window_of
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Practice
from mia.clinic.schedule import service as schedule
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound

_SECONDS_PER_HOUR = 3600


@dataclass(frozen=True)
class Figures:
    """The seven figures. Rates are whole percent; None where nothing happened that could be counted."""

    patients_rebooked: int
    revenue_cents: int
    retention_percent: int | None
    industry_percent: int
    response_seconds: float | None
    booking_percent: int | None
    satisfaction: float | None
    savings_cents: int


@dataclass(frozen=True)
class Step:
    """One column of the charts over time; ``response_seconds`` is the median of its days."""

    first: date
    last: date
    rebooked: int
    revenue_cents: int
    response_seconds: float | None


@dataclass(frozen=True)
class ServiceRevenue:
    """What Mia's bookings of a service are worth."""

    name: str
    cents: int
    bookings: int


@dataclass(frozen=True)
class CallsAtHour:
    """Calls that began in an hour of the day (0 to 23, the clinic's zone) and came out like this."""

    hour: int
    outcome: str
    calls: int


@dataclass(frozen=True)
class Analytics:
    """All that the page shows for one choice of its filters; ``before`` are the figures of as many days before."""

    practice: Practice
    window: Window
    figures: Figures
    before: Figures
    steps: tuple[Step, ...]
    services: tuple[ServiceRevenue, ...]
    calls: tuple[CallsAtHour, ...]
    funnel: DueCount


async def read_analytics(
    session: ClinicSession, span: DateRange | Days, narrowing: Narrowing, practice: Practice | None = None
) -> Analytics:
    """The analytics of the session's clinic, derived again as far as rows have changed."""
    practice = practice or await practices.get_practice(session)
    window = window_of(span, session.now(), practice.zone)
    before = await count_window(session, window.before, narrowing)
    counted = await count_window(session, window, narrowing)
    names = {service.id: service.name for service in await schedule.list_services(session, every=True)}
    return Analytics(
        practice=practice,
        window=window,
        figures=_figures(practice, counted),
        before=_figures(practice, before),
        steps=tuple(_steps(window, counted)),
        services=tuple(_services(counted.brought, names)),
        calls=tuple(_calls(counted.calls)),
        funnel=counted.due,
    )


def _figures(practice: Practice, counted: Counted) -> Figures:
    due, ratings = counted.due, counted.ratings
    return Figures(
        patients_rebooked=sum(row.new for row in counted.brought),
        revenue_cents=sum(row.cents for row in counted.brought),
        retention_percent=percent(due.retained, due.due),
        industry_percent=practice.settings.industry_retention_percent,
        response_seconds=median_seconds(counted.answers),
        booking_percent=percent(counted.booked, counted.asked),
        satisfaction=round(counted.points / ratings, 1) if ratings else None,
        savings_cents=savings_cents(counted.handled_seconds, practice.settings.front_desk_cents_per_hour),
    )


def savings_cents(seconds: int, cents_per_hour: int) -> int:
    """What the front desk would have cost for the time that Mia handled, to the nearest cent, halves up."""
    return (2 * seconds * cents_per_hour + _SECONDS_PER_HOUR) // (2 * _SECONDS_PER_HOUR)


def percent(part: int, whole: int) -> int | None:
    """The whole percent, halves up; None of nothing."""
    return (200 * part + whole) // (2 * whole) if whole else None


def median_seconds(answers: Iterable[Mapping[str, int]]) -> float | None:
    """The median first answer to the tenth of a second in which it is shown; the mean of two middles. ``answers``
    count by tenths of a second."""
    tenths: Counter[int] = Counter()
    for counts in answers:
        for written, times in counts.items():
            tenths[int(written)] += times
    count = sum(tenths.values())
    if not count:
        return None
    middles, passed = [], 0
    wanted = sorted({(count - 1) // 2, count // 2})
    for tenth in sorted(tenths):
        passed += tenths[tenth]
        while wanted and wanted[0] < passed:
            middles.append(tenth)
            wanted.pop(0)
    return round(sum(middles) / len(middles) / 10, 1)


def _steps(window: Window, counted: Counted) -> list[Step]:
    starts = window.steps
    steps = []
    for number, (first, answers) in enumerate(zip(starts, counted.answers, strict=True)):
        following = starts[number + 1] if number + 1 < len(starts) else window.end
        column = [row for row in counted.brought if row.step == number]
        steps.append(
            Step(
                first=first,
                last=date.fromordinal(following.toordinal() - 1),
                rebooked=sum(row.new_in_step for row in column),
                revenue_cents=sum(row.cents for row in column),
                response_seconds=median_seconds([answers]),
            )
        )
    return steps


def _services(brought: Iterable[Brought], names: Mapping[UUID, str]) -> list[ServiceRevenue]:
    cents: Counter[UUID] = Counter()
    bookings: Counter[UUID] = Counter()
    for row in brought:
        cents[row.service_id] += row.cents
        bookings[row.service_id] += row.bookings
    most_first = sorted(bookings, key=lambda service_id: (-cents[service_id], -bookings[service_id]))
    return [ServiceRevenue(names.get(one, "Other"), cents[one], bookings[one]) for one in most_first]


def _calls(counts: Mapping[str, int]) -> list[CallsAtHour]:
    calls = [CallsAtHour(int(key.split("|")[0]), key.split("|")[1], times) for key, times in counts.items()]
    return sorted(calls, key=lambda call: (call.hour, call.outcome))


async def read_choices(session: ClinicSession) -> tuple[Practice, list[ServiceChoice]]:
    """What the filters offer; :class:`NotFound` before the practice is set up."""
    return await practices.get_practice(session), service_choices(await schedule.list_services(session))


def narrowing_of(practice: Practice, services: Sequence[ServiceChoice], location: str, service: str) -> Narrowing:
    """The filters as they stand in an address; :class:`NotFound` for what the practice does not have."""
    places = {location_code(place.name): place.id for place in practice.locations}
    kinds = {choice.value: choice.kind for choice in services}
    if (location and location not in places) or (service and service not in kinds):
        raise NotFound
    return Narrowing(places.get(location), kinds.get(service))


def location_code(name: str) -> str:
    """A location as it stands in an address: ``main_office``."""
    return code_of(name)


@dataclass(frozen=True)
class WindowCounts:
    """A window's counts before they become rates, for the code that adds to them."""

    patients_rebooked: int
    revenue_cents: int
    handled_seconds: int
    asked: int
    booked: int
    due: int
    retained: int
    due_patients: tuple[UUID, ...]


async def month_window(session: ClinicSession) -> Window:
    """The default window of the page: thirty full days."""
    practice = await practices.get_practice(session)
    return window_of(DateRange.MONTH, session.now(), practice.zone)


async def read_window(session: ClinicSession, window: Window) -> WindowCounts:
    """The counts of all places and services in a window, derived again as far as rows have changed."""
    counted = await count_window(session, window, Narrowing())
    return WindowCounts(
        patients_rebooked=sum(row.new for row in counted.brought),
        revenue_cents=sum(row.cents for row in counted.brought),
        handled_seconds=counted.handled_seconds,
        asked=counted.asked,
        booked=counted.booked,
        due=counted.due.due,
        retained=counted.due.retained,
        due_patients=tuple(await list_due_patients(session, window)),
    )
