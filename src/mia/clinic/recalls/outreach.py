"""Contacting one patient about the next visit: staff asks for it, Mia calls or writes."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from uuid import UUID

from mia.clinic.consent.service import Assessment, Channel, MessageClass
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Conversation, TaskKind
from mia.clinic.outreach import service as outreach
from mia.clinic.outreach.service import UNDO, Draft, Intent, Means, Outreach, Plan, Purpose, Ring
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.clinic.practice import service as practices
from mia.clinic.recalls import words
from mia.clinic.recalls.audience import Kind, assess, assess_channel, gather
from mia.clinic.recalls.unsubscribe_links import unsubscribe_token
from mia.clinic.recalls.words import RecallWords
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.mail.service import Message

ATTRIBUTED = timedelta(days=14)
"""A booking or an answer so soon after a contact counts as brought by it (design: figures of the client
analytics)."""

LATEST = timedelta(days=60)
"""How far ahead a contact is planned."""

_SENT = "This was already sent and can't be undone"


class RecallOutreach(Purpose):
    """A patient is due for a visit, or could plan one."""

    name, key, window = "recall", "outreach", UNDO
    stopped = "Not sent: The patient asked not to be contacted"

    async def lock(self, session: ClinicSession, intent: Intent) -> None:
        await outreach.hold_person(session, _patient_id(intent))

    async def assess(self, session: ClinicSession, intent: Intent) -> Assessment:
        audience = await gather(session, await _patient(session, intent), leave_out=intent.id)
        return assess_channel(session, audience, intent.channel)

    async def write_text(self, session: ClinicSession, intent: Intent, means: Means) -> Draft:
        practice, patient = await practices.get_practice(session), await _patient(session, intent)
        usual = words.recall_text(practice, patient.name, due=intent.wording == "due")
        return Draft(_worded(session, intent, usual), MessageClass.RECALL)

    async def write_mail(self, session: ClinicSession, intent: Intent, address: str, means: Means) -> Message:
        practice, patient = await practices.get_practice(session), await _patient(session, intent)
        usual = words.recall_mail(practice, patient.name, due=intent.wording == "due")
        email = Message(to=address, subject=usual.subject or "", text=_worded(session, intent, usual))
        thread_id = await inbox.ensure_thread(session, address.lower(), patient_id=patient.id)
        await inbox.note_mailed(session, thread_id, email.text, f"{self.key}:{intent.id}")
        unsubscribe = unsubscribe_token(session, patient.id, address)
        return replace(email, unsubscribe=unsubscribe, reply=inbox.reply_token(session, thread_id))

    async def prepare_call(self, session: ClinicSession, intent: Intent) -> Ring:
        audience = await gather(session, await _patient(session, intent), leave_out=intent.id)
        due = tuple(recall.service_id for recall in audience.due(session))
        return Ring(words.first_name(audience.patient.name), due)

    async def sent_line(self, session: ClinicSession, intent: Intent) -> str:
        return "Follow-up sent; no reply yet"

    async def ask_staff(self, session: ClinicSession, intent: Intent, outcome: str) -> None:
        patient = await _patient(session, intent)
        detail = f"{patient.name}. {outcome}. Please check before calling again."
        await inbox.open_task(session, TaskKind.CALL_BACK, detail, phone=patient.phone)

    async def on_begun(self, session: ClinicSession, intent: Intent, conversation: Conversation) -> None:
        await inbox.link_patient(session, conversation.id, _patient_id(intent))

    async def find_awaited(self, session: ClinicSession, thread_id: UUID) -> Intent | None:
        patient_id = await inbox.patient_of_thread(session, thread_id)
        last = await last_contact(session, patient_id) if patient_id else None
        return last if last is not None and last.channel is not Channel.CALL else None


RECALL = RecallOutreach()


@dataclass(frozen=True)
class Wish:
    """How staff wants a contact: ``body`` in place of the usual one, filled in for each, ``at`` a later moment,
    ``longer`` than its undo window where it is one of many that can be undone together."""

    body: str | None = field(default=None, repr=False)
    at: datetime | None = None
    longer: timedelta = timedelta()


AS_USUAL = Wish()


async def start(session: ClinicSession, patient_id: UUID, kind: Kind, key: str, wish: Wish = AS_USUAL) -> Outreach:
    """Write the intent to contact a patient. The same ``key`` again returns the same intent.

    :class:`Conflict` for a key of another intent, :class:`Invalid` for words or a time that can't be.
    """
    check(session, wish)
    await outreach.hold_person(session, patient_id)
    patient = await patients.get_patient(session, patient_id)
    known = await outreach.find_intent(session, idempotency_key=key)
    if known is not None:
        if known.patient_id != patient_id or (known.channel is Channel.CALL) is not (kind is Kind.CALL):
            raise Conflict("This request was for someone else")
        return await outreach.read_outreach(session, known)
    audience = await gather(session, patient)
    assessment, due = assess(session, audience, kind, wish.at), bool(audience.due(session))
    plan = Plan(
        key,
        patient.name,
        "due" if due else "plan",
        assessment,
        patient_id=patient_id,
        longer=wish.longer,
        at=wish.at,
        words=own_words(wish, patient.name, assessment.contact.channel, due=due),
    )
    begun = await outreach.begin(session, RECALL, plan)
    await audit.record(session, "outreach.create", "patient", [patient_id], assessment.decision.outcome.value)
    return begun


async def cancel(session: ClinicSession, activity_id: UUID) -> None:
    """Take an intent back that has not left; it goes from the history too. Twice is no error.

    :class:`NotFound` for an activity that is no intent, :class:`Conflict` when it has left.
    """
    intent = await outreach.find_intent(session, lock=True, activity_id=activity_id, purpose=RECALL.name)
    if intent is None:
        raise NotFound
    if await outreach.take_back(session, intent, _SENT):
        await audit.record(session, "outreach.cancel", "patient", [_patient_id(intent)])


async def call_off(session: ClinicSession, patient_id: UUID, reason: str) -> None:
    """What is planned for a patient does not happen; its lines in the history say why."""
    await outreach.hold_person(session, patient_id)
    planned = {"purpose": RECALL.name, "patient_id": patient_id, "state": "scheduled"}
    for intent in await outreach.list_intents(session, lock=True, **planned):
        await outreach.call_off(session, intent, f"Not sent: {reason}")


async def last_contact(session: ClinicSession, patient_id: UUID) -> Intent | None:
    """The last contact of 14 days that may have reached a patient, locked."""
    since = session.now() - ATTRIBUTED
    return await outreach.newest_touch(session, since, lock=True, purpose=RECALL.name, patient_id=patient_id)


def check(session: ClinicSession, wish: Wish) -> None:
    """:class:`Invalid` for a time that is over or too far away, and for letters that can't be sent."""
    if wish.at is not None and not timedelta() < wish.at - session.now() <= LATEST:
        raise Invalid("Please choose a time within the next 60 days", fields={"at": "Within the next 60 days"})
    if wish.body is not None and any(ord(letter) < ord(" ") and letter not in "\n\t" for letter in wish.body):
        raise Invalid("The message has characters that can't be sent", fields={"words": "Please type it again"})


def own_words(wish: Wish, name: str, channel: Channel, *, due: bool) -> str | None:
    """What staff wrote, filled in for one person; None for the usual words, and for a call."""
    template = (wish.body or "").strip()
    if not template or channel is Channel.CALL:
        return None
    body = words.fill(template, name, channel, due=due)
    if channel is Channel.SMS and len(body) > words.LONGEST_TEXT:
        raise Invalid(f"A text has room for {words.LONGEST_TEXT} letters of your own")
    return body


def _worded(session: ClinicSession, intent: Intent, usual: RecallWords) -> str:
    """What leaves: the usual words, or staff's in their midst."""
    if intent.words_sealed is None:
        return usual.text
    return replace(usual, body=session.unseal(intent.words_sealed)).text


def _patient_id(intent: Intent) -> UUID:
    assert intent.patient_id is not None
    return intent.patient_id


async def _patient(session: ClinicSession, intent: Intent) -> Patient:
    return await patients.get_patient(session, _patient_id(intent))
