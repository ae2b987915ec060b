"""Two years of sample calls and messages, told from the visits that came of them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, Channel, Line, PastContact, TaskKind
from mia.clinic.leads import service as leads
from mia.clinic.leads.service import Learned
from mia.clinic.practice.service import Practice
from mia.clinic.schedule.service import Service, spoken_time
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.money import usd
from mia.sandbox.demo.busy import Remaining, busy_days, midnights_before
from mia.sandbox.demo.records import EnteredVisit, Records
from mia.sandbox.demo.sample import PracticeSample
from mia.sandbox.demo.scripts import ScriptedTalk

HISTORY = timedelta(days=730)
_TOLD_VISITS = 0.55
"""Share of the visits that were booked in a contact on record; the others were booked at the desk."""
_WITH_TRANSCRIPT = 30
"""So many of the newest spoken or written conversations can be read; older content is not kept."""
_CONTACTS_PER_DAY = (1, 4)
_OPEN_TASKS = 3
_OPENING, _CLOSING = 8, 21
_OUTBOUND_REBOOKINGS = 0.5
_FIRST_ANSWER_MS = (1500, 3100)
_READABLE = (Channel.PHONE, Channel.WEB_CALL, Channel.WEB_CHAT)
_INBOUND = {
    Channel.PHONE: 46, Channel.WEB_CALL: 18, Channel.WEB_CHAT: 16, Channel.SMS: 12, Channel.EMAIL: 8,
}  # fmt: skip
_OUTBOUND = {Channel.PHONE: 45, Channel.SMS: 40, Channel.EMAIL: 15}


async def enter_communications(
    session: ClinicSession,
    rng: Random,
    practice: Practice,
    sample: PracticeSample,
    records: Records,
    busy: Remaining | None = None,
) -> None:
    """Enter the sample history of a practice, and the few calls that staff still have to return. ``busy``: its last
    months are as busy as the client analytics of the demo practice tells."""
    if not records.people:
        return
    teller = _Teller(rng, practice, sample, records, session.now())
    told = teller.tell()
    if busy is not None:
        midnights = midnights_before(session.now().astimezone(practice.zone))
        told = busy_days(rng, told, midnights, teller.somebody_asks, busy)
    contacts = sorted(told, key=lambda contact: contact.occurred_at)
    readable = _readable(contacts)
    kept = [
        contact if number in readable else replace(contact, lines=()) for number, contact in enumerate(contacts)
    ]
    ids = await inbox.import_contacts(session, kept, sample=True)
    unanswered = [(id_, contact) for id_, contact in zip(ids, kept, strict=True) if id_ and _is_left_open(contact)]
    for conversation_id, contact in unanswered[-_OPEN_TASKS:]:
        await _call_back(session, records, conversation_id, contact)


def _readable(contacts: Sequence[PastContact]) -> set[int]:
    """Places of the newest contacts whose words are kept; those that staff still have to return are among them."""
    spoken = [number for number, contact in enumerate(contacts) if contact.lines]
    left_open = [number for number in spoken if _is_left_open(contacts[number])][-_OPEN_TASKS:]
    others = [number for number in spoken if number not in left_open]
    return {*left_open, *others[len(left_open) - _WITH_TRANSCRIPT :]}


async def _call_back(session: ClinicSession, records: Records, conversation_id: UUID, contact: PastContact) -> None:
    person = records.people[contact.patient_id] if contact.patient_id else None
    learned = Learned(name=contact.name, phone=person.phone if person else None, intent=contact.outcome)
    lead = await leads.keep_lead(session, conversation_id, learned, source=contact.channel.value, visitor=False)
    await inbox.open_task(
        session,
        TaskKind.CALL_BACK,
        f"{contact.name}. {contact.outcome}",
        conversation_id=conversation_id,
        lead_id=lead.id,
        phone=learned.phone,
    )


def _is_left_open(contact: PastContact) -> bool:
    return contact.asked_for_booking and not contact.booked


class _Teller:
    """Makes up contacts. The same ``rng`` seed, records and day give the same contacts."""

    def __init__(
        self, rng: Random, practice: Practice, sample: PracticeSample, records: Records, now: datetime
    ) -> None:
        self._rng = rng
        self._practice = practice
        self._services = sample.services
        self._providers = {provider.id: provider.name for provider in sample.providers}
        self._records = records
        self._patients = list(records.people)
        self._now = now
        self._talk = ScriptedTalk(rng, practice.name)

    def tell(self) -> list[PastContact]:
        """Contacts that led to a visit, and those that did not."""
        since = self._now - HISTORY
        told = [
            self._booking(entered, first=number == 0)
            for visits in self._visits_by_patient().values()
            for number, entered in enumerate(visits)
            if since < entered.visit.booked_at < self._now and self._rng.random() < _TOLD_VISITS
        ]
        days = (self._now - timedelta(days=day) for day in range(HISTORY.days))
        return told + [contact for day in days for contact in self._day(day)]

    def somebody_asks(self, day: datetime) -> PastContact:
        """A question of a local day that is over, answered."""
        return self._question(self._moment(day))

    def _visits_by_patient(self) -> dict[UUID, list[EnteredVisit]]:
        visits: dict[UUID, list[EnteredVisit]] = {}
        for entered in self._records.visits:
            visits.setdefault(entered.patient_id, []).append(entered)
        return visits

    def _day(self, day: datetime) -> list[PastContact]:
        contacts = []
        for _ in range(self._rng.randint(*_CONTACTS_PER_DAY)):
            moment = self._moment(day)
            if moment < self._now:
                kind = self._rng.choices(
                    (self._question, self._left_open, self._reminder, self._no_answer, self._failed, self._planned),
                    (24, 30, 20, 14, 4, 8),
                )[0]
                contacts.append(kind(moment))
        return contacts

    def _booking(self, entered: EnteredVisit, *, first: bool) -> PastContact:
        visit, name = entered.visit, self._records.people[entered.patient_id].name
        outbound = not first and self._rng.random() < _OUTBOUND_REBOOKINGS
        channel = self._channel(_OUTBOUND if outbound else _INBOUND)
        provider = self._providers[visit.place.provider_id]
        time = spoken_time(visit.place.starts_at, self._practice.zone)
        contact = PastContact(
            occurred_at=visit.booked_at,
            channel=channel,
            direction="outbound" if outbound else "inbound",
            status=ActivityStatus.BOOKED if first else ActivityStatus.REBOOKED,
            name=name,
            outcome=f"Booked {visit.service.name} with {provider}, {time}",
            patient_id=entered.patient_id,
            value_cents=visit.service.price_cents,
            asked_for_booking=True,
            booked=True,
        )
        return self._with_talk(contact, self._talk.booked(name, visit.service.name, provider, time))

    def _question(self, moment: datetime) -> PastContact:
        service = self._service()
        outcome = f"Asked about {service.name}; question answered"
        contact = self._contact(moment, self._channel(_INBOUND), ActivityStatus.ANSWERED, outcome)
        return self._with_talk(contact, self._talk.question(service.name, usd(service.price_cents)))

    def _left_open(self, moment: datetime) -> PastContact:
        service = self._service()
        outcome = f"Wants {service.name} after six; to be called back"
        contact = self._contact(moment, self._channel(_INBOUND), ActivityStatus.ANSWERED, outcome)
        time = spoken_time(self._moment(moment + timedelta(days=2)), self._practice.zone)
        talk = self._talk.left_open(contact.name, service.name, time)
        return replace(self._with_talk(contact, talk), asked_for_booking=True)

    def _reminder(self, moment: datetime) -> PastContact:
        channel = self._channel({Channel.SMS: 70, Channel.EMAIL: 30})
        return self._outreach(moment, channel, ActivityStatus.SENT, "Follow-up sent; no reply yet")

    def _no_answer(self, moment: datetime) -> PastContact:
        return self._outreach(moment, Channel.PHONE, ActivityStatus.NO_ANSWER, "No answer; name and number left")

    def _failed(self, moment: datetime) -> PastContact:
        return self._outreach(moment, Channel.SMS, ActivityStatus.FAILED, "Number cannot receive text messages")

    def _planned(self, moment: datetime) -> PastContact:
        """A message for later; those planned long ago have been sent."""
        if moment < self._now - timedelta(days=1):
            return self._reminder(moment)
        outcome = "Follow-up goes out tomorrow morning"
        return self._outreach(moment, Channel.SMS, ActivityStatus.SCHEDULED, outcome)

    def _outreach(self, moment: datetime, channel: Channel, status: ActivityStatus, outcome: str) -> PastContact:
        return replace(self._contact(moment, channel, status, outcome), direction="outbound")

    def _contact(self, moment: datetime, channel: Channel, status: ActivityStatus, outcome: str) -> PastContact:
        patient_id = self._rng.choice(self._patients)
        return PastContact(
            occurred_at=moment,
            channel=channel,
            direction="inbound",
            status=status,
            name=self._records.people[patient_id].name,
            outcome=outcome,
            patient_id=patient_id,
        )

    def _with_talk(self, contact: PastContact, lines: tuple[Line, ...]) -> PastContact:
        """What was said, where the patient began and Mia spoke or chatted; how long it took either way."""
        seconds = round(lines[-1].at_seconds) + self._rng.randint(3, 9)
        readable = contact.direction == "inbound" and contact.channel in _READABLE
        answered = self._rng.randint(*_FIRST_ANSWER_MS) if contact.direction == "inbound" else None
        return replace(contact, lines=lines if readable else (), handled_seconds=seconds, first_answer_ms=answered)

    def _channel(self, weights: dict[Channel, int]) -> Channel:
        return self._rng.choices(list(weights), list(weights.values()))[0]

    def _service(self) -> Service:
        return self._rng.choice(self._services)

    def _moment(self, day: datetime) -> datetime:
        """A waking hour of the local day, to the minute."""
        local = day.astimezone(self._practice.zone)
        hour, minute = self._rng.randrange(_OPENING, _CLOSING), self._rng.randrange(60)
        return local.replace(hour=hour, minute=minute, second=0, microsecond=0).astimezone(UTC)
