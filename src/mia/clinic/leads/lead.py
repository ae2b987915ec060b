"""What a lead is, and how it is stored: sealed in its row, opened for readers with permission."""

from dataclasses import dataclass, field
from datetime import date, datetime
from uuid import UUID

from mia.clinic.leads.models import LeadRow
from mia.clinic.leads.stages import LeadStage, LostReason
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class Learned:
    """What someone told; None is what was not told. ``phone`` is E.164, ``email`` in lower case, ``interest`` a
    service's name, ``message`` what they wrote in a form."""

    name: str | None = field(default=None, repr=False)
    phone: str | None = field(default=None, repr=False)
    service_id: UUID | None = None
    interest: str | None = field(default=None, repr=False)
    preferred: str | None = field(default=None, repr=False)
    intent: str | None = field(default=None, repr=False)
    email: str | None = field(default=None, repr=False)
    message: str | None = field(default=None, repr=False)

    @property
    def is_empty(self) -> bool:
        return not any(
            (self.name, self.phone, self.interest, self.preferred, self.intent, self.email, self.message)
        )


@dataclass(frozen=True)
class Lead:
    """A person who asked for something, as far as known; the instants are those of ``LeadRow``.

    ``next_step_on`` is a day in the practice's zone. ``version`` counts changes by staff.
    """

    id: UUID
    conversation_id: UUID | None
    source: str
    stage: LeadStage
    learned: Learned
    appointment_id: UUID | None
    created_at: datetime
    owner_id: UUID | None = None
    next_step: str | None = field(default=None, repr=False)
    next_step_on: date | None = None
    lost_reason: LostReason | None = None
    patient_id: UUID | None = None
    captured_at: datetime | None = None
    answered_at: datetime | None = None
    booked_at: datetime | None = None
    stage_at: datetime | None = None
    version: int = 0


def seal_learned(session: ClinicSession, learned: Learned) -> dict[str, object]:
    """The columns of what was told; nothing for what was not."""
    texts = {
        "name_sealed": learned.name,
        "phone_sealed": learned.phone,
        "interest_sealed": learned.interest,
        "preferred_sealed": learned.preferred,
        "intent_sealed": learned.intent,
        "email_sealed": learned.email,
        "message_sealed": learned.message,
    }
    told: dict[str, object] = {column: session.seal(text) for column, text in texts.items() if text}
    if learned.phone:
        told["phone_blind"] = session.blind(learned.phone)
    if learned.email:
        told["email_blind"] = session.blind(learned.email)
    if learned.service_id:
        told["service_id"] = learned.service_id
    return told


def open_lead(session: ClinicSession, row: LeadRow) -> Lead:
    """The lead of a row."""

    def opened(sealed: bytes | None) -> str | None:
        return session.unseal(sealed) if sealed is not None else None

    return Lead(
        id=row.id,
        conversation_id=row.conversation_id,
        source=row.source,
        stage=LeadStage(row.stage),
        learned=Learned(
            name=opened(row.name_sealed),
            phone=opened(row.phone_sealed),
            service_id=row.service_id,
            interest=opened(row.interest_sealed),
            preferred=opened(row.preferred_sealed),
            intent=opened(row.intent_sealed),
            email=opened(row.email_sealed),
            message=opened(row.message_sealed),
        ),
        appointment_id=row.appointment_id,
        created_at=row.created_at,
        owner_id=row.owner_id,
        next_step=opened(row.next_step_sealed),
        next_step_on=row.next_step_on,
        lost_reason=LostReason(row.lost_reason) if row.lost_reason else None,
        patient_id=row.patient_id,
        captured_at=row.captured_at,
        answered_at=row.answered_at,
        booked_at=row.booked_at,
        stage_at=row.stage_at,
        version=row.version,
    )
