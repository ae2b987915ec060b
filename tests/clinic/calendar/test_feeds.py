"""A provider's calendar at a secret address."""

from datetime import UTC, timedelta
from typing import Any

import httpx
import pytest
import structlog
from icalendar import Calendar
from sqlalchemy import select

from mia.clinic.calendar.models import CalendarFeedRow
from mia.platform.kernel.ids import encode
from tests.clinic.calendar.conftest import THURSDAY, Office
from tests.fakes.access import ORIGIN, browser, forget_attempts


def events_of(text: str) -> list[Any]:
    """The entries of a calendar, as another program reads them."""
    return list(Calendar.from_ical(text).walk("VEVENT"))


async def make(office: Office, desk: httpx.AsyncClient, shows: str = "appointment") -> str:
    answer = await desk.put(f"calendar-feeds/{encode('prv', office.practice.dr_reyes)}", json={"shows": shows})
    assert answer.status_code == 200
    url: str = answer.json()["url"]
    assert url.startswith(f"{ORIGIN}/api/calendars/") and url.endswith(".ics")
    return url


async def read(office: Office, url: str, **headers: str) -> httpx.Response:
    async with browser(office.app) as program:
        return await program.get(url, headers={name.replace("_", "-"): value for name, value in headers.items()})


async def test_a_calendar_says_when_and_where_and_not_who(office: Office, desk: httpx.AsyncClient) -> None:
    await desk.post("appointments", json=office.visit(await office.patient()))
    block = {"starts_at": "2026-03-27T17:00:00Z", "ends_at": "2026-03-27T18:00:00Z", "reason": "Dentist"}
    await desk.post("blocks", json=block | {"provider_id": encode("prv", office.practice.dr_reyes)})
    answer = await read(office, await make(office, desk))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    for secret in ("Ana", "Ruiz", "Botox", "5550142", "Dentist"):
        assert secret not in answer.text
    assert all(len(line.encode()) <= 75 for line in answer.text.split("\r\n"))  # RFC 5545, 3.1
    visit, block = events_of(answer.text)
    assert (visit["SUMMARY"], visit["LOCATION"]) == ("Appointment", "Main Office")
    assert visit["DTSTART"].dt.astimezone(UTC) == THURSDAY
    assert visit["DTEND"].dt - visit["DTSTART"].dt == timedelta(minutes=30)
    assert block["SUMMARY"] == "Blocked"


async def test_initials_are_shown_where_the_practice_wants_them(office: Office, desk: httpx.AsyncClient) -> None:
    await desk.post("appointments", json=office.visit(await office.patient()))
    (event,) = events_of((await read(office, await make(office, desk, "initials"))).text)
    assert event["SUMMARY"] == "A.R."


async def test_who_has_it_already_gets_nothing_until_it_changes(office: Office, desk: httpx.AsyncClient) -> None:
    url = await make(office, desk)
    first = await read(office, url)
    again = await read(office, url, If_None_Match=f'W/{first.headers["etag"]}, "other"')
    assert (again.status_code, again.content) == (304, b"")
    await desk.post("appointments", json=office.visit(await office.patient()))
    changed = await read(office, url, If_None_Match=first.headers["etag"])
    assert changed.status_code == 200


async def test_a_new_link_ends_the_old_and_a_revoked_one_is_gone(office: Office, desk: httpx.AsyncClient) -> None:
    old, new = await make(office, desk), await make(office, desk)
    assert (await read(office, old)).status_code == 404
    assert (await read(office, new)).status_code == 200
    provider = encode("prv", office.practice.dr_reyes)
    (feed,) = (await desk.get("calendar-feeds")).json()["items"]
    assert (feed["provider_id"], feed["shows"]) == (provider, "appointment")
    assert (await desk.delete(f"calendar-feeds/{provider}")).status_code == 204
    assert (await desk.delete(f"calendar-feeds/{provider}")).status_code == 404
    assert (await read(office, new)).status_code == 404
    assert (await read(office, f"{ORIGIN}/api/calendars/x.ics")).status_code == 404


async def test_the_secret_is_neither_stored_nor_logged(office: Office, desk: httpx.AsyncClient) -> None:
    with structlog.testing.capture_logs() as logs:
        url = await make(office, desk)
        token = url.rsplit("/", 1)[1].removesuffix(".ics")
        await read(office, url)
        await read(office, url.replace(token, token[::-1]))
    assert len(token) >= 43  # 256 bits
    assert token not in repr(logs)
    async with office.database.clinic(office.practice.scope) as session:
        row = (await session.sql.scalars(select(CalendarFeedRow))).one()
    assert token.encode() not in row.token_hash


async def test_a_program_that_asks_without_end_is_slowed_down(office: Office, desk: httpx.AsyncClient) -> None:
    await forget_attempts(office.database)
    url = await make(office, desk)
    answers = [(await read(office, url)).status_code for _ in range(61)]
    assert answers == [200] * 60 + [429]


async def test_a_link_is_made_for_a_provider_of_the_clinic(desk: httpx.AsyncClient, office: Office) -> None:
    foreign = encode("prv", office.practice.botox)
    assert (await desk.put(f"calendar-feeds/{foreign}", json={})).status_code == 404


@pytest.mark.parametrize("shows", ["names", ""])
async def test_names_cannot_be_shown(office: Office, desk: httpx.AsyncClient, shows: str) -> None:
    provider = encode("prv", office.practice.dr_reyes)
    answer = await desk.put(f"calendar-feeds/{provider}", json={"shows": shows})
    assert answer.status_code == 422
