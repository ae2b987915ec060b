"""The page behind a visit's own link: who has it sees, moves and cancels one visit, and nothing else opens
anything."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

import httpx
import pytest
import pytest_asyncio

from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment, AppointmentStatus, Wish
from mia.platform.kernel.ids import decode, encode
from tests.clinic.calendar.conftest import THURSDAY, Office
from tests.fakes.access import ORIGIN, forget_attempts


@dataclass
class Holder:
    """A patient's browser with the link to a visit."""

    http: httpx.AsyncClient
    office: Office
    visit_id: UUID
    path: str

    async def get(self, more: str = "") -> httpx.Response:
        return await self.http.get(self.path + more)

    async def post(self, more: str, **fields: str) -> httpx.Response:
        return await self.http.post(self.path + more, data=fields, headers={"Origin": ORIGIN})

    async def visit(self) -> Appointment:
        async with self.office.database.clinic(self.office.practice.scope) as session:
            return await schedule.get_appointment(session, self.visit_id)

    async def link(self) -> str:
        """The link of the visit as it stands now."""
        async with self.office.database.clinic(self.office.practice.scope) as session:
            return schedule.visit_link(session, await schedule.get_appointment(session, self.visit_id), "")

    async def settle(self, **changes: object) -> None:
        async with self.office.database.clinic(self.office.practice.scope) as session:
            settings = await practices.get_settings(session)
            await practices.save_settings(session, replace(settings, **changes))  # type: ignore[arg-type]


@pytest_asyncio.fixture
async def holder(office: Office, desk: httpx.AsyncClient) -> AsyncIterator[Holder]:
    await forget_attempts(office.database)
    booked = await desk.post("appointments", json=office.visit(await office.patient()))
    assert booked.status_code == 201, booked.text
    visit_id = decode("apt", booked.json()["visit"]["id"])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(office.app), base_url=ORIGIN) as http:
        holder = Holder(http, office, visit_id, "")
        holder.path = await holder.link()
        yield holder


def times(page: httpx.Response) -> list[str]:
    return re.findall(r'name="slot" value="([^"]+)"', page.text)


async def test_the_page_shows_when_and_where_and_as_little_else_as_there_can_be(holder: Holder) -> None:
    page = await holder.get()
    assert page.status_code == 200
    for shown in (
        "Harbor Aesthetics",
        "Ana, here is your appointment",
        "Thursday, March 26",
        "2:00 PM EDT",
        "1 Palm Avenue",
    ):
        assert shown in page.text, shown
    for hidden in ("Ruiz", "Botox", "Reyes", "5550142", encode("apt", holder.visit_id)):
        assert hidden not in page.text, hidden
    assert "<script" not in page.text
    assert (
        page.headers["cache-control"] == "no-store"
        and "default-src 'none'" in page.headers["content-security-policy"]
    )
    assert page.headers["x-robots-tag"] == "noindex"
    assert not re.search(r"ana|ruiz|botox|2026", holder.path, re.IGNORECASE)


async def test_opening_pages_changes_nothing(holder: Holder) -> None:
    before = await holder.visit()
    for more in ("", "/move", "/move?week=3", "/cancel", "?news=moved"):
        assert (await holder.get(more)).status_code == 200
    assert await holder.visit() == before


async def test_a_visit_is_moved_to_a_time_that_was_offered_and_its_old_link_is_over(holder: Holder) -> None:
    offered = times(await holder.get("/move"))
    assert offered
    moved = await holder.post("/move", slot=offered[-1])
    assert moved.status_code == 303
    visit = await holder.visit()
    assert visit.starts_at != THURSDAY and visit.status is AppointmentStatus.BOOKED
    page = await holder.http.get(moved.headers["location"])
    assert "Done. Your appointment has a new time." in page.text
    old = await holder.get()
    assert "This appointment was moved" in old.text and "Ana" not in old.text
    assert (await holder.post("/cancel")).status_code == 303
    assert (await holder.visit()).status is AppointmentStatus.BOOKED, "an old link cancels nothing"


async def test_a_visit_is_canceled_after_one_more_question(holder: Holder, desk: httpx.AsyncClient) -> None:
    assert "Cancel this appointment?" in (await holder.get("/cancel")).text
    for _ in range(2):
        assert (await holder.post("/cancel")).status_code == 303
    assert (await holder.visit()).status is AppointmentStatus.CANCELLED
    page = await holder.get()
    assert "Your appointment is canceled" in page.text and "/cancel" not in page.text
    assert times(await holder.get("/move")) == []
    story = (await desk.get(f"appointments/{encode('apt', holder.visit_id)}")).json()
    assert (story["changes"][-1]["by"], story["changes"][-1]["kind"]) == ("patient", "cancelled")


async def test_a_link_ends_with_the_visit(holder: Holder) -> None:
    offered = times(await holder.get("/move"))
    holder.office.clock.set(THURSDAY)
    page = await holder.get()
    assert "This link has expired" in page.text and "March" not in page.text and "Ana" not in page.text
    await holder.post("/cancel")
    await holder.post("/move", slot=offered[0])
    assert (await holder.visit()).status is AppointmentStatus.BOOKED


async def test_a_time_that_was_taken_meanwhile_or_is_too_old_leads_to_others(holder: Holder) -> None:
    offered = times(await holder.get("/move"))
    office, scope = holder.office, holder.office.practice.scope
    async with office.database.clinic(scope) as session:
        signer = holder_signer(office)
        taken = await schedule.book(
            session, signer, offered[0], decode("pat", await office.patient("Leo Park", "+13055550143")),
            source="mia", idempotency_key="faster",
        )  # fmt: skip
    assert isinstance(taken, schedule.Booked)
    late = await holder.post("/move?week=0", slot=offered[0])
    assert late.headers["location"].endswith("news=gone")
    office.clock.move(timedelta(minutes=11))
    assert (await holder.post("/move", slot=offered[1])).headers["location"].endswith("news=gone")
    assert (await holder.post("/move")).headers["location"].endswith("news=none")
    assert (await holder.visit()).starts_at == THURSDAY


async def test_no_time_of_another_service_or_practice_is_taken(holder: Holder) -> None:
    office = holder.office
    async with office.database.clinic(office.practice.scope) as session:
        facial = await schedule.offer_slots(session, holder_signer(office), Wish(office.practice.facial))
    for forged in (facial.offers[0].token, "x", "ü" * 40):
        assert (await holder.post("/move", slot=forged)).headers["location"].endswith("news=gone")
    assert (await holder.visit()).starts_at == THURSDAY


async def test_where_the_practice_cancels_and_books_itself_the_page_says_to_call(holder: Holder) -> None:
    await holder.settle(cancels_visits=False, books_visits=False)
    page = await holder.get()
    assert (
        "Choose another time" not in page.text
        and "Cancel this appointment" not in page.text
        and "Call" in page.text
    )
    assert (await holder.get("/move")).status_code == (await holder.get("/cancel")).status_code == 303
    await holder.post("/cancel")
    assert (await holder.visit()).status is AppointmentStatus.BOOKED


async def test_a_link_that_was_not_signed_here_opens_nothing(holder: Holder, office: Office) -> None:
    token = holder.path.removeprefix("/v/")
    last = "A" if token[-1] != "A" else "B"
    forged = [
        token[:-1] + last,
        "A" + token[1:] if token[0] != "A" else "B" + token[1:],
        token[:40],
        "x",
        "%00",
        "ü",
    ]
    for each in forged:
        for more in ("", "/move", "/cancel"):
            page = await holder.http.get(f"/v/{each}{more}")
            assert page.status_code == 404 and "This link does not work" in page.text, each
            assert "Harbor" not in page.text
        assert (await holder.http.post(f"/v/{each}/cancel", headers={"Origin": ORIGIN})).status_code == 404
    assert (await holder.visit()).status is AppointmentStatus.BOOKED


async def test_one_address_opens_only_so_many(holder: Holder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mia.identity.throttle._LOCALLY", 1)
    pages = [(await holder.http.get(f"/v/{nth}")).status_code for nth in range(121)]
    assert pages == [404] * 120 + [429]


async def test_a_booking_by_staff_is_told_with_the_visits_own_link(holder: Holder) -> None:
    await holder.office.work()
    (text,) = holder.office.sms.texts
    assert f"{ORIGIN}{holder.path}" in text and "Botox" not in text


def holder_signer(office: Office) -> schedule.SlotSigner:
    return schedule.SlotSigner.from_settings(office.app.state.settings)
