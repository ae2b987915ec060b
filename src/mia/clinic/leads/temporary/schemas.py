"""Temporary leads and the public web form on the wire."""

from datetime import datetime
from typing import Annotated

from pydantic import AliasPath, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo

from mia.clinic.leads.temporary.service import (
    CaptureSource,
    LeadDetails,
    TreatmentInterest,
)
from mia.clinic.patients.service import ShownPhone
from mia.platform.http.out import IdOf, Out


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


class TemporaryLeadOut(Out):
    """A captured lead. ``in_pipeline``: Mia follows it up already."""

    id: Annotated[str, IdOf("tld")]
    clinic_id: Annotated[str, IdOf("cli")]
    name: str = Field(validation_alias=AliasPath("details", "name"))
    email: str | None = Field(validation_alias=AliasPath("details", "email"))
    phone: ShownPhone | None = Field(validation_alias=AliasPath("details", "phone"))
    treatment_interest: TreatmentInterest | None = Field(validation_alias=AliasPath("details", "interest"))
    message: str | None = Field(validation_alias=AliasPath("details", "message"))
    source: CaptureSource
    created_at: datetime
    expires_at: datetime
    in_pipeline: bool


class TemporaryLeadsOut(Out):
    """The newest first. ``today`` counts all that were captured on the clinic's day, also those that are gone;
    ``now`` is the server's instant, by which ``expires_at`` counts down."""

    items: list[TemporaryLeadOut]
    today: int
    now: datetime


class KeptAsPatientOut(BaseModel):
    """The patient that a lead became."""

    patient_id: str


class KeepIn(BaseModel):
    """What the lead agreed to, as they told staff."""

    model_config = ConfigDict(extra="forbid")

    agrees_to_texts: bool = False
    agrees_to_ai_calls: bool = False


class KeptInPipelineOut(BaseModel):
    """The lead of the pipeline that a temporary one became."""

    lead_id: str


class CleanupOut(BaseModel):
    """How many expired leads were removed."""

    removed: int


class LeadFormOut(Out):
    """Where the clinic's public form is, and the pages that may show it."""

    url: str
    origins: list[str]


class OpenLeadFormOut(Out):
    """An opened form: whose it is, what stands beside the consent box, and the ticket it is sent with."""

    practice: str
    consent: str = Field(validation_alias="wording")
    ticket: str


class WebLeadIn(LeadDetailsIn):
    """A form as someone filled it in. ``consent``: the box was ticked; ``website`` is a field that people do not
    see, and programs that fill in everything do."""

    ticket: str = Field(max_length=1000)
    consent: bool = False
    website: str = Field("", max_length=500)


class WebLeadOut(BaseModel):
    """The practice has it."""

    received: bool = True
