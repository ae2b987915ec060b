"""Figures over HTTP: of one clinic, and over all clinics of the signed-in user."""

from typing import Annotated

from fastapi import APIRouter, Query

from mia.clinic.insights import own, service
from mia.clinic.insights.schemas import (
    ClinicCommsOut,
    ClinicCommsStatsOut,
    ClinicTreatmentOut,
    ClinicTreatmentsOut,
    DebugTreatmentsOut,
    OverviewOut,
    OwnOverviewOut,
    RecentTreatmentOut,
    RecentTreatmentsOut,
    UserCommsOut,
    UserCommsStatsOut,
    UserTreatmentOut,
    UserTreatmentsOut,
)
from mia.identity.guards import CurrentScope, CurrentUser
from mia.identity.service import Permission, Principal, allows, list_memberships, open_scope
from mia.platform.db.session import Database, DatabaseDep
from mia.platform.kernel.scope import ClinicScope, Role, SystemScope

router = APIRouter(prefix="/api", tags=["insights"])

debug_router = APIRouter(prefix="/api/sandbox", tags=["insights"])
"""What production does not have."""

LimitQuery = Annotated[int, Query(ge=1, le=100)]


@router.get("/clinics/{slug}/overview")
async def read_overview(scope: CurrentScope, database: DatabaseDep) -> OverviewOut:
    """The four cards of the clinic dashboard."""
    async with database.clinic(scope) as session:
        return OverviewOut.of(await service.overview(session))


@router.get("/clinics/{slug}/treatments/recent")
async def list_recent_treatments(
    scope: CurrentScope,
    database: DatabaseDep,
    limit: LimitQuery = service.RECENT_TREATMENTS,
) -> RecentTreatmentsOut:
    """The treatments entered last."""
    async with database.clinic(scope) as session:
        items = await service.recent_treatments(session, limit)
        return RecentTreatmentsOut(items=[RecentTreatmentOut.of(item) for item in items])


@router.get("/clinics/{slug}/treatments")
async def list_treatment_figures(scope: CurrentScope, database: DatabaseDep) -> ClinicTreatmentsOut:
    """Overdue patients, potential and bookings of each service."""
    async with database.clinic(scope) as session:
        rows = await service.treatment_figures(session)
        return ClinicTreatmentsOut(items=[ClinicTreatmentOut.of(scope.clinic_id, row) for row in rows])


@router.get("/clinics/{slug}/comms-stats")
async def list_communication_figures(scope: CurrentScope, database: DatabaseDep) -> ClinicCommsStatsOut:
    """Contacts and booking rate of each channel."""
    async with database.clinic(scope) as session:
        rows = await service.communication_figures(session)
        return ClinicCommsStatsOut(items=[ClinicCommsOut.of(scope.clinic_id, row) for row in rows])


@router.get("/treatments")
async def list_own_treatments(
    user: CurrentUser, database: DatabaseDep, limit: LimitQuery = service.RECENT_TREATMENTS
) -> UserTreatmentsOut:
    """The newest treatments over all of the user's clinics."""
    items: list[UserTreatmentOut] = []
    for scope in await _scopes(database, user, Permission.READ_APPOINTMENTS):
        async with database.clinic(scope) as session:
            newest = await service.recent_treatments(session, limit)
            items += [UserTreatmentOut.of(user.user_id, scope.clinic_id, item) for item in newest]
    items.sort(key=lambda item: item.created_at, reverse=True)
    return UserTreatmentsOut(items=items[:limit])


@router.get("/comms-stats")
async def list_own_communication_figures(user: CurrentUser, database: DatabaseDep) -> UserCommsStatsOut:
    """Contacts and booking rate by channel over all of the user's clinics."""
    items: list[UserCommsOut] = []
    for scope in await _scopes(database, user, Permission.READ_FIGURES):
        async with database.clinic(scope) as session:
            rows = await service.communication_figures(session)
            items += [UserCommsOut.of(user.user_id, scope.clinic_id, row) for row in rows]
    return UserCommsStatsOut(items=items)


@router.get("/overview")
async def read_own_overview(user: CurrentUser, database: DatabaseDep) -> OwnOverviewOut:
    """The four cards of the general dashboard, over all of the user's clinics."""
    shares = []
    for scope in await _scopes(database, user, Permission.READ_FIGURES):
        async with database.clinic(scope) as session:
            shares.append(await own.share_of(session))
    return OwnOverviewOut.of(own.summed(shares))


@debug_router.post("/debug-query")
async def run_debug_query(user: CurrentUser, database: DatabaseDep) -> DebugTreatmentsOut:
    """All treatments of the clinics that the user owns, with their count; none for who owns no clinic."""
    scopes = await _scopes(database, user, Permission.READ_PATIENTS)
    count, items = 0, []
    for scope in (each for each in scopes if each.role is Role.OWNER):
        async with database.clinic(scope) as session:
            treatments, newest = await own.dump_treatments(session)
        count += treatments
        items += [UserTreatmentOut.of(user.user_id, scope.clinic_id, item) for item in newest]
    return DebugTreatmentsOut(count=count, items=items)


async def _scopes(database: Database, user: Principal, permission: Permission) -> list[ClinicScope]:
    async with database.system(SystemScope.LOGIN) as session:
        memberships = await list_memberships(session, user.user_id)
    return [
        await open_scope(database, user, membership.clinic.slug)
        for membership in memberships
        if allows(membership.role, permission)
    ]
