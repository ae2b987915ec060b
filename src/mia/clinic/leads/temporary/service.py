"""Temporary leads: captured in a hurry, gone after half an hour unless someone keeps them."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID
from zoneinfo import ZoneInfo

from mia.clinic.leads.temporary import queries
from mia.clinic.leads.temporary.models import TemporaryLeadRow
from mia.clinic.patients.service import normalize_email, normalize_name, normalize_phone
from mia.identity import service as identity
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime

LIFETIME = timedelta(minutes=30)
"""Spec §9."""
MOST_LISTED = 500
"""A practice captures a handful in half an hour; what is more is a flood."""
_MESSAGE_LENGTH = 2000
_GONE = "This lead is no longer there"


class TreatmentInterest(StrEnum):
    """What a lead may be interested in (spec §3), in the words of the form."""

    BOTOX = "Botox/Injectables"
    FILLERS = "Dermal Fillers"
    LASER = "Laser Treatments"
    FACIAL = "Facial Treatments"
    BODY = "Body Contouring"
    CLEANING = "Dental Cleaning"
    COSMETIC_DENTISTRY = "Cosmetic Dentistry"
    CONSULTATION = "General Consultation"
    OTHER = "Other"


class CaptureSource(StrEnum):
    """Where a temporary lead comes from."""

    WEB_FORM = "web_form"
    QUICK_CAPTURE = "quick_capture"
    """Typed in by staff."""


WEB_FORM = CaptureSource.WEB_FORM.value
"""The source of a lead of which nothing is known but what was typed into a form."""


@dataclass(frozen=True)
class LeadDetails:
    """What a lead says of themselves. ``phone`` is E.164; what was left out is None."""

    name: str = field(repr=False)
    email: str | None = field(default=None, repr=False)
    phone: str | None = field(default=None, repr=False)
    interest: TreatmentInterest | None = field(default=None, repr=False)
    message: str | None = field(default=None, repr=False)

    @classmethod
    def check(
        cls,
        name: str,
        email: str | None,
        phone: str | None,
        interest: TreatmentInterest | None,
        message: str | None,
    ) -> "LeadDetails":
        """The details as someone typed them; :class:`Invalid` names the field that cannot be right."""
        text = (message or "").strip()
        if len(text) > _MESSAGE_LENGTH:
            raise Invalid("This message is too long", fields={"message": f"At most {_MESSAGE_LENGTH} characters"})
        return cls(
            name=normalize_name(name),
            email=normalize_email(email) if email and email.strip() else None,
            phone=normalize_phone(phone) if phone and phone.strip() else None,
            interest=interest,
            message=text or None,
        )


@dataclass(frozen=True)
class TemporaryLead:
    """A captured person. ``lead_id``: Mia already follows them up in the pipeline, as that lead."""

    id: UUID
    clinic_id: UUID
    details: LeadDetails
    source: CaptureSource
    created_at: datetime
    expires_at: datetime
    lead_id: UUID | None

    @property
    def in_pipeline(self) -> bool:
        return self.lead_id is not None


@dataclass(frozen=True)
class TemporaryLeads:
    """What the dashboard of temporary leads shows; ``today`` counts those captured on the clinic's day, also the
    ones that are gone, and ``now`` is the instant by which countdowns run."""

    items: list[TemporaryLead]
    today: int
    now: datetime


async def capture(
    session: ClinicSession,
    details: LeadDetails,
    source: CaptureSource,
    *,
    form_id: UUID | None = None,
    lead_id: UUID | None = None,
) -> TemporaryLead | None:
    """Keep someone for half an hour, and count them for the day. None when this form was sent before."""
    now = session.now()
    values = {"id": form_id or new_id(), "created_at": now, "expires_at": now + LIFETIME, "source": source.value}
    row = await queries.add_lead(session, {**values, "lead_id": lead_id, **_sealed(session, details)})
    if row is None:
        return None
    clinic = await identity.get_clinic(session)
    await queries.count_one(session, now.astimezone(ZoneInfo(clinic.timezone)).date())
    await _tell(session, "lead.write", row.id)
    return _lead(session, row)


async def list_temporary(session: ClinicSession) -> TemporaryLeads:
    """The clinic's temporary leads, the newest first; expired ones until they are cleaned up."""
    now, clinic = session.now(), await identity.get_clinic(session)
    items = [_lead(session, row) for row in await queries.list_leads(session, MOST_LISTED)]
    await audit.record(session, "lead.read", "temporary_lead", [item.id for item in items])
    today = await queries.captured_on(session, now.astimezone(ZoneInfo(clinic.timezone)).date())
    return TemporaryLeads(items, today, now)


async def change(session: ClinicSession, lead_id: UUID, details: LeadDetails) -> TemporaryLead:
    """Correct what was typed; the time it has left stays."""
    await locked(session, lead_id)
    row = await queries.change_lead(session, lead_id, _sealed(session, details))
    await _tell(session, "lead.write", lead_id)
    return _lead(session, row)


async def discard(session: ClinicSession, lead_id: UUID) -> None:
    """Remove a lead before its time."""
    if not await queries.drop_lead(session, lead_id):
        raise NotFound(_GONE)
    await _tell(session, "lead.delete", lead_id)


async def erase_person(session: ClinicSession, addresses: Collection[str]) -> int:
    """Remove the temporary leads with one of a person's addresses (E.164, or email); returns how many."""
    removed = 0
    for row in await queries.list_leads(session, MOST_LISTED):
        details = _lead(session, row).details
        if {details.phone, details.email} & set(addresses):
            await discard(session, row.id)
            removed += 1
    return removed


async def locked(session: ClinicSession, lead_id: UUID) -> TemporaryLead:
    """A lead to be kept or changed: :class:`NotFound` when it is gone, :class:`Conflict` once it has expired."""
    row = await queries.lock_lead(session, lead_id)
    if row is None:
        raise NotFound(_GONE)
    if row.expires_at <= session.now():
        raise Conflict("This lead has expired")
    return _lead(session, row)


async def _tell(session: ClinicSession, action: str, lead_id: UUID) -> None:
    await audit.record(session, action, "temporary_lead", [lead_id])
    await realtime.publish(session, "temporary_lead.changed", lead_id)


def _sealed(session: ClinicSession, details: LeadDetails) -> dict[str, bytes | None]:
    texts = {
        "name_sealed": details.name,
        "email_sealed": details.email,
        "phone_sealed": details.phone,
        "interest_sealed": details.interest.value if details.interest else None,
        "message_sealed": details.message,
    }
    return {column: session.seal(text) if text else None for column, text in texts.items()}


def _lead(session: ClinicSession, row: TemporaryLeadRow) -> TemporaryLead:
    def opened(sealed: bytes | None) -> str | None:
        return session.unseal(sealed) if sealed is not None else None

    interest = opened(row.interest_sealed)
    details = LeadDetails(
        name=session.unseal(row.name_sealed),
        email=opened(row.email_sealed),
        phone=opened(row.phone_sealed),
        interest=TreatmentInterest(interest) if interest else None,
        message=opened(row.message_sealed),
    )
    source = CaptureSource(row.source)
    return TemporaryLead(row.id, row.clinic_id, details, source, row.created_at, row.expires_at, row.lead_id)
