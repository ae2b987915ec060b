"""Twilio on this machine: its REST API, its signed webhooks, its media streams, in its wire formats."""

import asyncio
import base64
import json
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl
from xml.etree import ElementTree

import httpx
from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import JSONResponse, Response
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from mia.platform.kernel.form_signature import sign_form
from tests.fakes.phones.voice import listen, serving

SID = "AC" + "0" * 31 + "1"
TOKEN = "token-of-tests"
NUMBER = "+13055550100"
INVALID, LANDLINE, OPTED_OUT = "+15005550001", "+15005550014", "+15005550010"
"""Numbers that are refused; the first is Twilio's own for tests."""

_CODES = {INVALID: 21211, LANDLINE: 21614, OPTED_OUT: 21610}
_SILENCE = base64.b64encode(b"\xff" * 160).decode()

Json = dict[str, Any]


@dataclass
class Sent:
    """A text or a call that Twilio was asked for: its form, and its state at Twilio."""

    sid: str
    form: dict[str, Any]
    status: str = "queued"
    documents: list[str] = field(default_factory=list)
    """What it went on with."""


@dataclass
class FakeTwilio:
    """``fail`` holds what the next requests meet: a status, or ``"drop"``: taken, and the answer is lost."""

    api_url: str = ""
    sid: str = SID
    token: str = TOKEN
    texts: list[Sent] = field(default_factory=list)
    numbers: dict[str, Json] = field(default_factory=dict)
    """The numbers that the account owns, with what is set for each."""
    calls: list[Sent] = field(default_factory=list)
    incoming: Sent = field(default_factory=lambda: Sent("CA" + "1" * 32, {}))
    """The call that comes in."""
    streams: dict[str, "Stream"] = field(default_factory=dict)
    fail: deque[int | str] = field(default_factory=deque)
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    # --- REST -------------------------------------------------------------------------------------

    async def take_text(self, request: Request) -> Response:
        """``POST Messages.json``."""
        form = await self._form(request)
        return await self._take(self.texts, "SM", form, ("From", "To", "Body"))

    async def list_texts(self, request: Request) -> Response:
        """``GET Messages.json``, newest first."""
        self._require_login(request)
        if self.fail:
            return self._refusal(int(self.fail.popleft()), 20500)
        query = request.query_params
        found = [t for t in self.texts if t.form["To"] == query["To"] and t.form["From"] == query["From"]]
        return JSONResponse({"messages": [_text(text) for text in reversed(found)]})

    async def list_numbers(self, request: Request) -> Response:
        """``GET IncomingPhoneNumbers.json``: those like the one that is asked for."""
        self._require_login(request)
        if self.fail:
            return self._refusal(int(self.fail.popleft()), 20500)
        wanted = request.query_params["PhoneNumber"]
        found = [more | {"phone_number": number} for number, more in self.numbers.items() if wanted in number]
        return JSONResponse({"incoming_phone_numbers": found})

    async def change_number(self, sid: str, request: Request) -> Response:
        """``POST IncomingPhoneNumbers/{sid}.json``: where its calls lead."""
        form = await self._form(request)
        next(more for more in self.numbers.values() if more.get("sid") == sid).update(form)
        return JSONResponse({"sid": sid})

    async def take_call(self, request: Request) -> Response:
        """``POST Calls.json``."""
        form = await self._form(request)
        return await self._take(self.calls, "CA", form, ("From", "To", "Twiml"))

    async def change_call(self, sid: str, request: Request) -> Response:
        """``POST Calls/{sid}.json``: hang up, or go on with another document, which ends the stream."""
        form = await self._form(request)
        if self.fail:
            return self._refusal(int(self.fail.popleft()), 21220)
        call = next((call for call in self.calls if call.sid == sid), None) or self.incoming
        call.status = form.get("Status", call.status)
        if "Twiml" in form:
            call.documents.append(form["Twiml"])
            if stream := self.streams.get(sid):
                await stream.end()
        async with self._news:
            self._news.notify_all()
        return JSONResponse({"sid": sid, "status": call.status})

    async def _take(self, kept: list[Sent], prefix: str, form: Json, needed: tuple[str, ...]) -> Response:
        if any(not form.get(name) for name in needed):
            return self._refusal(400, 21602)
        failure = self.fail.popleft() if self.fail else None
        if isinstance(failure, int):
            return self._refusal(failure, 20429 if failure == 429 else 20500)
        if form["To"] in _CODES:
            return self._refusal(400, _CODES[form["To"]])
        sent = Sent(prefix + secrets.token_hex(16), form)
        async with self._news:
            kept.append(sent)
            self._news.notify_all()
        if failure == "drop":
            raise RuntimeError("the answer is lost")
        return JSONResponse({"sid": sent.sid, "status": "queued", "error_code": None}, 201)

    async def _form(self, request: Request) -> Json:
        self._require_login(request)
        fields = parse_qsl((await request.body()).decode(), keep_blank_values=True)
        events = [value for name, value in fields if name == "StatusCallbackEvent"]
        return {**dict(fields), "StatusCallbackEvent": events}

    def _require_login(self, request: Request) -> None:
        login = base64.b64encode(f"{self.sid}:{self.token}".encode()).decode()
        if request.headers["authorization"] != f"Basic {login}":
            raise HTTPException(401)

    def _refusal(self, status: int, code: int) -> Response:
        return JSONResponse({"code": code, "message": "refused", "status": status}, status)

    # --- webhooks ---------------------------------------------------------------------------------

    async def post(self, url: str, form: dict[str, str], token: str = "") -> httpx.Response:
        """A webhook as Twilio sends it; another ``token`` signs wrongly."""
        headers = {"X-Twilio-Signature": sign_form(token or self.token, url, form.items())}
        async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
            return await client.post(url, data=form, headers=headers)

    async def next_call(self, count: int = 1) -> Sent:
        """The newest call, once ``count`` have been asked for."""
        async with asyncio.timeout(10), self._news:
            await self._news.wait_for(lambda: len(self.calls) >= count)
        return self.calls[-1]

    async def until_texts(self, count: int, within: float = 30) -> list[Sent]:
        """All texts, once ``count`` have been asked for."""
        async with asyncio.timeout(within), self._news:
            await self._news.wait_for(lambda: len(self.texts) >= count)
        return self.texts

    async def goes_on(self, call: Sent) -> str:
        """The document that a call goes on with."""
        async with asyncio.timeout(10), self._news:
            await self._news.wait_for(lambda: bool(call.documents))
        return call.documents[-1]

    async def hung_up(self, call: Sent) -> None:
        """Until someone has hung up by REST."""
        async with asyncio.timeout(10), self._news:
            await self._news.wait_for(lambda: call.status == "completed")

    async def tell(self, call: Sent, status: str, **more: str) -> httpx.Response:
        """A status callback of a call."""
        form = {"CallSid": call.sid, "AccountSid": SID, "To": call.form["To"], "CallStatus": status, **more}
        return await self.post(call.form["StatusCallback"], form)

    async def machine(self, call: Sent, answered_by: str = "machine_end_beep") -> httpx.Response:
        """The result of answering machine detection."""
        form = {"CallSid": call.sid, "AccountSid": SID, "AnsweredBy": answered_by}
        return await self.post(call.form["AsyncAmdStatusCallback"], form)

    async def carry_out(self, twiml: str, opened: "Callable[[Stream], None]" = lambda _: None) -> list[str]:
        """Carry a document out to its end, as for a caller who stays on the line; what is said to them by Twilio.

        A stream lasts until the other side ends it; one that cannot be opened is passed over.
        """
        said: list[str] = []
        for verb in ElementTree.fromstring(twiml):
            if verb.tag == "Say":
                said.append(verb.text or "")
            elif verb.tag == "Connect":
                try:
                    async with self.picked_up(twiml) as stream:
                        opened(stream)
                        await stream.closed.wait()
                except (ConnectionClosed, InvalidStatus):
                    continue
            elif verb.tag == "Redirect":
                assert verb.attrib["method"] == "POST"
                next_document = await self.post(str(verb.text), {"CallSid": self.incoming.sid, "AccountSid": SID})
                assert next_document.status_code == 200, next_document.text
                return said + await self.carry_out(next_document.text, opened)
        return said

    @asynccontextmanager
    async def picked_up(self, twiml: str, token: str = "") -> AsyncIterator["Stream"]:
        """Someone picks up: the TwiML is carried out, and the media stream is open while the block lasts."""
        element = ElementTree.fromstring(twiml).find("./Connect/Stream")
        assert element is not None, "the call is not connected with a stream"
        url = element.attrib["url"]
        headers = {"X-Twilio-Signature": sign_form(token or self.token, url)}
        async with connect(url, additional_headers=headers, proxy=None) as socket:
            call = next((call for call in self.calls if call.form["Twiml"] == twiml), self.incoming)
            stream = self.streams[call.sid] = Stream(socket, "MZ" + secrets.token_hex(16), call.sid)
            await stream.begin()
            try:
                yield stream
            finally:
                await stream.end()
                del self.streams[call.sid]


@dataclass
class Stream:
    """The carrier's end of a media stream. ``heard`` is the mu-law that was sent to the person."""

    socket: ClientConnection
    sid: str
    call_sid: str
    heard: bytearray = field(default_factory=bytearray)
    frames: list[int] = field(default_factory=list)
    clears: int = 0
    _reading: "asyncio.Task[None] | None" = None
    _talking: "asyncio.Task[None] | None" = None
    _speech: bytearray = field(default_factory=bytearray)
    closed: asyncio.Event = field(default_factory=asyncio.Event)

    async def begin(self) -> None:
        """``connected`` and ``start``, then a frame every 20 ms, silent unless something is said."""
        await self._tell({"event": "connected", "protocol": "Call", "version": "1.0.0"})
        shape = {"encoding": "audio/x-mulaw", "sampleRate": 8000, "channels": 1}
        sids = {"streamSid": self.sid, "accountSid": SID, "callSid": self.call_sid}
        start = {**sids, "tracks": ["inbound"], "mediaFormat": shape}
        await self._tell({"event": "start", "sequenceNumber": "1", "start": start, "streamSid": self.sid})
        self._reading = asyncio.create_task(self._read())
        self._talking = asyncio.create_task(self._talk())

    def say(self, mulaw: bytes) -> None:
        """Speak: mu-law at 8 kHz."""
        self._speech += mulaw

    async def end(self) -> None:
        """The person hangs up."""
        for task in (self._talking, self._reading):
            assert task is not None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        try:
            await self._tell({"event": "stop", "streamSid": self.sid, "stop": {"accountSid": SID}})
        except ConnectionClosed:
            return

    async def _talk(self) -> None:
        while True:
            piece, self._speech = bytes(self._speech[:160]), self._speech[160:]
            payload = base64.b64encode(piece.ljust(160, b"\xff")).decode() if piece else _SILENCE
            media = {"track": "inbound", "chunk": "1", "timestamp": "1", "payload": payload}
            await self._tell({"event": "media", "streamSid": self.sid, "media": media})
            await asyncio.sleep(0.02)

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                message = json.loads(text)
                assert message["streamSid"] == self.sid
                if message["event"] == "media":
                    sound = base64.b64decode(message["media"]["payload"])
                    self.frames.append(len(sound))
                    self.heard += sound
                elif message["event"] == "clear":
                    self.clears += 1
        finally:
            self.closed.set()

    async def _tell(self, message: Json) -> None:
        await self.socket.send(json.dumps(message))


@asynccontextmanager
async def fake_twilio(sid: str = SID, token: str = TOKEN) -> AsyncIterator[FakeTwilio]:
    """Twilio's API on a free port of this machine, with one account."""
    twilio = FakeTwilio(sid=sid, token=token)
    app = FastAPI()
    account = f"/2010-04-01/Accounts/{sid}"
    app.add_api_route(f"{account}/Messages.json", twilio.take_text, methods=["POST"])
    app.add_api_route(f"{account}/Messages.json", twilio.list_texts, methods=["GET"])
    app.add_api_route(f"{account}/IncomingPhoneNumbers.json", twilio.list_numbers, methods=["GET"])
    app.add_api_route(f"{account}/IncomingPhoneNumbers/{{sid}}.json", twilio.change_number, methods=["POST"])
    app.add_api_route(f"{account}/Calls.json", twilio.take_call, methods=["POST"])
    app.add_api_route(f"{account}/Calls/{{sid}}.json", twilio.change_call, methods=["POST"])
    listener, twilio.api_url = listen()
    async with serving(app, listener):
        yield twilio


def _text(sent: Sent) -> Json:
    return {"sid": sent.sid, "status": sent.status, "body": sent.form["Body"], "to": sent.form["To"],
            "from": sent.form["From"], "direction": "outbound-api"}  # fmt: skip
