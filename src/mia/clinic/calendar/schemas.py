"""The calendar on the wire."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AliasPath, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from mia.clinic.calendar.feeds import Shows
from mia.clinic.calendar.notices import Notice
from mia.clinic.calendar.own_visit import BY_PATIENT
from mia.clinic.calendar.visits import Done, Story
from mia.clinic.consent.service import Channel, Outcome
from mia.clinic.patients.service import Contact, Patient, display_phone
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import (
    Appointment,
    AppointmentStatus,
    Arrival,
    Change,
    ChangeKind,
    DayEntry,
    Insistence,
    Place,
)
from mia.identity.service import Permission, allows
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.bounds import Day, Instant
from mia.platform.kernel.errors import Forbidden
from mia.platform.kernel.ids import decode, encode
from mia.platform.kernel.scope import ClinicScope

Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
"""Made by the browser for one form; the same key does a thing once."""
Reason = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Id = Annotated[str, Field(max_length=40)]


class PlaceIn(BaseModel):
    """When, with whom and where; without a room any free one is taken. ``outside_hours`` passes opening hours and
    shifts on purpose, ``overbook`` (why) another visit of the provider. ``tell``: the patient is messaged."""

    model_config = ConfigDict(extra="forbid")

    starts_at: Instant
    provider_id: Id
    room_id: Id | None = None
    outside_hours: bool = False
    overbook: Reason | None = None
    tell: bool = True

    def insistence(self, scope: ClinicScope) -> Insistence:
        """What is passed on purpose; :class:`Forbidden` for overbooking without the permission."""
        if self.overbook and not allows(scope.role, Permission.OVERBOOK):
            raise Forbidden("Your role does not allow overbooking.")
        return Insistence(self.outside_hours, self.overbook)

    def place(self) -> Place:
        """The same for scheduling."""
        room_id = decode("rom", self.room_id) if self.room_id else None
        return Place(self.starts_at, decode("prv", self.provider_id), room_id)


class VisitIn(PlaceIn):
    """A visit to book."""

    patient_id: Id
    service_id: Id
    idempotency_key: Key


class MoveIn(PlaceIn):
    """Where to put a visit. ``seen`` is its ``updated_at`` as the reader saw it."""

    seen: Instant | None = None


class CancelVisitIn(BaseModel):
    """Why a visit is canceled, and whether the patient is told."""

    model_config = ConfigDict(extra="forbid")

    reason: Reason
    tell: bool = True


class OutcomeIn(BaseModel):
    """How a visit ended; ``booked`` takes that back. ``service_id`` and ``price_cents`` say what was done at a
    completed one; without them it was what was booked, at its price."""

    model_config = ConfigDict(extra="forbid")

    outcome: Literal[AppointmentStatus.BOOKED, AppointmentStatus.COMPLETED, AppointmentStatus.NO_SHOW]
    service_id: Id | None = None
    price_cents: Annotated[int, Field(ge=0, le=10_000_000)] | None = None

    @model_validator(mode="after")
    def _says_what(self) -> Self:
        if self.price_cents is not None and self.service_id is None:
            raise ValueError("A price needs the service that was done")
        if self.service_id is not None and self.outcome is not AppointmentStatus.COMPLETED:
            raise ValueError("Only a completed visit has a treatment")
        return self

    def done(self) -> schedule.Done | None:
        """What was done, where that is said."""
        return schedule.Done(decode("svc", self.service_id), self.price_cents) if self.service_id else None


class RepeatIn(BaseModel):
    """How often blocked time comes again, and until which day."""

    model_config = ConfigDict(extra="forbid")

    rhythm: schedule.Rhythm
    until: Day
    skip_taken: bool = False

    def repeat(self) -> schedule.Repeat:
        """The same for scheduling."""
        return schedule.Repeat(self.rhythm, self.until, self.skip_taken)


class BlockIn(BaseModel):
    """Time to block, for a provider or for a room."""

    model_config = ConfigDict(extra="forbid")

    provider_id: Id | None = None
    room_id: Id | None = None
    starts_at: Instant
    ends_at: Instant
    reason: Reason
    repeat: RepeatIn | None = None

    @model_validator(mode="after")
    def _is_for_one(self) -> Self:
        if (self.provider_id is None) == (self.room_id is None):
            raise ValueError("Block a provider or a room")
        return self


class FeedIn(BaseModel):
    """What a provider's link shows of each visit."""

    model_config = ConfigDict(extra="forbid")

    shows: Shows = Shows.APPOINTMENT


class VisitOut(BaseModel):
    """A visit. ``busy_until`` has the clean-up after it; ``phone`` is null for those who may not read contacts.
    ``unverified``: a stranger booked under this name, and no one has confirmed who that is."""

    id: str
    patient_id: str
    patient_name: str
    phone: str | None
    service_id: str
    service: str
    provider_id: str
    provider: str
    room_id: str
    location_id: str
    location: str
    starts_at: datetime
    ends_at: datetime
    busy_until: datetime
    status: AppointmentStatus
    arrival: Arrival
    overbooked: bool
    source: Literal["mia", "staff", "import"]
    is_new: bool
    unverified: bool
    updated_at: datetime

    @classmethod
    def of(
        cls, visit: Appointment, patient: Patient | Contact, *, with_phone: bool = True, is_new: bool = False
    ) -> "VisitOut":
        """A visit with its patient's name and, for those who may read it, phone."""
        phone = patient.phone if with_phone else None
        return cls(
            id=encode("apt", visit.id),
            patient_id=encode("pat", visit.patient_id),
            patient_name=patient.name,
            phone=display_phone(phone) if phone else None,
            service_id=encode("svc", visit.service_id),
            service=visit.service,
            provider_id=encode("prv", visit.provider_id),
            provider=visit.provider,
            room_id=encode("rom", visit.room_id),
            location_id=encode("loc", visit.location_id),
            location=visit.location,
            starts_at=visit.starts_at,
            ends_at=visit.ends_at,
            busy_until=visit.busy_until,
            status=visit.status,
            arrival=visit.arrival,
            overbooked=visit.overbooked_by is not None,
            source=visit.source,
            is_new=is_new,
            unverified=patient.unverified,
            updated_at=visit.updated_at,
        )

    @classmethod
    def of_entry(cls, entry: DayEntry, *, with_phone: bool) -> "VisitOut":
        """A line of the calendar."""
        return cls.of(entry.appointment, entry.patient, with_phone=with_phone, is_new=entry.is_new)


class NoticeOut(Out):
    """The notice of a change. ``state``: ``scheduled`` (can be undone until ``due_at``), ``sending``, ``sent``,
    ``failed``, ``blocked`` (staff got a task), ``withdrawn``."""

    channel: Channel
    state: Literal["scheduled", "sending", "sent", "failed", "blocked", "withdrawn"]
    outcome: Outcome = Field(validation_alias=AliasPath("decision", "outcome"))
    reason: str = Field(validation_alias=AliasPath("decision", "reason"))
    due_at: datetime
    settled_at: datetime | None


class ChangedVisitOut(BaseModel):
    """What was done. ``change_id`` takes it back; ``notice`` is null when the patient is not told."""

    visit: VisitOut
    change_id: str | None
    notice: NoticeOut | None

    @classmethod
    def of(cls, done: Done, patient: Patient) -> "ChangedVisitOut":
        """A change with the visit's patient."""
        return cls(
            visit=VisitOut.of(done.visit, patient),
            change_id=encode("chg", done.change.id) if done.change else None,
            notice=NoticeOut.of(done.notice) if done.notice else None,
        )


class ChangeOut(BaseModel):
    """One thing done to a visit. ``by``: Mia, the patient by a link, the reader, or someone else of the team."""

    id: str
    kind: ChangeKind
    at: datetime
    by: Literal["mia", "patient", "you", "team"]
    reason: str | None
    from_starts_at: datetime
    to_starts_at: datetime
    undone: bool
    notice: NoticeOut | None

    @classmethod
    def of(cls, change: Change, notice: Notice | None, reader: str, *, with_reason: bool) -> "ChangeOut":
        """A change as ``reader`` (their actor) sees it."""
        staff: Literal["you", "team"] = "you" if change.made_by == reader else "team"
        outside: dict[str, Literal["mia", "patient"]] = {"mia": "mia", BY_PATIENT: "patient"}
        return cls(
            id=encode("chg", change.id),
            kind=change.kind,
            at=change.at,
            by=outside.get(change.made_by, staff),
            reason=change.reason or None if with_reason else None,
            from_starts_at=change.old_starts_at,
            to_starts_at=change.new_starts_at,
            undone=change.undone_at is not None,
            notice=NoticeOut.of(notice) if notice else None,
        )


class TreatmentDoneOut(BaseModel):
    """What a visit is on its patient's record."""

    service: str
    price_cents: int
    done: bool


class StoryOut(BaseModel):
    """A visit with everything that was done to it, the first first. ``begun``: its time has come; ``today``: its
    day has. ``note`` and ``treatment`` are null for those who may not read records."""

    visit: VisitOut
    begun: bool
    today: bool
    note: str | None
    treatment: TreatmentDoneOut | None
    changes: list[ChangeOut]

    @classmethod
    def of(cls, story: Story, reader: str, *, in_full: bool) -> "StoryOut":
        """``in_full`` for those who may read patients' records."""
        treatment = story.treatment if in_full else None
        return cls(
            visit=VisitOut.of(story.visit, story.patient, with_phone=in_full),
            begun=story.begun,
            today=story.today,
            note=story.note if in_full else None,
            treatment=TreatmentDoneOut(
                service=treatment.name, price_cents=treatment.price_cents, done=treatment.status == "completed"
            )
            if treatment
            else None,
            changes=[ChangeOut.of(change, notice, reader, with_reason=in_full) for change, notice in story.changes],
        )


class FeedOut(Out):
    """A provider's link, without the link: it is shown once."""

    provider_id: Annotated[str, IdOf("prv")]
    shows: Shows
    created_at: datetime


class FeedsOut(BaseModel):
    """The links that there are."""

    items: list[FeedOut]


class NewFeedOut(BaseModel):
    """A new link, shown this once."""

    url: str
