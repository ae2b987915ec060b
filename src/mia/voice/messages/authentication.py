"""How a message shows its receiver where it comes from: the plan of the credential that a server names."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urlencode

from mia.voice.messages.client import Answer, MessageClient, NotSent
from mia.voice.wire import Json

_FORM = "application/x-www-form-urlencoded"
_SECONDS = 5.0
_EARLIER_S = 30.0
"""A token is not used in the last seconds of its life."""
_MOST_S = 3600.0
_MOST_KEPT = 1000
_PREFIX = "whsec_"
_BEARER = "Bearer "


async def proof(
    client: MessageClient, own: Mapping[str, str], plan: Json | None, message_id: str, body: bytes
) -> Mapping[str, str]:
    """The headers that a message with this id and body carries beside the receiver's ``own``, in which a bearer
    token may stand. :class:`NotSent` when an authorization server gives no token."""
    now = str(int(time.time()))
    match plan:
        case None:
            token = _bearer(own)
            return _standard_webhook(token, message_id, now, body) if token else {}
        case {"type": "bearer"}:
            prefix = "Bearer " if plan.get("bearerPrefixEnabled", True) else ""
            token = plan["token"]
            return {
                **_standard_webhook(token, message_id, now, body),
                plan.get("headerName") or "Authorization": prefix + token,
            }
        case {"type": "hmac"}:
            return {
                **_standard_webhook(plan["secretKey"], message_id, now, body),
                **_signature(plan, body, now),
            }
        case _:
            token = await kept_token(client, plan, lambda: _ask(client, plan))
            return {"Authorization": f"Bearer {token}"}


async def kept_token(client: MessageClient, plan: Json, ask: Callable[[], Awaitable[tuple[str, float]]]) -> str:
    """The token that ``ask`` gets for ``plan``, with the seconds that it lasts; after them it asks again."""
    key = hashlib.sha256(json.dumps(plan, sort_keys=True).encode()).hexdigest()
    known = client.access_tokens.get(key)
    if known is not None and known[1] > time.monotonic():
        return known[0]
    token, seconds = await ask()
    if len(client.access_tokens) >= _MOST_KEPT:
        client.access_tokens.clear()
    client.access_tokens[key] = token, time.monotonic() + min(seconds, _MOST_S) - _EARLIER_S
    return token


def read_token(answer: Answer) -> tuple[str, float]:
    """The token in an authorization server's answer (RFC 6749, 5.1), and how many seconds it lasts;
    :class:`NotSent` when there is none."""
    try:
        told = json.loads(answer.body) if answer.is_success else {}
        return str(told["access_token"]), float(told.get("expires_in") or _EARLIER_S)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise NotSent("no-access-token") from None


async def _ask(client: MessageClient, plan: Json) -> tuple[str, float]:
    asked = {"grant_type": "client_credentials", "client_id": plan["clientId"]}
    asked |= {"client_secret": plan["clientSecret"]} | ({"scope": plan["scope"]} if plan.get("scope") else {})
    return read_token(await client.post(plan["url"], {}, urlencode(asked).encode(), _SECONDS, media_type=_FORM))


def _standard_webhook(secret: str, message_id: str, timestamp: str, body: bytes) -> Mapping[str, str]:
    """The headers of Standard Webhooks 1.0, so that its libraries can tell a message of ours from a forged or a
    repeated one. A secret with the prefix ``whsec_`` is base64, any other is taken as it is written."""
    digest = hmac.new(_key(secret), f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    signature = f"v1,{base64.b64encode(digest).decode()}"
    return {"webhook-id": message_id, "webhook-timestamp": timestamp, "webhook-signature": signature}


def _bearer(headers: Mapping[str, str]) -> str:
    scheme = next((value for name, value in headers.items() if name.lower() == "authorization"), "")
    return scheme[len(_BEARER) :] if scheme.startswith(_BEARER) else ""


def _key(secret: str) -> bytes:
    if secret.startswith(_PREFIX):
        try:
            return base64.b64decode(secret[len(_PREFIX) :], validate=True)
        except ValueError:
            pass  # not base64 after all
    return secret.encode()


def _signature(plan: Json, body: bytes, timestamp: str) -> Mapping[str, str]:
    signed = body if plan.get("payloadFormat") == "{body}" else f"{timestamp}.".encode() + body
    digest = hmac.new(plan["secretKey"].encode(), signed, plan["algorithm"]).digest()
    encoded = base64.b64encode(digest).decode() if plan.get("signatureEncoding") == "base64" else digest.hex()
    names = plan.get("signatureHeader") or "X-Signature", plan.get("timestampHeader") or "X-Timestamp"
    return dict(zip(names, (encoded, timestamp), strict=True))
