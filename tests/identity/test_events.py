"""Live events over a real connection: who hears them, how they resume, and when they end."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
import uvicorn

from mia.identity.routes import router
from mia.identity.service import Clinic
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import decode, new_id
from mia.platform.kernel.scope import Role
from mia.platform.realtime.service import Broadcaster, publish
from tests.fakes.access import PASSWORD, app_of_tests, make_clinic, make_user, scope_of
from tests.fakes.waiting import eventually


@dataclass(frozen=True)
class Event:
    """One server-sent event."""

    name: str
    id: int
    data: dict[str, str]


@dataclass(frozen=True)
class Site:
    """A running web process and its one clinic."""

    server: uvicorn.Server
    serving: asyncio.Task[None]
    url: str
    clinic: Clinic
    owner: str


@pytest_asyncio.fixture
async def site(database: Database) -> AsyncIterator[Site]:
    clinic = await make_clinic(database, new_id().hex)
    owner = f"{clinic.slug}@harbor.example"
    await make_user(database, owner, {clinic.id: Role.OWNER})
    app = app_of_tests(database, routers=(router,))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, ws="none", lifespan="off"))
    async with Broadcaster(database, check_every_s=0.05) as app.state.broadcaster:
        serving = asyncio.create_task(server.serve())

        async def started() -> bool:
            return server.started

        await eventually(started)
        host, port = server.servers[0].sockets[0].getsockname()
        yield Site(server, serving, f"http://{host}:{port}", clinic, owner)
        server.should_exit = True
        async with asyncio.timeout(10):
            await serving


@asynccontextmanager
async def signed_in(site: Site) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=site.url, timeout=20) as client:
        body = {"email": site.owner, "password": PASSWORD}
        assert (await client.post("/api/session", json=body)).status_code == 200
        yield client


@asynccontextmanager
async def events_of(
    site: Site, client: httpx.AsyncClient, last_id: int | None = None
) -> AsyncIterator[AsyncIterator[Event]]:
    headers = {} if last_id is None else {"Last-Event-ID": str(last_id)}
    path = f"/api/clinics/{site.clinic.slug}/events"
    async with client.stream("GET", path, headers=headers) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        yield _parse(response)


async def _parse(response: httpx.Response) -> AsyncIterator[Event]:
    fields: dict[str, str] = {}
    async for line in response.aiter_lines():
        if not line and fields:
            yield Event(fields["event"], int(fields["id"]), json.loads(fields["data"]))
            fields = {}
        elif line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            fields[name] = value


async def change(database: Database, site: Site, object_id: UUID) -> None:
    async with database.clinic(scope_of(site.clinic)) as session:
        await publish(session, "appointment.changed", object_id)


async def test_change_reaches_the_browser_with_its_outside_id(database: Database, site: Site) -> None:
    changed = new_id()
    async with signed_in(site) as client, events_of(site, client) as events:
        assert await anext(events) == Event("ready", 0, {})
        await change(database, site, changed)
        event = await anext(events)
    assert event.name == "appointment.changed"
    assert decode("apt", event.data["id"]) == changed


async def test_last_event_id_resumes(database: Database, site: Site) -> None:
    first, missed = new_id(), new_id()
    async with signed_in(site) as client:
        async with events_of(site, client) as events:
            await anext(events)
            await change(database, site, first)
            last = await anext(events)
        await change(database, site, missed)
        async with events_of(site, client, last.id) as events:
            event = await anext(events)
    assert decode("apt", event.data["id"]) == missed
    assert event.id > last.id


async def test_stream_begins_after_the_news_that_the_name_plate_knew(database: Database, site: Site) -> None:
    path, missed = f"/api/clinics/{site.clinic.slug}", new_id()
    async with signed_in(site) as client:
        await change(database, site, new_id())
        known = (await client.get(path)).json()["news"]
        await change(database, site, missed)
        async with client.stream("GET", f"{path}/events", params={"after": known}) as response:
            event = await anext(_parse(response))
    assert decode("apt", event.data["id"]) == missed


@pytest.mark.parametrize("last_id", ["nonsense", "-1", "9" * 40, "²"])
async def test_nonsense_last_event_id_begins_anew(site: Site, last_id: str) -> None:
    async with signed_in(site) as client:
        path, headers = f"/api/clinics/{site.clinic.slug}/events", {b"Last-Event-ID": last_id.encode()}
        async with client.stream("GET", path, headers=headers) as response:
            assert (await anext(_parse(response))).name == "ready"


async def test_anonymous_and_stranger_hear_nothing(database: Database, site: Site) -> None:
    path = f"/api/clinics/{site.clinic.slug}/events"
    async with httpx.AsyncClient(base_url=site.url) as anonymous:
        assert (await anonymous.get(path)).status_code == 401
    other = await make_clinic(database, new_id().hex)
    async with signed_in(site) as client:
        assert (await client.get(f"/api/clinics/{other.slug}/events")).status_code == 404


async def test_sign_out_ends_the_stream(site: Site) -> None:
    async with signed_in(site) as client, events_of(site, client) as events:
        await anext(events)
        await client.delete("/api/session", headers={"Sec-Fetch-Site": "same-origin"})
        async with asyncio.timeout(20):
            assert [event async for event in events] == []


async def test_open_stream_does_not_keep_a_session_alive(site: Site, clock: MovableClock) -> None:
    async with signed_in(site) as client, events_of(site, client) as events:
        await anext(events)
        for _ in range(3):
            clock.move(timedelta(minutes=4))
            await asyncio.sleep(0.1)  # some checks of the stream
        clock.move(timedelta(minutes=4))
        async with asyncio.timeout(20):
            assert [event async for event in events] == []
        assert (await client.get("/api/session")).status_code == 401


async def test_open_stream_does_not_hold_up_the_end_of_the_server(site: Site) -> None:
    async with signed_in(site) as client, events_of(site, client) as events:
        await anext(events)
        site.server.should_exit = True
        async with asyncio.timeout(10):
            assert [event async for event in events] == []
            await site.serving
