"""Requests made up from an API's own description.

Schemathesis makes up the data. Path parameters are placeholders in the path that it is given: one that takes any
text cannot be wrong, and Schemathesis searches for a second per operation before it says so.
"""

import itertools
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

Json = dict[str, Any]
KindOf = Callable[[str, str], str]
"""What a parameter or property (path template, name) refers to, such as ``pat`` for a patient; empty: nothing."""

TEXT, DAY, MOMENT = "text", "day", "moment"
"""Placeholders of what is not the id of a thing: a text that may hold anything, and dates."""

_DATES = {"date": DAY, "date-time": MOMENT}
_METHODS = ("get", "post", "patch", "put", "delete")
"""In the order in which operations are asked: deleting comes last."""
_OF_SCHEMATHESIS = frozenset({"User-Agent", "X-Schemathesis-TestCaseId"})
PLACEHOLDER = re.compile(r"~([\w-]+)~")
"""What stands for a value of its kind until a request is filled."""
_KEPT = 4
_TRIES = 20


@dataclass(frozen=True)
class Request:
    """A request, with placeholders until it is filled; ``label`` names its operation."""

    label: str
    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    content: bytes = b""

    def filled(self, in_path: Callable[[str], str], elsewhere: Callable[[str], str]) -> "Request":
        """The same with a value for each placeholder."""
        path, mark, query = self.url.partition("?")
        url = f"{_in_url(path, in_path)}{mark}{_in_url(query, elsewhere)}"
        text = self.content.decode("utf-8", "surrogateescape")
        text = PLACEHOLDER.sub(lambda found: json.dumps(elsewhere(found[1]))[1:-1], text)
        return replace(self, url=url, content=text.encode("utf-8", "surrogateescape"))


def _in_url(part: str, value: Callable[[str], str]) -> str:
    return PLACEHOLDER.sub(lambda found: quote(value(found[1]), safe="", errors="surrogatepass"), part)


@dataclass
class Known:
    """Ids that answers told of, by kind; each gets its turn."""

    ids: dict[str, list[str]] = field(default_factory=dict)
    turns: Iterator[int] = field(default_factory=itertools.count)

    def add(self, kind: str, value: str) -> None:
        """Know one more; the first few of a kind are kept."""
        known = self.ids.setdefault(kind, [])
        if value not in known and len(known) < _KEPT:
            known.append(value)

    def value(self, kind: str) -> str:
        """One of a kind; an unknown kind's name, of which there is nothing."""
        known = self.ids.get(kind) or [kind]
        return known[next(self.turns) % len(known)]


def described(document: Json, kind_of: KindOf, *, texts: bool = False) -> Json:
    """The document with ``~kind~`` for ids. ``texts``: with ``~text~`` for every free text as well, dates that
    are near, and nothing left out that a body may have."""
    paths: Json = {}
    for path, operations in document["paths"].items():
        rewriting = _Rewriting(path, kind_of, texts)
        paths[rewriting.new_path()] = {
            method: rewriting.operation(operation) for method, operation in operations.items()
        }
    plain = _Rewriting("", kind_of, texts)
    schemas = document.get("components", {}).get("schemas", {})
    return {
        "openapi": document["openapi"],
        "info": document["info"],
        "paths": paths,
        "components": {"schemas": {name: plain.schema(schema) for name, schema in schemas.items()}},
    }


@dataclass(frozen=True)
class _Rewriting:
    path: str
    kind_of: KindOf
    texts: bool

    def new_path(self) -> str:
        return re.sub(r"{(\w+)}", lambda found: f"~{self.kind_of(self.path, found[1]) or TEXT}~", self.path)

    def operation(self, operation: Json) -> Json:
        new: Json = {"responses": {"200": {"description": "Any"}}}
        new["parameters"] = [
            {**each, "schema": self.schema(each["schema"], each["name"])}
            for each in operation.get("parameters", ())
            if each["in"] != "path"
        ]
        if body := operation.get("requestBody"):
            kinds = {kind: {"schema": self.schema(each["schema"])} for kind, each in body["content"].items()}
            new["requestBody"] = {**body, "content": kinds}
        return new

    def schema(self, schema: Json, name: str = "") -> Json:
        """The schema of the property ``name``, with placeholders."""
        if placeholder := self._placeholder(schema, name):
            return {"type": "string", "enum": [f"~{placeholder}~"]}
        new = dict(schema)
        for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
            if key in schema:
                parts = [self.schema(part, name) for part in schema[key]]
                new[key] = [part for part in parts if not self.texts or part != {"type": "null"}]
        for key in ("items", "additionalProperties"):
            if isinstance(schema.get(key), dict):
                new[key] = self.schema(schema[key], name)
        if "properties" in schema:
            new["properties"] = {each: self.schema(part, each) for each, part in schema["properties"].items()}
        return new | self._filled_up(new) if self.texts else new

    @staticmethod
    def _filled_up(schema: Json) -> Json:
        """What leaves nothing out: everything that has a name, and one of everything that may be many."""
        if schema.get("type") == "array":
            return {"minItems": max(1, schema.get("minItems", 0))}
        if schema.get("type") == "object":
            freely = next(iter(schema.get("patternProperties", {}).values()), None)
            named = schema.get("properties") or {"name": freely or {"type": "string", "enum": [f"~{TEXT}~"]}}
            return {
                "properties": named,
                "required": list(named),
                "additionalProperties": False,
                "patternProperties": {},
            }
        return {}

    def _placeholder(self, schema: Json, name: str) -> str:
        if schema.get("type") != "string" or {"pattern", "enum", "const"} & schema.keys():
            return ""
        if kind := self.kind_of(self.path, name):
            return kind
        if not self.texts or schema.get("format") == "binary":
            return ""
        return _DATES.get(schema.get("format", ""), TEXT)


def made_up(
    document: Json, *modes: GenerationMode, examples: int, seed_number: int, wrong_tries: int = _TRIES
) -> list[Request]:
    """Requests of every operation of a description, at most so many of each mode; the same for the same seed.

    ``wrong_tries``: how often as many are tried for where the first tries bring no wrong request.
    """
    every = schemathesis.openapi.from_dict(document).get_all_operations()
    operations = [each.ok() for each in every if isinstance(each, Ok)]
    found: dict[Request, None] = {}
    with _nothing_from_our_modules():
        for operation in sorted(operations, key=lambda each: _METHODS.index(each.method)):
            for mode in modes:
                again = wrong_tries if mode is GenerationMode.NEGATIVE else _TRIES
                made = map(_request, _examples(operation, mode, examples, again, seed_number))
                found |= dict.fromkeys(request for request in made if request is not None)
    return list(found)


def _examples(
    operation: Any, mode: GenerationMode, count: int, again: int, seed_number: int
) -> list[schemathesis.Case[Any]]:
    for tries in dict.fromkeys((count, again * count)):  # a large body rarely fits at the first try
        found = _collected(operation.as_strategy(generation_mode=mode), tries, seed_number)
        if found:
            return found[:count]
    assert mode is GenerationMode.NEGATIVE  # an operation that takes nothing cannot be asked wrongly
    return []


def _collected(cases: Any, most: int, seed_number: int) -> list[schemathesis.Case[Any]]:
    found: list[schemathesis.Case[Any]] = []

    @seed(seed_number)
    @settings(
        max_examples=most,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def collect(case: schemathesis.Case[Any]) -> None:
        found.append(case)

    with suppress(Unsatisfiable):
        collect()
    return found


@contextmanager
def _nothing_from_our_modules() -> Iterator[None]:
    """Hypothesis reads the constants of every module of ours that is imported and mixes them in: that takes longer
    than all the rest, and what is made up would depend on the tests that ran before."""
    real = providers._get_local_constants
    providers.CONSTANTS_CACHE.cache.clear()
    none = Constants()
    providers._get_local_constants = lambda: none
    try:
        yield
    finally:
        providers._get_local_constants = real
        providers.CONSTANTS_CACHE.cache.clear()


def _request(case: schemathesis.Case[Any]) -> Request | None:
    """None when the address is longer than a client sends."""
    parts = case.as_transport_kwargs(base_url="http://api")
    content = json.dumps(parts["json"]).encode() if "json" in parts else parts.get("data") or b""
    try:
        url = httpx.URL(parts["url"], params=parts["params"]) if parts.get("params") else httpx.URL(parts["url"])
    except httpx.InvalidURL:
        return None
    headers = tuple((name, value) for name, value in parts["headers"].items() if name not in _OF_SCHEMATHESIS)
    return Request(case.operation.label, case.method, url.raw_path.decode(), headers, content)
