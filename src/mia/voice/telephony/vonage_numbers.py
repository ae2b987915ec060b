"""Vonage's Numbers and Applications APIs: whose a number is, and where its calls lead."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import httpx

from mia.platform.http.tls import trusted
from mia.platform.kernel.errors import Unavailable
from mia.voice.http import BadRequest
from mia.voice.telephony.vonage_line import VonageLogin

_TIMEOUT = httpx.Timeout(10.0, connect=3.0)
_AWAY = "Vonage did not answer. Try again."


@dataclass(frozen=True)
class Application:
    """What a number is linked with: who asks on its behalf, and where its calls lead."""

    id: str
    private_key: str = field(repr=False)


async def lead_here(
    login: VonageLogin,
    number: str,
    number_id: UUID,
    public_url: str,
    known: Application | None,
    once_owned: Callable[[], Awaitable[None]],
) -> Application:
    """Link a number (E.164) with an application whose webhooks are ours, once the account is proven to own it and
    ``once_owned`` raised nothing.

    ``known`` is the application that was made for it before. :class:`BadRequest` when the login is wrong or the
    number another account's, :class:`Unavailable` when Vonage is away.
    """
    async with httpx.AsyncClient(auth=login.auth, timeout=_TIMEOUT, verify=trusted(), trust_env=False) as http:
        country = await _country_of(http, login, number)
        await once_owned()
        application = await _keep(http, login, f"{public_url}/numbers/{number_id}", number_id, known)
        form = {"country": country, "msisdn": number.removeprefix("+"), "app_id": application.id}
        told = await _ask(http, "POST", f"{login.rest_url}/number/update", data=form)
        if str(told.get("error-code")) != "200":
            raise BadRequest("Vonage did not link this number with an application.")
        return application


async def _country_of(http: httpx.AsyncClient, login: VonageLogin, number: str) -> str:
    query = {"pattern": number.removeprefix("+"), "search_pattern": "0"}
    listed = await _ask(http, "GET", f"{login.rest_url}/account/numbers", params=query)
    owned = {str(each.get("msisdn")): str(each.get("country")) for each in listed.get("numbers") or ()}
    if number.removeprefix("+") not in owned:
        raise BadRequest("The account of this credential does not own this number.")
    return owned[number.removeprefix("+")]


async def _keep(
    http: httpx.AsyncClient, login: VonageLogin, url: str, number_id: UUID, known: Application | None
) -> Application:
    """An application of its own for one number, made or told again where it leads; it signs what it tells."""
    voice = {"webhooks": _hooks(url, {"answer_url": "", "event_url": "/events"}), "signed_callbacks": True}
    messages = {"webhooks": _hooks(url, {"inbound_url": "/texts", "status_url": "/texts/events"}), "version": "v1"}
    asked = {"name": f"Phone number {number_id}", "capabilities": {"voice": voice, "messages": messages}}
    applications = f"{login.api_url}/v2/applications"
    if known is not None:
        await _ask(http, "PUT", f"{applications}/{known.id}", json=asked)
        return known
    made = await _ask(http, "POST", applications, json=asked)
    try:
        return Application(str(made["id"]), str(made["keys"]["private_key"]))
    except (KeyError, TypeError):
        raise Unavailable(_AWAY) from None


def _hooks(url: str, paths: dict[str, str]) -> dict[str, dict[str, str]]:
    return {name: {"address": f"{url}{path}", "http_method": "POST"} for name, path in paths.items()}


async def _ask(http: httpx.AsyncClient, method: str, url: str, **what: Any) -> dict[str, Any]:
    try:
        answer = await http.request(method, url, **what)
        if answer.status_code in (401, 403):
            raise BadRequest("Vonage does not accept apiKey and apiSecret of this credential.")
        if not answer.is_success:
            raise Unavailable(_AWAY)
        told: dict[str, Any] = answer.json()
    except (httpx.HTTPError, ValueError):
        raise Unavailable(_AWAY) from None
    return told
