"""A contact that is planned: staff sees and changes it until it leaves, and the rules are asked again each time."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from mia.clinic.consent.service import Channel
from mia.clinic.outreach import service as outreach
from mia.clinic.outreach.service import Intent, Outreach
from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.recalls.audience import assess_channel, gather
from mia.clinic.recalls.outreach import RECALL, Wish, check, own_words
from mia.clinic.recalls.words import RecallWords, usual_words
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, NotFound

_GONE = "This has left meanwhile, so it can't be changed. What you wrote is still here, to be copied"


@dataclass(frozen=True)
class Planned:
    """A contact that has not left: when it does, the ``usual`` words of a message, and what staff wrote instead."""

    activity_id: UUID
    channel: Channel
    at: datetime
    words: str | None = field(repr=False)
    usual: RecallWords | None


async def find_planned(session: ClinicSession, patient_id: UUID) -> Planned | None:
    """The contact with a patient that leaves next."""
    planned: dict[str, Any] = {"purpose": RECALL.name, "patient_id": patient_id, "state": "scheduled"}
    waiting = sorted(await outreach.list_intents(session, **planned), key=lambda intent: intent.due_at)
    return await _read(session, waiting[0], patient_id) if waiting else None


async def revise(session: ClinicSession, activity_id: UUID, wish: Wish) -> Outreach:
    """Have a contact that has not left say other words, or leave at another time: at once where the wish has none.

    A change that the rules forbid changes nothing; the decision says why. :class:`NotFound` for an activity that is
    no intent, :class:`Conflict` when it has left, :class:`Invalid` for words or a time that can't be.
    """
    check(session, wish)
    found = await outreach.find_intent(session, activity_id=activity_id, purpose=RECALL.name)
    if found is None or found.patient_id is None:
        raise NotFound
    await outreach.hold_person(session, found.patient_id)
    intent = await outreach.find_intent(session, lock=True, id=found.id)
    if intent is None or intent.state != "scheduled":
        raise Conflict(_GONE)
    patient = await patients.get_patient(session, found.patient_id)
    audience = await gather(session, patient, leave_out=intent.id)
    assessment = assess_channel(session, audience, intent.channel, wish.at)
    body = own_words(wish, patient.name, intent.channel, due=intent.wording == "due")
    changed = await outreach.replan(session, RECALL, intent, assessment, at=wish.at, words=body)
    outcome = assessment.decision.outcome
    await audit.record(session, "outreach.change", "patient", [patient.id], outcome.value)
    return changed


async def _read(session: ClinicSession, intent: Intent, patient_id: UUID) -> Planned:
    patient = await patients.get_patient(session, patient_id)
    practice = await practices.get_practice(session)
    is_call = intent.channel is Channel.CALL
    return Planned(
        activity_id=intent.activity_id,
        channel=intent.channel,
        at=intent.due_at,
        words=session.unseal(intent.words_sealed) if intent.words_sealed else None,
        usual=None if is_call else usual_words(practice, patient.name, intent.channel, due=intent.wording == "due"),
    )
