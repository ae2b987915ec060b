"""Rows that were not taken come back as a file of the same columns, to who may take patients out."""

import csv
import io
from datetime import timedelta

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from mia.clinic.records.transfers.fields import Field
from mia.clinic.records.transfers.jobs import forget_old_imports
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from tests.clinic.records.transfers.files import begin, go, look, work
from tests.fakes.access import PASSWORD, browser, make_user
from tests.fakes.practice import PracticeOfTests, make_practice

FILE = (
    "Who,Shoe size,Cell\n"
    "Ana Ruiz,38,(305) 555-0142\n"
    '=HYPERLINK("x"),39,+1 305 555 0143\n'
    "Bo Lind,40,12\n"
    "Cy Vale,41,(305) 555-0144,too much\n"
)
MAPPING = {0: Field.NAME, 2: Field.PHONE}


def rows_of(answer: httpx.Response) -> list[list[str]]:
    assert answer.status_code == 200, answer.text
    return list(csv.reader(io.StringIO(answer.text)))


async def test_rows_come_back_in_their_own_columns_with_the_reason_last(
    database: Database, owner: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    looked = await look(database, practice.scope, FILE, MAPPING)
    path = f"patient-imports/{encode('imp', looked.id)}/bad-rows/export"
    left_out = [
        ["Who", "Shoe size", "Cell", "Mia: what to mend"],
        ['\'=HYPERLINK("x")', "39", "'+1 305 555 0143", "Full name looks like a formula"],
        ["Cy Vale", "41", "(305) 555-0144", "More cells than columns", "too much"],
    ]
    partial = ["Bo Lind", "40", "12", "Phone could not be read"]
    assert rows_of(await owner.post(path, json={})) == left_out
    assert rows_of(await owner.post(path, json={"rows": "partial"}))[1:] == [partial]
    await go(database, practice.scope, looked.id)
    assert rows_of(await owner.post(path, json={})) == left_out, "the same once it is imported"


async def test_a_mended_file_comes_in(
    database: Database, owner: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    looked = await look(database, practice.scope, FILE, MAPPING)
    path = f"patient-imports/{encode('imp', looked.id)}/bad-rows/export"
    given = (await owner.post(path, json={})).text
    mended = given.replace('"\'=HYPERLINK(""x"")"', "Di Moss").replace(",too much", "")
    again = await look(database, practice.scope, mended, MAPPING)
    assert (again.counts["new"], again.counts["refused"], again.counts["warned"]) == (2, 0, 0)
    still = await look(database, practice.scope, given, MAPPING)
    path = f"patient-imports/{encode('imp', still.id)}/bad-rows/export"
    assert [len(row) for row in rows_of(await owner.post(path, json={}))] == [4, 4, 5], "no second reason"


async def test_before_it_was_looked_at_there_is_no_such_file(
    database: Database, owner: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    import_id = await begin(database, practice.scope, FILE.encode())
    await work(database, practice.scope, import_id)
    early = await owner.post(f"patient-imports/{encode('imp', import_id)}/bad-rows/export", json={})
    assert early.status_code == 409


async def test_a_page_left_open_gives_no_rows(
    database: Database, owner: httpx.AsyncClient, practice: PracticeOfTests, clock: MovableClock
) -> None:
    looked = await look(database, practice.scope, FILE, MAPPING)
    path = f"patient-imports/{encode('imp', looked.id)}/bad-rows/export"
    clock.move(timedelta(minutes=11))
    due = await owner.post(path, json={})
    assert (due.status_code, due.json()["type"]) == (403, "/problems/password-due")
    assert len(rows_of(await owner.post(path, json={"password": PASSWORD}))) == 3


@pytest.mark.parametrize("role", [None, Role.FRONT_DESK, Role.PROVIDER, Role.READ_ONLY])
async def test_who_may_not_export_gets_no_rows(
    app: FastAPI, database: Database, practice: PracticeOfTests, role: Role | None
) -> None:
    looked = await look(database, practice.scope, FILE, MAPPING)
    path = f"patient-imports/{encode('imp', looked.id)}/bad-rows/export"
    if role is None:
        async with browser(app, at=practice.slug) as client:
            assert (await client.post(path, json={})).status_code == 401
        return
    email = f"{role.value}@{practice.slug}.example"
    await make_user(database, email, {practice.scope.clinic_id: role})
    async with browser(app, email, at=practice.slug) as client:
        assert (await client.post(path, json={})).status_code == 403


async def test_a_strangers_rows_are_not_found(
    app: FastAPI, database: Database, owner: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    looked = await look(database, practice.scope, FILE, MAPPING)
    other = await make_practice(database, new_id().hex)
    email = f"owner@{other.slug}.example"
    await make_user(database, email, {other.scope.clinic_id: Role.OWNER})
    async with browser(app, email) as stranger:
        for slug in (practice.slug, other.slug):
            path = f"/api/clinics/{slug}/patient-imports/{encode('imp', looked.id)}/bad-rows/export"
            assert (await stranger.post(path, json={})).status_code == 404


async def test_the_rows_are_gone_with_the_import(
    app: FastAPI, database: Database, practice: PracticeOfTests, clock: MovableClock
) -> None:
    await look(database, practice.scope, FILE, MAPPING)
    clock.move(timedelta(hours=25))
    await forget_old_imports(database)
    async with database.clinic(practice.scope) as session:
        assert await session.sql.scalar(text("SELECT count(*) FROM patient_import_bad_rows")) == 0
