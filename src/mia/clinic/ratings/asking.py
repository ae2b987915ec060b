"""Asks by text what a visit or a call was like, and takes the answer: where the practice lets Mia ask, once in a
while, after the send decision, through the thread and its port.

The question names no treatment. An answer is a number from 1 to 5; whatever else is written is for Mia to answer.
"""

import re
from datetime import timedelta
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Channel, Contact, Decision, MessageClass, Outcome
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import OutboundText
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Switch
from mia.clinic.ratings import queries
from mia.clinic.ratings.queries import Candidate
from mia.clinic.recalls import service as recalls
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id

ASKED = "rating:"
"""How the key of the question begins; the rating's id follows."""

_CONTACT = Contact(MessageClass.REMINDER, Channel.SMS, "rating")
_AFTER = timedelta(minutes=30)
_UNTIL = timedelta(days=2)
_SELDOM = timedelta(days=30)
"""No one is asked more often."""
_ANSWERED_WITHIN = timedelta(days=7)
_LEAST_SECONDS = 30
_BATCH = 100
_NUMBER = re.compile(r"^\W*([1-5])\s*(?:/\s*5|out of (?:5|five)|stars?|points?)?\W*$", re.IGNORECASE)
_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


async def ask_for_ratings(session: ClinicSession) -> int:
    """Ask everyone whose visit or call has just ended; returns how many were. Periodic work, safe to repeat.

    Who may not be asked is noted and left alone; who may be asked later is asked then.
    """
    if not await practices.switched_on(session, Switch.ASKS_FOR_RATINGS):
        return 0
    now = session.now()
    candidates = await queries.list_candidates(
        session,
        earliest=now - _UNTIL,
        latest=now - _AFTER,
        asked_since=now - _SELDOM,
        seconds=_LEAST_SECONDS,
        most=_BATCH,
    )
    return sum([await _ask(session, candidate) for candidate in candidates])


async def _ask(session: ClinicSession, candidate: Candidate) -> bool:
    patient = await patients.get_patient(session, candidate.patient_id)
    decision = await _decide(session, patient)
    if decision.outcome is Outcome.DEFER:
        return False
    rating_id = new_id()
    await consent.record_decision(session, rating_id, _CONTACT, decision, patient_id=patient.id)
    values = {
        "id": rating_id,
        "created_at": session.now(),
        "patient_id": patient.id,
        "appointment_id": candidate.appointment_id,
        "conversation_id": candidate.conversation_id,
    }
    if decision.allowed and patient.phone is not None:
        thread_id = await inbox.ensure_thread(session, patient.phone, patient_id=patient.id)
        words = await _question(session, visit=candidate.appointment_id is not None)
        question = OutboundText("mia", words, MessageClass.REMINDER, f"{ASKED}{rating_id}:asked")
        values |= {"thread_id": thread_id, "text_id": await inbox.queue_text(session, thread_id, question)}
    await queries.add_rating(session, values)
    await audit.record(session, "rating.ask", "patient", [patient.id], decision.outcome.value)
    return decision.allowed


async def _decide(session: ClinicSession, patient: Patient) -> Decision:
    """May this patient be asked by text now? About a visit or call of theirs, like a reminder."""
    audience = await recalls.gather(session, patient)
    return audience.facts.assess(_CONTACT, session.now(), audience.history).decision


async def _question(session: ClinicSession, *, visit: bool) -> str:
    practice = await practices.get_practice(session)
    subject = "your visit" if visit else "your call with us"
    return f"{practice.name}: How was {subject}? Reply 1 (poor) to 5 (great). Reply STOP to opt out."


async def take_rating(session: ClinicSession, thread_id: UUID, words: str) -> str | None:
    """Keep the score that answers the last question of a thread; what to say to it. None for all other texts."""
    score = read_score(words)
    asked = await inbox.last_question(session, thread_id) if score else None
    if score is None or asked is None or not asked.startswith(ASKED):
        return None
    row = await queries.find_rating(session, UUID(asked.removeprefix(ASKED)))
    if row is None or row.score is not None or session.now() - row.created_at > _ANSWERED_WITHIN:
        return None
    await queries.change_rating(session, row.id, {"score": score, "rated_at": session.now()})
    await audit.record(session, "rating.note", "rating", [row.id])
    return "Thank you for telling us." if score > 3 else "Thank you for telling us. We are sorry it was not better."


def read_score(words: str) -> int | None:
    """``5``, ``5/5``, ``4 stars`` or ``five``; None for anything else."""
    found = _NUMBER.match(words)
    return int(found[1]) if found else _WORDS.get(words.strip(" .!").lower())
