"""Names of treatments that are none of the practice's services: what they surely mean, and what staff say."""

import httpx
import pytest
from fastapi import FastAPI

from mia.clinic.patients import service as patients
from mia.clinic.recalls.service import Group
from mia.clinic.records.transfers import service
from mia.clinic.records.transfers.fields import DateOrder
from mia.clinic.records.transfers.treatment_names import by_name, similar
from mia.clinic.schedule import service as schedule
from mia.platform.db.session import Database
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import ClinicScope, Role
from tests.clinic.records.transfers.files import HEADER, MAPPING, begin, go, look, work
from tests.clinic.records.transfers.test_imports import names
from tests.fakes.access import browser, make_user
from tests.fakes.practice import PracticeOfTests, make_practice

FILE = (
    HEADER + "Ana Ruiz,(305) 555-0142,6/1/2025,Botox 20 units,\n"
    "Bo Lind,(305) 555-0143,6/1/2025,Moon dust,\n"
    "Cy Vale,(305) 555-0144,6/1/2025,MOON  dust,\n"
    "Di Moss,(305) 555-0145,6/1/2025,Old scar cream,\n"
    "Ed Hart,(305) 555-0146,6/1/2025,Botox,\n"
)


async def botox_of(database: Database, scope: ClinicScope) -> str:
    async with database.clinic(scope) as session:
        found = by_name(await schedule.list_services(session))["botox"]
    return encode("svc", found.id)


async def done_for(database: Database, scope: ClinicScope, phone: str) -> list[str]:
    async with database.clinic(scope) as session:
        (person,) = await patients.find_by_phone(session, phone)
        return [each.name for each in await patients.list_treatments(session, person.id)]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Botox 20 units", "Botox"),
        ("BOTOX (1 area)", "Botox"),
        ("Botoxx", "Botox"),
        ("Hydra-Facial", "HydraFacial"),
        ("Hydrafacial session", "HydraFacial"),
        ("Botox consult", None),
        ("Moon dust", None),
        ("20", None),
        ("", None),
    ],
)
async def test_only_what_a_name_surely_means_is_guessed(
    database: Database, practice: PracticeOfTests, written: str, meant: str | None
) -> None:
    async with database.clinic(practice.scope) as session:
        found = similar(written, by_name(await schedule.list_services(session)))
    assert (found.name if found else None) == meant


async def test_the_preview_lists_unknown_names_with_what_they_are_taken_for(
    database: Database, owner: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    looked = await look(database, practice.scope, FILE)
    botox = await botox_of(database, practice.scope)
    listed = (await owner.get(f"patient-imports/{encode('imp', looked.id)}/treatments")).json()
    assert sorted((item["name"], item["rows"], item["meaning"], item["why"]) for item in listed["items"]) == [
        ("Botox 20 units", 1, botox, "similar"),
        ("Moon dust", 2, "skip", None),
        ("Old scar cream", 1, "skip", None),
    ]
    assert listed["items"][0]["name"] == "Moon dust"
    assert botox in {one["id"] for one in listed["services"]}
    assert (looked.counts["visits"], looked.counts["warned"]) == (2, 3)


async def test_what_staff_choose_is_imported_and_remembered(
    database: Database, owner: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    scope = practice.scope
    looked = await look(database, scope, FILE)
    path = f"patient-imports/{encode('imp', looked.id)}"
    body = {
        "mapping": {str(index): what for index, what in MAPPING.items()},
        "treatments": {"Moon dust": await botox_of(database, scope), "Old scar cream": "keep"},
    }
    assert (await owner.post(f"{path}/check", json=body)).status_code == 202
    told = await work(database, scope, looked.id)
    assert (told.counts["visits"], told.counts["warned"]) == (5, 0)
    assert dict((await go(database, scope, looked.id)).counts) == dict(told.counts)
    assert await done_for(database, scope, "(305) 555-0144") == ["Botox"]
    assert await done_for(database, scope, "(305) 555-0145") == ["Old scar cream"]
    assert await names(database, scope, Group.OVERDUE) == ["Ana Ruiz", "Bo Lind", "Cy Vale", "Ed Hart"]

    again = await look(database, scope, FILE)
    assert (again.counts["visits"], again.counts["warned"]) == (0, 0), "nothing twice"
    listed = (await owner.get(f"patient-imports/{encode('imp', again.id)}/treatments")).json()["items"]
    assert {(item["name"], item["why"]) for item in listed} == {
        ("Moon dust", "remembered"),
        ("Old scar cream", "remembered"),
        ("Botox 20 units", "similar"),
    }


async def test_what_was_chosen_stands_when_the_columns_change(
    database: Database, practice: PracticeOfTests
) -> None:
    looked = await look(database, practice.scope, FILE)
    async with database.clinic(practice.scope) as session:
        await service.check(session, looked.id, MAPPING, DateOrder.MONTH_FIRST, {"Moon dust": "keep"})
    await work(database, practice.scope, looked.id)
    async with database.clinic(practice.scope) as session:
        await service.check(session, looked.id, MAPPING, DateOrder.DAY_FIRST)
    again = await work(database, practice.scope, looked.id)
    assert again.counts["visits"] == 4
    async with database.clinic(practice.scope) as session:
        assert [each.rows for each in await service.list_names(session, looked.id)] == [2, 1, 1]


async def test_a_service_of_another_practice_is_not_found(
    database: Database, owner: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    looked = await look(database, practice.scope, FILE)
    other = await make_practice(database, new_id().hex)
    path = f"patient-imports/{encode('imp', looked.id)}/check"
    for wrong in (await botox_of(database, other.scope), "lead_1", "anything"):
        body = {"mapping": {"0": "name"}, "treatments": {"Moon dust": wrong}}
        assert (await owner.post(path, json=body)).status_code == 404


@pytest.mark.parametrize("role", [None, Role.FRONT_DESK, Role.PROVIDER, Role.READ_ONLY])
async def test_who_may_not_import_sees_no_names(
    app: FastAPI, database: Database, practice: PracticeOfTests, role: Role | None
) -> None:
    import_id = await begin(database, practice.scope, FILE.encode())
    path = f"patient-imports/{encode('imp', import_id)}/treatments"
    email = f"{role.value}@{practice.slug}.example" if role else None
    if role and email:
        await make_user(database, email, {practice.scope.clinic_id: role})
    async with browser(app, email, at=practice.slug) as client:
        assert (await client.get(path)).status_code == (403 if role else 401)


async def test_a_strangers_names_are_not_found(app: FastAPI, database: Database, practice: PracticeOfTests) -> None:
    import_id = await begin(database, practice.scope, FILE.encode())
    other = await make_practice(database, new_id().hex)
    email = f"owner@{other.slug}.example"
    await make_user(database, email, {other.scope.clinic_id: Role.OWNER})
    async with browser(app, email) as stranger:
        for slug in (practice.slug, other.slug):
            path = f"/api/clinics/{slug}/patient-imports/{encode('imp', import_id)}/treatments"
            assert (await stranger.get(path)).status_code == 404
