"""Someone who writes and is no patient yet, on the wire."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.consent.service import Channel
from mia.clinic.leads.answers.finding import Reachable
from mia.clinic.leads.answers.person import CallerPerson, Person
from mia.clinic.leads.service import LeadStage
from mia.clinic.patients.service import display_phone
from mia.platform.kernel.ids import decode, encode


class PersonLeadOut(BaseModel):
    """What their lead says."""

    id: str
    name: str | None
    phone: str | None
    email: str | None
    source: str
    interest: str | None
    stage: LeadStage


class PersonVisitOut(BaseModel):
    """The visit they have booked."""

    starts_at: datetime
    service: str
    provider: str


class PersonRecordOut(BaseModel):
    """A patient with the same number or email; ``unverified``: no one has confirmed yet who that is."""

    id: str
    name: str
    unverified: bool


class WriterOut(BaseModel):
    """Who writes in a conversation that is no patient's, or is a lead. ``address`` is their number or email, empty
    for a lead without; the agreements are those given there."""

    address: str
    lead: PersonLeadOut | None
    next_visit: PersonVisitOut | None
    agreed_to: list[Channel]
    opted_out: bool
    records: list[PersonRecordOut]

    @classmethod
    def of(cls, person: Person) -> "WriterOut":
        lead, visit = person.lead, person.visit
        return cls(
            address=_shown(person.address),
            lead=PersonLeadOut(
                id=encode("led", lead.id),
                name=lead.learned.name,
                phone=display_phone(lead.learned.phone) if lead.learned.phone else None,
                email=lead.learned.email,
                source=lead.source,
                interest=lead.learned.interest,
                stage=lead.stage,
            )
            if lead
            else None,
            next_visit=PersonVisitOut(starts_at=visit.starts_at, service=visit.service, provider=visit.provider)
            if visit
            else None,
            agreed_to=sorted(person.agreed),
            opted_out=person.opted_out,
            records=[
                PersonRecordOut(id=encode("pat", one.id), name=one.name, unverified=one.unverified)
                for one in person.records
            ],
        )


class CallerOut(BaseModel):
    """How to reach whom a call or chat was with who is no patient of record there. ``patient_id``: who they have
    become; ``thread_id``: the texts with them; ``no_text``: why staff can't text them."""

    lead_id: str | None
    patient_id: str | None
    name: str | None
    phone: str | None
    email: str | None
    thread_id: str | None
    no_text: str | None

    @classmethod
    def of(cls, caller: CallerPerson) -> "CallerOut":
        lead, reach = caller.lead, caller.reach
        return cls(
            lead_id=encode("led", lead.id) if lead else None,
            patient_id=encode("pat", caller.patient_id) if caller.patient_id else None,
            name=lead.learned.name if lead else None,
            phone=caller.phone,
            email=lead.learned.email if lead else None,
            thread_id=encode("thr", reach.thread_id) if reach.thread_id else None,
            no_text=reach.no_text,
        )


def _shown(address: str) -> str:
    return address if not address or "@" in address else display_phone(address)


class LeadConversationIn(BaseModel):
    """How to write to a lead; by text, if that is possible, when it is not said."""

    model_config = ConfigDict(extra="forbid")

    channel: Literal["sms", "email"] | None = None


class LeadConversationOut(BaseModel):
    """The conversation with them."""

    id: str


class WhoTheyAreIn(BaseModel):
    """Who it is; number or email are those of the conversation."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(max_length=120)


class MadePatientOut(BaseModel):
    """The patient they are now."""

    patient_id: str


class NamesIn(BaseModel):
    """The conversations whose people are to be named."""

    model_config = ConfigDict(extra="forbid")

    ids: list[str] = Field(max_length=200)

    def threads(self) -> list[UUID]:
        """Their ids; :class:`~mia.platform.kernel.errors.NotFound` for what is no conversation's."""
        return [decode("thr", one) for one in self.ids]


class NameOut(BaseModel):
    """A lead, or a conversation with someone who is no patient, and the name they go by."""

    id: str
    name: str


class NamesOut(BaseModel):
    """Those whose name is known."""

    items: list[NameOut]

    @classmethod
    def of(cls, names: dict[UUID, str]) -> "NamesOut":
        return cls(items=[NameOut(id=encode("thr", id_), name=name) for id_, name in names.items()])


class LeadNamesIn(BaseModel):
    """The leads to be named."""

    model_config = ConfigDict(extra="forbid")

    ids: list[str] = Field(max_length=200)

    def leads(self) -> list[UUID]:
        """Their ids; :class:`~mia.platform.kernel.errors.NotFound` for what is no lead's."""
        return [decode("led", one) for one in self.ids]


class LeadNamesOut(BaseModel):
    """Those whose name is known."""

    items: list[NameOut]

    @classmethod
    def of(cls, names: dict[UUID, str]) -> "LeadNamesOut":
        return cls(items=[NameOut(id=encode("led", id_), name=name) for id_, name in names.items()])


class LeadSearchIn(BaseModel):
    """Whom to look for, by name, phone or email."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field(min_length=2, max_length=120)


class FoundLeadOut(BaseModel):
    """A lead one may write to; ``agreed_to``: the channels they consented to."""

    id: str
    name: str | None
    phone: str | None
    email: str | None
    agreed_to: list[Channel]
    opted_out: bool

    @classmethod
    def of(cls, found: Reachable) -> "FoundLeadOut":
        learned = found.lead.learned
        return cls(
            id=encode("led", found.lead.id),
            name=learned.name,
            phone=display_phone(learned.phone) if learned.phone else None,
            email=learned.email,
            agreed_to=sorted(found.agreed),
            opted_out=found.opted_out,
        )


class FoundLeadsOut(BaseModel):
    """The newest first."""

    items: list[FoundLeadOut]
