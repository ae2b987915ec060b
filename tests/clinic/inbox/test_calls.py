"""Call Logs: calls alone, narrowed, and what staff thought of them."""

from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.calls.routes import router as call_router
from mia.clinic.inbox.routes import router
from mia.clinic.inbox.service import ActivityStatus, Channel, Line, PastContact
from mia.identity.routes import router as access_router
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import app_of_tests, browser
from tests.fakes.practice import ZONE, PracticeOfTests, make_practice, member

NOON = datetime(2026, 7, 21, 12, tzinfo=ZONE)


@pytest.fixture
def app(database: Database) -> FastAPI:
    return app_of_tests(database, routers=(access_router, router, call_router))


def call(days_ago: int, name: str, status: ActivityStatus, channel: Channel = Channel.PHONE) -> PastContact:
    at = NOON - timedelta(days=days_ago)
    lines = (Line("user", f"I am {name}", 1.5),)
    return PastContact(at, channel, "inbound", status, name, "Asked", lines=lines, handled_seconds=60 + days_ago)


@pytest_asyncio.fixture
async def practice(database: Database, clock: MovableClock) -> PracticeOfTests:
    clock.set(NOON)
    practice = await make_practice(database, f"practice-{new_id().hex}")
    contacts = [
        call(0, "Ana Ruiz", ActivityStatus.BOOKED),
        call(1, "Leo Park", ActivityStatus.ANSWERED, Channel.WEB_CALL),
        call(2, "Zoe Vance", ActivityStatus.NO_ANSWER),
        call(3, "Mia Gomez", ActivityStatus.BOOKED),
        call(0, "Kai Stone", ActivityStatus.SENT, Channel.SMS),
    ]
    async with database.clinic(practice.scope) as session:
        await inbox.import_contacts(session, contacts, sample=True)
    return practice


async def search(http: httpx.AsyncClient, practice: PracticeOfTests, **what: Any) -> list[dict[str, Any]]:
    answer = await http.post(f"/api/clinics/{practice.slug}/calls/search", json=what)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def names(items: list[dict[str, Any]]) -> list[str]:
    return [item["activity"]["patient_name"].split()[0] for item in items]


async def test_calls_stand_newest_first_and_messages_elsewhere(
    app: FastAPI, database: Database, practice: PracticeOfTests
) -> None:
    async with database.clinic(practice.scope) as session:
        await inbox.add_simulated(session, Channel.PHONE)
    async with browser(app, await member(database, Role.READ_ONLY, practice)) as http:
        items = await search(http, practice)
    assert names(items) == ["Ana", "Leo", "Zoe", "Mia"]
    assert [item["seconds"] for item in items] == [60, 61, 62, 63]


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ({"statuses": ["Booked"]}, ["Ana", "Mia"]),
        ({"statuses": ["Booked", "No Answer"]}, ["Ana", "Zoe", "Mia"]),
        ({"since": "2026-07-20"}, ["Ana", "Leo"]),
        ({"until": "2026-07-19"}, ["Zoe", "Mia"]),
        ({"since": "2026-07-20", "until": "2026-07-20"}, ["Leo"]),
        ({"patient": "park"}, ["Leo"]),
        ({"patient": "park", "statuses": ["Booked"]}, []),
        ({"verdict": "down"}, []),
    ],
)
async def test_calls_are_narrowed(
    app: FastAPI, database: Database, practice: PracticeOfTests, what: dict[str, Any], found: list[str]
) -> None:
    async with browser(app, await member(database, Role.OWNER, practice)) as http:
        assert names(await search(http, practice, **what)) == found


@pytest.mark.parametrize("bound", [{"since": "0001-01-01"}, {"until": "9999-12-31"}])
async def test_a_day_at_the_end_of_the_calendar_is_refused(
    app: FastAPI, database: Database, practice: PracticeOfTests, bound: dict[str, str]
) -> None:
    async with browser(app, await member(database, Role.READ_ONLY, practice)) as http:
        answer = await http.post(f"/api/clinics/{practice.slug}/calls/search", json=bound)
    assert answer.status_code == 422


async def test_a_page_goes_on_where_the_one_before_ended(
    app: FastAPI, database: Database, practice: PracticeOfTests
) -> None:
    async with browser(app, await member(database, Role.OWNER, practice)) as http:
        url = f"/api/clinics/{practice.slug}/calls/search"
        first = (await http.post(url, json={"limit": 3})).json()
        assert names(first["items"]) == ["Ana", "Leo", "Zoe"]
        rest = (await http.post(url, json={"limit": 3, "cursor": first["next_cursor"]})).json()
        assert (names(rest["items"]), rest["next_cursor"]) == (["Mia"], None)


async def test_a_thumb_down_with_a_remark_is_kept_changed_and_taken_back(
    app: FastAPI, database: Database, practice: PracticeOfTests
) -> None:
    async with browser(app, await member(database, Role.FRONT_DESK, practice)) as http:
        (first, *_) = await search(http, practice)
        url = f"/api/clinics/{practice.slug}/activities/{first['activity']['id']}/feedback"
        assert (await http.get(url)).json() == {"verdict": None, "remark": None, "given_at": None}
        said = (await http.put(url, json={"verdict": "down", "remark": " Wrong price. "})).json()
        assert (said["verdict"], said["remark"]) == ("down", "Wrong price.")
        assert [item["verdict"] for item in await search(http, practice, verdict="down")] == ["down"]
        await http.put(url, json={"verdict": "up"})
        assert (await http.get(url)).json()["remark"] == ""
        await http.put(url, json={"verdict": None})
        assert (await http.get(url)).json()["verdict"] is None
        assert (await http.put(url, json={"verdict": None, "remark": "x"})).status_code == 422


async def test_a_remark_goes_in_its_time_and_the_verdict_stays(
    app: FastAPI, database: Database, practice: PracticeOfTests, clock: MovableClock
) -> None:
    async with browser(app, await member(database, Role.OWNER, practice)) as http:
        (first, *_) = await search(http, practice)
        url = f"/api/clinics/{practice.slug}/activities/{first['activity']['id']}/feedback"
        await http.put(url, json={"verdict": "down", "remark": "Wrong price."})
        clock.move(timedelta(minutes=1))
        async with database.clinic(practice.scope) as session:
            removed = await inbox.purge_old_content(session, session.now(), 30)
            assert removed["remark"] == 1
        kept = (await http.get(url)).json()
        assert (kept["verdict"], kept["remark"]) == ("down", "")


async def test_who_may_judge_a_call(app: FastAPI, database: Database, practice: PracticeOfTests) -> None:
    async with browser(app, await member(database, Role.OWNER, practice)) as http:
        (first, *_) = await search(http, practice)
    url = f"/api/clinics/{practice.slug}/activities/{first['activity']['id']}/feedback"
    verdict = {"verdict": "down", "remark": ""}
    elsewhere = await make_practice(database, f"practice-{new_id().hex}")
    async with browser(app) as nobody:
        assert (await nobody.put(url, json=verdict)).status_code == 401
    async with browser(app, await member(database, Role.OWNER, elsewhere)) as stranger:
        assert (await stranger.put(url, json=verdict)).status_code == 404
        foreign = url.replace(practice.slug, elsewhere.slug)
        assert (await stranger.put(foreign, json=verdict)).status_code == 404
    async with browser(app, await member(database, Role.READ_ONLY, practice)) as reader:
        assert (await reader.put(url, json=verdict)).status_code == 403
    async with browser(app, await member(database, Role.PROVIDER, practice)) as allowed:
        assert (await allowed.put(url, json=verdict)).status_code == 200
