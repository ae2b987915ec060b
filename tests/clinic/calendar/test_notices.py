"""Patients are told of changes: after ten seconds, by the rules, and by staff where no message may go."""

import re
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from mia.clinic.consent import service as consent
from mia.clinic.inbox.service import ActivityStatus
from mia.clinic.outreach.service import release_due
from tests.clinic.calendar.conftest import THURSDAY, Json, Office
from tests.fakes.phones.sms import landline

HOUR = timedelta(hours=1)


async def booked(desk: httpx.AsyncClient, body: Json) -> Json:
    answer = await desk.post("appointments", json=body)
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    return made


async def notices(desk: httpx.AsyncClient, visit: str) -> list[tuple[str, str] | None]:
    changes = (await desk.get(f"appointments/{visit}")).json()["changes"]
    return [(one["kind"], one["notice"]["state"]) if one["notice"] else None for one in changes]


async def test_a_patient_is_told_of_booking_moving_and_cancelling_never_of_the_treatment(
    office: Office, desk: httpx.AsyncClient
) -> None:
    made = await booked(desk, office.visit(await office.patient()))
    assert made["notice"] | {"due_at": None} == {
        "channel": "sms",
        "state": "scheduled",
        "outcome": "allow",
        "reason": "Consent, contact hours and limits allow it",
        "due_at": None,
        "settled_at": None,
    }
    visit = made["visit"]["id"]
    await office.work()
    await desk.patch(f"appointments/{visit}", json=office.place(THURSDAY + HOUR))
    await office.work()
    await desk.post(f"appointments/{visit}/cancel", json={"reason": "Dr. Reyes is ill"})
    await office.work()
    assert [re.sub(r"/v/[\w-]{64} ", "/v/... ", text) for text in office.sms.texts] == [
        "Harbor Aesthetics: Hi Ana, your appointment is booked for Thursday, March 26th at 2:00 PM. "
        "Move or cancel it: http://127.0.0.1:8000/v/... Or reply here; Mia, our AI, can help. STOP to opt out.",
        "Harbor Aesthetics: Hi Ana, your appointment moved to Thursday, March 26th at 3:00 PM. "
        "Move or cancel it: http://127.0.0.1:8000/v/... Or reply here; Mia, our AI, can help. STOP to opt out.",
        "Harbor Aesthetics: Hi Ana, we had to cancel your appointment on Thursday, March 26th at 3:00 PM. "
        "Reply with a day and Mia, our AI, will find a new time. STOP to opt out.",
    ]
    assert not [text for text in office.sms.texts if "Botox" in text or "ill" in text.split()]
    assert await notices(desk, visit) == [("booked", "sent"), ("moved", "sent"), ("cancelled", "sent")]
    lines = [(line.status, line.outcome) for line in await office.activities()]
    assert (ActivityStatus.SENT, "Notified that the appointment moved to Thursday, March 26th at 3:00 PM") in lines


async def test_what_is_taken_back_within_ten_seconds_is_never_told(office: Office, desk: httpx.AsyncClient) -> None:
    made = await booked(desk, office.visit(await office.patient(), tell=False))
    visit = made["visit"]["id"]
    moved = (await desk.patch(f"appointments/{visit}", json=office.place(THURSDAY + HOUR))).json()
    await office.work(timedelta(seconds=5))
    undone = await desk.post(f"appointment-changes/{moved['change_id']}/undo")
    assert undone.json()["starts_at"] == "2026-03-26T18:00:00Z"
    await office.work()
    assert office.sms.texts == []
    assert await office.activities() == []


async def test_what_the_patient_knows_cannot_be_taken_back(office: Office, desk: httpx.AsyncClient) -> None:
    made = await booked(desk, office.visit(await office.patient()))
    await office.work()
    answer = await desk.post(f"appointment-changes/{made['change_id']}/undo")
    assert answer.status_code == 409
    assert answer.json()["detail"] == "The patient was already notified. Change the appointment again instead."


async def test_only_the_newest_of_quick_changes_is_told(office: Office, desk: httpx.AsyncClient) -> None:
    made = await booked(desk, office.visit(await office.patient()))
    visit = made["visit"]["id"]
    moved = (await desk.patch(f"appointments/{visit}", json=office.place(THURSDAY + HOUR))).json()
    await desk.post(f"appointment-changes/{moved['change_id']}/undo")
    assert await notices(desk, visit) == [("booked", "scheduled"), ("moved", "withdrawn")]
    await desk.patch(f"appointments/{visit}", json=office.place(THURSDAY + 2 * HOUR))
    await office.work()
    assert len(office.sms.texts) == 1
    assert "your appointment is booked for Thursday, March 26th at 4:00 PM" in office.sms.texts[0]


async def test_a_visit_nobody_heard_of_is_cancelled_without_a_word(office: Office, desk: httpx.AsyncClient) -> None:
    made = await booked(desk, office.visit(await office.patient()))
    cancelled = await desk.post(f"appointments/{made['visit']['id']}/cancel", json={"reason": "Mistake"})
    assert cancelled.json()["notice"] is None
    await office.work()
    assert office.sms.texts == []


async def test_another_room_is_no_news(office: Office, desk: httpx.AsyncClient) -> None:
    made = await booked(desk, office.visit(await office.patient(), tell=False))
    moved = await desk.patch(
        f"appointments/{made['visit']['id']}", json=office.place(THURSDAY, office.practice.nurse_kim)
    )
    assert moved.json()["notice"] is None


async def test_at_night_a_message_waits_for_the_morning_and_can_be_taken_back_till_then(
    office: Office, desk: httpx.AsyncClient
) -> None:
    await office.turn_to(datetime(2026, 3, 25, 1, tzinfo=UTC), desk)  # 9 PM in New York
    made = await booked(desk, office.visit(await office.patient()))
    assert made["notice"]["outcome"] == "defer"
    assert made["notice"]["due_at"] == "2026-03-25T13:00:00Z"
    await office.work()
    assert office.sms.texts == []
    (line,) = await office.activities()
    assert line.status is ActivityStatus.SCHEDULED
    await office.turn_to(datetime(2026, 3, 25, 13, 1, tzinfo=UTC), desk)
    async with office.database.clinic(office.practice.scope) as session:
        assert await release_due(session) == 1
    await office.work()
    assert len(office.sms.texts) == 1


async def test_what_would_come_too_late_is_left_to_staff(office: Office, desk: httpx.AsyncClient) -> None:
    await office.turn_to(datetime(2026, 3, 26, 1, tzinfo=UTC), desk)
    patient = await office.patient()
    body = office.visit(patient, starts_at="2026-03-26T12:30:00Z", outside_hours=True)  # 8:30 AM, before any hour
    made = await booked(desk, body)
    assert (made["notice"]["outcome"], made["notice"]["reason"]) == (
        "block",
        "No contact hours left before the appointment",
    )
    await office.work()
    (task,) = await office.tasks()
    assert task.detail == (
        "Ana Ruiz. Please call to tell them: an appointment is booked for Thursday, March 26th at 8:30 AM. "
        "Not sent: No contact hours left before the appointment."
    )
    assert await notices(desk, made["visit"]["id"]) == [("booked", "blocked")]


async def test_without_consent_it_goes_by_mail_and_without_address_to_staff(
    office: Office, desk: httpx.AsyncClient
) -> None:
    by_mail = await office.patient(agreed=False, email="ana@patients.example")
    made = await booked(desk, office.visit(by_mail))
    assert made["notice"]["channel"] == "email"
    await office.work()
    assert await notices(desk, made["visit"]["id"]) == [("booked", "sent")]
    nobody = await office.patient("Bo Lind", None)
    made = await booked(desk, office.visit(nobody, starts_at="2026-03-27T15:00:00Z"))
    await office.work()
    assert await notices(desk, made["visit"]["id"]) == [("booked", "blocked")]
    (task,) = await office.tasks()
    assert task.detail.startswith("Bo Lind. Please call to tell them")


async def test_a_stop_between_change_and_message_holds(office: Office, desk: httpx.AsyncClient) -> None:
    made = await booked(desk, office.visit(await office.patient()))
    async with office.database.clinic(office.practice.scope) as session:
        await consent.suppress(session, "+13055550142", consent.SuppressionReason.STOP)
    await office.work()
    assert office.sms.texts == []
    assert await notices(desk, made["visit"]["id"]) == [("booked", "blocked")]


async def test_a_text_that_cannot_be_delivered_becomes_a_task(office: Office, desk: httpx.AsyncClient) -> None:
    office.sms.mishap = landline
    made = await booked(desk, office.visit(await office.patient()))
    await office.work()
    assert await notices(desk, made["visit"]["id"]) == [("booked", "failed")]
    assert len(await office.tasks()) == 1


@pytest.mark.parametrize("times", [2])
async def test_an_event_that_comes_twice_tells_once(office: Office, desk: httpx.AsyncClient, times: int) -> None:
    await booked(desk, office.visit(await office.patient()))
    async with office.database.clinic(office.practice.scope) as session:
        for _ in range(times):
            office.clock.move(timedelta(seconds=11))
            await release_due(session)
    await office.work()
    assert len(office.sms.texts) == 1
