"""The pipeline on the wire."""

from datetime import date, datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.leads.answers.answering import FollowUp
from mia.clinic.leads.answers.audience import reason_of
from mia.clinic.leads.answers.board import LeadBoard, LeadDetail, Owner
from mia.clinic.leads.service import Lead, LeadEvent, LeadStage, LostReason
from mia.clinic.patients.service import display_phone
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.bounds import Day
from mia.platform.kernel.ids import encode

Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
"""Made by the browser for one click; the same key does a thing once."""
Version = Annotated[int, Field(ge=0, le=2**31 - 1)]


class NewLeadIn(BaseModel):
    """Someone staff enter. What they agreed to is what they told staff."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(max_length=120)
    phone: str | None = Field(None, max_length=40)
    email: str | None = Field(None, max_length=254)
    interest: str | None = Field(None, max_length=120)
    message: str | None = Field(None, max_length=2000)
    owner_id: str | None = Field(None, max_length=40)
    agrees_to_texts: bool = False
    agrees_to_ai_calls: bool = False
    idempotency_key: Key


class LeadIn(BaseModel):
    """A lead as it is to stand, and the version that was read; what they agreed to is added to what is on file."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(max_length=120)
    phone: str | None = Field(None, max_length=40)
    email: str | None = Field(None, max_length=254)
    interest: str | None = Field(None, max_length=120)
    owner_id: str | None = Field(None, max_length=40)
    next_step: str | None = Field(None, max_length=300)
    next_step_on: Day | None = None
    agrees_to_texts: bool = False
    agrees_to_ai_calls: bool = False
    version: Version


class LeadStageIn(BaseModel):
    """Where a lead is to be; a reason when it is lost, and only then."""

    model_config = ConfigDict(extra="forbid")

    stage: LeadStage
    lost_reason: LostReason | None = None
    version: Version


class LeadOwnerOut(Out):
    """Someone of the team who may have a lead."""

    id: Annotated[str, IdOf("usr")]
    name: str


class LeadAnswerOut(Out):
    """How Mia's answer stands; ``reason`` says why it waits or did not leave."""

    state: str
    channel: str
    due_at: datetime
    reason: str | None


class LeadOut(BaseModel):
    """A card of the board. ``next_step_on`` is a day in the practice's zone."""

    id: str
    name: str | None
    phone: str | None
    email: str | None
    interest: str | None
    source: str
    stage: LeadStage
    owner: LeadOwnerOut | None
    next_step: str | None
    next_step_on: date | None
    lost_reason: LostReason | None
    created_at: datetime
    stage_at: datetime | None
    captured_at: datetime | None
    answered_at: datetime | None
    follow_up: LeadAnswerOut | None
    version: int

    @classmethod
    def of(cls, lead: Lead, owners: dict[object, Owner], follow_up: FollowUp | None) -> "LeadOut":
        learned, owner = lead.learned, owners.get(lead.owner_id)
        return cls(
            id=encode("led", lead.id),
            name=learned.name,
            phone=display_phone(learned.phone) if learned.phone else None,
            email=learned.email,
            interest=learned.interest,
            source=lead.source,
            stage=lead.stage,
            owner=LeadOwnerOut.of(owner) if owner else None,
            next_step=lead.next_step,
            next_step_on=lead.next_step_on,
            lost_reason=lead.lost_reason,
            created_at=lead.created_at,
            stage_at=lead.stage_at,
            captured_at=lead.captured_at,
            answered_at=lead.answered_at,
            follow_up=LeadAnswerOut.of(follow_up) if follow_up else None,
            version=lead.version,
        )


class LeadColumnOut(BaseModel):
    """A stage; ``total`` counts more than are listed."""

    stage: LeadStage
    total: int
    leads: list[LeadOut]


class LeadBoardOut(BaseModel):
    """The board. ``today`` is the practice's day, ``follows_up`` whether Mia answers new leads."""

    columns: list[LeadColumnOut]
    sources: list[str]
    today: date
    timezone: str
    follows_up: bool

    @classmethod
    def of(cls, board: LeadBoard) -> "LeadBoardOut":
        owners: dict[object, Owner] = {owner.id: owner for owner in board.owners}
        columns = [
            LeadColumnOut(
                stage=column.stage,
                total=column.total,
                leads=[LeadOut.of(lead, owners, board.follow_ups.get(lead.id)) for lead in column.leads],
            )
            for column in board.columns
        ]
        return cls(
            columns=columns,
            sources=list(board.sources),
            today=board.today,
            timezone=board.timezone,
            follows_up=board.follows_up,
        )


class LeadEventOut(BaseModel):
    """A line of the timeline; ``by`` is the member of staff who did it."""

    kind: str
    at: datetime
    actor: str
    by: str | None
    stage_before: LeadStage | None
    stage_after: LeadStage | None
    reason: str | None
    until: datetime | None

    @classmethod
    def of(cls, event: LeadEvent, owners: dict[object, Owner]) -> "LeadEventOut":
        owner = owners.get(event.user_id)
        return cls(
            kind=event.kind,
            at=event.at,
            actor=event.actor,
            by=owner.name if owner else None,
            stage_before=event.stage_before,
            stage_after=event.stage_after,
            reason=reason_of(event.rule) if event.rule and event.rule != "allowed" else None,
            until=event.until,
        )


class LeadConsultOut(BaseModel):
    """The visit a lead has booked."""

    starts_at: datetime
    spoken: str
    service: str
    provider: str
    status: str


class LeadDetailOut(BaseModel):
    """The drawer. ``thread_id``: the texts with the lead, when there are any; ``no_text``: why staff can't
    text them."""

    lead: LeadOut
    message: str | None
    preferred: str | None
    intent: str | None
    patient_id: str | None
    thread_id: str | None
    no_text: str | None
    consult: LeadConsultOut | None
    timezone: str
    timeline: list[LeadEventOut]

    @classmethod
    def of(cls, detail: LeadDetail) -> "LeadDetailOut":
        lead, visit = detail.lead, detail.visit
        owners: dict[object, Owner] = {owner.id: owner for owner in detail.owners}
        return cls(
            lead=LeadOut.of(lead, owners, detail.follow_up),
            message=lead.learned.message,
            preferred=lead.learned.preferred,
            intent=lead.learned.intent,
            patient_id=encode("pat", lead.patient_id) if lead.patient_id else None,
            thread_id=encode("thr", detail.reach.thread_id) if detail.reach.thread_id else None,
            no_text=detail.reach.no_text,
            consult=LeadConsultOut(
                starts_at=visit.starts_at,
                spoken=visit.spoken,
                service=visit.service,
                provider=visit.provider,
                status=visit.status.value,
            )
            if visit
            else None,
            timezone=detail.timezone,
            timeline=[LeadEventOut.of(event, owners) for event in detail.timeline],
        )


class LeadSourceOut(Out):
    """Leads of one source: how many came, booked, were won and lost."""

    source: str
    total: int
    booked: int
    won: int
    lost: int


class LeadFiguresOut(Out):
    """The figures of the leads that came in within the window. ``speed_seconds``: median from capture to the first
    answer, null before there is one."""

    total: int
    contacted: int
    booked: int
    won: int
    by_stage: dict[LeadStage, int]
    by_source: list[LeadSourceOut]
    speed_seconds: float | None
    waited: int
    answered: int
