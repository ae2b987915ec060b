"""What Mia brought the demo practice: bookings that followed a touch, and patients who were due and did not come.

The client analytics computes from rows; these are chosen so that it computes the specification's figures for the
thirty full days before today (spec §2, Client dashboard), on whatever day they are entered.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

from mia.clinic.practice.service import Practice
from mia.clinic.schedule.service import AppointmentStatus, Service
from mia.sandbox.demo.daybook import Daybook
from mia.sandbox.demo.visits import SampleVisit

PATIENTS_REBOOKED, REVENUE_CENTS, RETENTION = 74, 1_345_000, 61
"""Spec §2."""
WINDOW = timedelta(days=30)
_ATTRIBUTED = timedelta(days=14)
_SETTLED = timedelta(days=8)
"""Sample touches are older than the week in which contacts count against the limits of the send decision."""
_DOLLAR = 100
_MOST_CHOSEN = 62
_TOUCHED_IN_VAIN = 40
_REMINDED = 0.7
_BROUGHT_BEFORE = 0.5
_DEAR = 32_000
_CONSULTATION = "Consultation"


@dataclass(frozen=True)
class SampleTouch:
    """A contact that Mia made with a person; ``visit`` is the booking that followed, None when none did."""

    person: int
    at: datetime
    visit: SampleVisit | None = None


@dataclass(frozen=True)
class Wanted:
    """What is still to be brought in the window: patients, and their list prices."""

    patients: int = PATIENTS_REBOOKED
    cents: int = REVENUE_CENTS


class Brought:
    """Chooses among a practice's visits and adds some. The same ``rng`` state and visits give the same."""

    def __init__(
        self, rng: Random, practice: Practice, daybook: Daybook, visits: Sequence[SampleVisit], now: datetime
    ) -> None:
        self._rng = rng
        self._practice = practice
        self._daybook = daybook
        self._now = now
        self._today = now.astimezone(practice.zone).date()
        self._visits: dict[int, list[SampleVisit]] = defaultdict(list)
        for visit in visits:
            self._visits[visit.person].append(visit)
        self.touches: list[SampleTouch] = []
        self.visits: list[SampleVisit] = []
        """Those added."""

    def bring(self, people: Iterable[int], services: Sequence[Service], wanted: Wanted) -> None:
        """Touches whose bookings of the window are worth what is wanted; the rest are free consultations."""
        known = list(people)
        self._rng.shuffle(known)
        candidates = [(visit, at) for person in known if (pair := self._brought(person)) for visit, at in [pair]]
        chosen = choose([visit.service.price_cents // _DOLLAR for visit, _ in candidates],
                        wanted.cents // _DOLLAR, min(_MOST_CHOSEN, wanted.patients))  # fmt: skip
        for number in chosen:
            visit, at = candidates[number]
            self.touches.append(SampleTouch(visit.person, at, visit))
        touched = {touch.person for touch in self.touches}
        free = [person for person in known if person not in touched and not self._booked_lately(person)]
        consultation = next((service for service in services if service.name == _CONSULTATION), None)
        missing = wanted.patients - len(chosen)
        for person in free if consultation else ():
            if missing <= 0:
                break
            if consultation and self._consult(person, consultation):
                missing -= 1
        self._touch_in_vain(free)
        self._touch_before(known)

    def lapse(self, people: Iterable[int], services: Sequence[Service], count: int) -> list[SampleVisit]:
        """So many patients whose recall falls into the window and who have not booked."""
        short = [service for service in services if service.recall_days and service.recall_days <= 56]
        added: list[SampleVisit] = []
        for person in people:
            if len(added) == count or not short:
                break
            families = {visit.service.family for visit in self._visits[person]}
            choices = [service for service in short if service.family not in families]
            if choices and (visit := self._lapsed(person, self._rng.choice(choices))):
                added.append(visit)
        return added

    def remind(self, lapsed: Sequence[SampleVisit]) -> list[SampleTouch]:
        """Touches of most of those who fell due and did not come; none that a booking has followed."""
        touches = []
        for visit in lapsed:
            due = visit.place.starts_at + timedelta(days=visit.service.recall_days or 0)
            at = min(due - timedelta(days=self._rng.randint(-3, 5)), self._now - _SETTLED)
            booked = (other.booked_at for other in self._visits[visit.person])
            if self._rng.random() < _REMINDED and not any(at < moment <= at + _ATTRIBUTED for moment in booked):
                touches.append(SampleTouch(visit.person, at))
        return touches

    def _brought(self, person: int) -> tuple[SampleVisit, datetime] | None:
        """A visit of someone that was booked in the window, alone for two weeks, and when Mia asked for it."""
        lately = [visit for visit in self._visits[person] if visit.booked_at > self._now - WINDOW - _ATTRIBUTED]
        if len(lately) != 1 or lately[0].status is AppointmentStatus.CANCELLED:
            return None
        booked_at = lately[0].booked_at
        if not self._in_window(booked_at):
            return None
        return lately[0], self._asked_before(booked_at)

    def _asked_before(self, booked_at: datetime) -> datetime:
        ahead = timedelta(hours=self._rng.randint(2, 96))
        return min(booked_at - ahead, self._now - _SETTLED)

    def _booked_lately(self, person: int) -> bool:
        return any(visit.booked_at > self._now - WINDOW - _ATTRIBUTED for visit in self._visits[person])

    def _consult(self, person: int, service: Service) -> bool:
        """A consultation booked in the window, after Mia asked."""
        day = self._today - timedelta(days=self._rng.randint(1, WINDOW.days - 1))
        booked_at = self._midnight(day) + timedelta(minutes=self._rng.randint(8 * 60, 20 * 60))
        place = self._daybook.place(self._rng, service, day + timedelta(days=self._rng.randint(1, 8)))
        if place is None or place.starts_at <= booked_at or not self._in_window(booked_at):
            return False
        over = place.starts_at + service.visit.duration <= self._now
        status = AppointmentStatus.COMPLETED if over else AppointmentStatus.BOOKED
        visit = SampleVisit(person, service, place, status, booked_at)
        self.visits.append(visit)
        self.touches.append(SampleTouch(person, self._asked_before(booked_at), visit))
        return True

    def _touch_in_vain(self, free: Sequence[int]) -> None:
        """Some were asked and have not booked, too long ago for a booking to count as brought by it now."""
        done = {touch.person for touch in self.touches}
        for person in [person for person in free if person not in done][:_TOUCHED_IN_VAIN]:
            days = self._rng.randint(_ATTRIBUTED.days + 1, WINDOW.days - 2)
            self.touches.append(SampleTouch(person, self._now - timedelta(days=days)))

    def _touch_before(self, people: Sequence[int]) -> None:
        """Bookings of the two months before the window that Mia brought too."""
        earliest, latest = self._now - 3 * WINDOW, self._midnight(self._today - WINDOW)
        for person in people:
            theirs = self._visits[person]
            for visit in theirs:
                at = visit.booked_at - timedelta(hours=self._rng.randint(2, 96))
                alone = sum(at < other.booked_at <= at + _ATTRIBUTED for other in theirs) == 1
                fits = earliest < visit.booked_at < latest and visit.service.price_cents < _DEAR
                kept = visit.status is not AppointmentStatus.CANCELLED
                if alone and fits and kept and self._rng.random() < _BROUGHT_BEFORE:
                    self.touches.append(SampleTouch(person, at, visit))

    def _lapsed(self, person: int, service: Service) -> SampleVisit | None:
        due = self._today - timedelta(days=self._rng.randint(14, WINDOW.days - 1))
        recall = timedelta(days=service.recall_days or 0)
        place = self._daybook.place(self._rng, service, due - recall)
        if place is None or not self._in_window(place.starts_at + recall):
            return None
        booked_at = place.starts_at - timedelta(days=self._rng.randint(2, 9))
        return SampleVisit(person, service, place, AppointmentStatus.COMPLETED, booked_at)

    def _in_window(self, instant: datetime) -> bool:
        return self._midnight(self._today - WINDOW) <= instant < self._midnight(self._today)

    def _midnight(self, day: date) -> datetime:
        return datetime(day.year, day.month, day.day, tzinfo=self._practice.zone)


def choose(prices: Sequence[int], total: int, most: int) -> list[int]:
    """Which of the prices (positions) add up to exactly ``total``, as many as can be and at most ``most``; none
    when none do. Sums that can be reached are bits of a number, one number for each count of prices."""
    reached = [[1] + [0] * most]
    for price in prices:
        before = reached[-1]
        shifted = [0, *((sums << price) & ((1 << (total + 1)) - 1) for sums in before[:-1])]
        reached.append([with_it | without for with_it, without in zip(shifted, before, strict=True)])
    count = next((number for number in range(most, 0, -1) if reached[-1][number] >> total & 1), 0)
    chosen, left = [], total
    for position in range(len(prices) - 1, -1, -1):
        if count and not reached[position][count] >> left & 1:
            chosen.append(position)
            left -= prices[position]
            count -= 1
    return chosen
