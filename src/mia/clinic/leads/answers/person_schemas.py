"""Someone who writes and is no patient yet, on the wire."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.consent.service import Channel
from mia.clinic.leads.answers.person import Person
from mia.clinic.leads.service import LeadStage
from mia.clinic.patients.service import display_phone
from mia.platform.kernel.ids import encode


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
    """Who writes in a conversation that is no patient's. ``address`` is their number or email; the agreements are
    those given there."""

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
            address=person.address if "@" in person.address else display_phone(person.address),
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
