"""Accounts of an organization at other systems, found for the tools that work in them."""

from typing import Any

from sqlalchemy import select

from mia.platform.db.session import OrgSession
from mia.voice.resources.credential.models import CredentialRecord
from mia.voice.resources.credential.service import AUTHENTICATION, CREDENTIALS, GOHIGHLEVEL
from mia.voice.wire import Json

_TOOLS = f"{GOHIGHLEVEL}."
"""How the types of its tools begin."""


async def with_accounts(session: OrgSession, assistant: Json) -> Json:
    """The assistant whose tools have the newest account of the organization that they work in. A tool without one
    stays, and says so when it is run."""
    filled: Json = await _fill(session, assistant)
    return filled


async def _fill(session: OrgSession, value: Any) -> Any:
    if isinstance(value, list):
        return [await _fill(session, item) for item in value]
    if not isinstance(value, dict):
        return value
    if str(value.get("type")).startswith(_TOOLS):
        account = await _account(session)
        return value | {AUTHENTICATION: account} if account else value
    return {name: item if name == "metadata" else await _fill(session, item) for name, item in value.items()}


async def _account(session: OrgSession) -> Json | None:
    table = CredentialRecord
    mine = select(table).where(table.org_id == session.scope.org_id, table.provider == GOHIGHLEVEL)
    row = await session.sql.scalar(mine.order_by(table.created_at.desc(), table.id.desc()).limit(1))
    if row is None:
        return None
    kept = CREDENTIALS.config(session, row)
    return {name: kept[name] for name in ("apiKey", "locationId")}
