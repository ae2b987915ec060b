"""Google, Slack and Make as programs see them, by what each publishes of its API, in one server."""

import base64
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

import pytest
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from mia.voice.resources.tool.accounts import google, google_access, make, slack
from tests.fakes.phones.voice import listen, serving

Json = dict[str, Any]
KEY = rsa.generate_private_key(65537, 2048)
PEM = KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
BUSY = [{"start": "2026-03-02T15:00:00Z", "end": "2026-03-02T15:30:00Z"}]


@dataclass
class Systems:
    """What the accounts hold, what was asked of them, and the statuses that the next requests fail with."""

    url: str = ""
    asked: list[tuple[str, Any]] = field(default_factory=list)
    grants: list[str] = field(default_factory=list)
    events: dict[str, Json] = field(default_factory=dict)
    fail: list[int] = field(default_factory=list)
    lose_answer: bool = False
    slack_error: str | None = None

    async def token(self, request: Request) -> JSONResponse:
        """Google's token endpoint: for a refresh token, or what a service account signed."""
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        self.grants.append(form["grant_type"])
        if form["grant_type"] == "refresh_token":
            good = (form["client_id"], form["client_secret"], form["refresh_token"]) == ("app", "s3cret", "1//r")
        else:
            claims = _signed(form["assertion"])
            good = claims["aud"] == f"{self.url}/token" and claims["iss"] == "mia@practice.example"
            good = good and claims["exp"] - claims["iat"] == 3600 and "auth/" in claims["scope"]
        if not good:
            return JSONResponse({"error": "invalid_grant"}, 400)
        return JSONResponse({"access_token": "ya29", "expires_in": 3599, "token_type": "Bearer"})

    async def take(self, request: Request) -> Response:
        """Any other request."""
        body = await request.body()
        given = json.loads(body) if body else dict(request.query_params)
        path = request.url.path
        self.asked.append((f"{request.method} {path}", given))
        if self.fail:
            told = {"error": {"code": 0, "message": "Try again later.", "status": "UNAVAILABLE"}}
            return JSONResponse(told, self.fail.pop(0))
        authorized = request.headers.get("authorization")
        if path.startswith("/google/") and authorized == "Bearer ya29":
            return self._google(request, path.removeprefix("/google"), given)
        if path == "/slack/chat.postMessage":
            return self._slack(authorized, given)
        if path.startswith("/eu1/") and authorized == "Token mk-1":
            return self._make(path.removeprefix("/eu1"), given)
        if path == "/hook":
            return PlainTextResponse("Accepted")
        return JSONResponse({"error": {"message": "Request had invalid authentication credentials."}}, 401)

    def _google(self, request: Request, path: str, given: Json) -> JSONResponse:
        match request.method, path.split("/")[1:]:
            case "POST", ["freeBusy"]:
                id = given["items"][0]["id"]
                known = {"primary": {"busy": []}, "desk@practice.example": {"busy": BUSY}}
                unknown = {"errors": [{"domain": "global", "reason": "notFound"}], "busy": []}
                return JSONResponse({"kind": "calendar#freeBusy", "calendars": {id: known.get(id, unknown)}})
            case "POST", ["calendars", _, "events"]:
                if given["id"] in self.events:
                    return JSONResponse({"error": {"code": 409, "message": "Already exists."}}, 409)
                self.events[given["id"]] = given | {"status": "confirmed", "etag": "x"}
                if self.lose_answer:
                    self.lose_answer = False
                    return JSONResponse({"error": {"code": 500, "message": "Backend Error"}}, 500)
                return JSONResponse(self.events[given["id"]])
            case "GET", ["calendars", _, "events", id]:
                return JSONResponse(self.events[id])
            case "POST", ["spreadsheets", "sheet-1", "values", place] if place.endswith(":append"):
                assert request.query_params["valueInputOption"] == "RAW"
                return JSONResponse({"spreadsheetId": "sheet-1", "updates": {"updatedRange": "Leads!A7:C7"}})
        return JSONResponse({"error": {"code": 404, "message": "Requested entity was not found."}}, 404)

    def _slack(self, authorized: str | None, given: Json) -> JSONResponse:
        error = self.slack_error or (None if authorized == "Bearer xoxb-1" else "invalid_auth")
        if error:
            return JSONResponse({"ok": False, "error": error})
        return JSONResponse({"ok": True, "channel": "C1", "ts": "1503435956.000247", "message": given})

    def _make(self, path: str, given: Json) -> JSONResponse:
        match path:
            case "/api/v2/hooks/7":
                return JSONResponse({"hook": {"id": 7, "teamId": 1, "url": f"{self.url}/hook"}})
            case "/api/v2/scenarios/5/run":
                return JSONResponse({"executionId": "e1", "status": "1", "outputs": given["data"]})
            case "/api/v2/scenarios":
                return JSONResponse({"scenarios": [{"id": 5, "name": "New lead", "hookId": 7}]})
            case "/api/v2/scenarios/5":
                return JSONResponse({"scenario": {"id": 5, "name": "New lead", "hookId": 7}})
        return JSONResponse({"message": "Not Found", "code": "IM016"}, 404)


def _signed(token: str) -> Json:
    signed, _, signature = token.rpartition(".")
    KEY.public_key().verify(_decoded(signature), signed.encode(), padding.PKCS1v15(), SHA256())
    claims: Json = json.loads(_decoded(signed.partition(".")[2]))
    return claims


def _decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


@asynccontextmanager
async def systems_running(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Systems]:
    """The systems, and the product pointed at them."""
    systems, app = Systems(), FastAPI()
    app.add_api_route("/token", systems.token, methods=["POST"])
    app.add_api_route("/{rest:path}", systems.take, methods=["GET", "POST"])
    listener, systems.url = listen()
    monkeypatch.setattr(google_access, "TOKEN_URL", f"{systems.url}/token")
    monkeypatch.setattr(google, "CALENDAR_URL", f"{systems.url}/google")
    monkeypatch.setattr(google, "SHEETS_URL", f"{systems.url}/google")
    monkeypatch.setattr(slack, "SLACK_URL", f"{systems.url}/slack")
    monkeypatch.setattr(make, "MAKE_URL", systems.url + "/{region}/api/v2")
    async with serving(app, listener):
        yield systems
