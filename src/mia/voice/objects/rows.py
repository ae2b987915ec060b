"""Objects as rows of PostgreSQL: the default. They change in the transaction of what they belong to."""

from uuid import UUID

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert

from mia.platform.db.session import OrgSession
from mia.voice.objects.models import ObjectRecord


class RowStore:
    """An ``ObjectStore`` in the database."""

    async def put(self, session: OrgSession, id: UUID, content: bytes) -> None:
        values = {"org_id": session.scope.org_id, "id": id, "content_sealed": content}
        kept = insert(ObjectRecord).values(values)
        changed = {"content_sealed": content, "updated_at": session.now()}
        await session.sql.execute(kept.on_conflict_do_update(index_elements=["org_id", "id"], set_=changed))

    async def get(self, session: OrgSession, id: UUID) -> bytes | None:
        row = await session.sql.get(ObjectRecord, (session.scope.org_id, id), populate_existing=True)
        return row.content_sealed if row else None

    async def drop(self, session: OrgSession, id: UUID) -> None:
        mine = ObjectRecord.org_id == session.scope.org_id
        await session.sql.execute(delete(ObjectRecord).where(mine, ObjectRecord.id == id))
