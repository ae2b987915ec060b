"""Requests that no one sends by mistake: values at the ends of what programs can hold, and bodies that are none."""

import json
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from tests.fakes.api_requests import PLACEHOLDER, TEXT, Json, Known, Request

TEXTS = ("\0", "\ud800", "x" * 20_000, str(2**63 - 1), "-1")
"""Where any text goes: the character that PostgreSQL cannot hold, half of a character (UTF-8 has none), a long one,
the largest number of 64 bits, and the one before 0."""

LEAVES: tuple[Any, ...] = (None, True, -1, 2**63 - 1, 1e308, "\0", "\ud800", [], [[{}]])
"""In place of every value of a body."""

BODIES = (
    b"",
    b"{",
    b"null",
    b"[]",
    b"0",
    b'"x"',
    b"NaN",
    b"\xff\xfe{}",
    b'{"\\ud800": 1}',
    b'{"\\u0000": "\\ud800"}',
    b"[" * 100_000,
    b"9" * 5_000,
    b'{"a":' * 500 + b"1" + b"}" * 500,
)
"""In place of a body: no JSON, JSON of another kind, names that no property has, and what a parser chokes on."""

_JSON = (("Content-Type", "application/json"),)


def hostile_values(made_up: Iterable[Request], known: Known) -> Iterator[Request]:
    """Requests that were made up of a description with texts, each text and each value of a body replaced."""
    for request in made_up:
        for text in TEXTS[:3]:
            yield request.filled(known.value, _is(text, {TEXT}, known))
        if request.content.startswith(b"{"):
            body = json.loads(request.content)
            for leaf in LEAVES:
                content = json.dumps(_with_leaves(body, leaf)).encode()
                yield replace(request, content=content).filled(known.value, known.value)


def hostile_places(document: Json, known: Known) -> Iterator[Request]:
    """For every operation of a description: the last parts of its path, its query, and its whole body."""
    for path, operations in document["paths"].items():
        places = set(PLACEHOLDER.findall(path))
        for method, operation in operations.items():
            bodies = BODIES if "requestBody" in operation else ()
            request = Request(f"{method.upper()} {path}", method.upper(), path, _JSON, b"{}" if bodies else b"")
            for text in TEXTS:
                if places:
                    yield request.filled(_is(text, places - {"slug"} or places, known), known.value)
                if names := [each["name"] for each in operation["parameters"]]:
                    anything = quote(text[:1_000], safe="", errors="surrogatepass")
                    query = "&".join(f"{name}={anything}" for name in names)
                    yield replace(request, url=f"{path}?{query}").filled(known.value, known.value)
            for body in bodies:
                yield replace(request, content=body).filled(known.value, known.value)


def _is(text: str, kinds: Set[str], known: Known) -> Callable[[str], str]:
    """A text for placeholders of these kinds, known things for others."""
    return lambda kind: text if kind in kinds else known.value(kind)


def _with_leaves(value: Any, leaf: Any) -> Any:
    if isinstance(value, dict):
        return {name: _with_leaves(part, leaf) for name, part in value.items()}
    if isinstance(value, list) and value:
        return [_with_leaves(part, leaf) for part in value]
    return leaf
