"""Imports and exports over HTTP: who may, what a stranger sees, and a file that no spreadsheet runs."""

import csv
import io
from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient
from mia.clinic.recalls import service as recalls
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import PASSWORD, browser, make_user, settings_of_tests
from tests.fakes.practice import PracticeOfTests, make_practice
from tests.fakes.whole_app import whole_app


@pytest_asyncio.fixture
async def app(database: Database) -> FastAPI:
    app = whole_app(settings_of_tests())
    app.state.database = database
    return app


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


@pytest_asyncio.fixture
async def owner(app: FastAPI, database: Database, practice: PracticeOfTests) -> AsyncIterator[httpx.AsyncClient]:
    email = f"owner@{practice.slug}.example"
    await make_user(database, email, {practice.scope.clinic_id: Role.OWNER})
    async with browser(app, email) as client:
        yield client


def base(practice: PracticeOfTests) -> str:
    return f"/api/clinics/{practice.slug}"


async def test_a_file_is_announced_sent_and_read(owner: httpx.AsyncClient, practice: PracticeOfTests) -> None:
    content = b"Name\nAna Ruiz\n"
    made = await owner.post(f"{base(practice)}/patient-imports", json={"file_name": "a.csv", "size": len(content)})
    assert (made.status_code, made.json()["parts"]) == (201, 1)
    one = f"{base(practice)}/patient-imports/{made.json()['id']}"
    early = await owner.post(f"{one}/read")
    assert (early.status_code, early.json()["detail"]) == (409, "Parts of the file are missing")
    sent = await owner.put(f"{one}/parts/0", content=content, headers={"Content-Type": "application/octet-stream"})
    assert sent.status_code == 204
    assert (await owner.post(f"{one}/read")).json()["state"] == "reading"
    assert [item["id"] for item in (await owner.get(f"{base(practice)}/patient-imports")).json()["items"]] == [
        made.json()["id"]
    ]
    assert (await owner.delete(one)).status_code == 409
    wrong = await owner.post(f"{one}/check", json={"mapping": {"0": "shoe_size"}})
    assert wrong.status_code == 422


@pytest.mark.parametrize("role", [Role.FRONT_DESK, Role.PROVIDER, Role.READ_ONLY])
async def test_only_who_leads_the_practice_takes_lists_in_and_out(
    app: FastAPI, database: Database, practice: PracticeOfTests, role: Role
) -> None:
    email = f"{role.value}@{practice.slug}.example"
    await make_user(database, email, {practice.scope.clinic_id: role})
    async with browser(app, email) as client:
        begun = await client.post(f"{base(practice)}/patient-imports", json={"file_name": "a.csv", "size": 5})
        assert begun.status_code == 403
        assert (await client.post(f"{base(practice)}/patients/export", json={})).status_code == 403


async def test_a_foreign_import_is_not_found(
    app: FastAPI, database: Database, owner: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    made = await owner.post(f"{base(practice)}/patient-imports", json={"file_name": "a.csv", "size": 5})
    other = await make_practice(database, new_id().hex)
    email = f"owner@{other.slug}.example"
    await make_user(database, email, {other.scope.clinic_id: Role.OWNER})
    async with browser(app, email) as stranger:
        for slug in (practice.slug, other.slug):
            answer = await stranger.get(f"/api/clinics/{slug}/patient-imports/{made.json()['id']}")
            assert answer.status_code == 404


async def test_the_export_runs_nothing_and_an_import_knows_its_columns(
    database: Database, owner: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    async with database.clinic(practice.scope) as session:
        ids = await patients.import_patients(
            session,
            [
                NewPatient("=cmd|' /C calc'!A0", "(305) 555-0142", note="+1+1", tags=("VIP", "Regular")),
                NewPatient("Zoë, the second", email="zoe@people.example"),
            ],
        )
        await recalls.refresh(session, ids)
    answer = await owner.post(f"{base(practice)}/patients/export", json={"ids": [encode("pat", ids[0])]})
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    (row,) = csv.DictReader(io.StringIO(answer.text))
    assert row["Name"].startswith("'=") and row["Note"] == "'+1+1"
    assert (row["Phone"], row["Tags"]) == ("(305) 555-0142", "VIP; Regular")
    everybody = await owner.post(f"{base(practice)}/patients/export", json={"group": "all"})
    rows = list(csv.DictReader(io.StringIO(everybody.text)))
    assert {row["Name"] for row in rows} == {"'=cmd|' /C calc'!A0", "Zoë, the second"}
    foreign = await owner.post(f"{base(practice)}/patients/export", json={"ids": ["lead_1"]})
    assert foreign.status_code == 404


async def test_a_page_left_open_exports_nobody(
    database: Database, owner: httpx.AsyncClient, practice: PracticeOfTests, clock: MovableClock
) -> None:
    async with database.clinic(practice.scope) as session:
        await recalls.refresh(session, await patients.import_patients(session, [NewPatient("Ana Ruiz")]))
    path = f"{base(practice)}/patients/export"
    clock.move(timedelta(minutes=11))
    everyone: tuple[dict[str, object], ...] = ({}, {"ids": []}, {"group": "overdue"})
    for whom in everyone:
        due = await owner.post(path, json=whom)
        assert (due.status_code, due.json()["type"]) == (403, "/problems/password-due")
        assert "Ana" not in due.text
    wrong = await owner.post(path, json={"password": "not-the-password"})
    assert (wrong.status_code, list(wrong.json()["errors"])) == (422, ["password"])
    assert "Ana Ruiz" in (await owner.post(path, json={"password": PASSWORD})).text
    assert (await owner.post(path, json={})).status_code == 403, "each export is confirmed"
