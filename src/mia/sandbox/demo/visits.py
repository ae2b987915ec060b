"""Two years of visits per patient, at the intervals their treatments call for, and the weeks to come."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from uuid import UUID

from mia.clinic.practice.service import Practice
from mia.clinic.schedule.service import AppointmentStatus, Service
from mia.sandbox.demo.daybook import Daybook, Place

HISTORY = timedelta(days=730)
_BOOKED_AHEAD = 28
"""Days ahead for which the next visit is booked already."""
_FILLED_DAYS = 12
"""Days from today whose list is filled up so that it looks like a working day."""
_NEARLY = 30
_MISSED = 0.05
_CONFIRMED = 0.88
_LAPSES = 0.08
"""Chance after each visit that a patient stays away: they become overdue."""
_POPULARITY = {
    "Botox": 26, "Dysport": 8, "Lip Filler": 10, "Cheek and Jawline Filler": 6, "HydraFacial": 12,
    "Chemical Peel": 6, "Laser Hair Removal": 7, "Microneedling": 7, "IPL Photofacial": 5,
    "Body Contouring": 4, "Skin Tightening": 2, "Dental Cleaning": 14, "Teeth Whitening": 3,
}  # fmt: skip
"""How many in a hundred patients come for a treatment first of all."""


@dataclass(frozen=True)
class SampleVisit:
    """A visit of the ``person``-th patient. ``confirmed`` False: asked for, not yet confirmed."""

    person: int
    service: Service
    place: Place
    status: AppointmentStatus
    booked_at: datetime
    confirmed: bool = True


@dataclass
class _Course:
    """A patient's repeated visits for one service."""

    person: int
    service: Service
    last: date
    planned: bool = False


class VisitPlanner:
    """Makes up visits. The same ``rng`` seed, practice and day give the same visits."""

    def __init__(self, rng: Random, practice: Practice, daybook: Daybook, now: datetime) -> None:
        self._rng = rng
        self._daybook = daybook
        self._now = now
        self._today = now.astimezone(practice.zone).date()
        self._visits: list[SampleVisit] = []
        self._courses: list[_Course] = []

    def plan(self, services: Sequence[Service], people: int) -> list[SampleVisit]:
        """The visits of so many people, in order of time."""
        recalled = [service for service in services if service.recall_days]
        weights = [_POPULARITY.get(service.name, 1) for service in recalled]
        for person in range(people):
            # More have joined lately than long ago, as in a practice that grows.
            joined = self._today - timedelta(days=int(HISTORY.days * self._rng.random() ** 1.3))
            interests = 2 if self._rng.random() < 0.35 else 1
            families: set[str] = set()
            for service in self._rng.choices(recalled, weights, k=interests):
                if service.family not in families:
                    families.add(service.family)
                    self._follow(person, service, joined)
        self._fill_days()
        return sorted(self._visits, key=lambda visit: visit.place.starts_at)

    def _follow(self, person: int, service: Service, joined: date) -> None:
        """A patient's visits for one service, from joining until they lapse or today."""
        due, soonest = service.recall_days or 0, service.min_interval_days or 1
        wished = joined + timedelta(days=self._rng.randint(0, 20))
        course = None
        while wished <= self._today + timedelta(days=_BOOKED_AHEAD):
            place = self._daybook.place(self._rng, service, wished)
            if place is None:
                break
            visit = self._add(person, service, place)
            day = place.starts_at.date()
            if visit.status is AppointmentStatus.COMPLETED:
                course = course or _Course(person, service, day)
                course.last = day
            elif visit.status is AppointmentStatus.BOOKED and course:
                course.planned = True
            if place.starts_at > self._now or self._rng.random() < _LAPSES:
                break
            wished = day + timedelta(days=max(soonest, int(due * self._rng.uniform(0.98, 1.2))))
        if course:
            self._courses.append(course)

    def _fill_days(self) -> None:
        """Give each shift of the next days a few visits of patients who are nearly due."""
        for offset in range(_FILLED_DAYS):
            day = self._today + timedelta(days=offset)
            for shift in self._daybook.working(day):
                hours = shift.ends.hour - shift.starts.hour
                wanted = self._rng.randint(1, hours // 2)
                while self._daybook.count(shift.provider_id, day) < wanted:
                    course = self._nearly_due(shift.provider_id, day)
                    place = self._daybook.place_with(self._rng, course.service, day, shift) if course else None
                    if course is None or place is None:
                        break
                    course.planned = True
                    self._add(course.person, course.service, place)

    def _nearly_due(self, provider_id: UUID, day: date) -> _Course | None:
        """A patient without a next visit whom this provider could see about when they are due."""
        able = [
            course
            for course in self._courses
            if not course.planned
            and self._daybook.can(provider_id, course.service)
            and (day - course.last).days >= (course.service.min_interval_days or 1)
            and abs((day - course.last).days - (course.service.recall_days or 0)) <= _NEARLY
        ]
        return self._rng.choice(able) if able else None

    def _add(self, person: int, service: Service, place: Place) -> SampleVisit:
        over = place.starts_at + service.visit.duration <= self._now
        status = self._outcome() if over else AppointmentStatus.BOOKED
        ahead = timedelta(minutes=self._rng.randint(120, 20 * 24 * 60))
        booked_at = min(place.starts_at - ahead, self._now - timedelta(minutes=self._rng.randint(600, 20_000)))
        visit = SampleVisit(person, service, place, status, booked_at, confirmed=self._rng.random() < _CONFIRMED)
        self._visits.append(visit)
        return visit

    def _outcome(self) -> AppointmentStatus:
        if self._rng.random() >= _MISSED:
            return AppointmentStatus.COMPLETED
        return self._rng.choice([AppointmentStatus.NO_SHOW, AppointmentStatus.CANCELLED])
