"""Vonage on this machine: its Voice, SMS, Numbers, Applications and Reports APIs, its signed webhooks and its
WebSockets, in its published wire formats."""

import asyncio
import base64
import hashlib
import json
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import parse_qs

import httpx
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import JSONResponse, Response
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from mia.voice.telephony.json_web_tokens import sign_hs256
from tests.fakes.phones.twilio import INVALID
from tests.fakes.phones.voice import listen, serving

API_KEY, API_SECRET, SIGNATURE_SECRET = (
    "abcd1234",
    "secret-of-the-account",
    "signature-of-the-account-is-long-enough",
)
FRAME = 640
"""Bytes of 20 ms of 16-bit sound at 16 kHz."""

Json = dict[str, Any]
Ncco = list[Json]


@cache
def private_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


@dataclass
class Placed:
    """A call or a text that Vonage was asked for, and its state there."""

    id: str
    body: Json
    status: str = "started"


@dataclass
class FakeVonage:
    """One account. ``fail`` holds what the next requests meet: a status, or ``"drop"``: taken, and the answer is
    lost."""

    api_url: str = ""
    numbers: dict[str, Json] = field(default_factory=dict)
    """By number without plus."""
    applications: dict[str, Json] = field(default_factory=dict)
    calls: list[Placed] = field(default_factory=list)
    texts: list[Placed] = field(default_factory=list)
    fail: deque[int | str] = field(default_factory=deque)
    documents: dict[str, list[Ncco]] = field(default_factory=dict)
    """What calls, by their id, were told to go on with."""
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    # --- REST -------------------------------------------------------------------------------------

    async def list_numbers(self, request: Request) -> Response:
        """``GET /account/numbers``."""
        self._require_login(request)
        wanted = request.query_params["pattern"]
        found = [each | {"msisdn": number} for number, each in self.numbers.items() if number.startswith(wanted)]
        return JSONResponse({"count": len(found), "numbers": found} if found else {})

    async def update_number(self, request: Request) -> Response:
        """``POST /number/update``."""
        self._require_login(request)
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        number = self.numbers[form["msisdn"]]
        assert form["country"] == number["country"] and form["app_id"] in self.applications
        number["app_id"] = form["app_id"]
        return JSONResponse({"error-code": "200", "error-code-label": "success"})

    async def make_application(self, request: Request) -> Response:
        """``POST /v2/applications``."""
        self._require_login(request)
        asked = await request.json()
        pem = private_key().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        made = asked | {"id": secrets.token_hex(16)}
        self.applications[made["id"]] = made
        return JSONResponse(made | {"keys": {"public_key": "-", "private_key": pem}}, 201)

    async def change_application(self, id: str, request: Request) -> Response:
        """``PUT /v2/applications/{id}``: its keys stay."""
        self._require_login(request)
        self.applications[id] = await request.json() | {"id": id}
        return JSONResponse(self.applications[id])

    async def place_call(self, request: Request) -> Response:
        """``POST /v1/calls``."""
        self._require_token(request)
        if (refusal := self._refusal()) is not None:
            return refusal
        body = await request.json()
        if body["to"][0]["number"] == INVALID.removeprefix("+"):
            wrong = {"name": "to[0].number", "reason": "must be a valid number"}
            return JSONResponse({"title": "Bad Request", "invalid_parameters": [wrong]}, 400)
        call = await self._keep(self.calls, body)
        return JSONResponse({"uuid": call.id, "status": "started", "direction": "outbound"}, 201)

    async def change_call(self, uuid: str, request: Request) -> Response:
        """``PUT /v1/calls/{uuid}``: hang up, or go on with another document."""
        self._require_token(request)
        asked = await request.json()
        if asked["action"] == "transfer":
            if (refusal := self._refusal()) is not None:
                return refusal
            assert asked["destination"]["type"] == "ncco"
            self.documents.setdefault(uuid, []).append(asked["destination"]["ncco"])
        else:
            assert asked == {"action": "hangup"}
            next(call for call in self.calls if call.id == uuid).status = "completed"
        async with self._news:
            self._news.notify_all()
        return Response(status_code=204)

    async def take_text(self, request: Request) -> Response:
        """``POST /sms/json``: 200 whatever becomes of it."""
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        login = (form.pop("api_key"), form.pop("api_secret"))
        status = "0" if login == (API_KEY, API_SECRET) else "4"
        if self.fail and isinstance(self.fail[0], int):
            status = str(self.fail.popleft())
        if status == "0":
            assert form["from"] in self.numbers
            await self._keep(self.texts, form)
        part = {"to": form["to"], "status": status} | ({} if status == "0" else {"error-text": "refused"})
        return JSONResponse({"message-count": "1", "messages": [part]})

    async def _keep(self, kept: list[Placed], body: Json) -> Placed:
        placed = Placed(secrets.token_hex(16), body)
        async with self._news:
            kept.append(placed)
            self._news.notify_all()
        if self.fail and self.fail[0] == "drop":
            self.fail.popleft()
            raise RuntimeError("the answer is lost")
        return placed

    def _refusal(self) -> Response | None:
        if self.fail and isinstance(self.fail[0], int):
            return JSONResponse({"title": "refused"}, int(self.fail.popleft()))
        return None

    def _require_login(self, request: Request) -> None:
        login = base64.b64encode(f"{API_KEY}:{API_SECRET}".encode()).decode()
        if request.headers.get("authorization") != f"Basic {login}":
            raise HTTPException(401)

    def _require_token(self, request: Request) -> None:
        """A token of an application, signed with its key and still good (RS256)."""
        signed, _, signature = request.headers["authorization"].removeprefix("Bearer ").rpartition(".")
        proof = base64.urlsafe_b64decode(signature + "==")
        private_key().public_key().verify(proof, signed.encode(), padding.PKCS1v15(), SHA256())
        claims = json.loads(base64.urlsafe_b64decode(signed.partition(".")[2] + "=="))
        assert claims["application_id"] in self.applications and claims["jti"]
        assert claims["iat"] <= time.time() < claims["exp"]

    # --- webhooks ---------------------------------------------------------------------------------

    async def post(self, url: str, body: Json, secret: str = SIGNATURE_SECRET, **claims: Any) -> httpx.Response:
        """A webhook as Vonage sends it; another ``secret`` signs wrongly, ``claims`` replace its own."""
        content = json.dumps(body, separators=(",", ":")).encode()
        said = {"iat": int(time.time()), "jti": secrets.token_hex(16), "iss": "Vonage", "api_key": API_KEY}
        said["payload_hash"] = hashlib.sha256(content).hexdigest()
        headers = {
            "Authorization": f"Bearer {sign_hs256(said | claims, secret)}",
            "Content-Type": "application/json",
        }
        async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
            return await client.post(url, content=content, headers=headers)

    async def next_call(self, number: int = 1) -> Placed:
        """The newest call, once there are so many."""
        async with asyncio.timeout(10), self._news:
            await self._news.wait_for(lambda: len(self.calls) >= number)
        return self.calls[-1]

    async def goes_on(self, id: str) -> Ncco:
        """The document that a call goes on with."""
        async with asyncio.timeout(10), self._news:
            await self._news.wait_for(lambda: id in self.documents)
        return self.documents[id][-1]

    async def hung_up(self, call: Placed) -> None:
        """Until someone has hung up by the API."""
        async with asyncio.timeout(10), self._news:
            await self._news.wait_for(lambda: call.status == "completed")

    async def tell(self, call: Placed, status: str, **more: str) -> httpx.Response:
        """An event of a call that was placed."""
        return await self.post(call.body["event_url"][0], {"uuid": call.id, "status": status, **more})

    async def ring(self, number: str, caller: str = "13055550142", **how: Any) -> httpx.Response:
        """Someone calls a number (with its plus): what the answer webhook is asked and answers."""
        application = self.applications[self.numbers[number.removeprefix("+")]["app_id"]]
        hook = application["capabilities"]["voice"]["webhooks"]["answer_url"]
        assert hook["http_method"] == "POST"
        told = {"from": caller, "to": number.removeprefix("+"), "uuid": how.pop("uuid", secrets.token_hex(16))}
        return await self.post(hook["address"], told | {"conversation_uuid": "CON-1"}, **how)

    async def write(self, number: str, words: str, sender: str = "13055550142", **how: Any) -> httpx.Response:
        """Someone texts a number (with its plus): what the inbound webhook of its application answers."""
        application = self.applications[self.numbers[number.removeprefix("+")]["app_id"]]
        hook = application["capabilities"]["messages"]["webhooks"]["inbound_url"]
        assert hook["http_method"] == "POST"
        told: Json = {"channel": "sms", "message_type": "text", "text": words, "sms": {"num_messages": "1"}}
        told |= {"message_uuid": how.pop("uuid", secrets.token_hex(16))}
        told |= {"from": sender, "to": number.removeprefix("+")}
        return await self.post(hook["address"], told, **how)

    async def carry_out(self, ncco: Ncco, opened: "Callable[[Stream], None]" = lambda _: None) -> list[str]:
        """Carry a document out to its end, as for a caller who stays on the line: what is said to them, and ``->``
        with the number for each phone they are put through to."""
        said: list[str] = []
        for action in ncco:
            if action["action"] == "talk":
                said.append(action["text"])
                continue
            endpoint = action["endpoint"][0]
            if endpoint["type"] == "phone":
                said.append(f"->{endpoint['number']}")
                continue
            status = "completed"
            try:
                async with self.picked_up([action]) as stream:
                    opened(stream)
                    await stream.closed.wait()
            except (ConnectionClosed, InvalidStatus):
                status = "failed"
            if action.get("eventType") == "synchronous":
                answer = await self.post(action["eventUrl"][0], {"uuid": "socket", "status": status})
                if answer.status_code == 200:
                    return said + await self.carry_out(answer.json(), opened)
        return said

    @asynccontextmanager
    async def picked_up(self, ncco: Ncco) -> AsyncIterator["Stream"]:
        """The document is carried out, and the WebSocket is open while the block lasts."""
        endpoint = ncco[0]["endpoint"][0]
        assert endpoint["content-type"] == "audio/l16;rate=16000" and endpoint["authorization"]["type"] == "custom"
        headers = {"Authorization": endpoint["authorization"]["value"]}
        async with connect(endpoint["uri"], additional_headers=headers, proxy=None) as socket:
            stream = Stream(socket)
            await stream.begin(endpoint["headers"])
            try:
                yield stream
            finally:
                await stream.end()


@dataclass
class Stream:
    """Vonage's end of a WebSocket. ``heard`` is the sound that was sent to the person."""

    socket: ClientConnection
    heard: bytearray = field(default_factory=bytearray)
    frames: set[int] = field(default_factory=set)
    commands: list[Json] = field(default_factory=list)
    commanded: asyncio.Event = field(default_factory=asyncio.Event)
    closed: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: list["asyncio.Task[None]"] = field(default_factory=list)

    async def begin(self, headers: Json) -> None:
        """``websocket:connected``, then a frame every 20 ms."""
        connected = {"event": "websocket:connected", "content-type": "audio/l16;rate=16000", **headers}
        await self.socket.send(json.dumps(connected))
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._talk())]

    async def press(self, key: str) -> None:
        """The person presses a key."""
        await self.socket.send(json.dumps({"event": "websocket:dtmf", "digit": key, "duration": 260}))

    async def end(self) -> None:
        """The person hangs up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _talk(self) -> None:
        while True:
            await self.socket.send(b"\0" * FRAME)
            await asyncio.sleep(0.02)

    async def _read(self) -> None:
        try:
            async for message in self.socket:
                if isinstance(message, bytes):
                    self.frames.add(len(message))
                    self.heard += message
                else:
                    self.commands.append(json.loads(message))
                    self.commanded.set()
        finally:
            self.closed.set()


@asynccontextmanager
async def fake_vonage() -> AsyncIterator[FakeVonage]:
    """Vonage's APIs on a free port of this machine."""
    vonage, app = FakeVonage(), FastAPI()
    app.add_api_route("/account/numbers", vonage.list_numbers, methods=["GET"])
    app.add_api_route("/number/update", vonage.update_number, methods=["POST"])
    app.add_api_route("/v2/applications", vonage.make_application, methods=["POST"])
    app.add_api_route("/v2/applications/{id}", vonage.change_application, methods=["PUT"])
    app.add_api_route("/sms/json", vonage.take_text, methods=["POST"])
    app.add_api_route("/v1/calls", vonage.place_call, methods=["POST"])
    app.add_api_route("/v1/calls/{uuid}", vonage.change_call, methods=["PUT"])
    listener, vonage.api_url = listen()
    async with serving(app, listener):
        yield vonage
