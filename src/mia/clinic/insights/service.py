"""Figures of the dashboards: spec §3 and §9, over real rows.

Windows are the clinic's: appointments of the current calendar month, communications of the 30 days up to
now. Records of the simulation never count.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Channel
from mia.clinic.insights.analytics import WindowCounts, month_window, percent, read_window
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import RecentTreatment
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Interval, Practice
from mia.clinic.recalls import service as recalls
from mia.clinic.schedule import service as schedule
from mia.platform.db.session import ClinicSession

COMMUNICATION_DAYS = 30
RECENT_TREATMENTS = 5
"""Spec §9."""

_LABELS = {
    Channel.WEB_CALL: "Website calls",
    Channel.WEB_CHAT: "Website chats",
    Channel.PHONE: "Phone calls",
    Channel.SMS: "Text messages",
    Channel.EMAIL: "Emails",
}


@dataclass(frozen=True)
class TreatmentFigures:
    """A service of the catalogue (spec §3, ``treatments`` per clinic). ``potential_revenue_cents`` is its
    overdue patients times its price."""

    service_id: UUID
    name: str
    overdue_count: int
    potential_revenue_cents: int
    appointments_this_month: int


@dataclass(frozen=True)
class CommunicationFigures:
    """A channel (spec §3, ``comms_stats`` per clinic). ``booking_rate`` is the percent of those who asked
    for a booking and got one; 0 when no one asked."""

    channel: Channel
    label: str
    received: int
    booked: int
    booking_rate: float


@dataclass(frozen=True)
class Overview:
    """The four cards of the clinic dashboard (spec §9). ``booking_rate`` is in percent, one decimal; what came
    ``before`` is of as many days, what is ``new`` came in those days."""

    total_treatments: int
    call_volume: int
    booking_rate: float
    revenue_potential_cents: int
    call_volume_before: int = 0
    booking_rate_before: float = 0.0
    new_treatments: int = 0
    new_revenue_potential_cents: int = 0


async def overview(session: ClinicSession) -> Overview:
    """Total Treatments, Call Volume, Booking Rate, Revenue Potential."""
    totals = await patients.treatment_totals(session)
    practice = await practices.get_practice(session)
    channels = await communication_figures(session, practice)
    before = await communication_figures(session, practice, days_ago=COMMUNICATION_DAYS)
    services = await treatment_figures(session, practice)
    since = session.now() - timedelta(days=COMMUNICATION_DAYS)
    overdue = await recalls.count_newly_overdue(session, since)
    prices = {item.id: item.price_cents for item in await schedule.list_services(session)}
    return Overview(
        total_treatments=totals.treatments,
        call_volume=sum(channel.received for channel in channels),
        booking_rate=mean_booking_rate(channels),
        revenue_potential_cents=sum(service.potential_revenue_cents for service in services),
        call_volume_before=sum(channel.received for channel in before),
        booking_rate_before=mean_booking_rate(before),
        new_treatments=await patients.count_entered(session, since),
        new_revenue_potential_cents=sum(prices.get(id_, 0) * amount for id_, amount in overdue.items()),
    )


def mean_booking_rate(channels: Sequence[CommunicationFigures]) -> float:
    """Spec §9: the mean of ``booking_rate`` to one decimal; 0 without rows."""
    if not channels:
        return 0.0
    return round(sum(channel.booking_rate for channel in channels) / len(channels), 1)


async def treatment_figures(session: ClinicSession, practice: Practice | None = None) -> list[TreatmentFigures]:
    """A row for each service of the catalogue, the largest potential first."""
    practice = practice or await practices.get_practice(session)
    services = await schedule.list_services(session)
    overdue = await recalls.count_overdue(session)
    booked = await schedule.count_by_service(session, _this_month(practice, session.now()))
    rows = [
        TreatmentFigures(
            service_id=item.id,
            name=item.name,
            overdue_count=overdue.get(item.id, 0),
            potential_revenue_cents=overdue.get(item.id, 0) * item.price_cents,
            appointments_this_month=booked.get(item.id, 0),
        )
        for item in services
    ]
    return sorted(rows, key=lambda row: -row.potential_revenue_cents)


async def communication_figures(
    session: ClinicSession, practice: Practice | None = None, *, days_ago: int = 0
) -> list[CommunicationFigures]:
    """A row for each channel on which someone turned to the practice, the busiest first; of the window that ended
    some days ago."""
    practice = practice or await practices.get_practice(session)
    today = session.now().astimezone(practice.zone).date() - timedelta(days=days_ago)
    since = _midnight(practice, today - timedelta(days=COMMUNICATION_DAYS))
    counts = await inbox.count_by_channel(
        session, since, _midnight(practice, today + timedelta(days=0 if days_ago else 1))
    )
    rows = [
        CommunicationFigures(
            channel=count.channel,
            label=_LABELS[count.channel],
            received=count.received,
            booked=count.booked,
            booking_rate=round(100 * count.booked / count.asked, 1) if count.asked else 0.0,
        )
        for count in counts
    ]
    return sorted(rows, key=lambda row: -row.received)


async def recent_treatments(session: ClinicSession, limit: int = RECENT_TREATMENTS) -> list[RecentTreatment]:
    """The treatments entered last, newest first."""
    return await patients.recent_treatments(session, limit)


def _this_month(practice: Practice, now: datetime) -> Interval:
    first = now.astimezone(practice.zone).date().replace(day=1)
    following = (first + timedelta(days=32)).replace(day=1)
    return Interval(_midnight(practice, first), _midnight(practice, following))


def _midnight(practice: Practice, day: date) -> datetime:
    return datetime.combine(day, time(), practice.zone).astimezone(UTC)
