"""Temporary leads over HTTP: who may do what, what is shown, how they are kept, and when they are gone."""

from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select

from mia.clinic.leads.service import cleanup_expired_leads
from mia.platform.audit.models import AuditEntryRow
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from mia.platform.realtime.models import FeedRow
from tests.clinic.leads.conftest import ANA, Browser, captured, listed
from tests.fakes.access import browser, make_clinic, make_user
from tests.fakes.practice import PracticeOfTests

OPTIONS = [
    "Botox/Injectables", "Dermal Fillers", "Laser Treatments", "Facial Treatments", "Body Contouring",
    "Dental Cleaning", "Cosmetic Dentistry", "General Consultation", "Other",
]  # fmt: skip


async def test_a_captured_lead_is_listed_with_everything_and_half_an_hour(
    desk: httpx.AsyncClient, path: str, practice: PracticeOfTests
) -> None:
    lead = await captured(desk, path)
    found = await listed(desk, path)
    assert found["items"] == [lead]
    assert {key: lead[key] for key in ANA} == {**ANA, "email": "ana@ruiz.example", "phone": "(305) 555-0142"}
    assert lead["clinic_id"] == encode("cli", practice.scope.clinic_id)
    assert (lead["source"], lead["in_pipeline"]) == ("web_form", False)
    assert timedelta(minutes=30) == _instant(lead["expires_at"]) - _instant(lead["created_at"])
    assert found["today"] == 1


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


async def test_the_newest_stands_first(desk: httpx.AsyncClient, path: str, clock: MovableClock) -> None:
    for name in ("One", "Two", "Three"):
        await captured(desk, path, name=name)
        clock.move(timedelta(seconds=1))
    assert [item["name"] for item in (await listed(desk, path))["items"]] == ["Three", "Two", "One"]


async def test_only_the_full_name_is_needed(desk: httpx.AsyncClient, path: str) -> None:
    response = await desk.post(path, json={"name": "Ana Ruiz", "treatment_interest": "", "email": "", "phone": " "})
    assert response.status_code == 201
    lead = response.json()
    assert [lead[key] for key in ("email", "phone", "treatment_interest", "message")] == [None] * 4


@pytest.mark.parametrize("interest", OPTIONS)
async def test_each_treatment_of_the_form_can_be_chosen(desk: httpx.AsyncClient, path: str, interest: str) -> None:
    assert (await captured(desk, path, treatment_interest=interest))["treatment_interest"] == interest


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "   "}, "name"),
        ({"email": "not an address"}, "email"),
        ({"phone": "12"}, "phone"),
        ({"treatment_interest": "Tattoos"}, "treatment_interest"),
        ({"message": "x" * 2001}, "message"),
        ({"source": "somewhere"}, "source"),
        ({"clinic_id": "another"}, "clinic_id"),
        ({"name": None}, "name"),
    ],
)
async def test_what_cannot_be_right_is_refused_by_field(
    desk: httpx.AsyncClient, path: str, changes: dict[str, Any], field: str
) -> None:
    response = await desk.post(path, json={**ANA, **changes})
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [field]
    assert (await listed(desk, path))["items"] == []


@pytest.mark.parametrize(
    ("role", "reads", "writes"),
    [
        (Role.OWNER, 200, 201),
        (Role.MANAGER, 200, 201),
        (Role.FRONT_DESK, 200, 201),
        (Role.PROVIDER, 200, 403),
        (Role.READ_ONLY, 403, 403),
    ],
)
async def test_each_role_may_what_its_work_needs(
    as_role: Browser, path: str, role: Role, reads: int, writes: int
) -> None:
    async with as_role(role) as http:
        assert (await http.get(path)).status_code == reads
        assert (await http.post(path, json=ANA)).status_code == writes


async def test_a_stranger_finds_no_clinic_and_nobody_must_sign_in(
    app: FastAPI, database: Database, desk: httpx.AsyncClient, visitor: httpx.AsyncClient, path: str
) -> None:
    lead = await captured(desk, path)
    foreign = await make_clinic(database, new_id().hex)
    email = f"owner@{foreign.slug}.example"
    await make_user(database, email, {foreign.id: Role.OWNER})
    theirs = f"/api/clinics/{foreign.slug}/temporary-leads"
    async with browser(app, email) as stranger:
        for method, address in (
            ("GET", path),
            ("POST", path),
            ("POST", f"{path}/cleanup"),
            ("PUT", f"{path}/{lead['id']}"),
            ("DELETE", f"{path}/{lead['id']}"),
            ("POST", f"{path}/{lead['id']}/patient"),
            ("POST", f"{path}/{lead['id']}/pipeline"),
        ):
            assert (await stranger.request(method, address, json=ANA)).status_code == 404
            assert (await visitor.request(method, address, json=ANA)).status_code == 401
        for action in ("patient", "pipeline"):
            assert (await stranger.post(f"{theirs}/{lead['id']}/{action}")).status_code == 404
        assert (await stranger.delete(f"{theirs}/{lead['id']}")).status_code == 404
        assert (await listed(stranger, theirs))["items"] == []
    assert [item["id"] for item in (await listed(desk, path))["items"]] == [lead["id"]]


async def test_after_half_an_hour_it_has_expired_and_the_day_still_counts_it_when_it_is_gone(
    desk: httpx.AsyncClient, path: str, database: Database, clock: MovableClock
) -> None:
    await captured(desk, path)
    clock.move(timedelta(minutes=10))
    younger = await captured(desk, path, name="Bea Lind")
    clock.move(timedelta(minutes=15))
    await cleanup_expired_leads(database)
    clock.move(timedelta(minutes=5))
    assert len((await listed(desk, path))["items"]) == 2, "shown as expired until it is cleaned up"
    await cleanup_expired_leads(database)
    found = await listed(desk, path)
    assert [item["id"] for item in found["items"]] == [younger["id"]]
    assert found["today"] == 2


async def test_today_is_the_clinics_own_day(desk: httpx.AsyncClient, path: str, clock: MovableClock) -> None:
    clock.set(_instant("2026-07-02T03:50:00+00:00"))  # ten to midnight in New York
    await captured(desk, path)
    assert (await listed(desk, path))["today"] == 1
    clock.move(timedelta(minutes=10))
    found = await listed(desk, path)
    assert (found["today"], len(found["items"])) == (0, 1)


async def test_staff_may_ask_for_the_clean_up_but_not_each_second(
    desk: httpx.AsyncClient, path: str, clock: MovableClock
) -> None:
    await captured(desk, path)
    clock.move(timedelta(minutes=30))
    assert (await desk.post(f"{path}/cleanup")).json() == {"removed": 1}
    answers = [await desk.post(f"{path}/cleanup") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert int(answers[-1].headers["retry-after"]) > 0
    clock.move(timedelta(minutes=1))
    assert (await desk.post(f"{path}/cleanup")).json() == {"removed": 0}


async def test_what_was_mistyped_is_corrected_and_its_time_runs_on(
    desk: httpx.AsyncClient, path: str, clock: MovableClock
) -> None:
    lead = await captured(desk, path)
    clock.move(timedelta(minutes=5))
    changed = await desk.put(f"{path}/{lead['id']}", json={**ANA, "name": "Ana Ruiz-Lind", "message": None})
    assert changed.status_code == 200
    expected = {**lead, "name": "Ana Ruiz-Lind", "message": None}
    assert changed.json() == expected
    assert (await listed(desk, path))["items"] == [expected]


async def test_a_discarded_lead_is_gone_at_once(desk: httpx.AsyncClient, path: str) -> None:
    lead = await captured(desk, path)
    assert (await desk.delete(f"{path}/{lead['id']}")).status_code == 204
    assert (await listed(desk, path))["items"] == []
    assert (await desk.delete(f"{path}/{lead['id']}")).status_code == 404


async def test_each_change_is_news_for_the_clinics_browsers(
    desk: httpx.AsyncClient, path: str, database: Database, practice: PracticeOfTests, clock: MovableClock
) -> None:
    lead = await captured(desk, path)
    await desk.put(f"{path}/{lead['id']}", json=ANA)
    await desk.delete(f"{path}/{lead['id']}")
    other = await captured(desk, path)
    clock.move(timedelta(minutes=30))
    await cleanup_expired_leads(database)
    told = await news_of(database, practice)
    assert told == [lead["id"]] * 3 + [other["id"]] * 2


async def news_of(database: Database, practice: PracticeOfTests) -> list[str]:
    """The temporary leads that browsers were told of, in order."""
    async with database.clinic(practice.scope) as session:
        query = select(FeedRow.object_id).where(
            FeedRow.clinic_id == practice.scope.clinic_id, FeedRow.kind == "temporary_lead.changed"
        )
        return [encode("tld", id_) for id_ in await session.sql.scalars(query.order_by(FeedRow.seq))]


async def test_whoever_reads_or_changes_leads_is_kept_in_the_audit_log(
    desk: httpx.AsyncClient, path: str, database: Database, practice: PracticeOfTests
) -> None:
    first, second = [await captured(desk, path, name=name) for name in ("Ana Ruiz", "Bea Lind")]
    await listed(desk, path)
    await desk.put(f"{path}/{first['id']}", json=ANA)
    await desk.post(f"{path}/{first['id']}/pipeline")
    await desk.delete(f"{path}/{second['id']}")
    async with database.clinic(practice.scope) as session:
        query = select(AuditEntryRow.action).where(
            AuditEntryRow.tenant_id == practice.scope.clinic_id, AuditEntryRow.kind == "temporary_lead"
        )
        actions = list(await session.sql.scalars(query.order_by(AuditEntryRow.at, AuditEntryRow.id)))
    assert actions == ["lead.write", "lead.write", "lead.read", "lead.write", "lead.keep", "lead.delete"]
