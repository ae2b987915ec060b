"""The contract of the ``ObjectStore`` port: rows of PostgreSQL, and a bucket at moto's server."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from moto.server import ThreadedMotoServer
from pydantic import SecretStr

from mia.adapters.s3_objects import Bucket, S3Store
from mia.app.parts import object_store
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import OrgScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.objects.ports import ObjectStore
from mia.voice.objects.rows import RowStore
from tests.fakes.phones.voice import voice_api, voice_settings

SIGNED = {"authorization": "AWS4-HMAC-SHA256 Credential=id/20260324/us-east-1/s3/aws4_request"}
WORDS = b"\x00A lip filler costs 650 dollars."


@pytest.fixture(scope="module")
def s3_url() -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    url = f"http://{host}:{port}"
    httpx.put(f"{url}/files", headers=SIGNED).raise_for_status()
    yield url
    server.stop()


def bucket_settings(url: str, bucket: str = "files") -> dict[str, str]:
    keys = {"MIA_S3_ACCESS_KEY_ID": "id", "MIA_S3_SECRET_ACCESS_KEY": "key"}
    return {"MIA_S3_URL": url, "MIA_S3_BUCKET": bucket, **keys}


@pytest_asyncio.fixture
async def bucket(tmp_path: Path, s3_url: str) -> AsyncIterator[S3Store]:
    settings = voice_settings(tmp_path, **bucket_settings(s3_url))
    async with object_store(settings) as store:
        assert isinstance(store, S3Store)
        yield store


@pytest.fixture(params=["rows", "s3"])
def store(request: pytest.FixtureRequest) -> ObjectStore:
    if request.param == "rows":
        return RowStore()
    found: ObjectStore = request.getfixturevalue("bucket")
    return found


async def listed(s3_url: str) -> str:
    async with httpx.AsyncClient() as http:
        return (await http.get(f"{s3_url}/files", headers=SIGNED)).text


def anyone() -> OrgScope:
    return scope_of_row(new_id(), "test")


async def test_what_was_put_is_got_until_it_is_dropped(database: Database, store: ObjectStore) -> None:
    id = new_id()
    async with database.org(anyone()) as session:
        assert await store.get(session, id) is None
        await store.put(session, id, b"earlier")
        await store.put(session, id, WORDS)
        assert await store.get(session, id) == WORDS
        await store.drop(session, id)
        await store.drop(session, id)
        assert await store.get(session, id) is None


async def test_another_organization_has_no_object_of_that_id(database: Database, store: ObjectStore) -> None:
    id, mine = new_id(), anyone()
    async with database.org(mine) as session:
        await store.put(session, id, WORDS)
    async with database.org(anyone()) as session:
        assert await store.get(session, id) is None
        await store.drop(session, id)
    async with database.org(mine) as session:
        assert await store.get(session, id) == WORDS


async def test_what_rows_held_before_is_found_and_dropped(database: Database, bucket: S3Store) -> None:
    id = new_id()
    async with database.org(anyone()) as session:
        await RowStore().put(session, id, WORDS)
        assert await bucket.get(session, id) == WORDS
        await bucket.drop(session, id)
        assert await bucket.get(session, id) is None


@pytest.mark.parametrize("broken", ["away", "no bucket"])
async def test_a_store_that_fails_is_unavailable(
    database: Database, tmp_path: Path, s3_url: str, broken: str
) -> None:
    listener = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
    away = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    named = (away, "files") if broken == "away" else (s3_url, "missing")
    settings = voice_settings(tmp_path, **bucket_settings(*named))
    async with listener, object_store(settings) as store, database.org(anyone()) as session:
        assert store is not None
        with pytest.raises(Unavailable):
            await store.get(session, new_id())


async def test_files_of_the_api_lie_sealed_in_the_bucket_and_go_with_the_organization(
    database: Database, tmp_path: Path, bucket: S3Store, s3_url: str
) -> None:
    async with voice_api(database, voice_settings(tmp_path), objects=bucket) as voice:
        file = (await voice.http.post("/file", files={"file": ("prices.txt", WORDS[1:])})).json()
        path = f"/file/{file['id']}/content"
        assert (await voice.http.get(path)).content == WORDS[1:]
        scope, id = scope_of_row(voice.org_id, "test"), file["id"]
        async with database.org(scope) as session:
            assert await RowStore().get(session, id) is None
            sealed = await bucket.get(session, id)
        assert id in await listed(s3_url)
        assert sealed and WORDS[1:] not in sealed
        erased = (await voice.http.delete("/org")).json()
        assert erased["erased"]["fileContents"] == 1
        assert id not in await listed(s3_url)


@pytest.mark.parametrize(("method", "content"), [("PUT", b"some text"), ("GET", b""), ("DELETE", b"")])
def test_the_signature_is_the_one_of_amazons_own_library(method: str, content: bytes) -> None:
    now = datetime(2026, 3, 24, 16, 5, 9, tzinfo=UTC)
    bucket = Bucket(
        "https://s3.eu-west-1.example", "files", "eu-west-1", "AKIDEXAMPLE", SecretStr("a secret / of ours")
    )
    request = httpx.Request(method, f"{bucket.url}/files/org/{UUID(int=7)}", content=content or None)
    bucket.signed(request, content, now)
    theirs = AWSRequest(
        method, str(request.url), {"X-Amz-Content-SHA256": hashlib.sha256(content).hexdigest()}, content
    )
    signer = S3SigV4Auth(Credentials("AKIDEXAMPLE", "a secret / of ours"), "s3", "eu-west-1")
    theirs.context["timestamp"] = now.strftime("%Y%m%dT%H%M%SZ")
    theirs.headers["X-Amz-Date"] = theirs.context["timestamp"]
    canonical = signer.canonical_request(theirs)
    signature = signer.signature(signer.string_to_sign(theirs, canonical), theirs)
    assert request.headers["authorization"].endswith(f"Signature={signature}")
