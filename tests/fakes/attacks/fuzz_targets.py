"""The two HTTP APIs as someone sees them who may use all of them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

import httpx

from mia.platform.db.session import Database
from tests.fakes.access import PASSWORD, forget_attempts
from tests.fakes.api_requests import Json, Known, Request
from tests.fakes.phones.voice import assistant_body, number_id

_ID = re.compile(r"\b([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}\b")
_KEY = re.compile(r"[?&]key=([\w.-]+)")
_ENDS_A_SESSION = re.compile(r"DELETE /api/sessions?(/~ses~)?")
_NEEDS_A_WORKER = re.compile(r"POST /(call/~call~/(offer|sandbox-phone)|speech)")
"""503 without a media worker, as docs/voice-api.md says; none runs in tests of the API."""
_OF_THE_OPERATOR = re.compile(r"POST /org|PUT /org/~org~|POST /org/~org~/token")
_ENDS_AN_ORGANIZATION = re.compile(r"DELETE /org(/~org~)?")
_KINDS = {
    "slug": "slug",
    "key": "key",
    "token": "pass",
    "chat_id": "chat",
    "call_id": "call",
    "link_to": "pat",
    "other_id": "pat",
    "patient_id": "pat",
    "owner": "usr",
    "owner_id": "usr",
    "member_id": "usr",
    "user_id": "usr",
    "activity_id": "act",
    "alert_id": "alr",
    "appointment_id": "apt",
    "block_id": "blk",
    "change_id": "chg",
    "conversation_id": "thr",
    "import_id": "imp",
    "invite_id": "inv",
    "item_id": "svc",
    "service_id": "svc",
    "lead_id": "led",
    "location_id": "loc",
    "merge_id": "mrg",
    "provider_id": "prv",
    "room_id": "rom",
    "session_id": "ses",
    "task_id": "tsk",
    "temporary_lead_id": "tld",
    "token_id": "tok",
    "view_id": "viw",
    "visit_id": "sup",
}
"""What parameters and properties of the front office name: mostly the prefix of an id."""
_VOICE_KINDS = {
    "assistantId": "assistant",
    "sessionId": "session",
    "previousChatId": "chat",
    "phoneNumberId": "phone-number",
}


class Target(Protocol):
    """An API, and someone in it."""

    client: httpx.AsyncClient
    known: Known

    async def prepare(self, label: str) -> dict[str, str]:
        """Make ready for a request of an operation; returns headers that it needs."""
        ...

    def complaint(self, label: str, answer: httpx.Response) -> str:
        """What is wrong with an answer; empty when nothing is."""
        ...

    def learn(self, label: str, answer: httpx.Response) -> None:
        """Note the ids that a successful answer tells of."""
        ...


async def ask(target: Target, requests: Iterable[Request]) -> tuple[list[str], set[str]]:
    """What is wrong with the answers, and the operations that succeeded once."""
    wrong: list[str] = []
    done: set[str] = set()
    for request in requests:
        given = {**dict(request.headers), **await target.prepare(request.label)}
        headers = [(name.encode(), value.encode("latin-1", "replace")) for name, value in given.items()]
        answer = await target.client.request(request.method, request.url, headers=headers, content=request.content)
        if complaint := target.complaint(request.label, answer):
            wrong.append(f"{request.method} {request.url[:200]} {request.content[:400]!r}: {complaint}")
        if answer.is_success:
            done.add(request.label)
            target.learn(request.label, answer)
    return wrong, done


def front_office_kind(_path: str, name: str) -> str:
    """What a parameter or property of the front office names."""
    return _KINDS.get(name) or _KINDS.get(name.removesuffix("s"), "")


def voice_kind(path: str, name: str) -> str:
    """What a parameter or property of the voice service names: its resource, where it is only called id."""
    return path.split("/")[1] if path and name == "id" else _VOICE_KINDS.get(name, "")


@dataclass
class FrontOffice:
    """The front office in the browser of a clinic's owner, who goes on whatever a request did to the session."""

    client: httpx.AsyncClient
    database: Database
    email: str
    known: Known = field(default_factory=Known)
    _label: str = ""
    _headers: dict[str, str] = field(default_factory=dict)
    _owner: str = ""

    async def prepare(self, label: str) -> dict[str, str]:
        if label != self._label or _ENDS_A_SESSION.fullmatch(label):
            await forget_attempts(self.database)
            await self._sign_in()
            self._headers = await self._talk(label)
            self._label = label
        return self._headers

    async def _sign_in(self) -> None:
        session = await self.client.get("/api/session")
        if session.status_code == 401:
            login = {"email": self.email, "password": PASSWORD}
            session = await self.client.post("/api/session", json=login)
        assert session.status_code == 200, session.text
        self._owner = str(session.json()["user"]["id"])

    async def _talk(self, label: str) -> dict[str, str]:
        """A visitor's call or chat of its own for the operations of one."""
        found = re.search(r"/api/widget/(chat|call)s/", label)
        if not found:
            return {}
        started = (await self.client.post(f"/api/widget/{found[1]}s", json={})).json()
        self.known.ids[found[1]], self.known.ids["pass"] = [started[f"{found[1]}_id"]], [started["token"]]
        return {"Authorization": f"Bearer {started['token']}"}

    def complaint(self, label: str, answer: httpx.Response) -> str:
        if answer.status_code < 400:
            return ""
        kind, body = answer.headers.get("content-type", ""), _json(answer)
        lacking = {"type", "title", "status", "detail"} - body.keys()
        if answer.status_code >= 500 or lacking or kind != "application/problem+json":
            return f"{answer.status_code} {kind} {answer.text[:300]}"
        return "" if body["status"] == answer.status_code else f"{answer.status_code} is told as {body['status']}"

    def learn(self, label: str, answer: httpx.Response) -> None:
        for found in _ID.finditer(answer.text):
            if found[0] != self._owner:  # no one takes the owner's own role away
                self.known.add(found[1], found[0])
        for found in _KEY.finditer(answer.text):
            self.known.add("key", found[1])


@dataclass
class VoiceService:
    """The voice service to a client with a private token, who has one of everything. ``leaving`` is a token of an
    organization that may be erased."""

    client: httpx.AsyncClient
    operator: str
    leaving: str = ""
    known: Known = field(default_factory=Known)

    async def make_one_of_everything(self) -> None:
        """An organization, an assistant, a number, a token, a session, a chat and a call."""
        (own,) = (await self.client.get("/org")).json()
        self.known.add("org", own["id"])
        headers = {"Authorization": f"Bearer {self.operator}"}
        other = (await self.client.post("/org", json={"name": "Other"}, headers=headers)).json()
        issued = await self.client.post(f"/org/{other['id']}/token", json={"name": "x"}, headers=headers)
        self.leaving = str(issued.json()["value"])
        await self._made("token", {"name": "One"})
        assistant = {"assistantId": await self._made("assistant", assistant_body())}
        self.known.add("phone-number", await number_id(self.client))
        session = await self._made("session", assistant)
        await self._made("chat", {"sessionId": session, "input": "Hello"})
        await self._made("call/web", assistant)

    async def _made(self, path: str, body: Json) -> str:
        answer = await self.client.post(f"/{path}", json=body)
        assert answer.status_code == 201, answer.text
        self.learn(f"POST /{path}", answer)
        return str(answer.json()["id"])

    async def prepare(self, label: str) -> dict[str, str]:
        if _OF_THE_OPERATOR.fullmatch(label):
            return {"Authorization": f"Bearer {self.operator}"}
        return {"Authorization": f"Bearer {self.leaving}"} if _ENDS_AN_ORGANIZATION.fullmatch(label) else {}

    def complaint(self, label: str, answer: httpx.Response) -> str:
        if answer.status_code < 400:
            return ""
        body = _json(answer)
        lacking = {"message", "error", "statusCode"} - body.keys()
        failed = answer.status_code >= 500 and not (answer.status_code == 503 and _NEEDS_A_WORKER.match(label))
        if failed or lacking or body["statusCode"] != answer.status_code:
            return f"{answer.status_code} {answer.text[:300]}"
        return ""

    def learn(self, label: str, answer: httpx.Response) -> None:
        body = _json(answer)
        if label.startswith("POST") and "id" in body:
            self.known.add(label.split("/")[1], body["id"])


def _json(answer: httpx.Response) -> Json:
    try:
        body: Any = answer.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
