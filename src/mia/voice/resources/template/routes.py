"""``/template``."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from mia.platform.kernel.errors import NotFound
from mia.voice.auth.guards import OrgSessionDep, PrivateCaller
from mia.voice.resources.template.models import TemplateRecord
from mia.voice.resources.template.schemas import CreateTemplates, TemplateQuery, UpdateTemplate
from mia.voice.resources.template.service import PINNED, TEMPLATES, asked_for, seen_by
from mia.voice.services import ServicesDep
from mia.voice.wire import Json, ListQuery

router = APIRouter(prefix="/template", tags=["template"])


@router.post("", status_code=201)
async def create_templates(
    body: CreateTemplates, session: OrgSessionDep, services: ServicesDep
) -> Json | list[Json]:
    """Keep templates: one is answered by itself, several as a list."""
    made = [await TEMPLATES.create(session, services.given(each)) for each in body]
    return made[0] if len(made) == 1 else made


@router.get("")
async def list_templates(
    query: Annotated[TemplateQuery, Query()], session: OrgSessionDep, caller: PrivateCaller
) -> list[Json]:
    return await TEMPLATES.list(session, query, *asked_for(query), *seen_by(caller))


@router.get("/pinned")
async def list_pinned(session: OrgSessionDep, caller: PrivateCaller) -> list[Json]:
    """The templates whose collection is of type ``pinned``."""
    pinned = TemplateRecord.collection_type == PINNED
    return await TEMPLATES.list(session, ListQuery(limit=100), pinned, *seen_by(caller))


@router.get("/{id}")
async def read_template(id: UUID, session: OrgSessionDep, caller: PrivateCaller) -> Json:
    template = await TEMPLATES.read(session, id)
    if caller.role == "viewer" and template["visibility"] != "public":
        raise NotFound("Template not found.")
    return template


@router.patch("/{id}")
async def update_template(id: UUID, body: UpdateTemplate, session: OrgSessionDep, services: ServicesDep) -> Json:
    return await TEMPLATES.update(session, id, services.given(body))


@router.delete("/{id}")
async def delete_template(id: UUID, session: OrgSessionDep) -> Json:
    return await TEMPLATES.delete(session, id)
