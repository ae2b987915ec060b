"""``/analytics``."""

from fastapi import APIRouter

from mia.platform.db.session import DatabaseDep
from mia.voice.auth.guards import PrivateCaller
from mia.voice.resources.analytics.schemas import AnalyticsRequest
from mia.voice.resources.analytics.service import answer
from mia.voice.wire import Json

router = APIRouter(prefix="/analytics", tags=["analytics"])


@router.post("", status_code=201)
async def query_calls(body: AnalyticsRequest, caller: PrivateCaller, database: DatabaseDep) -> list[Json]:
    """Answer queries over the organization's calls; viewers may ask too."""
    async with database.org(caller.scope) as session:
        return [await answer(session, query) for query in body.queries]
