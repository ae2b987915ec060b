"""Patient notices about appointment changes: sent after 10 s, and can be undone until then.

Each notice passes the send decision twice, when written and when sent. The outreach caps don't apply: two moves
make two notices. Patients who can't be messaged in time become a task for staff.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from mia.clinic.calendar import words
from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Assessment, Channel, Contact, Decision, MessageClass, Outcome
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import TaskKind
from mia.clinic.outreach import service as outreach
from mia.clinic.outreach.service import UNDO, Draft, Intent, Means, Plan, Purpose
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment, AppointmentStatus, Change
from mia.platform.db.session import ClinicSession
from mia.platform.mail.service import Message
from mia.platform.realtime import service as realtime

_KEY = "visit-change:"
"""How the key of a notice begins; the id of the change follows."""
_TOLD = "The patient was already notified. Change the appointment again instead."
_TOO_LATE = Decision(Outcome.BLOCK, "too_late", consent.reason_of("too_late"))
_STATES = {"cancelled": "withdrawn"}
"""States of notices that have a name of their own."""


class VisitNotice(Purpose):
    """A visit was booked, moved or canceled, and its patient is told."""

    name, key, window, decided_later = "visit", "visit-notice", UNDO, True

    async def is_wanted(self, session: ClinicSession, intent: Intent) -> bool:
        visit = await schedule.get_appointment(session, _visit_id(intent))
        status = AppointmentStatus.CANCELLED if intent.wording == "cancelled" else AppointmentStatus.BOOKED
        return visit.status is status and visit.starts_at == intent.visit_at

    async def assess(self, session: ClinicSession, intent: Intent) -> Assessment:
        visit = await schedule.get_appointment(session, _visit_id(intent))
        return await _assess(session, await _patient(session, intent), visit)

    async def write_text(self, session: ClinicSession, intent: Intent, means: Means) -> Draft:
        practice, patient = await practices.get_practice(session), await _patient(session, intent)
        link = await _link(session, intent, means)
        said = words.notice_text(practice, intent.wording, patient.name, _visit_at(intent), link)
        return Draft(said, MessageClass.REMINDER)

    async def write_mail(self, session: ClinicSession, intent: Intent, address: str, means: Means) -> Message:
        practice, patient = await practices.get_practice(session), await _patient(session, intent)
        link = await _link(session, intent, means)
        return words.notice_mail(practice, intent.wording, patient.name, _visit_at(intent), address, link)

    async def sent_line(self, session: ClinicSession, intent: Intent) -> str:
        practice = await practices.get_practice(session)
        return words.history_line(practice, intent.wording, _visit_at(intent))

    async def ask_staff(self, session: ClinicSession, intent: Intent, outcome: str) -> None:
        """The patient does not know by us: staff has to tell them."""
        practice, patient = await practices.get_practice(session), await _patient(session, intent)
        say = words.to_be_told(practice, intent.wording, _visit_at(intent))
        detail = f"{patient.name}. {say} {outcome}."
        await inbox.open_task(session, TaskKind.CALL_BACK, detail, phone=patient.phone)

    async def on_changed(self, session: ClinicSession, intent: Intent) -> None:
        await realtime.publish(session, "appointment.changed", _visit_id(intent))

    async def on_held(self, session: ClinicSession, intent: Intent, decision: Decision) -> None:
        if decision.until is None:
            await self.ask_staff(session, intent, f"Not sent: {decision.reason}")
            await self.on_changed(session, intent)

    async def on_failed(self, session: ClinicSession, intent: Intent, why: str) -> None:
        await self.ask_staff(session, intent, why)


VISIT_NOTICE = VisitNotice()


@dataclass(frozen=True)
class Notice:
    """The notice of a change. It can be undone until ``undo_until``."""

    id: UUID
    change_id: UUID
    kind: str
    channel: Channel
    state: str
    decision: Decision
    due_at: datetime
    settled_at: datetime | None

    @property
    def undo_until(self) -> datetime | None:
        return self.due_at if self.state == "scheduled" else None


async def tell(session: ClinicSession, change: Change, visit: Appointment) -> Notice | None:
    """Have the patient told of a change in a moment; None when there is nothing to tell (anymore).

    What was not told yet of earlier changes is not told at all: the newest counts. A visit that the patient
    never heard of is told as a new one, or, canceled, not at all.
    """
    kind, unheard = change.kind.value, await _supersede(session, visit.id)
    if unheard == "booked" and kind == "moved":
        kind = "booked"
    if visit.starts_at <= session.now() or (unheard == "booked" and kind == "cancelled"):
        return None
    practice = await practices.get_practice(session)
    patient = await patients.get_patient(session, visit.patient_id)
    plan = Plan(
        key=f"{_KEY}{change.id}",
        name=patient.name,
        wording=kind,
        assessment=await _assess(session, patient, visit),
        patient_id=patient.id,
        visit_id=visit.id,
        visit_at=visit.starts_at,
        line=f"{words.history_line(practice, kind, visit.starts_at)}: leaves in a moment",
    )
    await outreach.begin(session, VISIT_NOTICE, plan)
    return await notice_of(session, change.id)


async def notice_of(session: ClinicSession, change_id: UUID) -> Notice | None:
    """What the patient was told, or is to be, of a change; None when nothing."""
    intent = await _find(session, change_id)
    return await _notice(session, intent) if intent else None


async def list_notices(session: ClinicSession, appointment_id: UUID) -> list[Notice]:
    """Every notice about a visit, the first first."""
    told = await outreach.list_intents(session, purpose=VISIT_NOTICE.name, visit_id=appointment_id)
    return [await _notice(session, intent) for intent in told]


async def withdraw(session: ClinicSession, change_id: UUID) -> None:
    """Undo a change: its notice is never sent. :class:`Conflict` if the patient was already notified."""
    intent = await _find(session, change_id, lock=True)
    if intent is not None:
        await outreach.take_back(session, intent, _TOLD)


async def revive(session: ClinicSession, change: Change, visit: Appointment) -> None:
    """The latest change was undone before it was sent: this earlier one is sent after all, if still due."""
    intent = await _find(session, change.id, lock=True)
    if intent is not None and intent.state == "cancelled":
        await outreach.drop_intent(session, intent.id)
        await tell(session, change, visit)


async def _assess(session: ClinicSession, patient: Patient, visit: Appointment) -> Assessment:
    """The way to reach the patient: by text where that is permitted, else by mail; with the decision about it."""
    facts = await consent.gather_facts(session, patient.phone, patient.email, [patient])
    found = []
    for channel in (Channel.SMS, Channel.EMAIL):
        assessment = facts.assess(Contact(MessageClass.REMINDER, channel, subject="visit"), session.now())
        until = assessment.decision.until
        late = until is not None and until >= visit.starts_at
        found.append(replace(assessment, decision=_TOO_LATE) if late else assessment)
    return consent.first_permitted(found)


async def _supersede(session: ClinicSession, appointment_id: UUID) -> str | None:
    """Withdraw pending notices of an appointment; returns their kind."""
    kind = None
    pending = await outreach.list_intents(
        session, lock=True, purpose=VISIT_NOTICE.name, visit_id=appointment_id, state="scheduled"
    )
    for intent in pending:
        await outreach.take_back(session, intent, _TOLD)
        kind = intent.wording
    return kind


async def _find(session: ClinicSession, change_id: UUID, *, lock: bool = False) -> Intent | None:
    return await outreach.find_intent(session, lock=lock, idempotency_key=f"{_KEY}{change_id}")


async def _notice(session: ClinicSession, intent: Intent) -> Notice:
    return Notice(
        id=intent.id,
        change_id=UUID(intent.idempotency_key.removeprefix(_KEY)),
        kind=intent.wording,
        channel=intent.channel,
        state=_STATES.get(intent.state, intent.state),
        decision=await consent.last_decision(session, intent.id),
        due_at=intent.due_at,
        settled_at=intent.settled_at,
    )


async def _link(session: ClinicSession, intent: Intent, means: Means) -> str:
    visit = await schedule.get_appointment(session, _visit_id(intent))
    return schedule.visit_link(session, visit, means.origin)


async def _patient(session: ClinicSession, intent: Intent) -> Patient:
    assert intent.patient_id is not None
    return await patients.get_patient(session, intent.patient_id)


def _visit_id(intent: Intent) -> UUID:
    assert intent.visit_id is not None
    return intent.visit_id


def _visit_at(intent: Intent) -> datetime:
    assert intent.visit_at is not None
    return intent.visit_at
