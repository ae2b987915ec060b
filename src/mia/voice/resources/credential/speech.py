"""Keys of providers of speech: found for the voices and recognizers that name their provider."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from mia.platform.db.session import OrgSession
from mia.voice.http import BadRequest
from mia.voice.resources.credential.models import CredentialRecord
from mia.voice.resources.credential.service import AUTHENTICATION, CREDENTIALS, EMBEDDED, SPEECH
from mia.voice.wire import Json

_PARTS = ("voice", "transcriber")


async def configured(session: OrgSession) -> Sequence[str]:
    """The providers of speech that the organization may choose: the embedded one, and those it has a key with."""
    table = CredentialRecord
    mine = select(table.provider).where(table.org_id == session.scope.org_id, table.provider.in_(SPEECH)).distinct()
    found = set(await session.sql.scalars(mine))
    return [EMBEDDED, *(provider for provider in SPEECH if provider in found)]


async def find_key(session: OrgSession, provider: str) -> str | None:
    """The newest key that the organization has with a provider."""
    table = CredentialRecord
    mine = select(table).where(table.org_id == session.scope.org_id, table.provider == provider)
    row = await session.sql.scalar(mine.order_by(table.created_at.desc(), table.id.desc()).limit(1))
    return str(CREDENTIALS.config(session, row)["apiKey"]) if row is not None else None


async def require_keys(session: OrgSession, written: Json) -> None:
    """:class:`BadRequest` when a voice or a recognizer in a document is a provider's that the organization has no
    key with."""
    await with_keys(session, written)


async def with_keys(session: OrgSession, assistant: Json) -> Json:
    """The assistant whose voices and recognizers have the keys of their providers; raises as
    :func:`require_keys`."""
    filled: Json = await _fill(session, assistant, ())
    return filled


async def _fill(session: OrgSession, value: Any, path: tuple[str, ...]) -> Any:
    if isinstance(value, list):
        return [await _fill(session, item, (*path, str(index))) for index, item in enumerate(value)]
    if not isinstance(value, dict) or (path and path[-1] == "metadata"):
        return value
    if path and path[-1] in _PARTS and value.get("provider") in SPEECH:
        key = await find_key(session, value["provider"])
        if key is None:
            served = ", ".join(await configured(session))
            raise BadRequest(f"{'.'.join(path)}.provider must be one of the following values: {served}")
        return value | {AUTHENTICATION: {"apiKey": key}}
    return {name: await _fill(session, item, (*path, name)) for name, item in value.items()}
