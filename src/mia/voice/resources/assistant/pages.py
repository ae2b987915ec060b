"""``/v2/assistant``, and ``/assistant/{id}/version``: assistants and what they were, in pages."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from mia.voice.auth.guards import OrgSessionDep
from mia.voice.resources.assistant.schemas import VersionQuery
from mia.voice.resources.assistant.service import ASSISTANTS
from mia.voice.wire import Json, PageQuery

router = APIRouter(tags=["assistant"])


@router.get("/v2/assistant")
async def list_assistant_pages(query: Annotated[PageQuery, Query()], session: OrgSessionDep) -> Json:
    return await ASSISTANTS.page(session, query)


@router.get("/assistant/{id}/version")
async def list_versions(id: UUID, query: Annotated[VersionQuery, Query()], session: OrgSessionDep) -> Json:
    """What the assistant was, the newest first; a version is kept at each change."""
    page = PageQuery(limit=query.limit, page=query.page_state or query.page)
    return await ASSISTANTS.versions(session, id, page)
