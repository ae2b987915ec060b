"""Reads and writes of assistants."""

import json
from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select

from mia.platform.db.session import OrgSession
from mia.voice.resources.assistant.models import AssistantRecord
from mia.voice.wire import Json, ListQuery, to_text


async def find_assistant(session: OrgSession, assistant_id: UUID) -> AssistantRecord | None:
    """The organization's assistant of that id."""
    return await session.sql.get(AssistantRecord, (session.scope.org_id, assistant_id))


async def list_assistants(session: OrgSession, query: ListQuery) -> Sequence[AssistantRecord]:
    """The organization's assistants, newest first."""
    rows = select(AssistantRecord).where(AssistantRecord.org_id == session.scope.org_id)
    rows = query.narrow(rows, AssistantRecord.created_at, AssistantRecord.updated_at)
    newest = (AssistantRecord.created_at.desc(), AssistantRecord.id.desc())
    return (await session.sql.scalars(rows.order_by(*newest).limit(query.limit))).all()


def config_of(session: OrgSession, row: AssistantRecord) -> Json:
    """The stored configuration, as it stood on the wire."""
    config: Json = json.loads(session.unseal(row.config_sealed))
    return config


def write_config(session: OrgSession, row: AssistantRecord, config: Json) -> None:
    """Put a configuration into the row."""
    row.name = config.get("name")
    row.config_sealed = session.seal(to_text(config))
    row.updated_at = session.now()
