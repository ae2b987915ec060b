"""Fifty practices to measure with: one of 100,000 patients, one of 1,000 of the same shape, and 48 beside them.

``prepared(folder)`` builds them in a database of its own the first time (a few minutes) and only starts it later.
Rows come from ``bench.size_rows``; names and numbers are sealed with each clinic's key as the product does.
"""

import asyncio
import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import time
from pathlib import Path
from uuid import UUID

import psycopg

from bench import size_rows as rows
from bench.size_names import Names
from mia.clinic.patients.search import pieces_of
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import PracticeSettings
from mia.clinic.recalls import service as recalls
from mia.clinic.schedule import service as schedule
from mia.identity import service as identity
from mia.platform.db.embedded import EmbeddedPostgres
from mia.platform.db.encryption import Keyring
from mia.platform.db.migrate import app_url, migrate
from mia.platform.db.session import Database
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role, SystemScope
from mia.platform.kernel.settings import load_settings
from mia.sandbox.demo.downtown_services import downtown_services
from mia.sandbox.demo.sample import WEEKDAYS, Person, PracticeSample, Rota, assemble, location

LARGE, SMALL = "large-practice", "small-practice"
ENVIRONMENT = {"MIA_MASTER_KEY": "the-master-key-of-the-bench-and-of-nothing-else"}
"""What a process of the product needs to open what is sealed here."""
PASSWORD = "correct-horse-battery"

_LARGE, _SMALL, _OTHER, _CLINICS = 100_000, 1_000, 200, 50
_PER_PROVIDER = 3_300
"""Patients to each person who treats; ten visits a day each."""
_SAYINGS = 1_000


@dataclass(frozen=True)
class Prepared:
    """A running database of this size. ``owner_url`` passes row-level security, ``app_url`` is the product's."""

    owner_url: str
    app_url: str
    process_id: int

    def database(self, *, pool_size: int = 4) -> Database:
        """The product's way to it."""
        key = load_settings(env_file=None, environ=ENVIRONMENT).key("master")
        return Database.connect(self.app_url, key, SystemClock(), pool_size=pool_size)


@contextmanager
def prepared(folder: Path) -> Iterator[Prepared]:
    """The database in ``folder``, built when it is new or of another schema; stopped at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    mark, schema = folder / "schema", _schema()
    if not mark.exists() or mark.read_text() != schema:
        mark.unlink(missing_ok=True)
        shutil.rmtree(folder / "postgres", ignore_errors=True)  # of another schema, or never finished
    postgres = EmbeddedPostgres(folder)
    postgres.start()
    try:
        migrate(postgres.url(), "bench")
        ready = Prepared(postgres.url(), app_url(postgres.url(), "bench"), postgres.process_id)
        if not mark.exists():
            asyncio.run(_build(ready))
            mark.write_text(schema)
        yield ready
    finally:
        postgres.stop()


def login(slug: str) -> str:
    """The address of a clinic's owner; ``PASSWORD`` is the password."""
    return f"owner@{slug}.example"


def group_login(slug: str) -> str:
    """The address of someone who owns a clinic and three of the 48."""
    return f"group@{slug}.example"


def _schema() -> str:
    """What the migrations, and what is entered, come to."""
    folder = Path(__file__).parents[1]
    entered = [folder / "bench" / name for name in ("size_data.py", "size_names.py", "size_rows.py")]
    files = [*sorted((folder / "migrations" / "versions").glob("*.py")), *entered]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


async def _build(ready: Prepared) -> None:
    database = ready.database()
    try:
        others = [f"practice-{number:02}" for number in range(_CLINICS - 2)]
        for number, (slug, people) in enumerate(
            [(SMALL, _SMALL), *((slug, _OTHER) for slug in others), (LARGE, _LARGE)]
        ):
            await _clinic(database, ready.owner_url, slug, people, seed=number)
            print(f"  {slug}: {people} patients", flush=True)
        await _groups(database, others[:3])
    finally:
        await database.close()
    with psycopg.connect(ready.owner_url, autocommit=True) as owner:
        owner.execute("VACUUM (ANALYZE)")


async def _clinic(database: Database, owner_url: str, slug: str, people: int, *, seed: int) -> None:
    async with database.system(SystemScope.SEED) as system:
        clinic = await identity.create_clinic(
            system, slug, slug.replace("-", " ").title(), timezone="America/New_York"
        )
        owner = await identity.create_user(system, login(slug), "Robin Vale", PASSWORD)
        await identity.add_member(system, clinic.id, owner, Role.OWNER)
    scope = identity.service_scope(clinic.id, "bench")
    sample = _practice(slug, -(-people // _PER_PROVIDER))
    async with database.clinic(scope) as session:
        await practices.set_up(
            session, sample.settings, locations=sample.locations, hours=sample.hours, closures=[], facts=[]
        )
        await schedule.set_up(
            session,
            services=sample.services,
            providers=sample.providers,
            shifts=sample.shifts,
            rooms=sample.rooms,
        )
        key = session.key
    with psycopg.connect(owner_url) as connection:
        connection.execute("SET session_replication_role = replica")  # no foreign key is looked up, no trigger runs
        connection.execute("SELECT setseed(0.5)")
        _enter_people(connection, key, people, seed)
        values = {"clinic": clinic.id, "people": people, "providers": len(sample.providers)}
        values["slots"] = min(10, max(1, people * 3 // 1000))
        for statement in rows.PAST:
            connection.execute(statement, values)
        connection.execute("SET LOCAL session_replication_role = DEFAULT")
        connection.execute(rows.APPOINTMENTS, values)
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("ANALYZE")
    async with database.clinic(scope) as session:
        await recalls.refresh(session)


def _practice(slug: str, providers: int) -> PracticeSample:
    office = location("Main Office", "1 Harbor Walk, Miami, Florida 33101", "By the harbor.", "Free parking.")
    services = downtown_services()
    return assemble(
        slug,
        slug,
        PracticeSettings(
            phone="+13055550170", hand_off_number="+13055550171", greeting="Hello.", front_desk_cents_per_hour=2200
        ),
        places=(office,),
        week={day: (time(8), time(19)) for day in WEEKDAYS},
        services=services,
        staff=[
            Person(f"Provider {number}", "Nurse", [item.name for item in services], (Rota(office.name, WEEKDAYS),))
            for number in range(providers)
        ],
        rooms_each=providers,
    )


def _enter_people(connection: psycopg.Connection[tuple[object, ...]], key: Keyring, count: int, seed: int) -> None:
    """Patients with their search index, and the temporary tables that the other statements draw from."""
    connection.execute(
        "CREATE TEMP TABLE people (n int PRIMARY KEY, id uuid, name_sealed bytea, phone_sealed bytea, "
        "phone_blind bytea, email_sealed bytea, email_blind bytea, tags text[], name_grams bigint[]) ON COMMIT DROP"
    )
    connection.execute("CREATE TEMP TABLE said (n int PRIMARY KEY, sealed bytea) ON COMMIT DROP")
    grams: list[tuple[int, UUID]] = []
    known: dict[str, int] = {}
    with connection.cursor().copy("COPY people FROM STDIN") as copy:
        for n, name in enumerate(Names(seed).people(count)):
            patient_id, phone = new_id(), f"+1{200 + n // 100 % 800}55501{n % 100:02}"
            email = f"{name.replace(' ', '.').lower()}{n}@mail.example"
            tags = ["VIP"] if n % 20 == 0 else ["Regular"]
            pieces, of_name = pieces_of(name, phone), pieces_of(name, None)
            for piece in pieces - known.keys():
                (known[piece],) = key.grams([piece])
            grams += [(known[piece], patient_id) for piece in pieces]
            sealed = (key.seal(name), key.seal(phone), key.blind(phone), key.seal(email), key.blind(email))
            copy.write_row((n, patient_id, *sealed, tags, [known[piece] for piece in of_name]))
    with connection.cursor().copy("COPY said FROM STDIN") as copy:
        for n in range(_SAYINGS):
            copy.write_row((n, key.seal(f"Asked about visit {n}; everything was settled in a few words.")))
    connection.execute(
        "INSERT INTO patients (clinic_id, id, created_at, name_sealed, phone_sealed, phone_blind, email_sealed, "
        "email_blind, tags, source) SELECT %s, id, now() - random() * interval '1800 days', name_sealed, "
        "phone_sealed, phone_blind, email_sealed, email_blind, tags, 'import' FROM people",
        [key.current.tenant_id],
    )
    grams.sort(key=lambda pair: pair[0])
    with connection.cursor().copy("COPY patient_grams (clinic_id, gram, patient_id) FROM STDIN") as copy:
        for gram, owner in grams:
            copy.write_row((key.current.tenant_id, gram, owner))


async def _groups(database: Database, others: list[str]) -> None:
    """Two people with four clinics each: three of the others, and the large or the small one."""
    async with database.system(SystemScope.SEED) as system:
        for slug in (LARGE, SMALL):
            user_id = await identity.create_user(system, group_login(slug), "Harper Lin", PASSWORD)
            for each in (slug, *others):
                clinic = await identity.find_clinic(system, each)
                assert clinic is not None
                await identity.add_member(system, clinic.id, user_id, Role.OWNER)
