"""Product demos: our free times, booking one, canceling it.

No one signs in here: only signed offers can be booked and only signed links canceled, and the attempts of
one network address are counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from mia.clinic.demo_bookings.emails import Booking, cancellation, confirmation
from mia.clinic.demo_bookings.guests import Guest
from mia.clinic.demo_bookings.tokens import VisitLinks
from mia.clinic.inbox import service as inbox
from mia.clinic.leads import service as leads
from mia.clinic.leads.service import Learned
from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Interval
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import (
    IN_MESSAGE,
    Appointment,
    AppointmentStatus,
    Booked,
    Offer,
    Service,
    SlotSigner,
    Taken,
)
from mia.identity import service as identity
from mia.identity.service import Clinic, Limit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import Conflict, NotFound, Unavailable
from mia.platform.kernel.ids import encode
from mia.platform.kernel.scope import ClinicScope, SystemScope
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail

DAYS_SHOWN = 28
"""How far ahead the calendar shows times."""

_STARTS = (0, 30)
"""Minutes past the hour at which demos begin."""
_FRESH = timedelta(seconds=10)
"""How long free times are shown before they are looked up again; booking always looks."""
_ALTERNATIVES = 6
_MOST_UPCOMING = 3

_ACTOR = "demo_bookings"
DEMO_BOOKING = Limit("demo-booking", timedelta(hours=1), per_address=10)
"""The public booking form."""


class SlotGone(Conflict):
    """The wished time was taken meanwhile, or the offer is too old; ``offers`` are the nearest free ones."""

    def __init__(self, offers: Sequence[Offer]) -> None:
        super().__init__("This time was just taken. Please choose another.")
        self.offers = tuple(offers)


@dataclass(frozen=True)
class Openings:
    """Our free times, in order; ``timezone`` is ours."""

    practice: str
    service: str
    duration_minutes: int
    timezone: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True)
class Demo:
    """A booked or canceled demo. ``token`` is that of its cancel link.

    ``calendar_file`` is the iCalendar file of the confirmation, for the browser that has just booked.
    """

    appointment: Appointment
    token: str = field(repr=False)
    calendar_file: str | None = field(default=None, repr=False)


class DemoCalendar:
    """What a guest who books a demo may do; one per web process."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings
        self._signer = SlotSigner.from_settings(settings)
        self._links = VisitLinks.from_settings(settings)
        self._shown: tuple[datetime, Openings] | None = None

    async def openings(self) -> Openings:
        """The free times of the next 28 days. Looked up at most every ten seconds: everyone may ask."""
        now = self._database.clock.now()
        if self._shown is not None and timedelta() <= now - self._shown[0] < _FRESH:
            return self._shown[1]
        async with self._database.clinic(await self._house()) as session:
            openings = await self._look_up(session)
        self._shown = (now, openings)
        return openings

    async def book(self, slot_token: str, guest: Guest, address: str) -> Demo:
        """Book an offered time; the same guest and offer again give the same demo.

        ``address`` is where the request comes from. :class:`SlotGone` with other times,
        :class:`TooManyRequests` above 10 attempts in an hour, :class:`Conflict` when the guest has three
        demos to come already, :class:`Invalid` for a token that is not ours.
        """
        house = await self._house()
        await identity.check(self._database, DEMO_BOOKING.of(self._settings), address)
        self._shown = None
        async with self._database.clinic(house) as session:
            patient = await patients.unverified_patient(
                session, guest.name, guest.phone, email=guest.email, source="web_form"
            )
            visit = await self._take(session, slot_token, patient.id, guest)
            demo = self._demo(house, visit)
            booking = self._booking(demo, guest.name, guest.email, guest.practice, guest.zone)
            email = confirmation(booking, self._settings, session.now())
            if await mail.queue(session, email, key=f"demo-booked:{encode('apt', visit.id)}"):
                await self._keep_lead(session, guest, visit)
                if len(await schedule.list_upcoming(session, patient.id)) > _MOST_UPCOMING:
                    raise Conflict("You've already booked three demos. Please cancel one first.")
        return replace(demo, calendar_file=email.attachments[0].content.decode())

    async def find(self, token: str) -> Demo:
        """The demo of a cancel link; :class:`NotFound` for a link that is not ours."""
        house = await self._house()
        appointment_id = self._links.read(token, house.clinic_id)
        async with self._database.clinic(house) as session:
            return self._demo(house, await schedule.get_appointment(session, appointment_id))

    async def cancel(self, token: str, zone: ZoneInfo) -> Demo:
        """Cancel by the link; again is fine. :class:`Conflict` when the demo has begun."""
        house = await self._house()
        appointment_id = self._links.read(token, house.clinic_id)
        async with self._database.clinic(house) as session:
            before = await schedule.get_appointment(session, appointment_id)
            if before.status is AppointmentStatus.BOOKED and before.starts_at <= session.now():
                raise Conflict("This demo has started and can no longer be canceled")
            visit = await schedule.cancel(session, appointment_id)
            demo = self._demo(house, visit)
            if before.status is AppointmentStatus.BOOKED:
                await self._tell_cancelled(session, demo, zone)
        self._shown = None
        return demo

    async def _take(self, session: ClinicSession, slot_token: str, patient_id: UUID, guest: Guest) -> Appointment:
        """The booked appointment: with the offered person, else with another who is free at that time.

        :class:`SlotGone` otherwise; raised within the transaction, so that nothing about the guest is kept.
        """
        wished = self._signer.read(slot_token, session.scope.clinic_id).starts_at
        key = "demo:" + session.blind(f"{slot_token} {guest.email}").hex()
        token: str | None = slot_token
        while token is not None:
            outcome = await schedule.book(
                session, self._signer, token, patient_id, source="mia", idempotency_key=key
            )
            if isinstance(outcome, Booked):
                if outcome.appointment.status is AppointmentStatus.BOOKED:
                    return outcome.appointment
                key += "+"  # booked and canceled before: the guest wants it after all
                continue
            offers = (await self._look_up(session)).offers
            same_time = (offer.token for offer in offers if offer.starts_at == wished)
            token = next(same_time, None) if isinstance(outcome, Taken) else None
        raise SlotGone(_nearest(offers, wished))

    async def _tell_cancelled(self, session: ClinicSession, demo: Demo, zone: ZoneInfo) -> None:
        visit = demo.appointment
        lead_id = await leads.reopen_lead(session, visit.id)
        patient = await patients.get_patient(session, visit.patient_id)
        await inbox.open_task(
            session,
            inbox.TaskKind.FOLLOW_UP,
            f"Canceled the product demo of {visit.spoken}",
            lead_id=lead_id,
            phone=patient.phone,
        )
        confirmed = await mail.find_by_key(session, f"demo-booked:{encode('apt', visit.id)}")
        if confirmed and confirmed.message:
            booking = self._booking(demo, patient.name, confirmed.message.to, "", zone)
            email = cancellation(booking, self._settings, session.now())
            await mail.queue(session, email, key=f"demo-cancelled:{encode('apt', visit.id)}")

    async def _keep_lead(self, session: ClinicSession, guest: Guest, visit: Appointment) -> None:
        learned = Learned(
            name=guest.name,
            phone=guest.phone,
            service_id=visit.service_id,
            interest=visit.service,
            intent=f"Practice: {guest.practice}",
        )
        await leads.add_booked_lead(session, learned, visit.id, source="demo_booking")

    async def _look_up(self, session: ClinicSession) -> Openings:
        practice = await practices.get_practice(session)
        service = await _demo_service(session)
        now = session.now()
        offers = await schedule.offer_openings(
            session,
            self._signer,
            service.id,
            Interval(now, now + timedelta(days=DAYS_SHOWN)),
            minutes=_STARTS,
            valid_for=IN_MESSAGE,
        )
        return Openings(practice.name, service.name, service.duration_minutes, practice.timezone, offers)

    async def _house(self) -> ClinicScope:
        slug = self._settings.house_slug
        if slug is None:
            raise NotFound(f"Demos are not booked here. Write to {self._settings.contact_email}.")
        async with self._database.system(SystemScope.LOGIN) as session:
            house: Clinic | None = await identity.find_clinic(session, slug)
        if house is None:
            raise Unavailable("Demos can't be booked yet. Please try again in a moment.")
        return identity.service_scope(house.id, _ACTOR)

    def _demo(self, house: ClinicScope, visit: Appointment) -> Demo:
        return Demo(visit, self._links.issue(house.clinic_id, visit.id))

    def _booking(self, demo: Demo, name: str, email: str, practice: str, zone: ZoneInfo) -> Booking:
        url = f"{self._settings.origin}/embed/booking/cancel#{demo.token}"
        return Booking(demo.appointment, name, email, practice, zone, url)


async def _demo_service(session: ClinicSession) -> Service:
    """The first service we offer; :class:`Unavailable` when it offers nothing."""
    services = await schedule.list_services(session)
    if not services:
        raise Unavailable("Demos can't be booked yet. Please try again in a moment.")
    return services[0]


def _nearest(offers: Sequence[Offer], wish: datetime) -> list[Offer]:
    """A few free times by distance from a wished one, in order of time."""
    ranked = sorted(offers, key=lambda offer: abs(offer.starts_at - wish))[:_ALTERNATIVES]
    return sorted(ranked, key=lambda offer: offer.starts_at)
