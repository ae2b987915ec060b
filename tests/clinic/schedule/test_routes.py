"""The day's list of appointments, as each kind of visitor gets it."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest_asyncio
from fastapi import FastAPI

from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.routes import router
from mia.clinic.schedule.service import Booked, Wish
from mia.identity.routes import router as access_router
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import app_of_tests, browser, make_user
from tests.fakes.practice import SIGNER, PracticeOfTests, make_patient, make_practice, next_weekday


@dataclass(frozen=True)
class Scene:
    """A practice with one visit booked by Mia on Tuesday, and who may look."""

    app: FastAPI
    practice: PracticeOfTests
    tuesday: datetime
    url: str

    def email(self, who: str) -> str:
        return f"{who}@{self.practice.slug}.example"


@pytest_asyncio.fixture
async def scene(database: Database, clock: MovableClock) -> Scene:
    practice = await make_practice(database, f"practice-{new_id().hex}")
    stranger = await make_practice(database, f"practice-{new_id().hex}")
    clinic_id = practice.scope.clinic_id
    tuesday = next_weekday(clock.now(), 1, 14, 30)
    patient = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        (offer,) = (await schedule.offer_slots(session, SIGNER, Wish(practice.botox, near=tuesday), 1)).offers
        booked = await schedule.book(session, SIGNER, offer.token, patient, source="mia", idempotency_key="k")
    assert isinstance(booked, Booked)
    app = app_of_tests(database, routers=(access_router, router))
    scene = Scene(app, practice, tuesday, f"/api/clinics/{practice.slug}/appointments?date={tuesday:%Y-%m-%d}")
    for role in Role:
        await make_user(database, scene.email(role.value), {clinic_id: role})
    await make_user(database, scene.email("stranger"), {stranger.scope.clinic_id: Role.OWNER})
    return scene


async def test_anonymous_gets_401(scene: Scene) -> None:
    async with browser(scene.app) as client:
        assert (await client.get(scene.url)).status_code == 401


async def test_stranger_gets_404(scene: Scene) -> None:
    async with browser(scene.app, scene.email("stranger")) as client:
        response = await client.get(scene.url)
    assert response.status_code == 404
    assert response.json()["detail"] == "Access denied to this clinic dashboard"


async def test_read_only_sees_the_list_without_phones(scene: Scene) -> None:
    async with browser(scene.app, scene.email("read_only")) as client:
        (item,) = (await client.get(scene.url)).json()["items"]
    assert (item["patient_name"], item["phone"]) == ("Ana Ruiz", None)


async def test_front_desk_sees_the_visit_in_full(scene: Scene) -> None:
    async with browser(scene.app, scene.email("front_desk")) as client:
        body = (await client.get(scene.url)).json()
    assert body["date"] == f"{scene.tuesday:%Y-%m-%d}"
    (item,) = body["items"]
    start = scene.tuesday.astimezone(UTC)
    assert item.pop("id").startswith("apt_")
    assert item == {
        "starts_at": f"{start:%Y-%m-%dT%H:%M:%SZ}",
        "ends_at": f"{start + timedelta(minutes=30):%Y-%m-%dT%H:%M:%SZ}",
        "status": "booked",
        "patient_name": "Ana Ruiz",
        "phone": "(305) 555-0142",
        "service": "Botox",
        "provider": "Dr. Reyes",
        "location": "Main Office",
        "source": "mia",
        "is_new": True,
        "unverified": False,
    }


async def test_a_day_without_visits_is_empty(scene: Scene) -> None:
    async with browser(scene.app, scene.email("owner")) as client:
        body = (await client.get(f"/api/clinics/{scene.practice.slug}/appointments?date=2020-02-29")).json()
    assert (body["date"], body["items"]) == ("2020-02-29", [])


async def test_a_closed_day_names_the_next_open_one_and_an_open_day_none(scene: Scene) -> None:
    url = f"/api/clinics/{scene.practice.slug}/appointments"
    async with browser(scene.app, scene.email("owner")) as client:
        sunday = (await client.get(f"{url}?date=2020-03-01")).json()
        monday = (await client.get(f"{url}?date=2020-03-02")).json()
    assert (sunday["next_open"], monday["next_open"]) == ("2020-03-02", None)


async def test_without_a_date_it_is_the_clinics_today(scene: Scene, clock: MovableClock) -> None:
    # 01:30 UTC of the next day is still the evening of that day in New York.
    clock.set(scene.tuesday.replace(hour=21, minute=30))
    async with browser(scene.app, scene.email("owner")) as client:
        body = (await client.get(f"/api/clinics/{scene.practice.slug}/appointments")).json()
    assert body["date"] == f"{scene.tuesday:%Y-%m-%d}"
    assert len(body["items"]) == 1


async def test_day_at_the_end_of_time_is_refused(scene: Scene) -> None:
    async with browser(scene.app, scene.email("owner")) as client:
        for day in ("9999-12-31", "0001-01-01"):
            response = await client.get(f"/api/clinics/{scene.practice.slug}/appointments?date={day}")
            assert response.status_code == 422


async def test_what_is_no_date_is_refused(scene: Scene) -> None:
    async with browser(scene.app, scene.email("owner")) as client:
        response = await client.get(f"/api/clinics/{scene.practice.slug}/appointments?date=tomorrow")
    assert response.status_code == 422
    assert "tomorrow" not in response.text


async def test_mia_s_booking_is_new_for_a_day(scene: Scene, database: Database, clock: MovableClock) -> None:
    clock.move(timedelta(hours=25))
    async with database.clinic(scene.practice.scope) as session:
        _, (entry,) = await schedule.list_appointments(session, scene.tuesday.date())
    assert not entry.is_new
