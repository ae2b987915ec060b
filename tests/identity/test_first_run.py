"""The first practice of a fresh product: by the printed code, once, and never beside another practice."""

import asyncio

import httpx
import psycopg
import pytest
from sqlalchemy import text

from mia.clinic.practice import service as practices
from mia.identity import service as identity
from mia.identity.people.opening import slug_of
from mia.identity.throttle import LINK_USE
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from tests.fakes.access import make_clinic, scope_of
from tests.fakes.post_office import PostOffice
from tests.identity.conftest import sign_in

WRONG_CODE = "That code is not right."
NEW = "seventeen-quiet-otters"


@pytest.fixture(autouse=True)
def fresh_product(database_url: str) -> None:
    with psycopg.connect(database_url) as owner:
        owner.execute("TRUNCATE clinics, users CASCADE")
        owner.execute("TRUNCATE first_run, outbox, attempts")


def first_owner(code: str, **changes: str) -> dict[str, str]:
    return {
        "code": code,
        "practice": "Dr. Ruiz & Söhne",
        "timezone": "America/Chicago",
        "name": "Ana Ruiz",
        "email": f"ana-{new_id().hex}@ruiz.example",
        "password": NEW,
        **changes,
    }


async def issue(database: Database) -> str:
    code = await identity.issue_code(database)
    assert code is not None
    return code


async def is_needed(client: httpx.AsyncClient) -> bool:
    needed: bool = (await client.get("/api/first-run")).json()["needed"]
    return needed


async def count(database: Database) -> tuple[int, int]:
    async with database.system(SystemScope.LOGIN) as session:
        query = text("SELECT (SELECT count(*) FROM clinics), (SELECT count(*) FROM users)")
        clinics_, users = (await session.sql.execute(query)).one()
        return clinics_, users


async def test_the_code_makes_the_practice_and_its_owner(
    client: httpx.AsyncClient, database: Database, office: PostOffice
) -> None:
    code = await issue(database)
    assert await is_needed(client)
    body = first_owner(f" {code.lower()} ")
    answer = await client.post("/api/first-run", json=body)
    assert answer.status_code == 200
    assert answer.json()["home"] == "/dashboard/dr-ruiz-sohne"
    assert answer.json()["clinics"][0]["role_label"] == "Clinic Administrator"
    assert not await is_needed(client)
    clinic = (await client.get("/api/clinics/dr-ruiz-sohne")).json()
    assert (clinic["name"], clinic["timezone"], clinic["sample"]) == ("Dr. Ruiz & Söhne", "America/Chicago", False)
    assert (await sign_in(client, body["email"], NEW)).status_code == 200


async def test_the_new_practice_is_prepared_by_the_job_worker(
    client: httpx.AsyncClient, database: Database, office: PostOffice
) -> None:
    await client.post("/api/first-run", json=first_owner(await issue(database)))
    for _ in range(2):  # at least once is what handlers must bear
        events = await office.take()
        for event in events * 2:
            await office.registry.handlers[event.name][0](database, event)
    async with database.system(SystemScope.LOGIN) as system:
        (clinic,) = await identity.list_clinics(system)
    async with database.clinic(scope_of(clinic)) as session:
        practice = await practices.get_practice(session)
    assert practice.settings.greeting == "Dr. Ruiz & Söhne, this is Mia, the AI receptionist. How can I help?"


@pytest.mark.race
async def test_a_code_is_used_once(client: httpx.AsyncClient, database: Database) -> None:
    code = await issue(database)
    answers = await asyncio.gather(*(client.post("/api/first-run", json=first_owner(code)) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]
    assert await count(database) == (1, 1)
    again = await client.post("/api/first-run", json=first_owner(code))
    assert (again.status_code, again.json()["detail"]) == (400, WRONG_CODE)


async def test_a_newer_start_voids_the_former_code(client: httpx.AsyncClient, database: Database) -> None:
    former, newer = await issue(database), await issue(database)
    assert (await client.post("/api/first-run", json=first_owner(former))).status_code == 400
    assert (await client.post("/api/first-run", json=first_owner(newer))).status_code == 200


async def test_without_a_code_nothing_is_set_up(client: httpx.AsyncClient, database: Database) -> None:
    assert not await is_needed(client)
    for code in ("AAAA-AAAA-AAAA-AAAA-AAAA", "x", "🔑"):
        answer = await client.post("/api/first-run", json=first_owner(code))
        assert (answer.status_code, answer.json()["detail"]) == (400, WRONG_CODE)
    assert await count(database) == (0, 0)


async def test_no_code_is_made_or_taken_beside_a_practice(client: httpx.AsyncClient, database: Database) -> None:
    code = await issue(database)
    await make_clinic(database, "harbor")
    assert not await is_needed(client)
    assert (await client.post("/api/first-run", json=first_owner(code))).status_code == 400
    assert await identity.issue_code(database) is None
    assert await count(database) == (1, 0)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("timezone", "Mars/Olympus"),
        ("timezone", "../../etc/passwd"),
        ("practice", "   "),
        ("practice", "x" * 121),
        ("name", ""),
        ("email", "nobody"),
        ("password", "seven77"),
        ("password", "password1234"),
        ("password", "ruiz-söhne-ana"),
        ("role", "owner"),
    ],
)
async def test_what_is_refused_leaves_the_code(
    client: httpx.AsyncClient, database: Database, field: str, value: str
) -> None:
    code = await issue(database)
    refused = await client.post("/api/first-run", json=first_owner(code, **{field: value}))
    assert refused.status_code == 422
    assert field in refused.json()["errors"]
    assert await count(database) == (0, 0)
    assert (await client.post("/api/first-run", json=first_owner(code))).status_code == 200


async def test_codes_cannot_be_tried_for_long(client: httpx.AsyncClient, database: Database) -> None:
    await issue(database)
    answers = [
        (await client.post("/api/first-run", json=first_owner("x"))).status_code
        for _ in range(LINK_USE.per_address + 1)
    ]
    assert answers == [400] * LINK_USE.per_address + [429]


async def test_only_the_codes_digest_is_stored(database: Database) -> None:
    code = await issue(database)
    async with database.system(SystemScope.LOGIN) as session:
        stored = str((await session.sql.execute(text("SELECT * FROM first_run"))).all())
    assert code.replace("-", "") not in stored
    assert len(code.replace("-", "")) == 20


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Harbor Aesthetics", "harbor-aesthetics"),
        ("  Señora's Spa No. 2 ", "senora-s-spa-no-2"),
        ("Client", "client-practice"),
        ("美容", "practice"),
        ("x" * 100, "x" * 60),
    ],
)
def test_a_practices_name_becomes_its_address(name: str, slug: str) -> None:
    assert slug_of(name) == slug
