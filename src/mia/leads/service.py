"""Leads: kept from the moment Mia learns something of a caller, whatever becomes of the call."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from mia.audit import service as audit
from mia.db.session import ClinicSession
from mia.kernel.ids import new_id
from mia.leads import queries
from mia.leads.models import LeadRow
from mia.realtime import service as realtime


class LeadStage(StrEnum):
    """Stages of the pipeline."""

    NEW = "new"
    CONTACTED = "contacted"
    CONSULT_BOOKED = "consult_booked"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True)
class Learned:
    """What a caller told; None is what was not told. ``phone`` is E.164, ``interest`` a service's name."""

    name: str | None = field(default=None, repr=False)
    phone: str | None = field(default=None, repr=False)
    service_id: UUID | None = None
    interest: str | None = field(default=None, repr=False)
    preferred: str | None = field(default=None, repr=False)
    intent: str | None = field(default=None, repr=False)

    @property
    def is_empty(self) -> bool:
        return not any((self.name, self.phone, self.interest, self.preferred, self.intent))


@dataclass(frozen=True)
class Lead:
    """A person who asked for something, as far as known."""

    id: UUID
    conversation_id: UUID | None
    source: str
    stage: LeadStage
    learned: Learned
    appointment_id: UUID | None
    created_at: datetime


async def keep_lead(
    session: ClinicSession, conversation_id: UUID, learned: Learned, *, source: str, visitor: bool
) -> Lead:
    """Keep what was learned in a conversation: a later word replaces an earlier one, nothing erases it."""
    told = _sealed(session, learned)
    now = session.now()
    values = {"id": new_id(), "created_at": now, "updated_at": now, "source": source, "visitor": visitor, **told}
    row = await queries.upsert_lead(session, conversation_id, values)
    await audit.record(session, "lead.write", "lead", [row.id])
    await realtime.publish(session, "lead.changed", row.id)
    return _lead(session, row)


async def find_lead(session: ClinicSession, conversation_id: UUID) -> Lead | None:
    """The lead of a conversation, if something was learned in it."""
    row = await queries.find_lead(session, conversation_id)
    return _lead(session, row) if row else None


async def win_lead(session: ClinicSession, conversation_id: UUID, appointment_id: UUID) -> None:
    """The person booked: the lead, if there is one, leaves the list of those to call."""
    lead = await queries.find_lead(session, conversation_id)
    if lead is None:
        return
    values = {
        "stage": LeadStage.CONSULT_BOOKED.value,
        "appointment_id": appointment_id,
        "updated_at": session.now(),
    }
    await queries.change_lead(session, conversation_id, values)
    await realtime.publish(session, "lead.changed", lead.id)


async def add_booked_lead(session: ClinicSession, learned: Learned, appointment_id: UUID, *, source: str) -> UUID:
    """Keep somebody who booked by a form, without a conversation; returns the lead's id."""
    now, lead_id = session.now(), new_id()
    values = {
        "id": lead_id,
        "created_at": now,
        "updated_at": now,
        "source": source,
        "stage": LeadStage.CONSULT_BOOKED.value,
        "appointment_id": appointment_id,
        **_sealed(session, learned),
    }
    await queries.add_lead(session, values)
    await audit.record(session, "lead.write", "lead", [lead_id])
    await realtime.publish(session, "lead.changed", lead_id)
    return lead_id


async def reopen_lead(session: ClinicSession, appointment_id: UUID) -> UUID | None:
    """The visit a lead had booked is cancelled: somebody should ask. Returns the lead's id, if there is one."""
    values = {"stage": LeadStage.NEW.value, "updated_at": session.now()}
    lead_id = await queries.change_booked_lead(session, appointment_id, values)
    if lead_id is not None:
        await realtime.publish(session, "lead.changed", lead_id)
    return lead_id


async def list_for_person(session: ClinicSession, phone: str | None, appointment_ids: Sequence[UUID]) -> list[Lead]:
    """The leads with a number (E.164), and those that booked one of these appointments."""
    blind = session.blind(phone) if phone else None
    return [_lead(session, row) for row in await queries.find_leads(session, blind, appointment_ids)]


async def drop_leads(session: ClinicSession, ids: Sequence[UUID]) -> None:
    """Delete leads, with the tasks that staff have of them."""
    await queries.drop_leads(session, ids)


async def purge_content(session: ClinicSession, before: datetime) -> int:
    """Remove what people said (wishes, reasons) from leads untouched since an instant; name and number stay
    for the practice to act on. Returns how many."""
    return await queries.empty_words(session, before)


async def drop_lead(session: ClinicSession, conversation_id: UUID) -> None:
    """Delete what was learned in a conversation."""
    await queries.drop_lead(session, conversation_id)


def _sealed(session: ClinicSession, learned: Learned) -> dict[str, object]:
    texts = {
        "name_sealed": learned.name,
        "phone_sealed": learned.phone,
        "interest_sealed": learned.interest,
        "preferred_sealed": learned.preferred,
        "intent_sealed": learned.intent,
    }
    told: dict[str, object] = {column: session.seal(text) for column, text in texts.items() if text}
    if learned.phone:
        told["phone_blind"] = session.blind(learned.phone)
    if learned.service_id:
        told["service_id"] = learned.service_id
    return told


def _lead(session: ClinicSession, row: LeadRow) -> Lead:
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
        ),
        appointment_id=row.appointment_id,
        created_at=row.created_at,
    )
