"""Reports from browsers, and the owner's list of errors."""

from datetime import timedelta
from uuid import UUID

from fastapi import APIRouter, Request

from mia.clinic.error_reports import service
from mia.clinic.error_reports.ports import Reporter
from mia.clinic.error_reports.schemas import BrowserErrorIn, ErrorReportOut, ErrorReportsOut
from mia.identity import service as identity
from mia.identity.guards import CurrentScope, SettingsDep, client_of, session_token
from mia.identity.service import Limit, SessionPolicy
from mia.platform.audit.service import PLATFORM
from mia.platform.db.session import Database, DatabaseDep
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings

router = APIRouter(prefix="/api", tags=["errors"])
ERROR_REPORT = Limit("error-report", timedelta(minutes=10), per_address=30)
"""Reports of errors from browsers."""


@router.post("/errors", status_code=204)
async def report_error(
    body: BrowserErrorIn, request: Request, database: DatabaseDep, settings: SettingsDep
) -> None:
    """An error a page met. It counts for the page's clinic if the signed-in user belongs to it."""
    await identity.check(database, ERROR_REPORT.of(settings), client_of(request).address)
    tenant_id = await _tenant_of(body.path, request, database, settings)
    reporter: Reporter = request.app.state.reporter
    await reporter.report(service.browser_report(body.kind, body.stack, body.path, tenant_id=tenant_id))


@router.get("/clinics/{slug}/errors")
async def list_errors(scope: CurrentScope, database: DatabaseDep) -> ErrorReportsOut:
    """What went wrong in the clinic, and in the parts of the product that belong to no clinic."""
    reports = await service.list_reports(database, scope)
    return ErrorReportsOut(items=[ErrorReportOut.of(report) for report in reports])


async def _tenant_of(path: str, request: Request, database: Database, settings: Settings) -> UUID:
    slugs = path.strip("/").split("/")[1:2]
    token = session_token(request, settings)
    if not slugs or not token:
        return PLATFORM
    principal = await identity.resume(database, token, SessionPolicy.of(settings), active=False)
    if principal is None:
        return PLATFORM
    async with database.system(SystemScope.LOGIN) as session:
        memberships = await identity.list_memberships(session, principal.user_id)
    return next((each.clinic.id for each in memberships if each.clinic.slug in slugs), PLATFORM)
