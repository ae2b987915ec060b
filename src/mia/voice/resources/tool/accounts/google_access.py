"""The way into an account at Google: a refresh token that a person gave (RFC 6749, 6), or a service account's key
(RFC 7523)."""

import time
from urllib.parse import urlencode

from mia.voice.messages.authentication import kept_token, read_token
from mia.voice.messages.client import MessageClient, NotSent
from mia.voice.resources.tool.accounts.asking import Asking, Refused
from mia.voice.telephony.json_web_tokens import sign_rs256
from mia.voice.wire import Json

TOKEN_URL = "https://oauth2.googleapis.com/token"
_FORM = "application/x-www-form-urlencoded"
_JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"
_SECONDS = 4.0
_LIFE_SECONDS = 3600


async def headers_for(asking: Asking, scope: str) -> dict[str, str]:
    """What shows Google whose request it is; :class:`Refused` when Google gives no token for the credential."""
    account = asking.account
    try:
        token = await kept_token(
            asking.client, account | {"scope": scope}, lambda: _ask(asking.client, account, scope)
        )
    except NotSent as failure:
        if failure.reason == "no-access-token":
            raise Refused("Google refused the organization's credential.") from None
        raise Refused("Google did not answer.") from None
    return {"Authorization": f"Bearer {token}"}


async def _ask(client: MessageClient, account: Json, scope: str) -> tuple[str, float]:
    asked = urlencode(_grant(account, scope)).encode()
    return read_token(await client.post(TOKEN_URL, {}, asked, _SECONDS, media_type=_FORM))


def _grant(account: Json, scope: str) -> dict[str, str]:
    if account.get("refreshToken"):
        known = {"client_id": account["clientId"], "client_secret": account["clientSecret"]}
        return {"grant_type": "refresh_token", "refresh_token": account["refreshToken"]} | known
    now = int(time.time())
    claims = {
        "iss": account["clientEmail"],
        "scope": scope,
        "aud": TOKEN_URL,
        "iat": now,
        "exp": now + _LIFE_SECONDS,
    }
    return {"grant_type": _JWT_BEARER, "assertion": sign_rs256(claims, account["privateKey"])}
