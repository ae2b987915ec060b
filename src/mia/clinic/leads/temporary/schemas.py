"""Temporary leads and the public web form on the wire."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo

from mia.clinic.leads.form import FormAddress, OpenForm
from mia.clinic.leads.temporary.service import (
    CaptureSource,
    LeadDetails,
    TemporaryLead,
    TemporaryLeads,
    TreatmentInterest,
)
from mia.clinic.patients.service import display_phone
from mia.platform.kernel.ids import encode


def _nothing_chosen(value: object, _info: ValidationInfo) -> object:
    return None if value == "" else value


Interest = Annotated[TreatmentInterest | None, BeforeValidator(_nothing_chosen)]
"""A select that was left alone sends an empty text."""


class LeadDetailsIn(BaseModel):
    """What is known of a lead; only the full name is required (spec §5)."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(max_length=200)
    email: str | None = Field(None, max_length=254)
    phone: str | None = Field(None, max_length=40)
    treatment_interest: Interest = None
    message: str | None = Field(None, max_length=2000)

    def details(self) -> LeadDetails:
        """The details, checked; :class:`Invalid` names the field that cannot be right."""
        return LeadDetails.check(self.name, self.email, self.phone, self.treatment_interest, self.message)


class TemporaryLeadIn(LeadDetailsIn):
    """A lead to capture."""

    source: CaptureSource = CaptureSource.WEB_FORM


class TemporaryLeadOut(BaseModel):
    """A captured lead. ``in_pipeline``: Mia follows it up already."""

    id: str
    clinic_id: str
    name: str
    email: str | None
    phone: str | None
    treatment_interest: TreatmentInterest | None
    message: str | None
    source: CaptureSource
    created_at: datetime
    expires_at: datetime
    in_pipeline: bool

    @classmethod
    def of(cls, lead: TemporaryLead) -> "TemporaryLeadOut":
        details = lead.details
        return cls(
            id=encode("tld", lead.id),
            clinic_id=encode("cli", lead.clinic_id),
            name=details.name,
            email=details.email,
            phone=display_phone(details.phone) if details.phone else None,
            treatment_interest=details.interest,
            message=details.message,
            source=lead.source,
            created_at=lead.created_at,
            expires_at=lead.expires_at,
            in_pipeline=lead.lead_id is not None,
        )


class TemporaryLeadsOut(BaseModel):
    """The newest first. ``today`` counts all that were captured on the clinic's day, also those that are gone;
    ``now`` is the server's instant, by which ``expires_at`` counts down."""

    items: list[TemporaryLeadOut]
    today: int
    now: datetime

    @classmethod
    def of(cls, leads: TemporaryLeads) -> "TemporaryLeadsOut":
        return cls(items=[TemporaryLeadOut.of(item) for item in leads.items], today=leads.today, now=leads.now)


class KeptAsPatientOut(BaseModel):
    """The patient that a lead became."""

    patient_id: str


class KeptInPipelineOut(BaseModel):
    """The lead of the pipeline that a temporary one became."""

    lead_id: str


class CleanupOut(BaseModel):
    """How many expired leads were removed."""

    removed: int


class LeadFormOut(BaseModel):
    """Where the clinic's public form is, and the pages that may show it."""

    url: str
    origins: list[str]

    @classmethod
    def of(cls, address: FormAddress) -> "LeadFormOut":
        return cls(url=address.url, origins=list(address.origins))


class OpenLeadFormOut(BaseModel):
    """An opened form: whose it is, what stands beside the consent box, and the ticket it is sent with."""

    practice: str
    consent: str
    ticket: str

    @classmethod
    def of(cls, form: OpenForm) -> "OpenLeadFormOut":
        return cls(practice=form.practice, consent=form.wording, ticket=form.ticket)


class WebLeadIn(LeadDetailsIn):
    """A form as someone filled it in. ``consent``: the box was ticked; ``website`` is a field that people do not
    see, and programs that fill in everything do."""

    ticket: str = Field(max_length=1000)
    consent: bool = False
    website: str = Field("", max_length=500)


class WebLeadOut(BaseModel):
    """The practice has it."""

    received: bool = True
