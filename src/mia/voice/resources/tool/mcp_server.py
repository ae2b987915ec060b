"""A server of the Model Context Protocol, asked by streamable HTTP (its version 2025-06-18)."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mia.voice.messages.authentication import proof
from mia.voice.messages.client import Answer, MessageClient, NotSent
from mia.voice.messages.retries import send
from mia.voice.messages.targets import ServerTarget
from mia.voice.wire import Json, to_text

_VERSION = "2025-06-18"
_SPOKEN = frozenset({_VERSION, "2025-03-26"})
"""Versions of the protocol whose requests are alike."""
_SESSION_HEADER = "mcp-session-id"
_VERSION_HEADER = "mcp-protocol-version"
_STREAM = "text/event-stream"
_MOST_PAGES = 5
MOST_TOOLS = 100
"""Tools of one server that an assistant gets."""
_OVER = 404
"""What a server answers once it has ended a session."""
_NO_VERSION = "other-version"


class McpFault(Exception):
    """The server does not do what it is asked. ``told`` is what it says, ``reason`` a static word."""

    def __init__(self, reason: str, told: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.told = told


@dataclass
class McpServer:
    """A conversation's way to one server. ``about`` are headers that say whose conversation it is."""

    client: MessageClient
    target: ServerTarget
    about: Mapping[str, str]
    _session: str | None = field(default=None, repr=False)
    _version: str = ""
    _asked: int = 0

    async def tools(self) -> list[Json]:
        """What tools there are, :data:`MOST_TOOLS` at most; raises as :meth:`call`."""
        await self._begin()
        found: list[Json] = []
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            page = await self._ask("tools/list", {"cursor": cursor} if cursor else {})
            found += [tool for tool in page.get("tools") or () if isinstance(tool, dict)]
            cursor = page.get("nextCursor")
            if not isinstance(cursor, str) or len(found) >= MOST_TOOLS:
                break
        return found[:MOST_TOOLS]

    async def call(self, name: str, arguments: Json, key: str) -> Json:
        """Run a tool. ``key`` is the same when the request is repeated.

        :class:`McpFault` for an answer that is none, :class:`~mia.voice.messages.client.NotSent` without one.
        """
        if not self._version:
            await self._begin()
        asked = {"name": name, "arguments": arguments}
        try:
            return await self._ask("tools/call", asked, key)
        except McpFault as fault:
            if fault.reason != f"status-{_OVER}" or self._session is None:
                raise
        await self._begin()
        return await self._ask("tools/call", asked, key)

    async def leave(self) -> None:
        """Tell the server that its session is over, if it keeps one."""
        if self._session is None:
            return
        try:
            headers = {**self._headers(), **await proof(self.client, {}, self.target.authentication, "end", b"")}
            await self.client.request("DELETE", self.target.url, headers, b"", self.target.timeout_seconds)
        except NotSent:
            pass  # it ends sessions by itself, sooner or later
        self._session, self._version = None, ""

    async def _begin(self) -> None:
        self._session, self._version = None, ""
        offered = {"protocolVersion": _VERSION, "capabilities": {}, "clientInfo": {"name": "mia", "version": "1"}}
        answer = await self._send(self._request("initialize", offered))
        agreed = _result(answer, self._asked).get("protocolVersion")
        if agreed not in _SPOKEN:
            raise McpFault(_NO_VERSION)
        self._session, self._version = answer.headers.get(_SESSION_HEADER), str(agreed)
        await self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    async def _ask(self, method: str, params: Json, key: str | None = None) -> Json:
        answer = await self._send(self._request(method, params), key)
        return _result(answer, self._asked)

    def _request(self, method: str, params: Json) -> Json:
        self._asked += 1
        return {"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params}

    def _headers(self) -> dict[str, str]:
        session = {_SESSION_HEADER: self._session} if self._session else {}
        version = {_VERSION_HEADER: self._version} if self._version else {}
        return {**self.target.headers, **self.about, **session, **version}

    async def _send(self, message: Json, key: str | None = None) -> Answer:
        body, target, id = to_text(message).encode(), self.target, message.get("id")
        headers = self._headers() | {"Accept": f"application/json, {_STREAM}"}
        headers |= await proof(self.client, target.headers, target.authentication, key or str(id), body)
        headers |= {"Idempotency-Key": key} if key else {}

        def is_whole(so_far: bytes) -> bool:
            return any(each.get("id") == id and "method" not in each for each in _events(so_far))

        answer = await send(
            self.client, "POST", target.url, headers, body, target.timeout_seconds, target.backoff_plan, is_whole
        )
        if not answer.is_success:
            raise McpFault(f"status-{answer.status}", f"It answered with status {answer.status}.")
        return answer


def _result(answer: Answer, id: int) -> Json:
    """The result for the request with this id."""
    if answer.headers.get("content-type", "").startswith(_STREAM):
        messages = _events(answer.body)
    else:
        messages = iter([_read(answer.body)])
    found = next((each for each in messages if each.get("id") == id and "method" not in each), {})
    if isinstance(error := found.get("error"), dict):
        raise McpFault("error", str(error.get("message") or "")[:300])
    if not isinstance(result := found.get("result"), dict):
        raise McpFault("no-result", "It gave no result.")
    return result


def _events(body: bytes) -> Iterator[Json]:
    """The messages of an event stream, of those that have come whole."""
    *whole, _rest = body.decode(errors="replace").replace("\r\n", "\n").split("\n\n")
    for event in whole:
        lines = (
            line.removeprefix("data:").removeprefix(" ") for line in event.split("\n") if line.startswith("data:")
        )
        yield _read("\n".join(lines))


def _read(text: str | bytes) -> Json:
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
