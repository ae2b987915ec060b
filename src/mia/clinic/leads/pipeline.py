"""The pipeline: leads move along as things happen to them, and are moved and changed by staff."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.leads import pipeline_queries as queries
from mia.clinic.leads.intake import NOTHING_AGREED, Agreement, learned_of, note_agreement
from mia.clinic.leads.lead import Lead, open_lead, seal_learned
from mia.clinic.leads.models import LeadRow
from mia.clinic.leads.stages import Happening, LeadStage, LostReason, is_open, may_move, stage_after
from mia.clinic.leads.temporary.leaving import leave_temporary
from mia.clinic.leads.timeline import Actor, announce_lead, note_event, write_lead
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import AppointmentStatus
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, Invalid, NotFound


@dataclass(frozen=True)
class LeadChange:
    """What staff writes over a lead; every field as it is to stand."""

    name: str = field(repr=False)
    phone: str | None = field(repr=False)
    email: str | None = field(repr=False)
    interest: str | None = field(repr=False)
    owner_id: UUID | None
    next_step: str | None = field(repr=False)
    next_step_on: date | None
    agreed: Agreement = NOTHING_AGREED
    """What they agreed to, beside what is on file."""


async def get_lead(session: ClinicSession, lead_id: UUID, *, lock: bool = False) -> Lead:
    """One lead; :class:`NotFound` when the clinic has none of this id."""
    row = await queries.find(session, lock=lock, id=lead_id)
    if row is None:
        raise NotFound
    return open_lead(session, row)


async def change_lead(session: ClinicSession, lead_id: UUID, change: LeadChange, version: int) -> Lead:
    """Write over a lead what staff knows better. :class:`Conflict` when someone else has changed it meanwhile."""
    row = await _locked(session, lead_id, version)
    learned = await learned_of(session, change.name, change.phone, change.email, change.interest, None)
    emptied = {f"{part}_{form}": None for part in ("phone", "email") for form in ("sealed", "blind")}
    values = {
        **emptied,
        "interest_sealed": None,
        "service_id": None,
        **seal_learned(session, learned),
        "owner_id": change.owner_id,
        "next_step_sealed": session.seal(change.next_step) if change.next_step else None,
        "next_step_on": change.next_step_on,
        "version": row.version + 1,
    }
    await write_lead(session, lead_id, values)
    await note_agreement(session, lead_id, learned.phone, change.agreed)
    await note_event(session, lead_id, "edited", actor="staff")
    await announce_lead(session, lead_id)
    return await get_lead(session, lead_id)


async def move_lead(
    session: ClinicSession, lead_id: UUID, to: LeadStage, *, version: int, lost_reason: LostReason | None = None
) -> Lead:
    """Staff moves a lead. Lost needs a reason (:class:`Invalid`), a booked consult a visit (:class:`Conflict`)."""
    row = await _locked(session, lead_id, version)
    if (to is LeadStage.LOST) != (lost_reason is not None):
        raise Invalid("Only a lost lead has a reason", fields={"lost_reason": "Say why the lead is lost"})
    if not may_move(to, has_visit=await _has_visit(session, row)):
        raise Conflict("No consult is booked for this lead. Book one, and the lead moves here by itself.")
    values: dict[str, Any] = {"version": row.version + 1, "lost_reason": lost_reason.value if lost_reason else None}
    if to is LeadStage.CONTACTED and row.answered_at is None:
        values["answered_at"] = session.now()
    await _move(session, row, to, actor="staff", more=values)
    return await get_lead(session, lead_id)


async def note_happening(
    session: ClinicSession,
    lead_id: UUID,
    happening: Happening,
    *,
    actor: Actor,
    at: datetime | None = None,
    appointment_id: UUID | None = None,
    patient_id: UUID | None = None,
) -> None:
    """Something happened to a lead: its stage follows. Safe to repeat; an unknown lead is left alone."""
    row = await queries.find(session, lock=True, id=lead_id)
    if row is None:
        return
    now = session.now()
    more: dict[str, Any] = {"patient_id": patient_id} if patient_id else {}
    if happening is not Happening.VISIT_LOST and row.answered_at is None:
        more["answered_at"] = at or now
    if happening is Happening.BOOKED:
        more |= {"appointment_id": appointment_id, "booked_at": row.booked_at or now}
        await leave_temporary(session, row.id)
    stage = LeadStage(row.stage)
    after = stage_after(stage, happening, answered=row.answered_at is not None)
    if after is not LeadStage.LOST:
        more["lost_reason"] = None
    if after is stage and all(getattr(row, name) == value for name, value in more.items()):
        return
    await _move(session, row, after, actor=actor, more=more)


async def find_open_leads(session: ClinicSession, phone: str) -> list[Lead]:
    """The leads with a number (E.164) that are still open, the newest first."""
    rows = await queries.list_with_phone(session, session.blind(phone))
    return [open_lead(session, row) for row in rows if is_open(LeadStage(row.stage))]


async def tie_conversation(session: ClinicSession, lead_id: UUID, conversation_id: UUID) -> None:
    """What is learned in a conversation from here on belongs to this lead."""
    await queries.change(session, lead_id, {"conversation_id": conversation_id})


async def give_to_patient(session: ClinicSession, lead: Lead, patient_id: UUID) -> None:
    """Staff say which patient a lead is: what they said in its call or chat is the patient's, too."""
    await write_lead(session, lead.id, {"patient_id": patient_id})
    if lead.conversation_id is not None:
        await inbox.link_patient(session, lead.conversation_id, patient_id)
    await announce_lead(session, lead.id)


async def _locked(session: ClinicSession, lead_id: UUID, version: int) -> LeadRow:
    row = await queries.find(session, lock=True, id=lead_id)
    if row is None:
        raise NotFound
    if row.version != version:
        raise Conflict("Someone else changed this lead. Review it before you save.")
    return row


async def _has_visit(session: ClinicSession, row: LeadRow) -> bool:
    if row.appointment_id is None:
        return False
    try:
        visit = await schedule.get_appointment(session, row.appointment_id)
    except NotFound:
        return False
    return visit.status in (AppointmentStatus.BOOKED, AppointmentStatus.COMPLETED)


async def _move(
    session: ClinicSession, row: LeadRow, to: LeadStage, *, actor: Actor, more: Mapping[str, Any]
) -> None:
    before = LeadStage(row.stage)
    moved = {"stage": to.value, "stage_at": session.now(), "version": row.version + 1} if to is not before else {}
    await write_lead(session, row.id, {**more, **moved})
    if to is not before:
        await note_event(session, row.id, "stage", actor=actor, stages=(before, to))
    await announce_lead(session, row.id)
