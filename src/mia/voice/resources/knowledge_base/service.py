"""Knowledge bases, and looking things up in them."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select

from mia.platform.db.session import OrgSession
from mia.voice.http import BadRequest
from mia.voice.resources.credential.service import with_credentials
from mia.voice.resources.documents import Documents, fits
from mia.voice.resources.file.models import FileRecord
from mia.voice.resources.file.search import Way, search
from mia.voice.resources.knowledge_base.models import KnowledgeBaseRecord
from mia.voice.resources.knowledge_base.schemas import KnowledgeBase
from mia.voice.wire import Json

KNOWLEDGE_BASES = Documents(KnowledgeBaseRecord, "Knowledge base", check=fits(KnowledgeBase))
_MOST = 3
_WAYS = {"fulltext": Way.WORDS, "bm25": Way.WORDS, "semantic": Way.MEANING, "hybrid": Way.BOTH}


async def require_parts(session: OrgSession, base: Json) -> None:
    """:class:`BadRequest` when a knowledge base names a file or a credential that the organization lacks."""
    await require_files(session, files_of(base))
    await with_credentials(session, {"server": base.get("server")})


async def require_files(session: OrgSession, ids: Sequence[UUID]) -> None:
    """:class:`BadRequest` when the organization lacks one of these files."""
    mine = select(FileRecord.id).where(FileRecord.org_id == session.scope.org_id, FileRecord.id.in_(ids))
    known = set(await session.sql.scalars(mine)) if ids else set()
    if missing := [id for id in ids if id not in known]:
        raise BadRequest(f"fileIds names no file of this organization: {missing[0]}")


def files_of(base: Json) -> list[UUID]:
    """The files of a knowledge base."""
    plans = (base.get("createPlan") or {}).get("chunkPlans") or ()
    return [UUID(id) for plan in plans for id in plan["fileIds"]]


async def look_up(
    session: OrgSession, file_ids: Sequence[UUID], words: str, plan: Json | None = None
) -> list[Json]:
    """The passages that fit, ``{content, similarity, fileId}``, the best first."""
    plan = plan or {}
    way = _WAYS[plan.get("searchType") or "hybrid"]
    found = await search(session, file_ids, words, int(plan.get("topK") or _MOST), way)
    least = float(plan.get("scoreThreshold") or 0)
    return [
        {"content": passage.text, "similarity": passage.score, "fileId": str(passage.file_id)}
        for passage in found
        if passage.score >= least
    ]
