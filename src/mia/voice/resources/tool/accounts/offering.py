"""What an account offers to choose from: locations, workflows, and the webhooks that begin these."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlencode

from sqlalchemy import select

from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import NotFound, Unavailable
from mia.voice.http import BadRequest
from mia.voice.messages.client import MessageClient
from mia.voice.resources.credential.models import CredentialRecord
from mia.voice.resources.tool.accounts import gohighlevel, make
from mia.voice.resources.tool.accounts.asking import TWICE, Asking, Refused, Unreachable
from mia.voice.resources.tool.accounts.finding import find_account
from mia.voice.wire import Json

PROVIDERS = {"gohighlevel": "GoHighLevel", "make": "Make"}
"""Whose accounts offer any of it, and what people call them."""


async def accounts_with(session: OrgSession) -> Sequence[str]:
    """The providers of :data:`PROVIDERS` that the organization has a credential with."""
    table = CredentialRecord
    mine = (
        select(table.provider).where(table.org_id == session.scope.org_id, table.provider.in_(PROVIDERS)).distinct()
    )
    found = set(await session.sql.scalars(mine))
    return [provider for provider in PROVIDERS if provider in found]


async def offered(
    session: OrgSession, client: MessageClient, provider: str, what: str, location: str | None, workflow: str | None
) -> Any:
    """``locations``, ``workflows`` or ``hooks`` of a ``workflow``, as the provider tells them. ``location`` must be
    the account's own.

    :class:`BadRequest` for what the provider does not have or refuses, :class:`Unavailable` without an answer.
    """
    account = await find_account(session, [provider])
    assert account is not None, "one of accounts_with"
    if location is not None and location != account.get("locationId", location):
        raise BadRequest("locationId is not the location of the organization's credential")
    asking = Asking(client, PROVIDERS[provider], account, {}, "offered")
    ask = {"gohighlevel": _of_gohighlevel, "make": _of_make}[provider]
    try:
        return await ask(asking, what, workflow or "")
    except Unreachable as failure:
        raise Unavailable(f"{failure.why} Try again.") from None
    except Refused as refusal:
        raise BadRequest(refusal.why) from None


async def _of_gohighlevel(asking: Asking, what: str, _workflow: str) -> Any:
    location, headers = asking.account["locationId"], gohighlevel.headers_of(asking.account)
    base = gohighlevel.GOHIGHLEVEL_URL
    if what == "locations":
        found = await asking.ask("GET", f"{base}/locations/{quote(location, safe='')}", headers, plan=TWICE)
        return {"locations": [found.get("location", found)] if isinstance(found, dict) else []}
    if what == "workflows":
        return await asking.ask(
            "GET", f"{base}/workflows/?{urlencode({'locationId': location})}", headers, plan=TWICE
        )
    raise BadRequest("gohighlevel begins workflows by contact, not by a hook: a tool of type ghl does it")


async def _of_make(asking: Asking, what: str, workflow: str) -> Any:
    base, headers = make.base_of(asking.account), make.headers_of(asking.account)
    if what == "workflows":
        return await asking.ask("GET", f"{base}/scenarios?teamId={asking.account['teamId']}", headers, plan=TWICE)
    if what == "locations":
        raise BadRequest("make has no locations")
    if not workflow.isdecimal():
        raise NotFound("Workflow not found.")
    found: Json = await asking.ask("GET", f"{base}/scenarios/{workflow}", headers, plan=TWICE)
    hook = (found.get("scenario") or {}).get("hookId") if isinstance(found, dict) else None
    if not isinstance(hook, int):
        return {"hook": None}
    return await asking.ask("GET", f"{base}/hooks/{hook}", headers, plan=TWICE)
