"""No number or date of a request is too large for the database, in either API."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.platform.db.session import Database
from mia.voice.app import create_voice_app
from tests.fakes.access import settings_of_tests
from tests.fakes.phones.voice import VoiceApi, voice_api, voice_settings
from tests.fakes.whole_app import whole_app

Json = dict[str, Any]
LARGEST = 2**31 - 1
"""PostgreSQL's ``integer``; the products of two such numbers fit ``bigint``."""
EVENT_NUMBER = ("GET", "/api/clinics/{slug}/events", "after")
"""The number of an event is a ``bigint``, and bounded as one."""


def numbers(schema: Json, path: tuple[str, ...], root: Json) -> Iterator[tuple[tuple[str, ...], Json]]:
    """Every number in a schema and what it refers to, by its path."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in path:
            yield from numbers(root["components"]["schemas"][name], (*path, name), root)
        return
    if schema.get("type") in ("integer", "number") and "const" not in schema:
        yield path, schema
    for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for part in schema.get(key, ()):
            yield from numbers(part, path, root)
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from numbers(schema[key], (*path, key), root)
    for name, part in schema.get("properties", {}).items():
        yield from numbers(part, (*path, name), root)


def unbounded(document: Json) -> Iterator[tuple[str, ...]]:
    """Numbers of requests that have no lower or upper bound, or one that overflows."""
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            given = [(one["name"], one["schema"]) for one in operation.get("parameters", ())]
            content = operation.get("requestBody", {}).get("content", {})
            given += [("body", one["schema"]) for one in content.values()]
            for name, schema in given:
                if (method.upper(), path, name) == EVENT_NUMBER:
                    continue
                for where, number in numbers(schema, (name,), document):
                    least = number.get("minimum", number.get("exclusiveMinimum"))
                    most = number.get("maximum", number.get("exclusiveMaximum"))
                    if least is None or most is None or max(abs(least), abs(most)) > LARGEST:
                        yield (method.upper(), path, *where)


@pytest.mark.parametrize("api", ["front office", "voice service"])
def test_every_number_of_a_request_is_bounded(api: str) -> None:
    app = whole_app(settings_of_tests()) if api == "front office" else create_voice_app()
    assert list(unbounded(app.openapi())) == []


def test_the_search_finds_a_number_without_end() -> None:
    app = FastAPI()

    @app.get("/list")
    async def read(page: int) -> None: ...

    assert list(unbounded(app.openapi())) == [("GET", "/list", "page")]


@pytest_asyncio.fixture
async def voice(database: Database, tmp_path: Path) -> AsyncIterator[VoiceApi]:
    async with voice_api(database, voice_settings(tmp_path)) as api:
        yield api


@pytest.mark.parametrize(
    "query",
    [
        "page=922337203685477580",
        "page=1000001",
        "limit=99999999999999999999",
        "createdAtGt=9999-12-31T23:59:59-14:00",
        "createdAtLt=0001-01-01T00:00:00%2B14:00",
        "name=%00",
    ],
)
@pytest.mark.parametrize("path", ["/session", "/chat", "/call", "/assistant"])
async def test_a_list_of_the_voice_service_refuses_what_it_cannot_count(
    voice: VoiceApi, path: str, query: str
) -> None:
    answer = await voice.http.get(f"{path}?{query}")
    assert answer.status_code == 400
    assert answer.json()["statusCode"] == 400
