"""The tools: whatever a model asks for, the server decides."""

import asyncio
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from mia.clinic.frontdesk.service import FrontDesk
from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import CallHours
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.models import AppointmentRow
from mia.clinic.schedule.service import AppointmentStatus
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import decode, encode, new_id
from tests.clinic.frontdesk.calls import CallOfTests
from tests.fakes.practice import PracticeOfTests, make_patient, make_practice, next_weekday

CALLER = {"name": "Maria Gomez", "phone": "305 555 0171"}


@pytest.fixture
def tuesday(clock: MovableClock) -> datetime:
    return next_weekday(clock.now(), 1, 14, 30)


async def find(call: CallOfTests, **wish: Any) -> dict[str, Any]:
    return await call.tool("find_slots", service_id=encode("svc", call.practice.botox), **wish)


async def slot_near(call: CallOfTests, near: datetime) -> dict[str, Any]:
    found = await find(call, near=near.replace(tzinfo=None).isoformat(), limit=1)
    assert found["exact"]
    slot: dict[str, Any] = found["slots"][0]
    return slot


async def appointment_count(database: Database, practice: PracticeOfTests) -> int:
    async with database.clinic(practice.scope) as session:
        booked = select(func.count()).where(AppointmentRow.status == "booked")
        return await session.sql.scalar(booked) or 0


async def test_slots_are_found_in_the_clinics_wall_clock_time(call: CallOfTests, tuesday: datetime) -> None:
    slot = await slot_near(call, tuesday)
    assert datetime.fromisoformat(slot["starts_at"]) == tuesday
    assert slot["spoken"].startswith("Tuesday, ") and slot["spoken"].endswith(" at 2:30 PM")
    assert {"token", "ends_at", "provider", "location"} <= slot.keys()


async def test_a_closed_day_gives_other_slots_and_the_reason(call: CallOfTests, clock: MovableClock) -> None:
    sunday = next_weekday(clock.now(), 6)
    found = await find(call, **{"from": f"{sunday:%Y-%m-%d}", "to": f"{sunday:%Y-%m-%d}"})
    assert found["exact"] is False
    assert found["reason"] == "closed"
    assert found["slots"]


async def test_times_are_those_of_the_providers_who_suit(call: CallOfTests) -> None:
    found = await find(call, provider_ids=[encode("prv", call.practice.nurse_kim)], limit=5)
    assert {slot["provider"] for slot in found["slots"]} == {"Nurse Kim"}


async def test_part_of_day_is_honoured(call: CallOfTests) -> None:
    found = await find(call, part_of_day="morning", limit=5)
    assert len(found["slots"]) == 5
    assert all(" AM" in slot["spoken"] for slot in found["slots"])


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"service_id": "svc_nonsense"},
        {"service_id": encode("svc", new_id())},
        {"service_id": encode("pat", new_id())},
        {"near": "half past two"},
        {"part_of_day": "midnight"},
        {"limit": 500},
        {"provider_id": "Dr. Reyes'; DROP TABLE providers"},
    ],
)
async def test_arguments_that_make_no_sense_are_an_error(call: CallOfTests, arguments: dict[str, Any]) -> None:
    if arguments and "service_id" not in arguments:
        arguments = {"service_id": encode("svc", call.practice.botox), **arguments}
    answer = await call.tool_answer("find_slots", **arguments)
    assert "result" not in answer
    assert answer["error"]


async def test_a_slot_is_booked_for_a_new_patient(call: CallOfTests, database: Database, tuesday: datetime) -> None:
    slot = await slot_near(call, tuesday)
    booked = await call.tool("book_appointment", slot_token=slot["token"], **CALLER)
    assert booked["status"] == "booked"
    assert booked["spoken"] == slot["spoken"]
    assert booked["provider"] == slot["provider"]
    async with database.clinic(call.practice.scope) as session:
        appointment = await schedule.get_appointment(session, decode("apt", booked["appointment_id"]))
        patient = await patients.get_patient(session, appointment.patient_id)
    assert (patient.name, patient.phone) == ("Maria Gomez", "+13055550171")
    assert appointment.starts_at == tuesday


async def test_another_name_under_a_known_number_is_another_patient(call: CallOfTests, tuesday: datetime) -> None:
    known = await make_patient(call.desk.database, call.practice, "Ana Ruiz", "(305) 555-0142")
    slot = await slot_near(call, tuesday)
    answer = await call.tool("book_appointment", slot_token=slot["token"], name="Leo Ruiz", phone="3055550142")
    async with call.desk.database.clinic(call.practice.scope) as session:
        appointment = await schedule.get_appointment(session, decode("apt", answer["appointment_id"]))
    assert appointment.patient_id != known


async def test_a_taken_slot_leads_to_other_offers(
    call: CallOfTests, desk: FrontDesk, practice: PracticeOfTests, tuesday: datetime
) -> None:
    tokens = [(await slot_near(call, tuesday))["token"] for _ in range(3)]
    answers = [
        await CallOfTests(desk, practice).tool(
            "book_appointment", slot_token=token, name="Caller Test", phone=f"305555010{n}"
        )
        for n, token in enumerate(tokens)
    ]
    assert [answer["status"] for answer in answers].count("taken") >= 1
    taken = next(answer for answer in answers if answer["status"] == "taken")
    again = await call.tool("book_appointment", slot_token=taken["slots"][0]["token"], **CALLER)
    assert again["status"] == "booked"


async def test_an_old_offer_is_renewed(call: CallOfTests, clock: MovableClock, tuesday: datetime) -> None:
    slot = await slot_near(call, tuesday)
    clock.move(timedelta(minutes=11))
    answer = await call.tool("book_appointment", slot_token=slot["token"], **CALLER)
    assert answer["status"] == "expired"
    assert (await call.tool("book_appointment", slot_token=answer["slots"][0]["token"], **CALLER))[
        "status"
    ] == "booked"


async def test_a_tampered_or_foreign_token_books_nothing(
    call: CallOfTests, desk: FrontDesk, database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    token = (await slot_near(call, tuesday))["token"]
    swapped = token[:30] + ("A" if token[30] != "A" else "B") + token[31:]
    elsewhere = CallOfTests(desk, await make_practice(database, f"practice-{new_id().hex}"))
    foreign = (await slot_near(elsewhere, tuesday))["token"]
    for forged in (swapped, foreign, "", "slot", "2026-11-24T14:30"):
        answer = await call.tool("book_appointment", slot_token=forged, **CALLER)
        assert (answer["status"], answer["field"]) == ("invalid", "slot_token")
    assert await appointment_count(database, practice) == 0


@pytest.mark.parametrize("phone", ["", "12", "555-0142", "call me", "305 555 01711111"])
async def test_a_phone_that_cannot_be_one_is_asked_again(
    call: CallOfTests, database: Database, practice: PracticeOfTests, tuesday: datetime, phone: str
) -> None:
    slot = await slot_near(call, tuesday)
    answer = await call.tool("book_appointment", slot_token=slot["token"], name="Maria Gomez", phone=phone)
    assert (answer["status"], answer["field"]) == ("invalid", "phone")
    assert await appointment_count(database, practice) == 0


@pytest.mark.parametrize(
    "name", ["", "  ", "7", "305 555 0171", "x", "http://spam.example", "<b>Bob</b>", "a@b.example"]
)
async def test_a_name_that_cannot_be_one_is_asked_again(call: CallOfTests, tuesday: datetime, name: str) -> None:
    slot = await slot_near(call, tuesday)
    answer = await call.tool("book_appointment", slot_token=slot["token"], name=name, phone="3055550171")
    assert (answer["status"], answer["field"]) == ("invalid", "name")


@pytest.mark.parametrize("name", ["Zoë Núñez-O'Hara", "李小龍", "Jo", "Dr. Martin Luther King Jr."])
async def test_names_of_all_kinds_are_accepted(call: CallOfTests, tuesday: datetime, name: str) -> None:
    slot = await slot_near(call, tuesday)
    answer = await call.tool("book_appointment", slot_token=slot["token"], name=name, phone="3055550171")
    assert answer["status"] == "booked"


@pytest.mark.race
async def test_a_booking_delivered_twice_is_one_booking(
    call: CallOfTests, database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    slot = await slot_near(call, tuesday)
    both = await asyncio.gather(
        *(call.tool_answer("book_appointment", "call-1", slot_token=slot["token"], **CALLER) for _ in range(2))
    )
    later = await call.tool_answer("book_appointment", "call-1", slot_token=slot["token"], **CALLER)
    assert both[0] == both[1] == later
    assert later["result"]["status"] == "booked"
    assert await appointment_count(database, practice) == 1


async def test_booking_the_same_service_again_moves_the_visit(
    call: CallOfTests, database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    first = await call.tool("book_appointment", slot_token=(await slot_near(call, tuesday))["token"], **CALLER)
    other = await slot_near(call, tuesday + timedelta(days=1))
    second = await call.tool("book_appointment", slot_token=other["token"], **CALLER)
    assert (first["moved"], second["moved"]) == (False, True)
    async with database.clinic(practice.scope) as session:
        before = await schedule.get_appointment(session, decode("apt", first["appointment_id"]))
    assert before.status is AppointmentStatus.CANCELLED
    assert await appointment_count(database, practice) == 1


async def test_a_second_person_with_the_same_service_leaves_the_first_visit_standing(
    call: CallOfTests, database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    await call.tool("book_appointment", slot_token=(await slot_near(call, tuesday))["token"], **CALLER)
    other = await slot_near(call, tuesday + timedelta(days=1))
    sister = CALLER | {"name": "Rosa Gomez"}
    assert (await call.tool("book_appointment", slot_token=other["token"], **sister))["moved"] is False
    assert await appointment_count(database, practice) == 2


async def test_one_more_visit_of_the_same_kind_stands_beside_the_first_when_that_is_asked(
    call: CallOfTests, database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    await call.tool("book_appointment", slot_token=(await slot_near(call, tuesday))["token"], **CALLER)
    other = await slot_near(call, tuesday + timedelta(days=1))
    more = await call.tool("book_appointment", slot_token=other["token"], beside=True, **CALLER)
    assert (more["status"], more["moved"]) == ("booked", False)
    assert await appointment_count(database, practice) == 2


async def test_a_named_visit_of_this_conversation_is_replaced_and_no_other(
    call: CallOfTests, database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    first = await call.tool("book_appointment", slot_token=(await slot_near(call, tuesday))["token"], **CALLER)
    other = await slot_near(call, tuesday + timedelta(days=1))
    foreign = await call.tool(
        "book_appointment", slot_token=other["token"], replaces=encode("apt", new_id()), **CALLER
    )
    assert (foreign["status"], foreign["field"]) == ("invalid", "replaces")
    moved = await call.tool(
        "book_appointment", slot_token=other["token"], replaces=first["appointment_id"], **CALLER
    )
    assert moved["moved"] is True
    assert await appointment_count(database, practice) == 1


async def test_what_a_conversation_booked_it_can_cancel_and_nothing_else(
    call: CallOfTests, database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    booked = await call.tool("book_appointment", slot_token=(await slot_near(call, tuesday))["token"], **CALLER)
    other = await call.tool("cancel_visit", appointment_id=encode("apt", new_id()))
    assert other == {"status": "not_identified"}
    canceled = await call.tool("cancel_visit", appointment_id=booked["appointment_id"])
    assert (canceled["status"], canceled["spoken"]) == ("cancelled", booked["spoken"])
    assert await appointment_count(database, practice) == 0


async def test_what_a_caller_tells_is_kept_at_once(call: CallOfTests) -> None:
    service_id = encode("svc", call.practice.botox)
    assert await call.tool("remember_caller", name="Maria Gomez", service_id=service_id) == {"ok": True}
    await call.tool("remember_caller", phone="(305) 555-0171", preferred="Tuesday afternoon")
    lead = await call.lead()
    assert lead is not None
    assert (lead.learned.name, lead.learned.phone) == ("Maria Gomez", "+13055550171")
    assert (lead.learned.interest, lead.learned.preferred) == ("Botox", "Tuesday afternoon")
    assert (await call.activity()).patient_name == "Maria Gomez"


async def test_half_a_number_and_nonsense_are_not_kept(call: CallOfTests) -> None:
    assert await call.tool("remember_caller", name="42", phone="305") == {"ok": True}
    assert await call.lead() is None


async def test_a_person_is_asked_for_with_a_task(call: CallOfTests, clock: MovableClock, tuesday: datetime) -> None:
    clock.set(tuesday)
    answer = await call.tool("request_person", reason="Billing question", urgency="routine", **CALLER)
    assert answer["open_now"] is True
    assert "call you back" in answer["spoken"]
    (task,) = await call.tasks()
    assert task.due_at is None
    assert encode("tsk", task.id) == answer["task_id"]
    assert (task.kind.value, task.phone) == ("call_back", "+13055550171")
    assert "Billing question" in task.detail and "Maria Gomez" in task.detail


async def test_at_night_nobody_promises_a_call_at_once(
    call: CallOfTests, clock: MovableClock, tuesday: datetime
) -> None:
    clock.set(tuesday.replace(hour=22))
    answer = await call.tool("request_person", reason="Billing", urgency="routine", **CALLER)
    assert answer["open_now"] is False
    assert "closed" in answer["spoken"]
    assert "Wednesday" in answer["spoken"] and "9:00 AM" in answer["spoken"]
    (task,) = await call.tasks()
    assert task.due_at == (tuesday + timedelta(days=1)).replace(hour=9, minute=0)


async def test_outside_the_hours_of_the_team_the_call_back_is_promised_for_when_they_begin(
    call: CallOfTests, clock: MovableClock, tuesday: datetime, database: Database, practice: PracticeOfTests
) -> None:
    async with database.clinic(practice.scope) as session:
        own = (CallHours(tuesday.weekday(), time(16), time(19)),)
        settings = await practices.get_settings(session)
        await practices.save_settings(session, replace(settings, hand_off_hours=own))
    clock.set(tuesday)
    told = await call.tool("request_person", reason="Billing", urgency="routine", **CALLER)
    assert told["spoken"].startswith("Nobody can take calls right now")
    assert "Tuesday" in told["spoken"] and "4:00 PM" in told["spoken"] and "also reach" not in told["spoken"]
    clock.set(tuesday.replace(hour=17))
    told = await call.tool("request_person", reason="Billing", urgency="routine", **CALLER)
    assert told["spoken"].endswith("call you back shortly. You can also reach them at (305) 555-0101.")


async def test_an_emergency_says_911_and_alerts_staff(call: CallOfTests) -> None:
    answer = await call.tool("request_person", reason="Lips turning white, cannot breathe", urgency="emergency")
    assert "911" in answer["spoken"]
    (task,) = await call.tasks()
    assert task.kind.value == "emergency"
    assert "Lips turning white" in task.detail


async def test_an_unknown_tool_is_an_error(call: CallOfTests) -> None:
    assert (await call.tool_answer("list_patients", query="everybody"))["error"] == "There is no such tool."


async def test_no_tool_runs_after_the_end(call: CallOfTests, database: Database, practice: PracticeOfTests,
                                          tuesday: datetime) -> None:  # fmt: skip
    slot = await slot_near(call, tuesday)
    await call.end()
    answer = await call.tool_answer("book_appointment", slot_token=slot["token"], **CALLER)
    assert answer["error"] == "The conversation has ended."
    assert await appointment_count(database, practice) == 0


async def test_no_more_than_three_bookings_stand_in_one_conversation(
    call: CallOfTests, desk: FrontDesk, database: Database, practice: PracticeOfTests
) -> None:
    async with database.clinic(practice.scope) as session:
        extra = [
            replace(service, id=new_id(), name=f"{service.name} {n}")
            for n, service in enumerate(await schedule.list_services(session))
        ]
        providers = [
            schedule.Provider(new_id(), f"Extra {n}", "RN", (service.id,)) for n, service in enumerate(extra)
        ]
        shifts = [
            shift
            for provider in providers
            for shift in (schedule.Shift(provider.id, practice.main, day, time(9), time(18)) for day in range(5))
        ]
        await schedule.set_up(session, services=extra, providers=providers, shifts=shifts, rooms=[])
    services = [practice.botox, practice.facial, *(service.id for service in extra)]
    statuses = []
    for number, service_id in enumerate(services):
        found = await call.tool("find_slots", service_id=encode("svc", service_id), limit=1)
        answer = await call.tool(
            "book_appointment",
            slot_token=found["slots"][0]["token"],
            name="Maria Gomez",
            phone=f"305555018{number}",
        )
        statuses.append(answer["status"])
    assert statuses == ["booked", "booked", "booked", "invalid"]
