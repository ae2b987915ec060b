"""Tools, kept once for any number of assistants."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select

from mia.platform.db.session import OrgSession
from mia.voice.http import BadRequest
from mia.voice.resources.dialing.service import require_dialable
from mia.voice.resources.documents import Documents, fits
from mia.voice.resources.knowledge_base.service import KNOWLEDGE_BASES, files_of, require_files
from mia.voice.resources.tool.models import ToolRecord
from mia.voice.resources.tool.schemas import Tool
from mia.voice.wire import Json

TOOLS = Documents(ToolRecord, "Tool", check=fits(Tool))
"""The tools of organizations. Calls and sessions keep the copies they were made with."""


async def require_tools(session: OrgSession, assistant: Json) -> None:
    """:class:`BadRequest` when an assistant names a tool that the organization does not have."""
    ids = _ids(assistant)
    known = await _find(session, ids)
    if missing := [id for id in ids if id not in known]:
        raise BadRequest(f"model.toolIds names no tool of this organization: {missing[0]}")
    model = assistant.get("model") or {}
    for tool in model.get("tools") or ():
        await require_parts(session, tool)
    base_id = model.get("knowledgeBaseId")
    if base_id and await KNOWLEDGE_BASES.find(session, UUID(base_id)) is None:
        raise BadRequest("model.knowledgeBaseId is no knowledge base of this organization")


async def require_parts(session: OrgSession, tool: Json) -> None:
    """:class:`BadRequest` when a tool searches files that the organization does not have, or puts callers through
    to phones that it may not call."""
    await require_dialable(session, tool)
    bases = tool.get("knowledgeBases") or ()
    await require_files(session, [UUID(id) for base in bases for id in base["fileIds"]])


async def with_tools(session: OrgSession, assistant: Json) -> Json:
    """The assistant with the tools that it names beside those that are written into it. One that was deleted since
    is left out."""
    ids = _ids(assistant)
    model = assistant.get("model") or {}
    if not ids and not model.get("knowledgeBaseId"):
        return assistant
    known = await _find(session, ids)
    looking_up = await _of_knowledge_base(session, model.get("knowledgeBaseId"))
    tools = [*(model.get("tools") or ()), *(known[id] for id in ids if id in known), *looking_up]
    return assistant | {"model": model | {"tools": tools}}


async def _of_knowledge_base(session: OrgSession, base_id: str | None) -> list[Json]:
    """The tool that looks things up in the knowledge base that a model names."""
    row = await KNOWLEDGE_BASES.find(session, UUID(base_id)) if base_id else None
    if row is None:
        return []
    base = KNOWLEDGE_BASES.config(session, row)
    searched = {
        "name": base.get("name") or "knowledge",
        "fileIds": [str(id) for id in files_of(base)],
        "searchPlan": base.get("searchPlan"),
        "server": base.get("server"),
    }
    return [{"type": "query", "knowledgeBases": [searched]}]


def _ids(assistant: Json) -> list[UUID]:
    named = (assistant.get("model") or {}).get("toolIds") or ()
    return [UUID(id) for id in dict.fromkeys(named)]


async def _find(session: OrgSession, ids: Sequence[UUID]) -> dict[UUID, Json]:
    if not ids:
        return {}
    mine = select(ToolRecord).where(ToolRecord.org_id == session.scope.org_id, ToolRecord.id.in_(ids))
    return {row.id: TOOLS.config(session, row) for row in await session.sql.scalars(mine)}
