"""When the platform's support was in a practice, and its end by an owner."""

from fastapi import APIRouter

from mia.identity import emails
from mia.identity.guards import CurrentScope, CurrentUser, SettingsDep
from mia.identity.people.support import end_support, list_support, send_request
from mia.identity.schemas.support import SupportRequestIn, SupportVisitOut, SupportVisitsOut
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api", tags=["access"])


@router.get("/clinics/{slug}/support-access")
async def list_visits(scope: CurrentScope, database: DatabaseDep) -> SupportVisitsOut:
    """The visits, newest first."""
    return SupportVisitsOut(items=[SupportVisitOut.of(visit) for visit in await list_support(database, scope)])


@router.post("/clinics/{slug}/support-requests", status_code=204)
async def write_to_support(
    body: SupportRequestIn, scope: CurrentScope, user: CurrentUser, database: DatabaseDep, settings: SettingsDep
) -> None:
    """Write to support: kept as an email to the installation's contact, sealed, which leaves at once."""
    await send_request(database, scope, emails.Reader(user.email, user.name), body.key, body.message, settings)


@router.delete("/clinics/{slug}/support-access/{visit_id}", status_code=204)
async def end_visit(visit_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """End a visit now."""
    await end_support(database, scope, decode("sup", visit_id))
