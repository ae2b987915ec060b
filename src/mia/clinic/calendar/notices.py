"""Patient notices about appointment changes: sent after 5 s, and can be undone until then.

Each notice passes the send decision twice, when written and when sent. The outreach caps don't apply: two moves
make two notices. Patients who can't be messaged in time become a task for staff.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from mia.clinic.calendar import queries, words
from mia.clinic.calendar.models import VisitNoticeRow
from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Channel, Contact, Decision, MessageClass, Outcome, Recipient
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, OutboundContact, OutboundText, TaskKind
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Practice
from mia.clinic.recalls import service as recalls
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment, AppointmentStatus, Change
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Conflict
from mia.platform.kernel.ids import new_id
from mia.platform.mail import service as mail
from mia.platform.realtime import service as realtime

DUE = "calendar.notice_due"
"""The event that has the job worker call :func:`send_notice` with its ``notice_id``."""
UNDO = timedelta(seconds=5)
"""How long a change can be undone before the patient is notified."""
MAIL_KEY = "visit-notice:"
"""How the key of a notice's letter begins; its id follows."""
_SOON = timedelta(minutes=1)
_STUCK = timedelta(minutes=3)
_BATCH = 200
_TOO_LATE = Decision(Outcome.BLOCK, "too_late", consent.reason_of("too_late"))
_ACTIVITY_CHANNELS = {Channel.SMS: inbox.Channel.SMS, Channel.EMAIL: inbox.Channel.EMAIL}


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
    contact, _, decision = await _assess(session, practice, patient, visit)
    line = OutboundContact(
        patient.id,
        patient.name,
        _ACTIVITY_CHANNELS[contact.channel],
        ActivityStatus.SCHEDULED,
        f"{words.history_line(practice, kind, visit.starts_at)}: leaves in a moment",
    )
    notice_id = new_id()
    row = {
        "id": notice_id,
        "created_at": session.now(),
        "change_id": change.id,
        "appointment_id": visit.id,
        "patient_id": patient.id,
        "activity_id": await inbox.note_outbound(session, line),
        "kind": kind,
        "channel": contact.channel.value,
        "state": "scheduled",
        "visit_at": visit.starts_at,
        "due_at": max(decision.until or session.now(), session.now() + UNDO),
    }
    await queries.add_notice(session, row)
    await consent.record_decision(session, notice_id, contact, decision, patient_id=patient.id)
    await jobs.emit(session, DUE, {"notice_id": notice_id}, after=UNDO)
    return await notice_of(session, change.id)


async def notice_of(session: ClinicSession, change_id: UUID) -> Notice | None:
    """What the patient was told, or is to be, of a change; None when nothing."""
    row = await queries.find_notice(session, change_id=change_id)
    return await _notice(session, row) if row else None


async def list_notices(session: ClinicSession, appointment_id: UUID) -> list[Notice]:
    """Every notice about a visit, the first first."""
    return [await _notice(session, row) for row in await queries.list_notices(session, appointment_id)]


async def withdraw(session: ClinicSession, change_id: UUID) -> None:
    """Undo a change: its notice is never sent. :class:`Conflict` if the patient was already notified."""
    row = await queries.find_notice(session, lock=True, change_id=change_id)
    if row is None or row.state == "withdrawn":
        return
    if row.state != "scheduled":
        raise Conflict("The patient was already notified. Change the appointment again instead.")
    await _withdraw(session, row)


async def revive(session: ClinicSession, change: Change, visit: Appointment) -> None:
    """The latest change was undone before it was sent: this earlier one is sent after all, if still due."""
    row = await queries.find_notice(session, lock=True, change_id=change.id)
    if row is not None and row.state == "withdrawn":
        await queries.drop_notice(session, row.id)
        await tell(session, change, visit)


async def send_notice(session: ClinicSession, notice_id: UUID, origin: str) -> None:
    """A notice's time has come: decide once more, then let it leave. Safe to repeat. ``origin`` is where our pages
    are, for the visit's own link."""
    row = await queries.find_notice(session, lock=True, id=notice_id)
    if row is None or row.state != "scheduled":
        return
    early = row.due_at - session.now()
    if early > timedelta():
        if early <= _SOON:  # what waits for longer is released by the clock
            await jobs.emit(session, DUE, {"notice_id": row.id}, after=early)
        return
    visit = await schedule.get_appointment(session, row.appointment_id)
    if not _still_true(row, visit):
        await _withdraw(session, row)
        return
    practice = await practices.get_practice(session)
    patient = await patients.get_patient(session, row.patient_id)
    contact, address, decision = await _assess(session, practice, patient, visit)
    await consent.record_decision(session, row.id, contact, decision, patient_id=patient.id)
    if decision.outcome is Outcome.BLOCK or address is None:
        await _left_to_staff(session, row, "blocked", f"Not sent: {decision.reason}")
    elif decision.until is not None:
        await queries.change_notice(session, row.id, {"due_at": decision.until})
        when = schedule.spoken_time(decision.until, practice.zone)
        waits = f"Waits until {when}: {decision.reason}"
        await inbox.change_outbound(session, row.activity_id, ActivityStatus.SCHEDULED, waits)
    else:
        link = schedule.visit_link(session, visit, origin)
        await _hand_on(session, row, practice, patient, contact.channel, address, link)


async def settle_text(session: ClinicSession, text_id: UUID) -> None:
    """A text has left, or will not: its notice says so. Texts of others are left alone."""
    text = await inbox.get_text(session, text_id)
    row = await queries.find_notice(session, lock=True, text_id=text_id)
    if text is None or row is None:
        return
    if text.state in ("sent", "delivered") and row.state == "sending":
        await _sent(session, row)
    elif text.state in ("failed", "blocked") and row.state in ("sending", "sent"):
        await _left_to_staff(session, row, text.state, "The text could not be delivered")


async def settle_mail(session: ClinicSession, mail_id: UUID) -> None:
    """The same for emails."""
    letter = await mail.find_by_id(session, mail_id)
    if letter is None or not letter.key.startswith(MAIL_KEY):
        return
    row = await queries.find_notice(session, lock=True, id=UUID(letter.key.removeprefix(MAIL_KEY)))
    if row is None or row.state != "sending":
        return
    if letter.status == "sent":
        await _sent(session, row)
    elif letter.status in ("refused", "given_up"):
        await _left_to_staff(session, row, "failed", "The email could not be delivered")


async def release_due(session: ClinicSession) -> int:
    """Send all notices that are due, and catch up on missed events. Periodic work; returns how many."""
    now = session.now()
    waiting = await queries.list_waiting(session, due_before=now, stuck_before=now - _STUCK, limit=_BATCH)
    for row in waiting:
        if row.state == "scheduled":
            await jobs.emit(session, DUE, {"notice_id": row.id})
        elif row.text_id is not None:
            await settle_text(session, row.text_id)
        elif letter := await mail.find_by_key(session, f"{MAIL_KEY}{row.id}"):
            await settle_mail(session, letter.id)
    return len(waiting)


async def _assess(
    session: ClinicSession, practice: Practice, patient: Patient, visit: Appointment
) -> tuple[Contact, str | None, Decision]:
    """The way to reach the patient: by text where that is permitted, else by mail; with the decision about it."""
    facts = await recalls.gather(session, patient)
    found: list[tuple[Contact, str | None, Decision]] = []
    for channel, address in ((Channel.SMS, patient.phone), (Channel.EMAIL, patient.email)):
        contact = Contact(MessageClass.REMINDER, channel, subject="visit")
        of = facts.recipient
        decision = consent.decide(
            contact,
            Recipient(
                address is not None, of.zones, of.states, of.holds, has_sender=channel not in facts.without_number
            ),
            consents=facts.consents,
            suppressions=facts.suppressions,
            refusals=facts.refusals,
            history=(),
            policy=facts.policy,
            now=session.now(),
        )
        if decision.until is not None and decision.until >= visit.starts_at:
            decision = _TOO_LATE
        found.append((contact, address, decision))
    return next((one for one in found if one[2].outcome is not Outcome.BLOCK), found[0])


async def _hand_on(
    session: ClinicSession,
    row: VisitNoticeRow,
    practice: Practice,
    patient: Patient,
    channel: Channel,
    address: str,
    link: str,
) -> None:
    """Give the message to the inbox or the mail room, under the notice's own key."""
    values: dict[str, Any] = {"state": "sending", "channel": channel.value}
    if channel is Channel.SMS:
        thread_id = await inbox.ensure_thread(session, address, patient_id=patient.id)
        said = words.notice_text(practice, row.kind, patient.name, row.visit_at, link)
        text = OutboundText("mia", said, MessageClass.REMINDER, f"{MAIL_KEY}{row.id}")
        values["text_id"] = await inbox.queue_text(session, thread_id, text)
    else:
        letter = words.notice_mail(practice, row.kind, patient.name, row.visit_at, address, link)
        await mail.queue(session, letter, key=f"{MAIL_KEY}{row.id}")
    await queries.change_notice(session, row.id, values)
    await inbox.change_outbound(session, row.activity_id, ActivityStatus.SCHEDULED, "On its way")
    await realtime.publish(session, "appointment.changed", row.appointment_id)


async def _sent(session: ClinicSession, row: VisitNoticeRow) -> None:
    practice = await practices.get_practice(session)
    await queries.change_notice(session, row.id, {"state": "sent", "settled_at": session.now()})
    line = words.history_line(practice, row.kind, row.visit_at)
    await inbox.change_outbound(session, row.activity_id, ActivityStatus.SENT, line, left=True)
    await realtime.publish(session, "appointment.changed", row.appointment_id)


async def _left_to_staff(session: ClinicSession, row: VisitNoticeRow, state: str, why: str) -> None:
    """The patient does not know by us: staff has to tell them."""
    practice = await practices.get_practice(session)
    patient = await patients.get_patient(session, row.patient_id)
    await queries.change_notice(session, row.id, {"state": state, "settled_at": session.now()})
    await inbox.change_outbound(session, row.activity_id, ActivityStatus.FAILED, why)
    say = words.to_be_told(practice, row.kind, row.visit_at)
    await inbox.open_task(session, TaskKind.CALL_BACK, f"{patient.name}. {say} {why}.", phone=patient.phone)
    await realtime.publish(session, "appointment.changed", row.appointment_id)


async def _supersede(session: ClinicSession, appointment_id: UUID) -> str | None:
    """Withdraw pending notices of an appointment; returns their kind."""
    kind = None
    for row in await queries.list_notices(session, appointment_id, state="scheduled"):
        await _withdraw(session, row)
        kind = row.kind
    return kind


async def _withdraw(session: ClinicSession, row: VisitNoticeRow) -> None:
    await queries.change_notice(session, row.id, {"state": "withdrawn", "settled_at": session.now()})
    await inbox.withdraw_outbound(session, row.activity_id)


def _still_true(row: VisitNoticeRow, visit: Appointment) -> bool:
    status = AppointmentStatus.CANCELLED if row.kind == "cancelled" else AppointmentStatus.BOOKED
    return visit.status is status and visit.starts_at == row.visit_at


async def _notice(session: ClinicSession, row: VisitNoticeRow) -> Notice:
    return Notice(
        id=row.id,
        change_id=row.change_id,
        kind=row.kind,
        channel=Channel(row.channel),
        state=row.state,
        decision=await consent.last_decision(session, row.id),
        due_at=row.due_at,
        settled_at=row.settled_at,
    )
