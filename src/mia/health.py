"""Whether the product is alive, and whether it is ready for work."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from mia.db.session import Database
from mia.kernel.scope import SystemScope
from mia.voice.media.registry import is_any_live

router = APIRouter(tags=["health"])

_VERSION = text("SELECT version_num FROM alembic_version")


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "alive"}


@router.get("/readyz")
async def readyz(request: Request) -> JSONResponse:
    """200 when the database is migrated and a media worker has its models warm; 503 says what is missing."""
    database: Database = request.app.state.database
    found = {"database": False, "migrated": False, "models": False}
    try:
        async with database.system(SystemScope.VOICE_TOKEN) as system:
            found["database"] = True
            found["migrated"] = await system.sql.scalar(_VERSION) == request.app.state.schema_revision
            found["models"] = await is_any_live(system)
    except (SQLAlchemyError, OSError):
        pass  # what was not found stays False
    return JSONResponse(found, 200 if all(found.values()) else 503)
