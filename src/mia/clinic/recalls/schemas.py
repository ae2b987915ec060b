"""The rebooking center on the wire."""

from datetime import date, datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.consent.service import Channel, Decision, Outcome
from mia.clinic.inbox.service import ActivityStatus
from mia.clinic.patients.service import Note, display_phone
from mia.clinic.recalls.detail import PatientDetail
from mia.clinic.recalls.directory import PAGE_SIZE, Group, PatientPage
from mia.clinic.recalls.listing import ListedPatient
from mia.clinic.recalls.narrowing import Agreement, Narrowing, Sort
from mia.clinic.recalls.outreach.audience import Kind
from mia.clinic.recalls.outreach.service import Outreach
from mia.platform.kernel.ids import decode, encode

Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
"""Made by the browser for one click; the same key does a thing once."""

Day = Annotated[date, Field(ge=date(1900, 1, 1), le=date(2200, 1, 1))]
"""A day of the clinic; far from where the calendar ends."""


class PatientSearchIn(BaseModel):
    """Whom to list. What is searched for stands in the body, never in a URL."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field("", max_length=120)
    group: Group = Group.OVERDUE
    tag: str | None = Field(None, max_length=40, pattern=r"^[^\x00]+$")
    agreement: Agreement | None = None
    visited_since: Day | None = None
    visited_until: Day | None = None
    never_visited: bool | None = None
    provider_id: str | None = Field(None, max_length=40)
    sort: Sort | None = None
    page: int = Field(1, ge=1, le=100_000)
    page_size: int = Field(PAGE_SIZE, ge=1, le=100)

    def narrowing(self) -> Narrowing:
        """What narrows the list; :class:`NotFound` for a provider's id that is none."""
        return Narrowing(
            tag=self.tag,
            agreement=self.agreement,
            visited_since=self.visited_since,
            visited_until=self.visited_until,
            never_visited=bool(self.never_visited),
            provider_id=decode("prv", self.provider_id) if self.provider_id else None,
        )


class ListedPatientOut(BaseModel):
    """A line of the list; ``last_visit`` and ``treatment`` are null before the first completed visit."""

    id: str
    name: str
    last_visit: datetime | None
    treatment: str | None
    phone: str | None
    tags: list[str]

    @classmethod
    def of(cls, patient: ListedPatient) -> "ListedPatientOut":
        return cls(
            id=encode("pat", patient.id),
            name=patient.name,
            last_visit=patient.last_visit,
            treatment=patient.treatment,
            phone=display_phone(patient.phone) if patient.phone else None,
            tags=list(patient.tags),
        )


class PatientPageOut(BaseModel):
    """A page of the list; ``page`` counts from 1 and is the last when a later one was asked for."""

    items: list[ListedPatientOut]
    total: int
    page: int
    pages: int

    @classmethod
    def of(cls, page: PatientPage) -> "PatientPageOut":
        items = [ListedPatientOut.of(item) for item in page.items]
        return cls(items=items, total=page.total, page=page.page, pages=page.pages)


class DecisionOut(BaseModel):
    """May the patient be contacted? ``until``: not before; ``rule`` names the rule that decided."""

    outcome: Outcome
    reason: str
    rule: str
    until: datetime | None

    @classmethod
    def of(cls, decision: Decision) -> "DecisionOut":
        return cls(outcome=decision.outcome, reason=decision.reason, rule=decision.rule, until=decision.until)


class PatientOut(BaseModel):
    """The detail panel. ``timezone`` is the practice's, in which its dates are shown; ``writes_by`` how a message
    would go."""

    id: str
    full_name: str
    last_treatment: str | None
    last_treatment_date: datetime | None
    phone: str | None
    tags: list[str]
    note: str
    note_version: int
    timezone: str
    can_call: DecisionOut
    can_message: DecisionOut
    writes_by: Channel
    conversation_id: str | None

    @classmethod
    def of(cls, detail: PatientDetail) -> "PatientOut":
        line = detail.line
        return cls(
            id=encode("pat", line.id),
            full_name=line.name,
            last_treatment=line.treatment,
            last_treatment_date=line.last_visit,
            phone=display_phone(line.phone) if line.phone else None,
            tags=list(line.tags),
            note=detail.note.text,
            note_version=detail.note.version,
            timezone=detail.timezone,
            can_call=DecisionOut.of(detail.can_call),
            can_message=DecisionOut.of(detail.can_message),
            writes_by=detail.writes_by,
            conversation_id=encode("thr", detail.thread_id) if detail.thread_id else None,
        )


class NoteIn(BaseModel):
    """The note as it is to stand, and the version that was read."""

    model_config = ConfigDict(extra="forbid")

    note: str = Field(max_length=4000)
    version: int = Field(ge=0, le=2**31 - 1)


class NoteOut(BaseModel):
    """The note as it stands."""

    note: str
    note_version: int

    @classmethod
    def of(cls, note: Note) -> "NoteOut":
        return cls(note=note.text, note_version=note.version)


class NoteConflictOut(NoteOut):
    """Problem details of a note that someone else has changed, with what stands there now."""

    type: str
    title: str
    status: int
    detail: str
    retryable: bool


class OutreachIn(BaseModel):
    """Whom to contact and how."""

    model_config = ConfigDict(extra="forbid")

    patient_id: str = Field(max_length=40)
    kind: Kind
    idempotency_key: Key


class OutreachOut(BaseModel):
    """The result. ``undo_until`` is null when it can't be undone."""

    activity_id: str
    decision: DecisionOut
    status: ActivityStatus
    undo_until: datetime | None

    @classmethod
    def of(cls, outreach: Outreach) -> "OutreachOut":
        return cls(
            activity_id=encode("act", outreach.activity_id),
            decision=DecisionOut.of(outreach.decision),
            status=outreach.status,
            undo_until=outreach.undo_until,
        )
