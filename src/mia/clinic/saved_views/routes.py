"""Saved views of lists."""

from fastapi import APIRouter

from mia.clinic.saved_views import service
from mia.clinic.saved_views.schemas import ViewIn, ViewOut, ViewsOut
from mia.clinic.saved_views.service import Page
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api/clinics/{slug}/views", tags=["views"])


@router.get("")
async def list_views(page: Page, scope: CurrentScope, database: DatabaseDep) -> ViewsOut:
    """The reader's views of a page, and those of colleagues that are shared."""
    async with database.clinic(scope) as session:
        return ViewsOut(items=[ViewOut.of(view) for view in await service.list_views(session, page)])


@router.post("", status_code=201)
async def save_view(body: ViewIn, scope: CurrentScope, database: DatabaseDep) -> ViewOut:
    """Save the filters of a page under a name, over an earlier view of that name."""
    async with database.clinic(scope) as session:
        view = await service.save_view(session, body.page, body.name, body.filters, shared=body.shared)
        return ViewOut.of(view)


@router.delete("/{view_id}", status_code=204)
async def drop_view(view_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Delete a view."""
    async with database.clinic(scope) as session:
        await service.drop_view(session, decode("viw", view_id))
