"""Someone new comes into the pipeline, once; what they agreed to is entered with them."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Channel, Consent, Grant, Purpose
from mia.clinic.leads import pipeline_queries as queries
from mia.clinic.leads.lead import Learned, open_lead, seal_learned
from mia.clinic.leads.models import LeadRow
from mia.clinic.leads.stages import LeadStage, is_open
from mia.clinic.leads.timeline import actor_of, announce_lead, note_event, write_lead
from mia.clinic.patients import service as patients
from mia.clinic.schedule import service as schedule
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Invalid
from mia.platform.kernel.ids import encode, new_id

CAPTURED = "lead.captured"
"""The event of a new lead who waits for an answer: ``lead_id``."""

_LONGEST_NAME, _LONGEST_TEXT = 120, 2000


@dataclass(frozen=True)
class NewLead:
    """Someone to keep in the pipeline. ``phone`` and ``email`` in any notation.

    ``agrees_to_texts`` and ``agrees_to_ai_calls`` are what the person has agreed to, by a box of the form or told
    to staff; without either Mia does not write or call. ``proof`` names the form (never its content), ``key`` makes
    the same form one lead however often it is handed over.
    """

    name: str = field(repr=False)
    source: str
    phone: str | None = field(default=None, repr=False)
    email: str | None = field(default=None, repr=False)
    interest: str | None = field(default=None, repr=False)
    message: str | None = field(default=None, repr=False)
    agrees_to_texts: bool = False
    agrees_to_ai_calls: bool = False
    proof: str | None = None
    key: str | None = None
    captured_at: datetime | None = None
    owner_id: UUID | None = None


@dataclass(frozen=True)
class Agreement:
    """What someone told staff that Mia may do: text them, call them with an AI voice."""

    texts: bool = False
    ai_calls: bool = False

    @property
    def is_any(self) -> bool:
        return self.texts or self.ai_calls


NOTHING_AGREED = Agreement()


async def add_lead(session: ClinicSession, new: NewLead) -> UUID:
    """Save a lead; returns its id. A person who asks again while their lead is open stays the same lead.

    Consent is entered under their number. :class:`Invalid` names ``name``, ``phone`` or ``email``.
    """
    learned = await learned_of(session, new.name, new.phone, new.email, new.interest, new.message)
    if new.key is not None and (known := await queries.find(session, intake_key=new.key)):
        return known.id
    again = await _asked_before(session, learned)
    lead_id = again.id if again else new_id()
    agreed = Agreement(new.agrees_to_texts, new.agrees_to_ai_calls)
    await enter_agreement(session, learned.phone, agreed, new.proof or encode("led", lead_id))
    if again is not None:
        await _note_asked_again(session, again, learned)
        return lead_id
    now = session.now()
    values = {
        "id": lead_id,
        "created_at": new.captured_at or now,
        "updated_at": now,
        "stage_at": now,
        "captured_at": new.captured_at or now,
        "source": new.source,
        "owner_id": new.owner_id,
        "intake_key": new.key,
        **seal_learned(session, learned),
    }
    if not await queries.add(session, values):
        known = await queries.find(session, intake_key=new.key)
        assert known is not None
        return known.id
    await note_event(session, lead_id, "captured", actor=actor_of(session, "lead"))
    await announce_lead(session, lead_id)
    await jobs.emit(session, CAPTURED, {"lead_id": lead_id})
    return lead_id


async def learned_of(
    session: ClinicSession,
    name: str,
    phone: str | None,
    email: str | None,
    interest: str | None,
    message: str | None,
) -> Learned:
    """What was told, in the notations that are kept. :class:`Invalid` names ``name``, ``phone`` or ``email``."""
    wanted = (interest or "").strip()[:_LONGEST_NAME] or None
    folded = patients.fold(wanted) if wanted else []
    services = await schedule.list_services(session) if folded else []
    meant = [one.id for one in services if folded in [patients.fold(name) for name in (one.name, *one.aliases)]]
    return Learned(
        name=patients.normalize_name(name)[:_LONGEST_NAME],
        phone=patients.normalize_phone(phone) if phone and phone.strip() else None,
        email=patients.normalize_email(email) if email and email.strip() else None,
        service_id=meant[0] if meant else None,
        interest=wanted,
        message=(message or "").strip()[:_LONGEST_TEXT] or None,
    )


async def _asked_before(session: ClinicSession, learned: Learned) -> LeadRow | None:
    """The open lead of the same person, by number and name."""
    if learned.phone is None or learned.name is None:
        return None
    blind = session.blind(learned.phone)
    await queries.lock_number(session, blind)
    for row in await queries.list_with_phone(session, blind):
        name = open_lead(session, row).learned.name
        if is_open(LeadStage(row.stage)) and (name is None or patients.is_same_name(name, learned.name)):
            return row
    return None


async def _note_asked_again(session: ClinicSession, row: LeadRow, learned: Learned) -> None:
    """The newest wish and message stand; where the lead is, and who has it, stays."""
    await write_lead(session, row.id, {**seal_learned(session, learned), "version": row.version + 1})
    await note_event(session, row.id, "asked_again", actor=actor_of(session, "lead"))
    await announce_lead(session, row.id)


async def enter_agreement(session: ClinicSession, phone: str | None, agreed: Agreement, proof: str) -> None:
    """Enter under a lead's number what they agreed to; ``proof`` names where."""
    channels = [Channel.SMS] if agreed.texts else []
    channels += [Channel.CALL, Channel.AI_VOICE] if agreed.ai_calls else []
    if phone is None or not channels:
        return
    now = session.now()
    grants = [Grant(phone, Consent(channel, Purpose.CALL_BACK, Basis.EXPRESS, proof, now)) for channel in channels]
    await consent.import_consents(session, grants)


async def note_agreement(session: ClinicSession, lead_id: UUID, phone: str | None, agreed: Agreement) -> None:
    """Staff enter later what a lead agreed to, under their number: an answer that was blocked may leave now.
    :class:`Invalid` without a number."""
    if not agreed.is_any:
        return
    if phone is None:
        raise Invalid("A consent needs a phone number", fields={"phone": "Enter the number they agreed to"})
    await enter_agreement(session, phone, agreed, encode("led", lead_id))
    await jobs.emit(session, CAPTURED, {"lead_id": lead_id})
