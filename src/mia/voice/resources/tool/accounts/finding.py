"""Finding the accounts of an organization that its tools work in."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from mia.platform.db.session import OrgSession
from mia.voice.resources.credential.models import CredentialRecord
from mia.voice.resources.credential.service import AUTHENTICATION, CREDENTIALS
from mia.voice.resources.tool.accounts.kinds import ACCOUNT_KINDS
from mia.voice.wire import Json

_NOT_FOR_TOOLS = ("provider", "name")


async def with_accounts(session: OrgSession, assistant: Json) -> Json:
    """The assistant whose tools have the newest account of the organization that they work in. A tool without one
    stays, and says so when it is run."""
    filled: Json = await _fill(session, assistant)
    return filled


async def find_account(session: OrgSession, providers: Sequence[str]) -> Json | None:
    """The newest credential that the organization has with one of these providers, secrets and all."""
    table = CredentialRecord
    mine = select(table).where(table.org_id == session.scope.org_id, table.provider.in_(providers))
    row = await session.sql.scalar(mine.order_by(table.created_at.desc(), table.id.desc()).limit(1))
    if row is None:
        return None
    kept = CREDENTIALS.config(session, row)
    return {name: value for name, value in kept.items() if name not in _NOT_FOR_TOOLS}


async def _fill(session: OrgSession, value: Any) -> Any:
    if isinstance(value, list):
        return [await _fill(session, item) for item in value]
    if not isinstance(value, dict):
        return value
    kind = ACCOUNT_KINDS.get(str(value.get("type")))
    if kind is not None:
        account = await find_account(session, kind.providers)
        return value | {AUTHENTICATION: account} if account else value
    return {name: item if name == "metadata" else await _fill(session, item) for name, item in value.items()}
