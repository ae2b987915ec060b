"""May this patient be contacted, on which channel, and why not: the facts about one who may be due."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Assessment, Channel, Contact, ContactFacts, MessageClass, Touch
from mia.clinic.outreach import service as outreach
from mia.clinic.patients.service import Patient
from mia.clinic.recalls.ledger import Recall, list_recalls
from mia.platform.db.session import ClinicSession

_WEEK = timedelta(days=7)


class Kind(StrEnum):
    """What staff asks for: "Call with Mia" or "Send Follow-Up Message with Mia" (spec §2)."""

    CALL = "call"
    MESSAGE = "message"


@dataclass(frozen=True)
class Audience:
    """A patient with everything the decision looks at."""

    patient: Patient
    recalls: tuple[Recall, ...]
    facts: ContactFacts
    history: Sequence[Touch]

    def due(self, session: ClinicSession) -> list[Recall]:
        """The recalls that are due, the longest due first."""
        return [recall for recall in self.recalls if recall.is_due(session.now())]

    def next_visit(self, session: ClinicSession) -> datetime | None:
        """The first visit to come of those that are planned."""
        planned = [recall.planned_at for recall in self.recalls if recall.planned_at is not None]
        return min((at for at in planned if at > session.now()), default=None)


async def gather(session: ClinicSession, patient: Patient, *, leave_out: UUID | None = None) -> Audience:
    """The facts about a patient; ``leave_out`` is the intent that is being decided about."""
    recalls, now = tuple(await list_recalls(session, patient.id)), session.now()
    planned = any(recall.planned_at is not None and recall.planned_at > now for recall in recalls)
    booked = planned and not any(recall.is_due(now) for recall in recalls)
    blinds = [session.blind(address) for address in (patient.phone, patient.email) if address]
    touches = await outreach.list_touches(
        session, "recall", blinds, now - _WEEK, patient_id=patient.id, leave_out=leave_out
    )
    answers = await outreach.list_touches(session, "lead", blinds, now - _WEEK)
    return Audience(
        patient=patient,
        recalls=recalls,
        facts=await consent.gather_facts(session, patient.phone, patient.email, [patient], booked=booked),
        history=[*(Touch(at, "recall") for at in touches), *(Touch(at, "inquiry") for at in answers)],
    )


def assess(session: ClinicSession, audience: Audience, kind: Kind, at: datetime | None = None) -> Assessment:
    """The decision for a kind of contact, now or ``at`` a later moment. A message goes by text where that is
    permitted, else by mail."""
    channels = (Channel.CALL,) if kind is Kind.CALL else (Channel.SMS, Channel.EMAIL)
    return consent.first_permitted([assess_channel(session, audience, channel, at) for channel in channels])


def assess_channel(
    session: ClinicSession, audience: Audience, channel: Channel, at: datetime | None = None
) -> Assessment:
    """The decision for one channel."""
    facts = audience.facts
    if channel in facts.switched_off:
        facts = facts.holding("switched_off")
    return facts.assess(Contact(MessageClass.RECALL, channel), at or session.now(), audience.history)
