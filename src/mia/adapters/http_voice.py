"""The voice service over HTTP: our own, or any with the same API, with each clinic's own token."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import httpx

from mia.adapters.voice_api import AWAY, VoiceApi, id_of, path_of, refusal
from mia.adapters.voice_tokens import ClinicToken
from mia.clinic.frontdesk.ports import (
    EARLIER,
    CallerLimit,
    ChatReply,
    Description,
    Earlier,
    Json,
    PhoneCall,
    Room,
    TokenSource,
    VoiceState,
    WebCall,
    WrittenChat,
)
from mia.platform.http.tls import trusted
from mia.platform.kernel.errors import Invalid, NotFound, Unavailable

_TIMEOUT = httpx.Timeout(8.0, connect=2.0)
_OFFER_TIMEOUT = httpx.Timeout(15.0, connect=2.0)
"""A media worker gathers its candidates before it answers."""
_CHAT_TIMEOUT = httpx.Timeout(30.0, connect=2.0)
"""A language model thinks, and runs tools that come back to us."""
_SOUND_TIMEOUT = httpx.Timeout(20.0, connect=2.0)
"""The recording of the longest call is some megabytes."""
_REST_S = 4.0
"""Our own voice service closes connections after 5 idle seconds; a request sent at that moment would be lost."""
_CALLS_LOOKED_AT = 1000
"""The most that the API lists at once; calls of the last minutes."""


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
            verify=trusted(),
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

    Neither ids that go into URLs nor logs hold anything about a person.
    """

    def __init__(self, http: httpx.AsyncClient, auth: httpx.Auth) -> None:
        self._api = VoiceApi(http, auth)

    async def save_assistant(self, assistant: Mapping[str, Any], assistant_id: str | None) -> str:
        if assistant_id is not None:
            try:
                return id_of(
                    await self._api.call("PUT", f"/assistant/{path_of(assistant_id)}", json=dict(assistant))
                )
            except NotFound:
                pass  # lost on the other side: made again
        return id_of(await self._api.call("POST", "/assistant", json=dict(assistant)))

    async def start_web_call(
        self,
        assistant_id: str,
        variables: Mapping[str, str],
        overrides: Mapping[str, Any] | None = None,
        limit: CallerLimit | None = None,
    ) -> WebCall:
        body = _with(assistant_id, variables, overrides=overrides)
        body["transport"] = {"provider": "mia.webrtc"}  # joined by the ticket, by an offer or in a room
        if limit is not None:
            body["callerLimit"] = {"key": limit.key, "atOnce": limit.at_once}
        call = await self._api.call("POST", "/call/web", json=body)
        transport = call.get("transport") or {}
        return WebCall(id_of(call), str(transport.get("callToken") or ""))

    async def answer_offer(self, call: WebCall, offer: Description) -> Description:
        answer = await self._api.call(
            "POST",
            f"/call/{path_of(call.id)}/offer",
            json={"sdp": offer.sdp, "type": offer.type},
            ticket=call.ticket,
            timeout=_OFFER_TIMEOUT,
        )
        if answer.get("type") != "answer" or not isinstance(answer.get("sdp"), str):
            raise Unavailable(AWAY)
        return Description(answer["sdp"], "answer")

    async def enter_room(self, call: WebCall) -> Room:
        room = await self._api.call(
            "POST", f"/call/{path_of(call.id)}/room", ticket=call.ticket, timeout=_OFFER_TIMEOUT
        )
        provider, url, token = (room.get(name) for name in ("provider", "url", "token"))
        if not (isinstance(provider, str) and isinstance(url, str) and isinstance(token, str)):
            raise Unavailable(AWAY)
        return Room(provider, url, token)

    async def start_phone_call(self, call: PhoneCall) -> str:
        body = {
            "assistantId": call.assistant_id,
            "phoneNumberId": await self._number_id(call.caller_id),
            "name": call.key,
            "customer": {"number": call.number},
            "assistantOverrides": call.overrides,
        }
        return id_of(await self._api.call("POST", "/call", json=body, headers={"Idempotency-Key": call.key}))

    async def _number_id(self, number: str) -> str:
        """The number that a call leaves from, as the voice service knows it. Asking twice is fine."""
        try:
            return id_of(await self._api.call("POST", "/phone-number", json={"number": number}))
        except Invalid:  # perhaps another organization's: the operator has to sort that out
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
        details = (await self._api.call("POST", "/call", json=body)).get("phoneCallProviderDetails") or {}
        if not isinstance(details.get("twiml"), str):
            raise Unavailable(AWAY)
        return str(details["twiml"])

    async def find_phone_call(self, key: str, since: datetime) -> str | None:
        query = {"limit": _CALLS_LOOKED_AT, "createdAtGt": since.isoformat()}
        for call in await self._api.list_all("/call", query):
            if call.get("name") == key:
                return id_of(call)
        return None

    async def end_call(self, call: WebCall) -> None:
        await self._api.quietly("POST", f"/call/{path_of(call.id)}/end", ticket=call.ticket)

    async def call_state(self, call_id: str) -> VoiceState | None:
        call = await self._api.find(f"/call/{path_of(call_id)}")
        return VoiceState(call.get("status") == "ended", call) if call is not None else None

    async def read_recording(self, call_id: str) -> bytes | None:
        response = await self._api.send("GET", f"/call/{path_of(call_id)}/recording", timeout=_SOUND_TIMEOUT)
        if response.status_code == 404:
            return None
        if not response.is_success:
            raise refusal(response)
        return response.content

    async def erase_recording(self, call_id: str) -> None:
        await self._api.quietly("DELETE", f"/call/{path_of(call_id)}/recording")

    async def erase_call(self, call_id: str) -> None:
        await self._api.quietly("DELETE", f"/call/{path_of(call_id)}")

    async def speak(self, text: str, voice: Mapping[str, Any]) -> bytes:
        body = {"text": text, "voice": dict(voice)}
        response = await self._api.send("POST", "/speech", json=body, timeout=_SOUND_TIMEOUT)
        if response.status_code == 404:
            raise Unavailable("This voice service has no sound samples.")
        if not response.is_success:
            raise refusal(response)
        return response.content

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
        session = await self._api.call("POST", "/session", json=body)
        greetings = [text for message in session.get("messages") or () if (text := _written(message))]
        return WrittenChat(id_of(session), "" if earlier else " ".join(greetings))

    async def send_chat(self, session_id: str, text: str) -> ChatReply:
        body = {"sessionId": session_id, "input": text}
        chat = await self._api.call("POST", "/chat", json=body, timeout=_CHAT_TIMEOUT)
        replies = tuple(reply for message in chat.get("output") or () if (reply := _written(message)))
        return ChatReply(replies, ended=bool(chat.get("endedReason")))

    async def end_chat(self, session_id: str) -> None:
        await self._api.quietly("PATCH", f"/session/{path_of(session_id)}", json={"status": "completed"})

    async def erase_chat(self, session_id: str) -> None:
        await self._api.quietly("DELETE", f"/session/{path_of(session_id)}")

    async def chat_state(self, session_id: str) -> VoiceState | None:
        session = await self._api.find(f"/session/{path_of(session_id)}")
        if session is None:
            return None
        return VoiceState(session.get("status") == "completed", {"endedAt": session.get("updatedAt"), **session})


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
