"""One click in an email stops everything, on every channel; a link that is opened by a scanner stops nothing."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from uuid import UUID

import httpx
import pytest
import pytest_asyncio

from mia.clinic.consent import service as consent
from mia.clinic.patients import service as patients
from mia.clinic.recalls.unsubscribe.routes import router
from mia.clinic.recalls.unsubscribe_links import unsubscribe_token
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from tests.fakes.access import app_of_tests
from tests.fakes.practice import PracticeOfTests, make_practice

PHONE, EMAIL = "+13055550142", "ana@mail.example"


@dataclass
class Mailing:
    """A patient's mail program, which has an email of the practice."""

    http: httpx.AsyncClient
    database: Database
    practice: PracticeOfTests
    patient_id: UUID
    token: str

    @property
    def url(self) -> str:
        return f"/unsubscribe/{self.token}"

    async def suppressed(self) -> list[bool]:
        async with self.database.clinic(self.practice.scope) as session:
            return [await consent.is_suppressed(session, address) for address in (PHONE, EMAIL)]


@pytest_asyncio.fixture
async def mailing(database: Database) -> AsyncIterator[Mailing]:
    practice = await make_practice(database, f"practice-{new_id().hex}")
    async with database.clinic(practice.scope) as session:
        ana = patients.NewPatient("Ana Ruiz", PHONE, email=EMAIL)
        (patient_id,) = await patients.import_patients(session, [ana])
        token = unsubscribe_token(session, patient_id, EMAIL)
    app = app_of_tests(database, routers=(router,))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://mia.example") as http:
        yield Mailing(http, database, practice, patient_id, token)


async def test_the_page_asks_and_stops_nothing_by_itself(mailing: Mailing) -> None:
    page = await mailing.http.get(mailing.url)
    assert page.status_code == 200
    assert '<form method="post">' in page.text
    assert page.headers["cache-control"] == "no-store"
    assert "Ana" not in page.text
    assert await mailing.suppressed() == [False, False]


async def test_one_click_of_a_mail_program_stops_at_once_and_twice(mailing: Mailing) -> None:
    for _ in range(2):
        answer = await mailing.http.post(mailing.url, data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert "You are unsubscribed" in answer.text
    assert await mailing.suppressed() == [True, True]


async def test_each_address_has_a_link_of_its_own(mailing: Mailing) -> None:
    async with mailing.database.clinic(mailing.practice.scope) as session:
        assert unsubscribe_token(session, mailing.patient_id, "other@mail.example") != mailing.token


async def test_an_old_address_stays_suppressed_when_the_record_is_gone(mailing: Mailing) -> None:
    async with mailing.database.clinic(mailing.practice.scope) as session:
        token = unsubscribe_token(session, new_id(), EMAIL)
    assert (await mailing.http.post(f"/unsubscribe/{token}")).status_code == 200
    assert await mailing.suppressed() == [False, True]


@pytest.mark.parametrize(("kept", "added"), [(-4, "AAAA"), (0, "A" * 86), (20, ""), (0, "%00")])
async def test_a_link_that_we_did_not_sign_is_404(mailing: Mailing, kept: int, added: str) -> None:
    for ask in (mailing.http.get, mailing.http.post):
        assert (await ask(f"/unsubscribe/{mailing.token[:kept]}{added}")).status_code == 404
    assert await mailing.suppressed() == [False, False]
