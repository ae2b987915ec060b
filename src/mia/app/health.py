"""Whether the product is alive, and whether it is ready for work."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError

from mia.app.connection import schema_revision
from mia.platform.db.migrate import NEWEST_REVISION
from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope
from mia.voice.workers.registry import is_any_live

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "alive"}


@router.get("/readyz")
async def readyz(request: Request) -> JSONResponse:
    """200 when the database is migrated and a media worker has its models warm; 503 says what is missing.

    The first 200 sets ``app.state.ready``."""
    database: Database = request.app.state.database
    found = {"database": False, "migrated": False, "models": False}
    try:
        async with database.system(SystemScope.VOICE_TOKEN) as system:
            found["database"] = True
            found["migrated"] = await schema_revision(system) == NEWEST_REVISION
            found["models"] = await is_any_live(system)
    except (SQLAlchemyError, OSError):
        pass  # what was not found stays False
    if not all(found.values()):
        return JSONResponse(found, 503)
    request.app.state.ready.set()
    return JSONResponse(found)
