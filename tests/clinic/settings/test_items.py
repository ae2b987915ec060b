"""Places, people, rooms, services, closed days and answers: entered, changed, retired, removed, brought back."""

from datetime import timedelta
from typing import Any

import pytest

from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Booked, Wish
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import encode
from tests.clinic.settings.conftest import Settings, named
from tests.fakes.practice import SIGNER, PracticeOfTests, make_patient, next_weekday

Json = dict[str, Any]

SERVICE: Json = {
    "name": "Peel",
    "category": "Skin Care",
    "family": "chemical peel",
    "aliases": ["light peel"],
    "description": "",
    "duration_minutes": 45,
    "buffer_minutes": 10,
    "price_cents": 15_000,
    "price_note": "per session",
}
PLACE: Json = {"name": "West", "address": "3 Palm Avenue", "directions": "", "parking": "", "hours": []}
MONDAY: Json = {"weekday": 0, "begins": "09:00", "ends": "12:00"}


async def book_botox(database: Database, practice: PracticeOfTests, clock: MovableClock) -> schedule.Appointment:
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        wish = Wish(practice.botox, near=next_weekday(clock.now(), 1, 10), provider_id=practice.dr_reyes)
        (offer, *_) = (await schedule.offer_slots(session, SIGNER, wish)).offers
        booked = await schedule.book(
            session, SIGNER, offer.token, patient_id, source="staff", idempotency_key="a-click-of-tests"
        )
    assert isinstance(booked, Booked)
    return booked.appointment


async def test_a_location_is_entered_with_hours_and_slots_follow_its_hours(
    settings: Settings, practice: PracticeOfTests, database: Database, clock: MovableClock
) -> None:
    main = named((await settings.read())["locations"], "Main Office")
    assert (await settings.change("location", main, hours=[MONDAY])).status_code == 200
    async with database.clinic(practice.scope) as session:
        found = await schedule.offer_slots(session, SIGNER, Wish(practice.botox), 10)
        stands = await practices.get_practice(session)
    assert {offer.starts_at.astimezone(stands.zone).weekday() for offer in found.offers} == {0}
    assert all(offer.ends_at.astimezone(stands.zone).hour <= 12 for offer in found.offers)


@pytest.mark.parametrize(
    ("hours", "field"),
    [
        ([MONDAY, {"weekday": 0, "begins": "11:00", "ends": "15:00"}], "hours.1.begins"),
        ([{"weekday": 0, "begins": "12:00", "ends": "12:00"}], "hours.0.ends"),
    ],
)
async def test_hours_that_overlap_or_run_backwards_are_refused_where_they_stand(
    settings: Settings, hours: list[Json], field: str
) -> None:
    refused = await settings.add("location", **PLACE | {"hours": hours})
    assert refused.status_code == 422
    assert f"value.{field}" in refused.json()["errors"]


async def test_holidays_close_the_practice_and_can_be_taken_back(
    settings: Settings, practice: PracticeOfTests, database: Database, clock: MovableClock
) -> None:
    day = next_weekday(clock.now(), 2).date()
    added = await settings.add(
        "closure", location_id=None, first_day=str(day), last_day=str(day), reason="Staff day"
    )
    (closure,) = added.json()["closures"]
    async with database.clinic(practice.scope) as session:
        assert (await practices.get_practice(session)).open_on(day, practice.main) == []
    assert (await settings.remove(closure)).json()["closures"] == []
    async with database.clinic(practice.scope) as session:
        assert (await practices.get_practice(session)).open_on(day, practice.main)


async def test_closed_days_run_forward_and_belong_to_the_practice(settings: Settings, clock: MovableClock) -> None:
    today = clock.now().date()
    closed = {"location_id": None, "first_day": str(today), "last_day": str(today), "reason": "Rest"}
    backwards = await settings.add("closure", **closed | {"last_day": str(today - timedelta(days=1))})
    assert "value.last_day" in backwards.json()["errors"]
    elsewhere = await settings.add("closure", **closed | {"location_id": "loc_00000000000000000000000000"})
    assert "value.location_id" in elsewhere.json()["errors"]


async def test_a_new_service_is_bookable_once_somebody_does_it_and_brings_its_recall(
    settings: Settings, practice: PracticeOfTests, database: Database
) -> None:
    after = (await settings.add("service", **SERVICE)).json()
    service = named(after["services"], "Peel")
    rule = next(rule for rule in after["recall_rules"] if rule["family"] == "chemical peel")
    assert rule["value"] == rule["default"]
    lee = named(after["providers"], "Lee")
    await settings.change("provider", lee, service_ids=[*lee["value"]["service_ids"], service["id"]])
    async with database.clinic(practice.scope) as session:
        (peel,) = [one for one in await schedule.list_services(session) if one.name == "Peel"]
        found = await schedule.offer_slots(session, SIGNER, Wish(peel.id))
    assert {offer.provider for offer in found.offers} == {"Lee"}


@pytest.mark.parametrize(
    ("change", "field"),
    [({"name": "botox"}, "value.name"), ({"name": ""}, "value.name"), ({"family": " "}, "value.family")],
)
async def test_a_service_needs_a_name_of_its_own(settings: Settings, change: Json, field: str) -> None:
    refused = await settings.add("service", **SERVICE | change)
    assert refused.status_code == 422
    assert field in refused.json()["errors"]


@pytest.mark.parametrize("change", [{"price_cents": 1.5}, {"price_cents": "free"}, {"duration_minutes": 0}])
async def test_prices_are_whole_cents_and_visits_take_time(settings: Settings, change: Json) -> None:
    refused = await settings.add("service", **SERVICE | change)
    (field,) = refused.json()["errors"]
    assert field == f"service.value.{next(iter(change))}"


async def test_shifts_of_one_person_do_not_overlap_even_at_two_places(
    settings: Settings, practice: PracticeOfTests
) -> None:
    reyes = named((await settings.read())["providers"], "Dr. Reyes")
    shifts = [
        {"location_id": encode("loc", practice.main), **MONDAY},
        {"location_id": encode("loc", practice.branch), "weekday": 0, "begins": "11:00", "ends": "13:00"},
    ]
    refused = await settings.change("provider", reyes, shifts=shifts)
    assert refused.json()["errors"] == {"value.shifts.1.begins": "Overlaps 09:00 to 12:00 on Monday."}


@pytest.mark.parametrize(
    ("kind", "name"),
    [("services", "Botox"), ("providers", "Dr. Reyes"), ("rooms", "A"), ("locations", "Main Office")],
)
async def test_what_visits_are_booked_with_is_retired_instead_of_removed(
    settings: Settings, practice: PracticeOfTests, database: Database, clock: MovableClock, kind: str, name: str
) -> None:
    visit = await book_botox(database, practice, clock)
    item = named((await settings.read())[kind], name)
    refused = await settings.remove(item)
    assert refused.status_code == 409
    assert refused.json()["type"] == "/problems/in-use"
    assert "1 appointment is booked with it; the next is Tuesday" in refused.json()["detail"]
    retired = (await settings.offer(item, "retired")).json()
    assert named(retired[kind], name)["retired"] is True
    async with database.clinic(practice.scope) as session:
        stands = await schedule.get_appointment(session, visit.id)
        offers = (await schedule.offer_slots(session, SIGNER, Wish(practice.botox), 10)).offers
    assert (stands.service, stands.provider, stands.location) == ("Botox", "Dr. Reyes", "Main Office")
    assert "Dr. Reyes" not in {offer.provider for offer in offers} or kind == "rooms"
    assert bool(offers) is (kind not in ("services", "locations"))
    back = (await settings.offer(item, "active")).json()
    assert named(back[kind], name)["retired"] is False


async def test_what_nothing_is_booked_with_goes_and_comes_back(settings: Settings) -> None:
    room = named((await settings.read())["rooms"], "C")
    gone = (await settings.remove(room)).json()
    assert "C" not in [item["value"]["name"] for item in gone["rooms"]]
    assert (await settings.remove(room)).status_code == 404
    back = (await settings.offer(room, "active")).json()
    assert named(back["rooms"], "C")["id"] == room["id"]


async def test_a_location_where_people_work_is_not_removed(
    settings: Settings, practice: PracticeOfTests, database: Database
) -> None:
    branch = named((await settings.read())["locations"], "Downtown Branch")
    refused = await settings.remove(branch)
    assert refused.status_code == 409
    assert "People with shifts here: 1. Rooms here: 1." in refused.json()["detail"]
    await settings.offer(branch, "retired")
    async with database.clinic(practice.scope) as session:
        assert [place.name for place in (await practices.get_practice(session)).locations] == ["Main Office"]
        assert (
            await schedule.offer_slots(session, SIGNER, Wish(practice.facial, provider_id=practice.lee))
        ).offers == ()


async def test_the_second_editor_of_a_thing_is_told_what_stands_now(settings: Settings) -> None:
    room = named((await settings.read())["rooms"], "A")
    assert (await settings.change("room", room, name="Suite 1")).status_code == 200
    late = await settings.change("room", room, name="Suite 2")
    assert (late.status_code, late.json()["current"]["name"]) == (409, "Suite 1")


@pytest.mark.parametrize(
    "item_id", ["rom_00000000000000000000000000", "pat_00000000000000000000000000", "x", "rom_!"]
)
async def test_things_of_others_and_nobodys_are_not_found(settings: Settings, item_id: str) -> None:
    room = named((await settings.read())["rooms"], "A")
    answers = [
        await settings.change("room", room | {"id": item_id}),
        await settings.remove({"id": item_id}),
        await settings.offer({"id": item_id}, "retired"),
    ]
    assert [answer.status_code for answer in answers] == [404, 404, 404]


async def test_answers_are_entered_with_their_wordings(settings: Settings) -> None:
    after = (
        await settings.add(
            "fact", topic="Parking", questions=["where do I park", "where do I  park"], answer="Behind us."
        )
    ).json()
    assert named(after["facts"], "Parking")["value"]["questions"] == ["where do I park"]
    empty = await settings.add("fact", topic="", questions=[], answer=" ")
    assert set(empty.json()["errors"]) == {"value.topic", "value.answer"}


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("fact", {"topic": "Parking", "questions": [], "answer": "Behind us."}, "answer_es"),
        ("location", PLACE, "directions_es"),
        ("location", PLACE, "parking_es"),
        ("service", SERVICE, "description_es"),
    ],
)
async def test_what_mia_tells_may_be_written_in_spanish_too(
    settings: Settings, kind: str, value: Json, text: str
) -> None:
    name = str(value.get("name", value.get("topic")))
    added = named((await settings.add(kind, **value)).json()[f"{kind}s"], name)
    assert added["value"][text] == ""
    changed = (await settings.change(kind, added, **{text: " Atrás del edificio. "})).json()
    assert named(changed[f"{kind}s"], name)["value"][text] == "Atrás del edificio."
    after = named((await settings.read())[f"{kind}s"], name)
    assert (await settings.change(kind, after, **{text: "á" * 801})).status_code == 422
