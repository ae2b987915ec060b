"""The rebooking center on the wire."""

from datetime import date, datetime
from typing import Annotated

from pydantic import AliasPath, BaseModel, ConfigDict, Field

from mia.clinic.consent.service import Channel, Outcome
from mia.clinic.inbox.service import ActivityStatus
from mia.clinic.patients.service import ShownPhone
from mia.clinic.recalls.audience import Kind
from mia.clinic.recalls.directory import PAGE_SIZE, Group
from mia.clinic.recalls.narrowing import Agreement, Narrowing, Sort
from mia.clinic.recalls.standing import MOST_STANDINGS
from mia.clinic.recalls.words import LONGEST_MAIL
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.bounds import Instant
from mia.platform.kernel.ids import decode

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


class ListedPatientOut(Out):
    """A line of the list; ``last_visit`` and ``treatment`` are null before the first completed visit, and
    ``overdue_treatment`` of patients who are not overdue."""

    id: Annotated[str, IdOf("pat")]
    name: str
    last_visit: datetime | None
    treatment: str | None
    overdue_treatment: str | None
    phone: ShownPhone | None
    tags: list[str]


class ContactStandingsIn(BaseModel):
    """Of whom: the patients of a page, or those who are selected."""

    model_config = ConfigDict(extra="forbid")

    patient_ids: list[Annotated[str, Field(max_length=40)]] = Field(default_factory=list, max_length=MOST_STANDINGS)


class ContactStandingsOut(Out):
    """How patients stand."""

    items: list["ContactStandingOut"]


class PatientPageOut(Out):
    """A page of the list; ``page`` counts from 1 and is the last when a later one was asked for."""

    items: list[ListedPatientOut]
    total: int
    page: int
    pages: int


class DecisionOut(Out):
    """May the patient be contacted? ``until``: not before; ``rule`` names the rule that decided; ``remedy`` is what
    has to happen first, of what is blocked."""

    outcome: Outcome
    reason: str
    remedy: str | None
    rule: str
    until: datetime | None


class ContactStandingOut(Out):
    """How a patient stands: due since when, what the visits due are worth by the price list, when practice and
    patient were last in contact, and whether Mia may call or write now."""

    patient_id: Annotated[str, IdOf("pat")]
    due_since: datetime | None
    value_cents: int
    last_contact_at: datetime | None
    can_call: DecisionOut
    can_message: DecisionOut
    writes_by: Channel
    next_visit: datetime | None


class WordsOut(Out):
    """A message as it would leave. Staff may write another ``body``; who writes, how to answer and how to stop
    stay.

    ``subject`` is an email's; ``longest`` is how many letters a body may have.
    """

    subject: str | None
    opening: str
    body: str
    closing: str
    longest: int


class PlannedOut(Out):
    """A contact that has not left: when it does, the usual words of a message, and the body that staff wrote
    instead."""

    activity_id: Annotated[str, IdOf("act")]
    channel: Channel
    at: datetime
    words: str | None
    usual: WordsOut | None


class PatientOut(Out):
    """The detail panel. ``timezone`` is the practice's, in which its dates are shown; ``writes_by`` how a message
    would go, and ``message`` its words; ``now`` is the server's clock, from which days to come are counted."""

    id: Annotated[str, IdOf("pat")] = Field(validation_alias=AliasPath("line", "id"))
    full_name: str = Field(validation_alias=AliasPath("line", "name"))
    last_treatment: str | None = Field(validation_alias=AliasPath("line", "treatment"))
    last_treatment_date: datetime | None = Field(validation_alias=AliasPath("line", "last_visit"))
    overdue_treatment: str | None = Field(validation_alias=AliasPath("line", "overdue_treatment"))
    phone: ShownPhone | None = Field(validation_alias=AliasPath("line", "phone"))
    tags: list[str] = Field(validation_alias=AliasPath("line", "tags"))
    note: str = Field(validation_alias=AliasPath("note", "text"))
    note_version: int = Field(validation_alias=AliasPath("note", "version"))
    timezone: str
    can_call: DecisionOut
    can_message: DecisionOut
    writes_by: Channel
    message: WordsOut
    planned: PlannedOut | None
    next_visit: datetime | None
    conversation_id: Annotated[str, IdOf("thr")] | None = Field(validation_alias="thread_id")
    now: datetime


class NoteIn(BaseModel):
    """The note as it is to stand, and the version that was read."""

    model_config = ConfigDict(extra="forbid")

    note: str = Field(max_length=4000)
    version: int = Field(ge=0, le=2**31 - 1)


class NoteOut(Out):
    """The note as it stands."""

    note: str = Field(validation_alias="text")
    note_version: int = Field(validation_alias="version")


class NoteConflictOut(NoteOut):
    """Problem details of a note that someone else has changed, with what stands there now."""

    type: str
    title: str
    status: int
    detail: str
    retryable: bool


class OutreachIn(BaseModel):
    """Whom to contact and how. ``words`` take the place of a message's usual body; ``at`` is when it is to leave,
    where that is not now."""

    model_config = ConfigDict(extra="forbid")

    patient_id: str = Field(max_length=40)
    kind: Kind
    idempotency_key: Key
    words: str | None = Field(None, max_length=LONGEST_MAIL)
    at: Instant | None = None


class PlanIn(BaseModel):
    """How a planned contact is to be from here on. Without ``words`` Mia uses hers; without ``at`` it leaves as
    soon as it may."""

    model_config = ConfigDict(extra="forbid")

    words: str | None = Field(None, max_length=LONGEST_MAIL)
    at: Instant | None = None


class OutreachOut(Out):
    """The result. ``undo_until`` is null when it can't be undone."""

    activity_id: Annotated[str, IdOf("act")]
    decision: DecisionOut
    status: ActivityStatus
    undo_until: datetime | None
