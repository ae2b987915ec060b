"""Mia on a clinic's own website: whose she is, where she may stand, and where what is said there goes."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import func, select

from mia.clinic.frontdesk.routes import router
from mia.clinic.frontdesk.service import FrontDesk, SiteWidgets, Widget, WidgetLimits, purge_demo_visitors
from mia.clinic.frontdesk.website import routes as website_routes
from mia.clinic.frontdesk.widget_limits import SITE_CALL_START
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivitySearch
from mia.clinic.leads import service as leads
from mia.clinic.practice import service as practices
from mia.clinic.ratings.models import RatingRow
from mia.clinic.schedule.models import AppointmentRow
from mia.identity import routes as access_routes
from mia.identity.service import Limit
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import TooManyRequests, Unavailable
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from tests.clinic.frontdesk.calls import CallOfTests
from tests.fakes.access import ORIGIN, app_of_tests, browser, forget_attempts, make_clinic, make_user
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.practice import PracticeOfTests, make_practice

SITE = "https://www.harbor.example"
ANA = {"name": "Ana Ruiz", "phone": "(305) 555-0142"}
OFFER = {"sdp": "v=0 offer", "type": "offer"}


@pytest_asyncio.fixture
async def app(database: Database, desk: FrontDesk) -> FastAPI:
    await forget_attempts(database)
    app = app_of_tests(
        database, desk.settings, routers=(access_routes.router, router, website_routes.router), guarded=True
    )
    app.state.front_desk = desk
    return app


@pytest_asyncio.fixture
async def http(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as client:
        yield client


async def settle(database: Database, practice: PracticeOfTests, **changed: Any) -> None:
    async with database.clinic(practice.scope) as session:
        await practices.save_settings(session, replace(await practices.get_settings(session), **changed))


def key_of(desk: FrontDesk, practice: PracticeOfTests) -> str:
    return practices.SiteKeys.from_settings(desk.settings).key_of(practice.scope.clinic_id)


async def look(http: httpx.AsyncClient, practice: PracticeOfTests, key: str, page: str = "") -> httpx.Response:
    return await http.get(f"/api/embed/widget/{practice.slug}", params={"key": key, "page": page})


async def begin(
    http: httpx.AsyncClient, practice: PracticeOfTests, kind: str, key: str, page: str = ""
) -> httpx.Response:
    return await http.post(f"/api/embed/widget/{practice.slug}/{kind}", json={"key": key, "page": page})


def bearer(begun: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {begun['token']}"}


async def traces(database: Database, practice: PracticeOfTests) -> tuple[list[str], int]:
    """The names in the history of a clinic, and how many visits it has."""
    async with database.clinic(practice.scope) as session:
        names = [one.patient_name for one in (await inbox.search_activities(session, ActivitySearch())).items]
        return names, await session.sql.scalar(select(func.count()).select_from(AppointmentRow)) or 0


async def test_a_visitor_sees_whose_mia_it_is_how_she_greets_and_when_the_practice_is_open(
    http: httpx.AsyncClient, desk: FrontDesk, practice: PracticeOfTests
) -> None:
    shown = (await look(http, practice, key_of(desk, practice))).json()
    assert shown["practice"] == "Harbor Aesthetics"
    assert shown["greeting"] == "You are speaking with an AI assistant. Thank you for calling."
    assert [place["name"] for place in shown["places"]] == ["Main Office", "Downtown Branch"]
    assert shown["places"][0]["hours"][0] == {"weekday": 0, "opens": "09:00", "closes": "18:00"}
    assert (shown["kept_days"], shown["asks_rating"]) == (30, False)


async def test_what_is_said_lands_in_the_history_calendar_and_leads_of_that_clinic_and_of_no_other(
    http: httpx.AsyncClient, desk: FrontDesk, practice: PracticeOfTests, database: Database, voice: MemoryVoice
) -> None:
    other = await make_practice(database, f"other-{practice.slug}")
    chat = (await begin(http, practice, "chats", key_of(desk, practice))).json()
    assert chat["greeting"].startswith("You are speaking with an AI assistant.")
    url = f"/api/widget/chats/{chat['chat_id']}/messages"
    assert (await http.post(url, json={"text": "hello"}, headers=bearer(chat))).status_code == 200
    (voice_id,) = voice.states
    talk = CallOfTests(desk, practice, voice_id)
    found = await talk.tool("find_slots", service_id=encode("svc", practice.botox))
    booked = await talk.tool("book_appointment", slot_token=found["slots"][0]["token"], **ANA)
    assert booked["status"] == "booked", booked
    await talk.end(said=("Botox, please.", "You are booked."))
    assert await traces(database, practice) == (["Ana Ruiz"], 1)
    assert await traces(database, other) == ([], 0)


async def test_what_a_visitor_tells_is_a_lead_of_the_clinic_and_is_not_gone_after_a_day(
    http: httpx.AsyncClient,
    desk: FrontDesk,
    practice: PracticeOfTests,
    database: Database,
    voice: MemoryVoice,
    clock: MovableClock,
) -> None:
    await begin(http, practice, "chats", key_of(desk, practice))
    (voice_id,) = voice.states
    talk = CallOfTests(desk, practice, voice_id)
    await talk.tool("remember_caller", **ANA)
    await talk.end(said=("Please call me back.", "We will."))
    clock.move(timedelta(hours=25))
    await purge_demo_visitors(desk)
    assert (await traces(database, practice))[0] == ["Ana Ruiz"]
    async with database.clinic(practice.scope) as session:
        (lead,) = await leads.find_open_leads(session, "+13055550142")
    assert lead.learned.name == "Ana Ruiz"


async def test_a_call_is_joined_and_ended_like_any_other(
    http: httpx.AsyncClient, desk: FrontDesk, practice: PracticeOfTests
) -> None:
    call = (await begin(http, practice, "calls", key_of(desk, practice))).json()
    assert call["practice"] == {"name": "Harbor Aesthetics"}
    assert (await http.post(call["offer_url"], json=OFFER, headers=bearer(call))).status_code == 200
    farewell = await http.post(f"/api/widget/calls/{call['call_id']}/end", json={"token": call["token"]})
    assert farewell.status_code == 204


@pytest.mark.parametrize("kind", ["look", "calls", "chats"])
async def test_only_the_clinics_own_key_opens_it_and_only_on_pages_it_named_and_ours(
    http: httpx.AsyncClient, desk: FrontDesk, practice: PracticeOfTests, database: Database, kind: str
) -> None:
    other = await make_practice(database, f"other-{practice.slug}")
    key = key_of(desk, practice)
    nobody = replace(practice, slug="no-such-clinic")

    async def status(whose: PracticeOfTests, key: str, page: str = "") -> tuple[int, str]:
        answer = await (look(http, whose, key, page) if kind == "look" else begin(http, whose, kind, key, page))
        return answer.status_code, answer.json().get("detail", "")

    for whose, tried in ((other, key), (practice, ""), (practice, f"{key[:-1]}ü"), (nobody, key)):
        assert await status(whose, tried) == (404, "This page is not known")
    assert await status(practice, key, SITE) == (403, "This page may not be shown on this page")
    await settle(database, practice, form_origins=(SITE,))
    assert [(await status(practice, key, page))[0] // 100 for page in ("", ORIGIN, SITE)] == [2, 2, 2]
    for page in (f"{SITE}.evil.example", "http://www.harbor.example", "null"):
        assert (await status(practice, key, page))[0] == 403


@pytest.mark.parametrize("kind", ["look", "calls", "chats"])
async def test_where_the_practice_does_not_let_her_mia_does_not_answer(
    http: httpx.AsyncClient, desk: FrontDesk, practice: PracticeOfTests, database: Database, kind: str
) -> None:
    await settle(database, practice, answers_website=False)
    key = key_of(desk, practice)
    refused = await (look(http, practice, key) if kind == "look" else begin(http, practice, kind, key))
    detail = "Mia doesn't answer here. Please call the practice instead."
    assert (refused.status_code, refused.json()["detail"]) == (403, detail)


async def test_what_she_may_not_do_elsewhere_she_may_not_do_here(
    http: httpx.AsyncClient, desk: FrontDesk, practice: PracticeOfTests, database: Database, voice: MemoryVoice
) -> None:
    await settle(database, practice, books_visits=False, records_calls=True)
    await begin(http, practice, "calls", key_of(desk, practice))
    (assistant,) = voice.assistants.values()
    assert assistant["metadata"]["practice"]["may"]["book"] is False
    assert voice.overrides["artifactPlan"]["recordingEnabled"] is True


async def test_one_place_and_one_clinic_cannot_begin_without_end(
    http: httpx.AsyncClient, desk: FrontDesk, practice: PracticeOfTests, database: Database
) -> None:
    clinic = await SiteWidgets(desk).admit(practice.slug, key_of(desk, practice), "")
    few = Limit("site-call-start", timedelta(minutes=10), per_address=2, per_subject=3)
    widget = Widget(desk, WidgetLimits(few, few))
    for address in ("198.51.100.7", "198.51.100.7", "198.51.100.8"):
        await widget.start_chat(address, clinic)
    for address in ("198.51.100.7", "198.51.100.9"):
        with pytest.raises(TooManyRequests):
            await widget.start_chat(address, clinic)
    other = await make_practice(database, f"other-{practice.slug}")
    neighbour = await SiteWidgets(desk).admit(other.slug, key_of(desk, other), "")
    assert (await widget.start_chat("198.51.100.9", neighbour)).token


async def test_there_are_only_so_many_visitors_of_a_clinic_at_once(
    desk: FrontDesk, practice: PracticeOfTests
) -> None:
    clinic = await SiteWidgets(desk).admit(practice.slug, key_of(desk, practice), "")
    widget = Widget(desk, WidgetLimits(SITE_CALL_START, SITE_CALL_START, at_once=1))
    await widget.start_chat("198.51.100.7", clinic)
    with pytest.raises(Unavailable):
        await widget.start_call("198.51.100.8", clinic)


async def test_a_clinic_that_has_settled_nothing_has_no_mia_yet(http: httpx.AsyncClient, desk: FrontDesk) -> None:
    clinic = await make_clinic(desk.database, f"bare-{new_id().hex}")
    key = practices.SiteKeys.from_settings(desk.settings).key_of(clinic.id)
    shown = await http.get(f"/api/embed/widget/{clinic.slug}", params={"key": key})
    assert shown.status_code == 403


@pytest.mark.parametrize(("role", "status"), [(Role.OWNER, 200), (Role.MANAGER, 200), (Role.FRONT_DESK, 403)])
async def test_who_settles_things_reads_where_she_is_found(
    app: FastAPI, desk: FrontDesk, practice: PracticeOfTests, role: Role, status: int
) -> None:
    email = f"{role.value}@{practice.slug}.example"
    await make_user(desk.database, email, {practice.scope.clinic_id: role})
    async with browser(app, email) as http:
        answer = await http.get(f"/api/clinics/{practice.slug}/website-widget")
    assert answer.status_code == status
    if status == 200:
        key = key_of(desk, practice)
        assert answer.json() == {
            "url": f"{ORIGIN}/embed/widget/{practice.slug}?key={key}",
            "script": f"{ORIGIN}/embed/mia/{practice.slug}.js?key={key}",
        }


async def test_another_site_cannot_make_a_browser_begin(
    app: FastAPI, desk: FrontDesk, practice: PracticeOfTests
) -> None:
    async with browser(app) as http:
        http.headers["Origin"] = SITE
        assert (await begin(http, practice, "chats", key_of(desk, practice))).status_code == 403


async def test_a_chat_is_rated_once_and_counts_where_the_practice_lets_mia_ask(
    http: httpx.AsyncClient, desk: FrontDesk, practice: PracticeOfTests, database: Database
) -> None:
    chat = (await begin(http, practice, "chats", key_of(desk, practice))).json()
    url = f"/api/widget/chats/{chat['chat_id']}/rating"

    async def rate(score: int, headers: dict[str, str] | None = None) -> int:
        answer = await http.post(url, json={"score": score}, headers=bearer(chat) if headers is None else headers)
        return answer.status_code

    assert await rate(5) == 403
    await settle(database, practice, asks_for_ratings=True)
    assert (await look(http, practice, key_of(desk, practice))).json()["asks_rating"] is True
    assert [await rate(0), await rate(6), await rate(5, {}), await rate(4), await rate(5)] == [
        422,
        422,
        401,
        204,
        409,
    ]
    async with database.clinic(practice.scope) as session:
        rows = (await session.sql.execute(select(RatingRow.score, RatingRow.patient_id))).all()
    assert rows == [(4, None)]
