"""What assistants were: each change leaves a version."""

import json
from typing import Any
from uuid import UUID

from sqlalchemy import Select, delete, func, select

from mia.platform.db.session import OrgSession
from mia.voice.resources.assistant.models import AssistantRecord, AssistantVersionRow
from mia.voice.resources.documents import Documents
from mia.voice.wire import Json, PageQuery, instant, paged, to_text

KEPT = 50
"""Versions of an assistant; an older one goes with each that comes."""


class VersionedAssistants(Documents[AssistantRecord]):
    """Assistants that remember what they were."""

    async def create(self, session: OrgSession, document: Json, *, id: UUID | None = None, **fixed: Any) -> Json:
        return await self._noted(session, await super().create(session, document, id=id, **fixed))

    async def update(self, session: OrgSession, id: UUID, patch: Json) -> Json:
        return await self._noted(session, await super().update(session, id, patch))

    async def replace(self, session: OrgSession, id: UUID, document: Json) -> Json:
        return await self._noted(session, await super().replace(session, id, document))

    async def versions(self, session: OrgSession, id: UUID, query: PageQuery) -> Json:
        """A page of an assistant's versions, the newest first; :class:`NotFound` when there is none of that id."""
        await self.require(session, id)
        total = await session.sql.scalar(select(func.count()).select_from(_versions(session, id).subquery())) or 0
        order = query.order(AssistantVersionRow.version)
        rows = _versions(session, id).order_by(*order).limit(query.limit).offset(query.offset)
        page = paged([_render(session, row) for row in await session.sql.scalars(rows)], total, query)
        more = query.offset + query.limit < total
        return page | ({"nextPageState": str(query.page + 1)} if more else {})

    async def _noted(self, session: OrgSession, shown: Json) -> Json:
        """Keep the assistant as it is now, unless it is as it was."""
        row = await self.require(session, UUID(shown["id"]), lock=True)
        config = self.config(session, row)
        newest = _versions(session, row.id).order_by(AssistantVersionRow.version.desc()).limit(1)
        last = await session.sql.scalar(newest)
        if last is None or json.loads(session.unseal(last.config_sealed)) != config:
            number = last.version + 1 if last else 1
            version = AssistantVersionRow(org_id=row.org_id, assistant_id=row.id, version=number)
            version.config_sealed, version.created_at = session.seal(to_text(config)), row.updated_at
            session.sql.add(version)
            mine = (AssistantVersionRow.org_id == row.org_id, AssistantVersionRow.assistant_id == row.id)
            outdated = AssistantVersionRow.version <= number - KEPT
            await session.sql.execute(delete(AssistantVersionRow).where(*mine, outdated))
        return shown


def _versions(session: OrgSession, id: UUID) -> Select[AssistantVersionRow]:
    table = AssistantVersionRow
    return select(table).where(table.org_id == session.scope.org_id, table.assistant_id == id)


def _render(session: OrgSession, row: AssistantVersionRow) -> Json:
    return {
        "assistantId": str(row.assistant_id),
        "orgId": str(row.org_id),
        "version": row.version,
        "createdAt": instant(row.created_at),
        "assistant": json.loads(session.unseal(row.config_sealed)),
    }
