"""Contacts that a practice brings along: they count as contacts, and nobody is contacted by entering them."""

from datetime import timedelta

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, OutboundContact
from mia.clinic.outreach import service as outreach
from mia.clinic.outreach.service import PastTouch
from mia.clinic.recalls.service import Kind
from tests.clinic.recalls.conftest import Center


async def test_a_contact_of_the_past_counts_against_the_limits_and_does_not_leave_again(center: Center) -> None:
    patient_id = await center.patient()
    line = OutboundContact(patient_id, "Ana Ruiz", inbox.Channel.SMS, ActivityStatus.SENT, "Brought along")
    async with center.database.clinic(center.practice.scope) as session:
        activity_id = await inbox.note_outbound(session, line)
        hour_ago = session.now() - timedelta(hours=1)
        await outreach.import_touches(session, [])
        await outreach.import_touches(session, [PastTouch(patient_id, activity_id, "sms", "sent", hour_ago)])
        (touch,) = await outreach.list_intents(session, patient_id=patient_id)
    await center.work()
    assert (touch.state, touch.touched_at, center.sms.taken) == ("sent", hour_ago, [])
    assert (await center.start(patient_id, Kind.CALL)).decision.rule == "daily_cap"
