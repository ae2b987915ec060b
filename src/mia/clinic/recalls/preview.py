"""What a message would say to one patient, and whether it may leave, before staff has Mia send it."""

from dataclasses import dataclass, field, replace
from uuid import UUID

from mia.clinic.consent.service import Channel, Decision
from mia.clinic.patients.service import Patient
from mia.clinic.practice import service as practices
from mia.clinic.recalls.audience import Kind, assess, gather
from mia.clinic.recalls.outreach import Wish, check, own_words
from mia.clinic.recalls.words import usual_words
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class Preview:
    """The whole message for one patient, how it would go, and what the rules say about that time."""

    patient_id: UUID
    name: str = field(repr=False)
    channel: Channel
    decision: Decision
    subject: str | None
    text: str = field(repr=False)


async def preview(session: ClinicSession, patient: Patient, wish: Wish) -> Preview:
    """Nothing is written. :class:`Invalid` for words or a time that can't be."""
    check(session, wish)
    audience = await gather(session, patient)
    assessment, due = assess(session, audience, Kind.MESSAGE, wish.at), bool(audience.due(session))
    channel = assessment.contact.channel
    usual = usual_words(await practices.get_practice(session), patient.name, channel, due=due)
    body = own_words(wish, patient.name, channel, due=due)
    message = usual if body is None else replace(usual, body=body)
    return Preview(patient.id, patient.name, channel, assessment.decision, message.subject, message.text)
