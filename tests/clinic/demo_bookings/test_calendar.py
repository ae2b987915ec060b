"""The public calendar shows the house's real free times, and books each of them once."""

import asyncio
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from mia.clinic.consent import service as consent
from mia.clinic.demo_bookings.service import DemoCalendar
from mia.clinic.inbox import service as inbox
from mia.clinic.leads import service as leads
from mia.clinic.leads.service import LeadStage
from mia.clinic.patients import service as patients
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import SlotSigner, Wish
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import decode
from mia.platform.kernel.settings import Settings
from tests.clinic.demo_bookings.conftest import EMAIL, GUEST, PATH, Visitor
from tests.fakes.access import settings_of_tests
from tests.fakes.practice import fixed_signer
from tests.fakes.production import production_settings

CLINIC_ZONE = ZoneInfo("America/New_York")


def starts(slot: dict[str, str]) -> datetime:
    return datetime.fromisoformat(slot["starts_at"])


async def test_times_are_the_opening_hours_of_the_next_four_weeks(visitor: Visitor, clock: MovableClock) -> None:
    found = [starts(slot) for slot in await visitor.slots()]
    local = [instant.astimezone(CLINIC_ZONE) for instant in found]
    assert found == sorted(found)
    assert found[0] >= clock.now() + timedelta(hours=2)
    assert timedelta(days=23) < found[-1] - clock.now() <= timedelta(days=28)
    assert {instant.weekday() for instant in local} == {0, 1, 2, 3, 4}
    assert {instant.minute for instant in local} == {0, 30}
    assert {instant.hour for instant in local} == set(range(9, 18))


async def test_days_are_those_of_the_visitors_calendar(visitor: Visitor) -> None:
    for name in ("Asia/Tokyo", "America/Los_Angeles"):
        body = await visitor.availability(time_zone=name)
        assert (body["time_zone"], body["duration_minutes"]) == (name, 30)
        for day in body["days"]:
            assert {starts(slot).astimezone(ZoneInfo(name)).date().isoformat() for slot in day["slots"]} == {
                day["date"]
            }
    assert (await visitor.availability())["time_zone"] == "America/New_York"


async def test_an_invented_time_zone_is_named(visitor: Visitor) -> None:
    response = await visitor.http.get(f"{PATH}/availability", params={"time_zone": "Mars/Olympus"})
    assert response.status_code == 422
    assert list(response.json()["errors"]) == ["time_zone"]


async def test_a_booked_demo_stands_in_the_house_with_its_lead(visitor: Visitor, database: Database) -> None:
    demo = await visitor.booked()
    assert (demo["status"], demo["service"]) == ("booked", "Botox")
    async with database.clinic(visitor.house.scope) as session:
        visit = await schedule.get_appointment(session, decode("apt", demo["id"]))
        patient = await patients.get_patient(session, visit.patient_id)
        (lead,) = await leads.list_for_person(session, "+13055550171", [])
    assert (patient.name, patient.phone, patient.email) == ("Maria Gomez", "+13055550171", EMAIL)
    assert (lead.stage, lead.appointment_id) == (LeadStage.CONSULT_BOOKED, visit.id)
    assert (lead.source, lead.learned.intent) == ("demo_booking", "Practice: Glow Aesthetics")


async def test_who_guesses_a_name_and_number_leaves_the_record_untouched(
    visitor: Visitor, database: Database
) -> None:
    async with database.clinic(visitor.house.scope) as session:
        (maria,) = await patients.import_patients(session, [patients.NewPatient(GUEST["name"], GUEST["phone"])])
        await patients.archive_patient(session, maria, archived=True)
    await visitor.booked()
    async with database.clinic(visitor.house.scope) as session:
        assert (await patients.get_patient(session, maria)).archived_at is not None
        assert await schedule.list_of_patient(session, maria) == []
        assert await consent.list_consents(session, "+13055550171") == []


async def test_a_time_with_nobody_left_is_shown_no_more(visitor: Visitor) -> None:
    first = (await visitor.slots())[0]["starts_at"]
    for number in range(2):  # two people do this service
        assert starts(await visitor.booked(phone=f"(305) 555-018{number}")) == datetime.fromisoformat(first)
    assert first not in [slot["starts_at"] for slot in await visitor.slots()]


async def test_the_same_form_sent_again_gives_the_same_demo(visitor: Visitor, database: Database) -> None:
    token = (await visitor.slots())[0]["token"]
    answers = [await visitor.book(token) for _ in range(3)]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert len(await visitor.emails()) == 1
    async with database.clinic(visitor.house.scope) as session:
        assert len(await leads.list_for_person(session, "+13055550171", [])) == 1


@pytest.mark.race
async def test_of_many_who_want_one_time_each_adviser_gets_one_and_the_others_are_offered_more(
    visitor: Visitor,
) -> None:
    slot = (await visitor.slots())[0]
    answers = await asyncio.gather(
        *(visitor.book(slot["token"], phone=f"(305) 555-01{n:02}", email=f"p{n}@glow.example") for n in range(8))
    )
    assert sorted(answer.status_code for answer in answers) == [201] * 2 + [409] * 6
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert refused.headers["content-type"] == "application/problem+json"
    offered = refused.json()["slots"]
    assert len(offered) == 6
    assert slot["starts_at"] not in [other["starts_at"] for other in offered]
    assert (await visitor.book(offered[0]["token"], email="late@glow.example")).status_code == 201


async def test_whoever_was_too_late_leaves_nothing_behind(visitor: Visitor, database: Database) -> None:
    token = (await visitor.slots())[0]["token"]
    for number in range(2):
        await visitor.book(token, email=f"early{number}@glow.example")
    late = await visitor.book(token, name="Late Comer", phone="(305) 555-0188", email="late@glow.example")
    assert late.status_code == 409
    async with database.clinic(visitor.house.scope) as session:
        assert await patients.find_by_phone(session, "(305) 555-0188", unverified=True) == []
    assert await visitor.emails("late@glow.example") == []


async def test_an_offer_holds_for_two_days(visitor: Visitor, clock: MovableClock) -> None:
    slots = await visitor.slots()
    later = next(slot for slot in slots if starts(slot) > clock.now() + timedelta(days=5))
    clock.move(timedelta(hours=47))
    assert (await visitor.book(later["token"])).status_code == 201
    clock.move(timedelta(hours=2))
    expired = await visitor.book(later["token"], email="late@glow.example", phone="(305) 555-0188")
    assert expired.status_code == 409
    assert expired.json()["slots"]


async def test_a_token_of_another_house_is_refused(visitor: Visitor, database: Database) -> None:
    async with database.clinic(visitor.house.scope) as session:
        offers = await schedule.offer_slots(
            session, SlotSigner(fixed_signer(b"another key")), Wish(visitor.house.botox)
        )
    response = await visitor.book(offers.offers[0].token)
    assert response.status_code == 422
    assert list(response.json()["errors"]) == ["slot_token"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("adult", False),
        ("name", "   "),
        ("name", "Hello http://evil.example"),
        ("name", "Your account was locked: evil.com/unlock"),
        ("name", "Maria\x07"),
        ("name", "Maria " * 30),
        ("email", "maria"),
        ("email", "a,b@glow.example"),
        ("phone", "12"),
        ("practice", ""),
        ("practice", "Claim your prize at www.evil.example"),
        ("time_zone", "Nowhere/Else"),
    ],
)
async def test_a_bad_field_is_named_and_nothing_booked(visitor: Visitor, field: str, value: object) -> None:
    response = await visitor.book((await visitor.slots())[0]["token"], **{field: value})
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [field]
    assert await visitor.emails() == []


async def test_all_bad_fields_are_named_at_once(visitor: Visitor) -> None:
    response = await visitor.book((await visitor.slots())[0]["token"], name="", email="", phone="", adult=False)
    assert set(response.json()["errors"]) == {"name", "email", "phone", "adult"}


async def test_other_fields_are_refused(visitor: Visitor) -> None:
    response = await visitor.http.post(PATH, json={"slot_token": "x", **GUEST, "clinic_id": "other"})
    assert response.status_code == 422


async def test_another_site_cannot_book(visitor: Visitor) -> None:
    token = (await visitor.slots())[0]["token"]
    headers = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    response = await visitor.http.post(PATH, json={"slot_token": token, **GUEST}, headers=headers)
    assert response.status_code == 403


async def test_nobody_holds_more_than_three_demos(visitor: Visitor) -> None:
    answers = [await visitor.book(slot["token"]) for slot in (await visitor.slots())[:8:2]]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 409]
    assert len(await visitor.emails()) == 3


async def test_one_address_cannot_try_for_ever(database: Database, visitor: Visitor, clock: MovableClock) -> None:
    production = production_settings(MIA_HOUSE_CLINIC=visitor.house.slug)
    visitor.http._transport.app.state.demo_calendar = DemoCalendar(database, production)  # type: ignore[attr-defined]
    answers = [await visitor.book("no token") for _ in range(11)]
    assert [answer.status_code for answer in answers] == [422] * 10 + [429]
    assert 3500 < int(answers[-1].headers["retry-after"]) <= 3600
    clock.move(timedelta(hours=2))
    assert (await visitor.book("no token")).status_code == 422


async def test_a_link_shows_its_demo(visitor: Visitor) -> None:
    demo = await visitor.booked()
    response = await visitor.http.post(f"{PATH}/lookup", json={"token": demo["cancel_token"]})
    assert response.json() == {**demo, "calendar_file": None}


async def test_a_demo_is_cancelled_once_however_often_it_is_asked(visitor: Visitor, database: Database) -> None:
    demo = await visitor.booked()
    answers = [await visitor.cancel(demo["cancel_token"]) for _ in range(3)]
    assert [(answer.status_code, answer.json()["status"]) for answer in answers] == [(200, "cancelled")] * 3
    assert len(await visitor.emails()) == 2
    assert demo["starts_at"] in [slot["starts_at"] for slot in await visitor.slots()]
    async with database.clinic(visitor.house.scope) as session:
        (lead,) = await leads.list_for_person(session, "+13055550171", [])
        (task,) = await inbox.list_tasks(session)
    assert lead.stage is LeadStage.NEW
    assert (task.phone, task.lead_id) == ("+13055550171", lead.id)


async def test_a_cancelled_time_can_be_booked_anew_by_the_same_guest(visitor: Visitor) -> None:
    token = (await visitor.slots())[0]["token"]
    first = (await visitor.book(token)).json()
    await visitor.cancel(first["cancel_token"])
    second, again = [(await visitor.book(token)).json() for _ in range(2)]
    assert second["starts_at"] == first["starts_at"]
    assert second["id"] != first["id"]
    assert again["id"] == second["id"]


async def test_a_demo_that_has_begun_is_not_cancelled(visitor: Visitor, clock: MovableClock) -> None:
    demo = await visitor.booked()
    clock.set(datetime.fromisoformat(demo["starts_at"]).astimezone(UTC) + timedelta(minutes=5))
    assert (await visitor.cancel(demo["cancel_token"])).status_code == 409


@pytest.mark.parametrize("token", ["", "x", "A" * 43, "A" * 44])
async def test_a_forged_link_opens_nothing(visitor: Visitor, token: str) -> None:
    assert (await visitor.cancel(token)).status_code == 404
    assert (await visitor.http.post(f"{PATH}/lookup", json={"token": token})).status_code == 404


@pytest.mark.parametrize(
    ("settings_here", "status"),
    [(settings_of_tests(MIA_HOUSE_CLINIC="nobody"), 503), (production_settings(), 404)],
)
async def test_a_house_that_is_not_there_says_so(
    visitor: Visitor, database: Database, settings_here: Settings, status: int
) -> None:
    visitor.http._transport.app.state.demo_calendar = DemoCalendar(database, settings_here)  # type: ignore[attr-defined]
    answer = await visitor.http.get(f"{PATH}/availability")
    assert answer.status_code == status
    if status == 404:
        assert settings_here.contact_email in answer.json()["detail"]
