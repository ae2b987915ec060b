"""``/file``."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response
from starlette.datastructures import UploadFile

from mia.platform.db.session import DatabaseDep
from mia.voice.auth.guards import OrgSessionDep, PrivateScope
from mia.voice.http import BadRequest, Malformed, api_url
from mia.voice.resources.file import service
from mia.voice.resources.file.schemas import MULTIPART, UpdateFile
from mia.voice.services import ServicesDep
from mia.voice.wire import Json, ListQuery

router = APIRouter(prefix="/file", tags=["file"])


async def _upload(request: Request, scope: PrivateScope, database: DatabaseDep, services: ServicesDep) -> Json:
    """Keep what comes as the part ``file`` of ``multipart/form-data``; read once its sender is known."""
    async with request.form(max_files=1, max_fields=20, max_part_size=100_000) as form:
        if unknown := sorted(set(form) - {"file"}):
            raise Malformed(*(f"property {name[:40]} should not exist" for name in unknown))
        sent = form.get("file")
        if not isinstance(sent, UploadFile):
            raise BadRequest("file should not be empty")
        content = await sent.read()
        name = sent.filename or ""
    return await service.keep_file(database, scope, services.objects, name, content, api_url(request))


Uploaded = Annotated[Json, Depends(_upload, scope="function")]


@router.post("", status_code=201, openapi_extra=MULTIPART)
async def create_file(file: Uploaded) -> Json:
    return file


@router.post("/upload", status_code=201, openapi_extra=MULTIPART, deprecated=True)
async def upload_file(file: Uploaded) -> Json:
    return file


@router.get("")
async def list_files(session: OrgSessionDep) -> list[Json]:
    return await service.FILES.list(session, ListQuery(limit=1000))


@router.get("/{id}")
async def read_file(id: UUID, session: OrgSessionDep) -> Json:
    return await service.FILES.read(session, id)


@router.get("/{id}/content", response_class=Response)
async def read_content(id: UUID, session: OrgSessionDep, services: ServicesDep) -> Response:
    """The file as it was sent; a browser keeps it and shows nothing of it."""
    content, kind = await service.read_content(session, services.objects, id)
    headers = {"Content-Disposition": "attachment", "X-Content-Type-Options": "nosniff"}
    return Response(content, media_type=kind, headers=headers)


@router.patch("/{id}")
async def update_file(id: UUID, body: UpdateFile, session: OrgSessionDep) -> Json:
    return await service.FILES.update(session, id, body.given())


@router.delete("/{id}")
async def delete_file(id: UUID, session: OrgSessionDep, services: ServicesDep) -> Json:
    return await service.drop_file(session, services.objects, id)
