"""Server messages over HTTP: who is believed, and for which clinic."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio

from mia.clinic.frontdesk.desk import SERVER_MESSAGES_PATH
from mia.clinic.frontdesk.routes import router
from mia.clinic.frontdesk.service import FrontDesk
from mia.platform.db.session import Database
from mia.platform.kernel.ids import encode, new_id
from tests.clinic.frontdesk.calls import CallOfTests
from tests.fakes.access import app_of_tests, browser
from tests.fakes.practice import make_practice


@pytest_asyncio.fixture
async def http(database: Database, desk: FrontDesk) -> AsyncIterator[httpx.AsyncClient]:
    app = app_of_tests(database, routers=(router,))
    app.state.front_desk = desk
    async with browser(app) as client:
        yield client


def report(call_id: str) -> dict[str, Any]:
    said = [{"role": "user", "message": "Hello", "secondsFromStart": 0}]
    return {"message": {"type": "end-of-call-report", "call": {"id": call_id}, "artifact": {"messages": said}}}


async def test_a_message_needs_the_clinics_secret(
    http: httpx.AsyncClient, call: CallOfTests, desk: FrontDesk
) -> None:
    secret = desk.secrets.issue(call.practice.scope.clinic_id)
    wrong = [
        None,
        "Bearer",
        "Bearer ",
        f"Bearer {secret[:-2]}AA",
        f"Basic {secret}",
        "Bearer é",
        f"Bearer {secret}x",
    ]
    for header in wrong:
        headers = {b"Authorization": header.encode()} if header is not None else {}
        answer = await http.post(SERVER_MESSAGES_PATH, json=report(call.id), headers=headers)
        assert answer.status_code == 401, header
    assert await call.activities() == []
    answer = await http.post(
        SERVER_MESSAGES_PATH, json=report(call.id), headers={"Authorization": f"Bearer {secret}"}
    )
    assert (answer.status_code, answer.json()) == (200, {})
    assert len(await call.activities()) == 1


async def test_the_clinic_is_the_secrets_whatever_the_body_says(
    http: httpx.AsyncClient, call: CallOfTests, desk: FrontDesk, database: Database
) -> None:
    other = await make_practice(database, f"practice-{new_id().hex}")
    body = report(call.id)
    body["message"]["clinicId"] = encode("cli", call.practice.scope.clinic_id)
    body["message"]["assistant"] = {"metadata": {"clinic_id": str(call.practice.scope.clinic_id)}}
    secret = desk.secrets.issue(other.scope.clinic_id)
    answer = await http.post(SERVER_MESSAGES_PATH, json=body, headers={"Authorization": f"Bearer {secret}"})
    assert answer.status_code == 200
    assert await call.activities() == []
    assert len(await CallOfTests(desk, other).activities()) == 1


@pytest.mark.parametrize(
    "message", [{}, {"type": "tool-calls"}, {"type": 7, "call": {"id": "x"}}, {"call": {"id": "x"}}]
)
async def test_a_malformed_message_is_refused(
    http: httpx.AsyncClient, call: CallOfTests, desk: FrontDesk, message: dict[str, Any]
) -> None:
    secret = desk.secrets.issue(call.practice.scope.clinic_id)
    answer = await http.post(
        SERVER_MESSAGES_PATH, json={"message": message}, headers={"Authorization": f"Bearer {secret}"}
    )
    assert answer.status_code == 422
