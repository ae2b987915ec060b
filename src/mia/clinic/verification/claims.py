"""A patient shows who they are: a code goes to the contact on their record, never to one that was given now.

Whether there is such a patient makes no difference to what happens while they wait, nor to how long it takes: the
record is looked up only when the code is sent, by the worker. A code for no one is never right.
"""

import json
import secrets
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

import structlog
from rapidfuzz import fuzz

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import STRONG
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Conversation
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.clinic.verification import queries
from mia.clinic.verification.codes import (
    CodeRules,
    Sending,
    can_be_sent,
    deliver,
    hash_of,
    is_over,
    new_code,
)
from mia.clinic.verification.models import ContactCodeRow
from mia.identity import service as identity
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs import service as jobs
from mia.platform.jobs.service import Event, Registry
from mia.platform.kernel.ids import new_id

log = structlog.get_logger()

CODE_DUE = "contact_code.due"
_ACTOR = "mia"
_ALIKE = 70
"""Likeness in percent from which each part of a name that was said is that of the record."""


@dataclass(frozen=True)
class PatientClaim:
    """Who someone says to be: a name, and what only a patient's record has beside it. ``phone`` is E.164, ``email``
    lower case. ``by_email``: the code is to be mailed. ``spoken``: the name was heard, and may be spelled
    differently."""

    name: str = field(repr=False)
    phone: str | None = field(default=None, repr=False)
    email: str | None = field(default=None, repr=False)
    birth_date: date | None = field(default=None, repr=False)
    by_email: bool = False
    spoken: bool = False

    def to_json(self) -> str:
        born = self.birth_date.isoformat() if self.birth_date else None
        return json.dumps([self.name, self.phone, self.email, born, self.by_email, self.spoken])

    @classmethod
    def from_json(cls, text: str) -> "PatientClaim":
        name, phone, email, born, by_email, spoken = json.loads(text)
        return cls(name, phone, email, date.fromisoformat(born) if born else None, by_email, spoken)

    @property
    def key(self) -> str:
        """By what attempts at one patient are counted."""
        born = self.birth_date.isoformat() if self.birth_date else ""
        return self.phone or self.email or f"{self.name.casefold()}:{born}"


def register_codes(registry: Registry, rules: CodeRules) -> None:
    """Have the worker send the codes of those who say to be patients."""

    async def send(database: Database, event: Event) -> None:
        async with database.clinic(identity.service_scope(event.tenant_id, _ACTOR)) as session:
            await send_due_code(session, event.ids["code_id"], rules)

    registry.register(CODE_DUE, send)


async def ask_for_code(
    session: ClinicSession, conversation: Conversation, claim: PatientClaim, rules: CodeRules
) -> Sending:
    """Have a code sent to the patient that someone says to be, if there is one; ``SENT`` says nothing of that.
    ``PROVEN`` where name and birth date came from a number that is known as theirs."""
    blind = session.blind(f"patient-claim:{claim.key}")
    await queries.hold_lock(session, f"patient-claim:{blind.hex()}")
    own = (ContactCodeRow.conversation_id == conversation.id) & ContactCodeRow.claim_blind.is_not(None)
    for subject in (ContactCodeRow.claim_blind == blind, own):
        if await is_over(session, subject, conversation.origin, rules.limit):
            return Sending.TOO_MANY
    if await _knows_birth_date(session, conversation, claim):
        return Sending.PROVEN
    row_id = new_id()
    await queries.add_code(
        session,
        {
            "id": row_id,
            "created_at": session.now(),
            "conversation_id": conversation.id,
            "claim_sealed": session.seal(claim.to_json()),
            "claim_blind": blind,
            "origin_blind": conversation.origin,
            "code_hash": secrets.token_bytes(32),
        },
    )
    await audit.record(session, "contact_code.send", "conversation", [conversation.id])
    await jobs.emit(session, CODE_DUE, {"code_id": row_id})
    return Sending.SENT


async def send_due_code(session: ClinicSession, code_id: UUID, rules: CodeRules) -> None:
    """Send the code that was asked for to the patient's own contact. Safe to repeat."""
    row = await queries.find_code(session, code_id)
    if row is None or row.claim_sealed is None:
        return
    claim = PatientClaim.from_json(session.unseal(row.claim_sealed))
    await queries.change_code(session, code_id, {"claim_sealed": None})
    patient = await _find(session, claim)
    contact = await _contact(session, patient, rules, by_email=claim.by_email) if patient else None
    if patient is None or contact is None:
        return
    blind = session.blind(contact)
    await queries.hold_lock(session, f"contact-code:{blind.hex()}")
    if await is_over(session, ContactCodeRow.contact_blind == blind, None, rules.limit):
        log.info("code_withheld", code_id=str(code_id))
        return
    code = new_code()
    sent = {
        "contact_sealed": session.seal(contact),
        "contact_blind": blind,
        "patient_id": patient.id,
        "code_hash": hash_of(session, code_id, code),
    }
    await queries.change_code(session, code_id, sent)
    await deliver(session, contact, code, code_id)


async def proven_patient(session: ClinicSession, conversation_id: UUID) -> UUID | None:
    """The patient who has shown in a conversation to be it; None for anyone else."""
    used = await queries.list_used(session, conversation_id)
    return next((row.patient_id for row in reversed(used) if row.patient_id is not None), None)


async def _knows_birth_date(session: ClinicSession, conversation: Conversation, claim: PatientClaim) -> bool:
    """Whether name and birth date are those of a patient from whose number this call comes, and the number was
    proven to be theirs before. The conversation counts as theirs then. A caller ID alone never does that."""
    if claim.birth_date is None or conversation.origin is None:
        return False
    for patient in await patients.find_by_name(session, claim.name):
        phone = patient.phone
        if phone is None or patient.birth_date != claim.birth_date:
            continue
        theirs = inbox.comes_from(session, conversation, phone)
        if theirs and await consent.is_proven(session, phone, STRONG):
            await _note_known(session, conversation, patient.id, phone)
            return True
    return False


async def _note_known(session: ClinicSession, conversation: Conversation, patient_id: UUID, phone: str) -> None:
    row_id = new_id()
    await queries.add_code(
        session,
        {
            "id": row_id,
            "created_at": session.now(),
            "conversation_id": conversation.id,
            "contact_sealed": session.seal(phone),
            "contact_blind": session.blind(phone),
            "claim_blind": session.blind(f"patient-claim:{phone}"),
            "patient_id": patient_id,
            "origin_blind": conversation.origin,
            "code_hash": secrets.token_bytes(32),
            "used_at": session.now(),
        },
    )
    await audit.record(session, "patient.identify", "conversation", [conversation.id])


async def _find(session: ClinicSession, claim: PatientClaim) -> Patient | None:
    """The record of the one who was named; None where it is not clear whose it would be."""
    if claim.phone:
        found = await patients.find_by_phone(session, claim.phone)
    elif claim.email:
        found = await patients.find_by_email(session, claim.email)
    elif claim.birth_date:
        found = await patients.find_by_name(session, claim.name)
        return found[0] if len(found) == 1 and found[0].birth_date == claim.birth_date else None
    else:
        return None
    same = [one for one in found if patients.is_same_name(one.name, claim.name)]
    if not same and claim.spoken and len(found) == 1 and _sounds_like(found[0].name, claim.name):
        same = found
    return min(same, key=lambda one: (one.archived_at is not None, one.id), default=None)


def _sounds_like(name: str, said: str) -> bool:
    """Whether a name that was heard may be this one, part by part: a shared phone has several owners."""
    own, heard = name.casefold().split(), said.casefold().split()
    ends = ((own[0], heard[0]), (own[-1], heard[-1]))
    return all(fuzz.ratio(one, other) >= _ALIKE for one, other in ends)


async def _contact(session: ClinicSession, patient: Patient, rules: CodeRules, *, by_email: bool) -> str | None:
    """Where the patient gets codes: the phone, unless a mail is wanted or the phone cannot be texted."""
    ways = [patient.email, patient.phone] if by_email else [patient.phone, patient.email]
    for way in ways:
        if way is not None and await can_be_sent(session, way, rules):
            return way
    return None
