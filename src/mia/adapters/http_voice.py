"""The voice service over HTTP: our own, or any with the same API, with each clinic's own token."""

import contextlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx
import structlog

from mia.adapters.voice_tokens import ClinicToken
from mia.clinic.frontdesk.ports import (
    EARLIER,
    CallerLimit,
    ChatReply,
    Description,
    Earlier,
    Json,
    PhoneCall,
    TokenSource,
    VoiceState,
    WebCall,
    WrittenChat,
)
from mia.platform.kernel.errors import Conflict, Invalid, MiaError, NotFound, TooManyRequests, Unavailable

log = structlog.get_logger()

_TIMEOUT = httpx.Timeout(8.0, connect=2.0)
_OFFER_TIMEOUT = httpx.Timeout(15.0, connect=2.0)
"""A media worker gathers its candidates before it answers."""
_CHAT_TIMEOUT = httpx.Timeout(30.0, connect=2.0)
"""A language model thinks, and runs tools that come back to us."""
_SOUND_TIMEOUT = httpx.Timeout(20.0, connect=2.0)
"""The recording of the longest call is some megabytes."""
_REST_S = 4.0
"""Our own voice service closes connections after 5 idle seconds; a request sent at that moment would be lost."""
_TRIES = 3
_CALLS_LOOKED_AT = 1000
"""The most that the API lists at once; calls of the last minutes."""
_AWAY = "Couldn't reach Mia. Please try again in a moment."


class HttpVoiceServices:
    """A :class:`~mia.clinic.frontdesk.ports.VoiceServices`: clinics share connections, not tokens. To be closed."""

    def __init__(
        self, base_url: str, tokens: TokenSource, *, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self._tokens = tokens
        self._http = httpx.AsyncClient(
            base_url=base_url,
            timeout=_TIMEOUT,
            transport=transport,
            trust_env=False,
            limits=httpx.Limits(max_connections=64, max_keepalive_connections=16, keepalive_expiry=_REST_S),
        )

    def of(self, clinic_id: UUID) -> "HttpVoiceService":
        """The service for one clinic."""
        return HttpVoiceService(self._http, ClinicToken(self._tokens, clinic_id))

    async def close(self) -> None:
        """Return all connections."""
        await self._http.aclose()


class HttpVoiceService:
    """A :class:`~mia.clinic.frontdesk.ports.VoiceService`.

    Reads are tried up to three times, and so is whatever never reached the service. Neither ids that go
    into URLs nor logs hold anything about a person.
    """

    def __init__(self, http: httpx.AsyncClient, auth: httpx.Auth) -> None:
        self._http = http
        self._auth = auth

    async def save_assistant(self, assistant: Mapping[str, Any], assistant_id: str | None) -> str:
        if assistant_id is not None:
            try:
                return _id(await self._call("PUT", f"/assistant/{_path(assistant_id)}", json=dict(assistant)))
            except NotFound:
                pass  # lost on the other side: made again
        return _id(await self._call("POST", "/assistant", json=dict(assistant)))

    async def start_web_call(
        self,
        assistant_id: str,
        variables: Mapping[str, str],
        overrides: Mapping[str, Any] | None = None,
        limit: CallerLimit | None = None,
    ) -> WebCall:
        body = _with(assistant_id, variables, overrides=overrides)
        if limit is not None:
            body["callerLimit"] = {"key": limit.key, "atOnce": limit.at_once}
        call = await self._call("POST", "/call/web", json=body)
        transport = call.get("transport") or {}
        return WebCall(_id(call), str(transport.get("callToken") or ""))

    async def answer_offer(self, call: WebCall, offer: Description) -> Description:
        answer = await self._call(
            "POST",
            f"/call/{_path(call.id)}/offer",
            json={"sdp": offer.sdp, "type": offer.type},
            ticket=call.ticket,
            timeout=_OFFER_TIMEOUT,
        )
        if answer.get("type") != "answer" or not isinstance(answer.get("sdp"), str):
            raise Unavailable(_AWAY)
        return Description(answer["sdp"], "answer")

    async def start_phone_call(self, call: PhoneCall) -> str:
        body = {
            "assistantId": call.assistant_id,
            "phoneNumberId": await self._number_id(call.caller_id),
            "name": call.key,
            "customer": {"number": call.number},
            "assistantOverrides": call.overrides,
        }
        return _id(await self._call("POST", "/call", json=body, headers={"Idempotency-Key": call.key}))

    async def _number_id(self, number: str) -> str:
        """The number that a call leaves from, as the voice service knows it. Asking twice is fine."""
        try:
            return _id(await self._call("POST", "/phone-number", json={"number": number}))
        except Conflict:  # another organization's: the operator has to sort that out
            raise Invalid("This call cannot leave from the practice's number.") from None

    async def receive_phone_call(
        self,
        assistant_id: str,
        number: str,
        variables: Mapping[str, str],
        overrides: Mapping[str, Any] | None = None,
    ) -> str:
        body = _with(assistant_id, variables, overrides=overrides) | {
            "phoneCallProviderBypassEnabled": True,
            "customer": {"number": number[:40]},
        }
        details = (await self._call("POST", "/call", json=body)).get("phoneCallProviderDetails") or {}
        if not isinstance(details.get("twiml"), str):
            raise Unavailable(_AWAY)
        return str(details["twiml"])

    async def find_phone_call(self, key: str, since: datetime) -> str | None:
        query = {"limit": _CALLS_LOOKED_AT, "createdAtGt": since.isoformat()}
        for call in await self._list("/call", query):
            if call.get("name") == key:
                return _id(call)
        return None

    async def end_call(self, call: WebCall) -> None:
        await self._quietly("POST", f"/call/{_path(call.id)}/end", ticket=call.ticket)

    async def call_state(self, call_id: str) -> VoiceState | None:
        call = await self._find(f"/call/{_path(call_id)}")
        return VoiceState(call.get("status") == "ended", call) if call is not None else None

    async def read_recording(self, call_id: str) -> bytes | None:
        response = await self._send("GET", f"/call/{_path(call_id)}/recording", timeout=_SOUND_TIMEOUT)
        if response.status_code == 404:
            return None
        if not response.is_success:
            raise _refusal(response)
        return response.content

    async def erase_recording(self, call_id: str) -> None:
        await self._quietly("DELETE", f"/call/{_path(call_id)}/recording")

    async def erase_call(self, call_id: str) -> None:
        await self._quietly("DELETE", f"/call/{_path(call_id)}")

    async def start_chat(
        self,
        assistant_id: str,
        variables: Mapping[str, str],
        metadata: Mapping[str, Any] | None = None,
        earlier: Sequence[Earlier] = (),
    ) -> WrittenChat:
        body = _with(assistant_id, variables, metadata)
        if earlier:
            body["messages"] = [
                {"role": "user" if one.by_person else "assistant", "content": one.text, "name": EARLIER}
                for one in earlier
            ]
        session = await self._call("POST", "/session", json=body)
        greetings = [text for message in session.get("messages") or () if (text := _written(message))]
        return WrittenChat(_id(session), "" if earlier else " ".join(greetings))

    async def send_chat(self, session_id: str, text: str) -> ChatReply:
        body = {"sessionId": session_id, "input": text}
        chat = await self._call("POST", "/chat", json=body, timeout=_CHAT_TIMEOUT)
        replies = tuple(reply for message in chat.get("output") or () if (reply := _written(message)))
        return ChatReply(replies, ended=bool(chat.get("endedReason")))

    async def end_chat(self, session_id: str) -> None:
        await self._quietly("PATCH", f"/session/{_path(session_id)}", json={"status": "completed"})

    async def erase_chat(self, session_id: str) -> None:
        await self._quietly("DELETE", f"/session/{_path(session_id)}")

    async def chat_state(self, session_id: str) -> VoiceState | None:
        session = await self._find(f"/session/{_path(session_id)}")
        if session is None:
            return None
        return VoiceState(session.get("status") == "completed", {"endedAt": session.get("updatedAt"), **session})

    async def _list(self, path: str, query: Mapping[str, Any]) -> list[Json]:
        response = await self._send("GET", path, params=dict(query))
        if not response.is_success:
            raise _refusal(response)
        listed = response.json()
        return [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []

    async def _find(self, path: str) -> Json | None:
        try:
            return await self._call("GET", path)
        except NotFound:
            return None

    async def _quietly(self, method: str, path: str, **options: Any) -> None:
        """A request whose subject may be gone already."""
        with contextlib.suppress(NotFound, Conflict):
            await self._call(method, path, **options)

    async def _call(self, method: str, path: str, **options: Any) -> Json:
        response = await self._send(method, path, **options)
        if not response.is_success:
            raise _refusal(response)
        try:
            body = response.json() if response.content else {}
        except ValueError:
            raise Unavailable(_AWAY) from None
        return body if isinstance(body, dict) else {}

    async def _send(self, method: str, path: str, *, ticket: str | None = None, **options: Any) -> httpx.Response:
        """Try again only where a second request cannot do a thing twice. ``ticket`` goes instead of the token."""
        if ticket is not None:
            options |= {"auth": None, "headers": {"Authorization": f"Bearer {ticket}"}}
        else:
            options["auth"] = self._auth
        for attempt in range(1, _TRIES + 1):
            try:
                response = await self._http.request(method, path, **options)
            except httpx.HTTPError as error:
                never_arrived = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
                log.warning("voice_service_unreachable", error=type(error).__name__, attempt=attempt)
                if attempt == _TRIES or not (never_arrived or method == "GET"):
                    raise Unavailable(_AWAY) from None
                continue
            if response.status_code < 500 or attempt == _TRIES or method != "GET":
                return response
        raise AssertionError("unreachable")


def _refusal(response: httpx.Response) -> MiaError:
    """What the person who waits should hear; the service's own words stay here."""
    log.info("voice_service_refused", status=response.status_code)
    match response.status_code:
        case 400:
            return Invalid("This could not be understood.")
        case 404:
            return NotFound()
        case 409 if _may_be_repeated(response):
            return Unavailable("Mia is still answering. Please send it again in a moment.")
        case 409:
            return Conflict("This call was already answered or has ended.")
        case 429:
            return TooManyRequests("All lines are busy. Please try again in a moment.", retry_after=10)
        case 503:
            return Unavailable("All lines are busy. Please try again in a moment.")
    return Unavailable(_AWAY)


def _may_be_repeated(response: httpx.Response) -> bool:
    """Whether the service says that the same request may succeed later."""
    try:
        body = response.json()
    except ValueError:
        return False
    return isinstance(body, dict) and body.get("retryable") is True


def _with(
    assistant_id: str,
    variables: Mapping[str, str],
    metadata: Mapping[str, Any] | None = None,
    overrides: Mapping[str, Any] | None = None,
) -> Json:
    changes: Json = {**(overrides or {}), "variableValues": dict(variables)}
    if metadata:
        changes["metadata"] = dict(metadata)
    return {"assistantId": assistant_id, "assistantOverrides": changes}


def _written(message: Any) -> str | None:
    """What the assistant wrote in a message; None for another role."""
    if not isinstance(message, dict) or message.get("role") not in ("assistant", "bot"):
        return None
    return str(message.get("content") or message.get("message") or "") or None


def _id(resource: Json) -> str:
    value = resource.get("id")
    if not isinstance(value, str) or not value:
        raise Unavailable(_AWAY)
    return value


def _path(id: str) -> str:
    return quote(id, safe="")
