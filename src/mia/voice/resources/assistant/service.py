"""Assistants: kept as written, and merged with a call's overrides into what really answers."""

import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import new_id
from mia.voice.resources.assistant import queries
from mia.voice.resources.assistant.models import AssistantRecord
from mia.voice.wire import Json, ListQuery, entity, without_none

_VARIABLE = re.compile(r"\{\{\s*(\w+)\s*\}\}")


async def create_assistant(session: OrgSession, config: Json) -> Json:
    """Keep a new assistant and return it."""
    now = session.now()
    row = AssistantRecord(org_id=session.scope.org_id, id=new_id(), created_at=now)
    queries.write_config(session, row, without_none(config))
    session.sql.add(row)
    return _render(session, row)


async def read_assistant(session: OrgSession, assistant_id: UUID) -> Json:
    """One assistant; :class:`NotFound` when the organization has none of that id."""
    return _render(session, await _require(session, assistant_id))


async def list_assistants(session: OrgSession, query: ListQuery) -> list[Json]:
    """The newest assistants."""
    return [_render(session, row) for row in await queries.list_assistants(session, query)]


async def update_assistant(session: OrgSession, assistant_id: UUID, patch: Json) -> Json:
    """Change the properties in ``patch``; ``null`` removes one."""
    row = await _require(session, assistant_id)
    queries.write_config(session, row, without_none(queries.config_of(session, row) | patch))
    return _render(session, row)


async def replace_assistant(session: OrgSession, assistant_id: UUID, config: Json) -> Json:
    """Make the assistant what ``config`` says and nothing else."""
    row = await _require(session, assistant_id)
    queries.write_config(session, row, without_none(config))
    return _render(session, row)


async def delete_assistant(session: OrgSession, assistant_id: UUID) -> Json:
    """Remove an assistant and return what it was. Calls keep the copy they were made with."""
    row = await _require(session, assistant_id)
    await session.sql.delete(row)
    return _render(session, row)


async def assemble_assistant(
    session: OrgSession, assistant_id: UUID | None, inline: Json | None, overrides: Json | None
) -> Json:
    """The assistant that answers: the stored or the inline one, with the overrides of this conversation.

    Metadata is merged key by key, everything else is replaced; variables are filled into the texts.
    """
    base = inline or {}
    if assistant_id is not None:
        row = await _require(session, assistant_id)
        base = {"id": str(assistant_id), **queries.config_of(session, row)}
    changes = dict(overrides or {})
    variables = changes.pop("variableValues", None) or {}
    metadata = (base.get("metadata") or {}) | (changes.pop("metadata", None) or {})
    merged = without_none(base | changes | {"metadata": metadata})
    return _fill_texts(merged, variables) if variables else merged


def _fill_texts(assistant: Json, variables: Json) -> Json:
    filled = dict(assistant)
    for name in ("firstMessage", "endCallMessage", "voicemailMessage"):
        if isinstance(filled.get(name), str):
            filled[name] = _fill(filled[name], variables)
    model = filled.get("model") or {}
    if messages := model.get("messages"):
        filled["model"] = model | {"messages": _fill_messages(messages, variables)}
    return filled


def _fill_messages(messages: Sequence[Json], variables: Json) -> list[Json]:
    return [item | {"content": _fill(item["content"], variables)} if item.get("content") else item
            for item in messages]  # fmt: skip


def _fill(text: str, variables: Json) -> str:
    def value(match: re.Match[str]) -> str:
        found: Any = variables.get(match[1])
        return match[0] if found is None else str(found)

    return _VARIABLE.sub(value, text)


async def _require(session: OrgSession, assistant_id: UUID) -> AssistantRecord:
    row = await queries.find_assistant(session, assistant_id)
    if row is None:
        raise NotFound("Assistant not found.")
    return row


def _render(session: OrgSession, row: AssistantRecord) -> Json:
    base = entity(row.id, row.org_id, row.created_at, row.updated_at)
    return base | queries.config_of(session, row)
