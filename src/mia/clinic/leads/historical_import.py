"""Leads of earlier times, entered as they are: without events, answers or anything else that follows from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from sqlalchemy import insert

from mia.clinic.leads.lead import Learned, seal_learned
from mia.clinic.leads.models import LeadEventRow, LeadRow
from mia.clinic.leads.stages import LeadStage, LostReason
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id

_COLUMNS = ("name", "phone", "email", "interest", "message")


@dataclass(frozen=True)
class PastLead:
    """A lead with where it stands since ``stage_at``. The other instants are those of ``LeadRow``."""

    learned: Learned
    source: str
    stage: LeadStage
    captured_at: datetime
    stage_at: datetime
    answered_at: datetime | None = None
    booked_at: datetime | None = None
    owner_id: UUID | None = None
    next_step: str | None = None
    next_step_on: date | None = None
    lost_reason: LostReason | None = None
    appointment_id: UUID | None = None
    patient_id: UUID | None = None


async def import_leads(session: ClinicSession, past: Sequence[PastLead]) -> list[UUID]:
    """Enter leads with the little of their timeline that is known; returns their ids in order."""
    ids = [new_id() for _ in past]
    if not past:
        return []
    rows = [_row(session, lead_id, lead) for lead_id, lead in zip(ids, past, strict=True)]
    await session.sql.execute(insert(LeadRow), rows)
    events = [event for lead_id, lead in zip(ids, past, strict=True) for event in _events(session, lead_id, lead)]
    await session.sql.execute(insert(LeadEventRow), events)
    await audit.record(session, "lead.write", "lead", ids)
    return ids


def _row(session: ClinicSession, lead_id: UUID, lead: PastLead) -> dict[str, object]:
    unknown: dict[str, object] = {f"{name}_sealed": None for name in _COLUMNS}
    unknown |= {"phone_blind": None, "email_blind": None, "service_id": None}
    return {
        "clinic_id": session.scope.clinic_id,
        "id": lead_id,
        "created_at": lead.captured_at,
        "updated_at": lead.stage_at,
        "stage_at": lead.stage_at,
        "captured_at": lead.captured_at,
        "answered_at": lead.answered_at,
        "booked_at": lead.booked_at,
        "source": lead.source,
        "stage": lead.stage.value,
        "owner_id": lead.owner_id,
        "next_step_sealed": session.seal(lead.next_step) if lead.next_step else None,
        "next_step_on": lead.next_step_on,
        "lost_reason": lead.lost_reason.value if lead.lost_reason else None,
        "appointment_id": lead.appointment_id,
        "patient_id": lead.patient_id,
        **unknown,
        **seal_learned(session, lead.learned),
    }


def _events(session: ClinicSession, lead_id: UUID, lead: PastLead) -> list[dict[str, object]]:
    """It came in, was answered, and came where it is."""
    told: list[tuple[str, datetime, str, LeadStage | None]] = [("captured", lead.captured_at, "lead", None)]
    if lead.answered_at is not None:
        told.append(("stage", lead.answered_at, "mia", LeadStage.CONTACTED))
    if lead.stage not in (LeadStage.NEW, LeadStage.CONTACTED):
        told.append(("stage", lead.stage_at, "system", lead.stage))
    return [
        {
            "clinic_id": session.scope.clinic_id,
            "id": new_id(),
            "created_at": at,
            "lead_id": lead_id,
            "kind": kind,
            "actor": actor,
            "stage_after": stage.value if stage else None,
        }
        for kind, at, actor, stage in told
    ]
