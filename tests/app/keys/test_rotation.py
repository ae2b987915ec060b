"""Keys are replaced while others read and write: no request fails, and nothing is left under the old key."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from uuid import UUID

import httpx
import psycopg
import pytest
from moto.server import ThreadedMotoServer
from psycopg import sql

from mia.app.cli import main
from mia.app.connection import open_database
from mia.app.keys.clinic import ClinicKeys
from mia.app.keys.owner import stored_keys
from mia.app.parts import object_store
from mia.clinic.patients import service as patients
from mia.platform.audit import service as audit
from mia.platform.backups.tables import list_tables
from mia.platform.db.migrate import app_url
from mia.platform.db.session import Database
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import OrgScope
from mia.platform.kernel.settings import Settings
from mia.voice.resources.file.service import FILES, read_content
from mia.voice.resources.org.service import open_org
from tests.fakes.installation import EMAIL, NAME, PHONE, Installation, start_installation
from tests.fakes.waiting import eventually


@pytest.fixture(scope="module")
def here() -> Iterator[Installation]:
    """A running server whose keys the tests replace."""
    with tempfile.TemporaryDirectory(prefix="mia-keys-") as folder, pytest.MonkeyPatch.context() as patch:
        installation = start_installation(Path(folder))
        patch.setenv("MIA_DATA_DIR", str(installation.settings.data_dir))
        patch.setenv("MIA_BACKUP_DIR", str(installation.settings.backup_dir))
        yield installation
        installation.postgres.stop()


def process(here: Installation) -> Database:
    """The database as one more process of the product opens it."""
    return open_database(here.settings, app_url(here.owner_url), SystemClock(), pool_size=2)


class Load:
    """Readers and writers, each with connections of its own; they note what goes wrong."""

    def __init__(self, here: Installation) -> None:
        self._here, self.requests, self.failures = here, Counter[str](), list[str]()
        self._stopping = asyncio.Event()

    async def during(self, *words: str) -> None:
        """Run a command with everyone at work, from before it begins until after it has ended."""
        self._stopping.clear()
        async with asyncio.TaskGroup() as group:
            for work in (self._read, self._write, self._open_anew):
                group.create_task(self._repeat(work))
            await self._two_more_of_each()
            status = await asyncio.to_thread(main, list(words))
            await self._two_more_of_each()
            self._stopping.set()
        assert status == 0

    async def _two_more_of_each(self) -> None:
        """How many fit into a command's time says more of the machine than of the command."""
        before = self.requests.copy()

        async def done() -> bool:
            return len(self.requests) == 3 and all(self.requests[each] > before[each] + 1 for each in self.requests)

        await eventually(done)

    async def _repeat(self, work: Callable[[Database], Awaitable[None]]) -> None:
        database = process(self._here)
        while not self._stopping.is_set():
            try:
                await work(database)
            except Exception as error:  # whatever it is, a patient would have seen it
                self.failures.append(f"{type(error).__name__}: {error}")
            self.requests[work.__name__] += 1
        await database.close()

    async def _read(self, database: Database) -> None:
        async with database.clinic(self._here.practice.scope) as session:
            (found,) = await patients.find_by_phone(session, PHONE)
            assert found.name == NAME

    async def _write(self, database: Database) -> None:
        async with database.clinic(self._here.practice.scope) as session:
            (patient,) = await patients.find_by_email(session, EMAIL)
            await patients.import_patients(session, [patients.NewPatient(f"Visitor {new_id().hex[-6:]}")])
            assert patient.name == NAME

    async def _open_anew(self, _: Database) -> None:
        another = process(self._here)
        await self._read(another)
        await another.close()


def in_use(here: Installation) -> dict[UUID, UUID]:
    """The current key of each tenant."""
    return {tenant: keys[0].id for tenant, keys in stored_keys(here.owner_url).items()}


def whole_database(url: str) -> bytes:
    """Every table as text."""
    found = bytearray()
    with psycopg.connect(url) as connection:
        for table in list_tables(connection):
            with connection.cursor().copy(table.copy_out()) as rows:
                for piece in rows:
                    found += piece
    return bytes(found)


async def test_a_master_key_is_replaced_under_load(here: Installation) -> None:
    before, load = here.settings.key("master"), Load(here)
    await load.during("keys", "rotate", "master")
    assert load.failures == []
    assert here.settings.key("master") != before
    assert load.requests.total() > 10
    assert await asyncio.to_thread(main, ["keys", "forget", "master"]) == 0
    assert list(here.settings.keys("master").accepted()) == [here.settings.key("master")]
    await load.during("keys", "create")  # reads as before
    assert load.failures == []


async def test_a_signing_key_is_replaced_under_load(here: Installation) -> None:
    signer, load = here.settings.signer("links"), Load(here)
    link = signer.sign(b"visit")
    await load.during("keys", "rotate", "signing")
    assert load.failures == []
    assert signer.is_genuine(b"visit", link)
    assert await asyncio.to_thread(main, ["keys", "forget", "signing"]) == 0
    assert not signer.is_genuine(b"visit", link)
    await load.during("keys", "create")  # the password of before is forgotten, too
    assert load.failures == []


def numbered(owner: UUID) -> bytes:
    return owner.bytes + (3).to_bytes(4, "big")


PLACED: dict[str, tuple[str, Callable[[UUID], bytes]]] = {
    "call_recordings": ("clinic_id, conversation_id, position, piece_sealed", numbered),
    "voice_recording_pieces": ("org_id, call_id, position, piece_sealed", numbered),
    "voice_video_pieces": ("org_id, call_id, position, piece_sealed", lambda owner: b"video" + numbered(owner)),
    "voice_objects": ("org_id, id, content_sealed", lambda owner: owner.bytes),
    "voice_passages": ("org_id, id, length, vectors_sealed", lambda owner: owner.bytes),
    "patient_import_pieces": ("clinic_id, import_id, number, rows_sealed", numbered),
    "patient_import_parts": ("clinic_id, import_id, number, content_sealed", lambda owner: owner.bytes),
}
"""Tables whose values open at their own place alone."""


def required_columns(connection: psycopg.Connection, table: str) -> set[str]:
    """Columns of a table that must have a value."""
    query = "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnotnull AND attnum > 0"
    return {name for (name,) in connection.execute(query, [table])}


@pytest.fixture
def bucket() -> Iterator[Settings]:
    """Settings of an S3-compatible store with an empty bucket."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    signed = {"authorization": "AWS4-HMAC-SHA256 Credential=id/20260324/us-east-1/s3/aws4_request"}
    httpx.put(f"http://{host}:{port}/files", headers=signed).raise_for_status()
    keys = {"MIA_S3_ACCESS_KEY_ID": "id", "MIA_S3_SECRET_ACCESS_KEY": "key"}
    yield Settings.model_validate({"MIA_S3_URL": f"http://{host}:{port}", "MIA_S3_BUCKET": "files", **keys})
    server.stop()


async def test_files_in_a_bucket_open_after_their_key_was_replaced(here: Installation, bucket: Settings) -> None:
    org, id = OrgScope(new_id(), "test"), new_id()
    settings = here.settings.model_copy(
        update={name: getattr(bucket, name) for name in Settings.model_fields if name.startswith("s3_")}
    )
    database = process(here)
    async with object_store(settings) as store:
        assert store is not None
        async with database.org(org) as session:
            await open_org(session, "Test")
            about = {"name": "prices", "mimetype": "text/plain"}
            await FILES.create(session, about, id=id)
            before = session.key.seal_bytes(b"650 dollars", id.bytes)
            await store.put(session, id, before)
        await asyncio.to_thread(ClinicKeys(settings, here.owner_url, fresh_for_s=0).rotate, [org.org_id])
        another = process(here)
        async with another.org(org) as session:
            assert not session.key.others
            assert await store.get(session, id) != before
            assert await read_content(session, store, id) == (b"650 dollars", "text/plain")
        await another.close()
    await database.close()


async def test_data_keys_are_replaced_under_load_and_nothing_is_left_under_the_old_ones(here: Installation) -> None:
    owner, org = new_id(), OrgScope(new_id(), "test")
    database = process(here)
    async with database.clinic(here.practice.scope) as session, database.org(org) as voice:
        rings = {name: voice.key if name.startswith("voice") else session.key for name in PLACED}
    async with database.clinic(here.practice.scope) as session:
        clinic_blind = session.blind(PHONE)
    with psycopg.connect(here.owner_url) as connection:
        connection.execute("SET session_replication_role = replica")  # pieces without what they belong to
        for name, (columns, place) in PLACED.items():
            ring = rings[name]
            sealed = ring.seal_bytes(b"piece " + name.encode(), place(owner))
            number = [3] if columns.count(",") == 3 else []
            values = [ring.current.tenant_id, owner, *number, sealed]
            for other in required_columns(connection, name) - set(columns.split(", ")):
                change = sql.SQL("ALTER TABLE {} ALTER {} DROP NOT NULL")
                connection.execute(change.format(sql.Identifier(name), sql.Identifier(other)))
            entry = f"INSERT INTO {name} ({columns}) VALUES ({', '.join('%s' for _ in values)})"
            connection.execute(entry.encode(), values)
    before, load = in_use(here), Load(here)
    await load.during("keys", "rotate", "clinic")
    assert load.failures == []
    after = in_use(here)
    rotated = {tenant for tenant in before if before[tenant] != after[tenant]}
    assert {here.practice.scope.clinic_id, org.org_id} <= rotated
    text = whole_database(here.owner_url)
    for tenant in rotated:
        assert before[tenant].hex.encode() not in text  # the key's id begins every sealed value
    another = process(here)
    async with another.clinic(here.practice.scope) as session, another.org(org) as voice:
        assert session.blind(PHONE) == clinic_blind
        assert [found.name for found in await patients.find_by_phone(session, PHONE)] == [NAME]
        with psycopg.connect(here.owner_url) as connection:
            for name, (columns, place) in PLACED.items():
                query = sql.SQL("SELECT {} FROM {}").format(
                    sql.Identifier(columns.rpartition(", ")[2]), sql.Identifier(name)
                )
                (value,) = connection.execute(query).fetchone() or (b"",)
                ring = voice.key if name.startswith("voice") else session.key
                assert ring.unseal_bytes(value, place(owner)) == b"piece " + name.encode()
    async with another.audit() as log:
        state = await audit.verify_chain(log, here.practice.scope.clinic_id)
        assert isinstance(state, audit.ChainState)
    await another.close()
    await database.close()
