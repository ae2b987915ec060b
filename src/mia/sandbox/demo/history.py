"""What happened at a sample practice up to now: visits, touches, contacts, ratings. Entered at the first start, and
again each night for the new day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, PastContact
from mia.clinic.insights import service as insights
from mia.clinic.outreach import service as outreach
from mia.clinic.outreach.service import PastTouch
from mia.clinic.practice.service import Practice
from mia.clinic.recalls import service as recalls
from mia.platform.db.session import ClinicSession
from mia.sandbox.demo.brought import RETENTION, Brought, SampleTouch, Wanted
from mia.sandbox.demo.busy import HANDLED_SECONDS, Remaining
from mia.sandbox.demo.communications import enter_communications
from mia.sandbox.demo.daybook import Daybook
from mia.sandbox.demo.downtown import SLUG
from mia.sandbox.demo.opinions import enter_opinions
from mia.sandbox.demo.people import SamplePerson
from mia.sandbox.demo.records import EnteredVisit, Records, enter_visits
from mia.sandbox.demo.sample import PracticeSample
from mia.sandbox.demo.visits import SampleVisit


@dataclass(frozen=True)
class Setting:
    """Where a history plays. ``ids`` are the patients by number; ``visits`` those planned for them."""

    practice: Practice
    sample: PracticeSample
    daybook: Daybook
    people: Sequence[SamplePerson]
    ids: Mapping[int, UUID]
    visits: Sequence[SampleVisit]


async def enter_history(session: ClinicSession, rng: Random, setting: Setting) -> None:
    """Enter all of it; the demo practice's so that its client analytics computes the specification's figures."""
    known = [visit for visit in setting.visits if visit.person in setting.ids]
    entered = await enter_visits(session, setting.ids, known)
    await recalls.refresh(session)
    showcase = setting.sample.slug == SLUG
    left = None
    if showcase:
        window = await insights.month_window(session)
        before = await insights.read_window(session, window)
        entered += await _bring(session, rng, setting, entered, before)
        left = Remaining(HANDLED_SECONDS - before.handled_seconds, before.asked, before.booked)
    people = {setting.ids[number]: person for number, person in enumerate(setting.people) if number in setting.ids}
    await enter_communications(session, rng, setting.practice, setting.sample, Records(people, entered), left)
    await enter_opinions(session, rng, setting.practice, entered)


async def _bring(
    session: ClinicSession,
    rng: Random,
    setting: Setting,
    entered: Sequence[EnteredVisit],
    before: insights.WindowCounts,
) -> list[EnteredVisit]:
    """Add bookings that Mia brought and contacts that did not book; returns the added visits."""
    services = setting.sample.services
    brought = Brought(rng, setting.practice, setting.daybook, [item.visit for item in entered], session.now())
    wanted = Wanted(Wanted.patients - before.patients_rebooked, Wanted.cents - before.revenue_cents)
    brought.bring(setting.ids, services, wanted)
    added = await enter_visits(session, setting.ids, brought.visits)
    await _enter_touches(session, setting, brought.touches, [*entered, *added])
    window = await insights.month_window(session)
    now_due = await insights.read_window(session, window)
    due = set(now_due.due_patients)
    others = [number for number, id_ in setting.ids.items() if id_ not in due]
    rng.shuffle(others)
    lapsed = brought.lapse(others, services, _to_lapse(now_due.due, now_due.retained))
    added += await enter_visits(session, setting.ids, lapsed)
    await _enter_touches(session, setting, brought.remind(lapsed), [])
    await recalls.refresh(session)
    return added


def _to_lapse(due: int, retained: int) -> int:
    """How many more patients must be due and not booked, for the share of those who booked to be the spec's."""
    return next((more for more in range(2 * due) if insights.percent(retained, due + more) == RETENTION), 0)


async def _enter_touches(
    session: ClinicSession, setting: Setting, touches: Sequence[SampleTouch], entered: Sequence[EnteredVisit]
) -> None:
    """Each touch with its line in the history, which says what it brought."""
    appointments = {item.visit: item.appointment_id for item in entered}
    contacts = [_contact(setting, touch) for touch in touches]
    await inbox.import_contacts(session, contacts, sample=True)
    await outreach.import_touches(
        session,
        [
            PastTouch(
                patient_id=setting.ids[touch.person],
                activity_id=contact.id,
                channel="sms",
                state="booked" if touch.visit else "sent",
                touched_at=touch.at,
                appointment_id=appointments.get(touch.visit) if touch.visit else None,
            )
            for touch, contact in zip(touches, contacts, strict=True)
        ],
    )


def _contact(setting: Setting, touch: SampleTouch) -> PastContact:
    visit = touch.visit
    return PastContact(
        occurred_at=touch.at,
        channel=inbox.Channel.SMS,
        direction="outbound",
        status=ActivityStatus.REBOOKED if visit else ActivityStatus.SENT,
        name=setting.people[touch.person].name,
        outcome=f"Booked {visit.service.name}" if visit else "Follow-up sent; no reply yet",
        patient_id=setting.ids[touch.person],
        value_cents=visit.service.price_cents if visit else None,
        booked=visit is not None,
    )
