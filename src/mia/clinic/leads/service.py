"""Leads as other rooms see them: kept from the moment something is learned of someone, whatever becomes of it."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from mia.clinic.leads import queries
from mia.clinic.leads.figures import lead_figures
from mia.clinic.leads.historical_import import PastLead, import_leads
from mia.clinic.leads.intake import CAPTURED, Agreement, NewLead, add_lead
from mia.clinic.leads.lead import Lead, Learned, open_lead, seal_learned
from mia.clinic.leads.pipeline import (
    LeadChange,
    change_lead,
    find_open_leads,
    get_lead,
    give_to_patient,
    move_lead,
    note_happening,
    tie_conversation,
)
from mia.clinic.leads.reading import BoardFilter, Column, LeadEvent, NextStep, list_events, list_sources, read_board
from mia.clinic.leads.stages import Happening, LeadStage, LostReason, is_open, may_move, stage_after
from mia.clinic.leads.temporary.cleanup import EVERY_5_MINUTES, cleanup_expired_leads
from mia.clinic.leads.temporary.service import WEB_FORM
from mia.clinic.leads.temporary.service import erase_person as erase_temporary
from mia.clinic.leads.timeline import Actor, note_event
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime


async def keep_lead(
    session: ClinicSession, conversation_id: UUID, learned: Learned, *, source: str, visitor: bool
) -> Lead:
    """Keep what was learned in a conversation: a later word replaces an earlier one, nothing erases it."""
    told = seal_learned(session, learned)
    now = session.now()
    came_in = {"id": new_id(), "created_at": now, "stage_at": now, "source": source, "visitor": visitor}
    values = {**came_in, "updated_at": now, **told}
    row = await queries.upsert_lead(session, conversation_id, values)
    if row.id == values["id"]:
        await note_event(session, row.id, "captured", actor="mia")
    await audit.record(session, "lead.write", "lead", [row.id])
    await realtime.publish(session, "lead.changed", row.id)
    return open_lead(session, row)


async def find_lead(session: ClinicSession, conversation_id: UUID) -> Lead | None:
    """The lead of a conversation, if something was learned in it."""
    row = await queries.find_lead(session, conversation_id)
    return open_lead(session, row) if row else None


async def win_lead(
    session: ClinicSession, conversation_id: UUID, appointment_id: UUID, *, patient_id: UUID | None = None
) -> None:
    """The person booked in this conversation: the lead, if there is one, leaves the list of those to call."""
    row = await queries.find_lead(session, conversation_id)
    if row is not None:
        await note_happening(
            session,
            row.id,
            Happening.BOOKED,
            actor="mia",
            appointment_id=appointment_id,
            patient_id=patient_id,
        )


async def add_booked_lead(session: ClinicSession, learned: Learned, appointment_id: UUID, *, source: str) -> UUID:
    """Keep someone who booked by a form, without a conversation; returns the lead's id."""
    now, lead_id = session.now(), new_id()
    values = {
        "id": lead_id,
        "created_at": now,
        "updated_at": now,
        "stage_at": now,
        "booked_at": now,
        "source": source,
        "stage": LeadStage.CONSULT_BOOKED.value,
        "appointment_id": appointment_id,
        **seal_learned(session, learned),
    }
    await queries.add_lead(session, values)
    await note_event(session, lead_id, "captured", actor="lead")
    await audit.record(session, "lead.write", "lead", [lead_id])
    await realtime.publish(session, "lead.changed", lead_id)
    return lead_id


async def reopen_lead(session: ClinicSession, appointment_id: UUID) -> UUID | None:
    """The visit a lead had booked is canceled: someone should ask. Returns the lead's id, if there is one."""
    lead_id = await find_booked(session, appointment_id)
    if lead_id is not None:
        await note_happening(session, lead_id, Happening.VISIT_LOST, actor="system")
    return lead_id


async def find_booked(session: ClinicSession, appointment_id: UUID) -> UUID | None:
    """The lead that booked a visit."""
    return await queries.find_booked(session, appointment_id)


async def list_booked(session: ClinicSession, limit: int) -> list[UUID]:
    """The visits that leads wait for, the ones booked longest ago first."""
    return await queries.list_booked(session, limit)


async def list_for_person(
    session: ClinicSession, phone: str | None, appointment_ids: Sequence[UUID], *, email: str | None = None
) -> list[Lead]:
    """The leads with a number (E.164) or email address, and those that booked one of these appointments."""
    phone_blind = session.blind(phone) if phone else None
    email_blind = session.blind(email) if email else None
    rows = await queries.find_leads(session, phone_blind, email_blind, appointment_ids)
    return [open_lead(session, row) for row in rows]


async def names_at(session: ClinicSession, blinds: Sequence[bytes]) -> dict[bytes, tuple[UUID, str]]:
    """By the keyed hash of a number or address the lead of the newest name there, open ones before others."""
    rows = sorted(await queries.leads_at(session, blinds), key=lambda row: is_open(LeadStage(row.stage)))
    found: dict[bytes, tuple[UUID, str]] = {}
    for row in rows:
        if row.name_sealed is not None:
            named = (row.id, session.unseal(row.name_sealed))
            found |= {blind: named for blind in (row.phone_blind, row.email_blind) if blind is not None}
    return found


async def list_newest(session: ClinicSession, limit: int) -> list[Lead]:
    """The newest who are no patients, and can be written to."""
    return [open_lead(session, row) for row in await queries.list_newest(session, limit)]


async def list_leads(session: ClinicSession, ids: Sequence[UUID]) -> list[Lead]:
    """Those of the leads that the clinic still has."""
    return [open_lead(session, row) for row in await queries.list_leads(session, ids)]


async def drop_leads(session: ClinicSession, ids: Sequence[UUID]) -> None:
    """Delete leads, with the tasks that staff have of them."""
    await queries.drop_leads(session, ids)


async def purge_content(session: ClinicSession, before: datetime) -> int:
    """Remove what people said (wishes, reasons, messages) from leads untouched since an instant; name and number
    stay for the practice to act on. Returns how many."""
    return await queries.empty_words(session, before)


async def drop_lead(session: ClinicSession, conversation_id: UUID) -> None:
    """Delete what was learned in a conversation."""
    await queries.drop_lead(session, conversation_id)
