"""Everything a clinic holds about a person, as JSON."""

from typing import Any

from mia.clinic.consent import service as consent
from mia.clinic.inbox import service as inbox
from mia.clinic.patients import service as patients
from mia.clinic.privacy.person import Person, Request, find_person
from mia.clinic.schedule import service as schedule
from mia.identity import service as identity
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import encode
from mia.platform.mail import service as mail

Json = dict[str, Any]


async def export_person(session: ClinicSession, request: Request) -> Json:
    """Everything stored about the person the request matches; leaves an audit row."""
    person = await find_person(session, request)
    clinic = await identity.get_clinic(session)
    notes = await schedule.read_notes(session, [visit.id for visit in person.appointments])
    await audit.record(session, "privacy.export", "patient", person.patient_ids)
    return {
        "clinic": clinic.name,
        "exported_at": session.now().isoformat(),
        "addresses": list(person.addresses),
        "patients": [await _patient(session, patient) for patient in person.patients],
        "appointments": [
            {
                "id": encode("apt", visit.id),
                "service": visit.service,
                "provider": visit.provider,
                "location": visit.location,
                "starts_at": visit.starts_at.isoformat(),
                "ends_at": visit.ends_at.isoformat(),
                "status": visit.status.value,
                "note": notes.get(visit.id),
            }
            for visit in person.appointments
        ],
        "waiting_list": [
            {"service": one.service, "since": one.since.isoformat(), "name": one.name, "wish": one.wish}
            for one in await schedule.waiting_of(session, person.addresses)
        ],
        "leads": _leads(person),
        "conversations": _talks(person),
        "contacts": [
            {
                "id": encode("act", contact.id),
                "at": contact.occurred_at.isoformat(),
                "channel": contact.channel,
                "status": contact.status,
                "name": contact.name,
                "outcome": contact.outcome,
            }
            for contact in person.record.contacts
        ],
        "texts": await _texts(session, person),
        "conversation_notes": await _notes(session, person),
        "consents": [row for address in person.addresses for row in await _consents(session, address)],
        "emails": [row for address in person.addresses for row in await _emails(session, address)],
        "no_contact": [address for address in person.addresses if await consent.is_suppressed(session, address)],
    }


async def _texts(session: ClinicSession, person: Person) -> list[Json]:
    return [
        {"at": text.at.isoformat(), "from": text.author, "state": text.state, "text": text.text}
        for text in await inbox.read_texts(session, person.patient_ids, person.addresses)
    ]


async def _notes(session: ClinicSession, person: Person) -> list[Json]:
    return [
        {"id": encode("nte", note.id), "at": note.at.isoformat(), "text": note.text}
        for note in await inbox.list_notes_of(session, person.patient_ids, person.addresses)
    ]


async def _patient(session: ClinicSession, patient: patients.Patient) -> Json:
    return {
        "id": encode("pat", patient.id),
        "name": patient.name,
        "phone": patient.phone,
        "email": patient.email,
        "birth_date": patient.birth_date.isoformat() if patient.birth_date else None,
        "note": patient.note,
        "tags": list(patient.tags),
        "since": patient.created_at.isoformat(),
        "treatments": [
            {
                "id": encode("trt", item.id),
                "name": item.name,
                "status": item.status,
                "at": item.performed_at.isoformat(),
                "price_cents": item.price_cents,
            }
            for item in await patients.list_treatments(session, patient.id)
        ],
    }


def _leads(person: Person) -> list[Json]:
    return [
        {
            "id": encode("led", lead.id),
            "source": lead.source,
            "stage": lead.stage.value,
            "name": lead.learned.name,
            "phone": lead.learned.phone,
            "interest": lead.learned.interest,
            "preferred": lead.learned.preferred,
            "intent": lead.learned.intent,
            "email": lead.learned.email,
            "message": lead.learned.message,
            "next_step": lead.next_step,
            "created_at": lead.created_at.isoformat(),
        }
        for lead in person.leads
    ]


def _talks(person: Person) -> list[Json]:
    return [
        {
            "id": encode("cnv", talk.id),
            "channel": talk.channel.value,
            "started_at": talk.started_at.isoformat(),
            "ended_at": talk.ended_at.isoformat() if talk.ended_at else None,
            "summary": talk.summary,
            "lines": [{"role": line.role, "text": line.text, "at_seconds": line.at_seconds} for line in talk.lines],
        }
        for talk in person.record.talks
    ]


async def _consents(session: ClinicSession, address: str) -> list[Json]:
    return [
        {
            "address": address,
            "channel": item.channel.value,
            "purpose": item.purpose.value,
            "basis": item.basis.value,
            "granted_at": item.granted_at.isoformat(),
        }
        for item in await consent.list_consents(session, address)
    ]


async def _emails(session: ClinicSession, address: str) -> list[Json]:
    return [
        {
            "to": address,
            "status": email.status,
            "written_at": email.written_at.isoformat(),
            "subject": email.message.subject if email.message else None,
            "text": email.message.text if email.message else None,
        }
        for email in await mail.list_for(session, address)
    ]
