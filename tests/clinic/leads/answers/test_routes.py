"""The pipeline over HTTP, for everyone who may and may not."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import select

from mia.clinic.leads import service as leads
from mia.clinic.leads.answers.routes import router
from mia.clinic.leads.service import Happening, LeadStage, Learned
from mia.identity.routes import router as access_router
from mia.platform.audit.models import AuditEntryRow
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from tests.clinic.leads.answers.conftest import Front
from tests.fakes.access import app_of_tests, browser, make_clinic, make_user
from tests.fakes.practice import member

Json = dict[str, Any]
STAGES = [stage.value for stage in LeadStage]


@pytest.fixture
def app(front: Front) -> FastAPI:
    return app_of_tests(front.database, routers=(access_router, router))


@pytest_asyncio.fixture
async def alice(app: FastAPI, front: Front) -> AsyncIterator[httpx.AsyncClient]:
    """Someone at the desk."""
    async with browser(
        app, await member(front.database, Role.FRONT_DESK, front.practice), at=front.practice.slug
    ) as client:
        yield client


def entry(**more: object) -> Json:
    return {"name": "Noa Levin", "idempotency_key": new_id().hex, **more}


async def board(http: httpx.AsyncClient, query: str = "") -> dict[str, list[Json]]:
    answer = await http.get(f"leads{query}")
    assert answer.status_code == 200, answer.text
    return {column["stage"]: column["leads"] for column in answer.json()["columns"]}


async def test_what_staff_enter_stands_in_the_first_column(alice: httpx.AsyncClient) -> None:
    body = entry(phone="305 555 0177", email="Noa@Home.example", interest="Botox", message="After six, please")
    first = await alice.post("leads", json=body)
    again = await alice.post("leads", json=body)
    assert (first.status_code, first.json()["lead"]["id"]) == (201, again.json()["lead"]["id"])
    columns = await board(alice)
    assert list(columns) == STAGES
    (card,) = columns["new"]
    assert (card["name"], card["phone"], card["email"]) == ("Noa Levin", "(305) 555-0177", "noa@home.example")
    assert (card["source"], card["interest"], card["next_step"]) == ("staff", "Botox", None)
    detail = (await alice.get(f"leads/{card['id']}")).json()
    assert detail["message"] == "After six, please"
    assert [(line["kind"], line["actor"]) for line in detail["timeline"]] == [("captured", "staff")]


@pytest.mark.parametrize(
    ("field", "body"),
    [
        ("name", {"name": "  "}),
        ("phone", {"phone": "12"}),
        ("email", {"email": "nowhere"}),
        ("owner_id", {"owner_id": encode("usr", new_id())}),
        ("surprise", {"surprise": 1}),
        ("idempotency_key", {"idempotency_key": "!"}),
    ],
)
async def test_what_cannot_be_is_refused_by_field(alice: httpx.AsyncClient, field: str, body: Json) -> None:
    answer = await alice.post("leads", json=entry(**body))
    assert answer.status_code == 422 and field in answer.text


async def test_owner_and_next_step_are_written_and_filter_the_board(alice: httpx.AsyncClient, front: Front) -> None:
    card = (await alice.post("leads", json=entry())).json()["lead"]
    owner = (await alice.get("leads/owners")).json()[0]
    body = {"name": "Noa Lev", "owner_id": owner["id"], "next_step": "Call after six", "version": card["version"]}
    changed = await alice.put(f"leads/{card['id']}", json={**body, "next_step_on": "2026-03-23"})
    assert changed.status_code == 200, changed.text
    lead = changed.json()["lead"]
    assert (lead["name"], lead["owner"], lead["next_step_on"]) == ("Noa Lev", owner, "2026-03-23")
    assert changed.json()["timeline"][-1]["by"] == owner["name"]
    for query, found in (
        (f"?owner={owner['id']}", 1), ("?owner=none", 0), ("?next_step=overdue", 1), ("?next_step=today", 0),
        ("?next_step=planned", 0), ("?next_step=none", 0), ("?source=staff", 1), ("?source=web_form", 0),
        ("?days=7", 1),
    ):  # fmt: skip
        assert len((await board(alice, query))["new"]) == found, query
    assert (await alice.put(f"leads/{card['id']}", json=body)).status_code == 409  # someone was faster


async def test_staff_move_a_lead_and_take_it_back(alice: httpx.AsyncClient) -> None:
    card = (await alice.post("leads", json=entry())).json()["lead"]

    async def move(stage: str, **more: object) -> httpx.Response:
        version = (await alice.get(f"leads/{card['id']}")).json()["lead"]["version"]
        return await alice.post(f"leads/{card['id']}/stage", json={"stage": stage, "version": version, **more})

    assert (await move("contacted")).json()["lead"]["answered_at"] is not None
    assert (await move("lost")).status_code == 422
    lost = (await move("lost", lost_reason="price")).json()["lead"]
    assert (lost["stage"], lost["lost_reason"]) == ("lost", "price")
    back = (await move("contacted")).json()["lead"]
    assert (back["stage"], back["lost_reason"]) == ("contacted", None)
    refused = await move("consult_booked")
    assert refused.status_code == 409 and "No consult is booked" in refused.json()["detail"]
    assert (await move("won")).json()["lead"]["stage"] == "won"
    assert (await move("won", lost_reason="price")).status_code == 422
    old = await alice.post(f"leads/{card['id']}/stage", json={"stage": "new", "version": 0})
    assert old.status_code == 409


async def test_figures_count_stages_sources_and_the_median_of_first_answers(
    alice: httpx.AsyncClient, front: Front
) -> None:
    start = front.clock.now()
    for number, waited_s in enumerate((20, 40, 600, None)):
        front.clock.set(start)
        lead_id = await front.capture(f"Noa {'abcd'[number]}", phone=f"+1305555018{number}", agrees_to_texts=False)
        if waited_s is not None:
            front.clock.move(timedelta(seconds=waited_s))
            async with front.database.clinic(front.practice.scope) as session:
                await leads.note_happening(session, lead_id, Happening.CONTACTED, actor="staff")
        if waited_s == 20:
            async with front.database.clinic(front.practice.scope) as session:
                await leads.note_happening(session, lead_id, Happening.BOOKED, actor="staff")
    async with front.database.clinic(front.practice.scope) as session:
        talked = Learned("Ana Ruiz", "+13055550142")
        await leads.keep_lead(session, new_id(), talked, source="web_call", visitor=False)
        await leads.keep_lead(session, new_id(), talked, source="web_call", visitor=True)
    figures = (await alice.get("leads/figures")).json()
    assert (round(figures["speed_seconds"]), figures["waited"], figures["answered"]) == (40, 4, 3)
    assert figures["by_stage"] == {"new": 2, "contacted": 2, "consult_booked": 1, "won": 0, "lost": 0}
    assert figures["by_source"][0] == {"source": "staff", "total": 4, "booked": 1, "won": 0, "lost": 0}
    assert (figures["total"], figures["contacted"], figures["booked"]) == (5, 4, 1)
    only = (await alice.get("leads/figures?source=web_call")).json()
    assert (only["total"], only["speed_seconds"]) == (1, None)


async def test_reading_is_kept_in_the_audit_log(alice: httpx.AsyncClient, front: Front) -> None:
    card = (await alice.post("leads", json=entry())).json()["lead"]
    await board(alice)
    await alice.get(f"leads/{card['id']}")
    async with front.database.clinic(front.practice.scope) as session:
        actions = list(await session.sql.scalars(select(AuditEntryRow.action)))
    assert actions.count("lead.read") >= 2 and "lead.write" in actions


@pytest.mark.parametrize("role", list(Role))
async def test_who_treats_reads_and_the_desk_writes(app: FastAPI, front: Front, role: Role) -> None:
    lead_id = encode("led", await front.capture(agrees_to_texts=False))
    reads = role is not Role.READ_ONLY
    writes = role in (Role.OWNER, Role.MANAGER, Role.FRONT_DESK)
    async with browser(app, await member(front.database, role, front.practice)) as client:
        base = f"/api/clinics/{front.practice.slug}/leads"
        for path in ("", "/figures", "/owners", f"/{lead_id}"):
            assert (await client.get(base + path)).status_code == (200 if reads else 403), path
        moved = await client.post(f"{base}/{lead_id}/stage", json={"stage": "won", "version": 0})
        assert moved.status_code == (200 if writes else 403)
        body = {"name": "Noa Levin", "version": 1}
        assert (await client.put(f"{base}/{lead_id}", json=body)).status_code == (200 if writes else 403)
        assert (await client.post(base, json=entry())).status_code == (201 if writes else 403)


async def test_a_stranger_finds_nothing_and_nobody_gets_in(app: FastAPI, front: Front) -> None:
    lead_id = encode("led", await front.capture(agrees_to_texts=False))
    base = f"/api/clinics/{front.practice.slug}/leads"
    other = await make_clinic(front.database, f"clinic-{new_id().hex}")
    email = f"{other.slug}@clinic.example"
    await make_user(front.database, email, {other.id: Role.OWNER})
    async with browser(app, email) as stranger, browser(app) as anonymous:
        for path in ("", "/figures", "/owners", f"/{lead_id}"):
            assert (await stranger.get(base + path)).status_code == 404
            assert (await anonymous.get(base + path)).status_code == 401
        moved = {"stage": "won", "version": 0}
        assert (await stranger.post(f"{base}/{lead_id}/stage", json=moved)).status_code == 404
        own = f"/api/clinics/{other.slug}/leads/{lead_id}"
        assert (await stranger.get(own)).status_code == 404
        assert (await stranger.post(f"{own}/stage", json=moved)).status_code == 404
        assert (await stranger.put(own, json={"name": "Noa", "version": 0})).status_code == 404
