"""Who is on call, and the alerts of urgent tasks."""

from fastapi import APIRouter

from mia.clinic.oncall.ack_routes import router as ack_router
from mia.clinic.oncall.alerts import acknowledge, last_test, list_open_tasks_alerts, raise_test
from mia.clinic.oncall.contacts import is_covered, list_contacts, list_reachable, save_contacts, version_of
from mia.clinic.oncall.schemas import AlertOut, AlertsOut, OnCallContactOut, OnCallIn, OnCallOut
from mia.identity import service as identity
from mia.identity.guards import CurrentScope, SettingsDep
from mia.platform.db.session import ClinicSession, DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(tags=["on call"])
router.include_router(ack_router)

_CLINIC = "/api/clinics/{slug}"


@router.get(_CLINIC + "/alerts")
async def list_alerts(scope: CurrentScope, database: DatabaseDep) -> AlertsOut:
    """The alerts of the urgent tasks that are open: who was told when, and who has acknowledged."""
    async with database.clinic(scope) as session:
        items = [AlertOut.of(alert) for alert in await list_open_tasks_alerts(session)]
        return AlertsOut(items=items, covered=await is_covered(session))


@router.post(_CLINIC + "/alerts/{alert_id}/acknowledge")
async def take_alert(alert_id: str, scope: CurrentScope, database: DatabaseDep) -> AlertOut:
    """Acknowledge: no one else is alerted. The first one counts; again is no error."""
    members = await identity.list_members(database, scope)
    name = next((member.name for member in members if member.user_id == scope.user_id), "The team")
    async with database.clinic(scope) as session:
        return AlertOut.of(await acknowledge(session, decode("alr", alert_id), name, "app"))


@router.get(_CLINIC + "/on-call")
async def read_on_call(scope: CurrentScope, database: DatabaseDep) -> OnCallOut:
    """Who is on call, in order."""
    async with database.clinic(scope) as session:
        return await _on_call(session)


@router.put(_CLINIC + "/on-call")
async def change_on_call(body: OnCallIn, scope: CurrentScope, database: DatabaseDep) -> OnCallOut:
    """Replace the list. 409 when someone else has changed it meanwhile."""
    contacts = [one.contact(place) for place, one in enumerate(body.contacts)]
    async with database.clinic(scope) as session:
        await save_contacts(session, contacts, body.version)
        return await _on_call(session)


@router.post(_CLINIC + "/on-call/test")
async def send_test(scope: CurrentScope, database: DatabaseDep, settings: SettingsDep) -> OnCallOut:
    """Send everyone on call a test, in every way that works."""
    async with database.clinic(scope) as session:
        await raise_test(session, settings.origin)
        return await _on_call(session)


async def _on_call(session: ClinicSession) -> OnCallOut:
    reachable, test = await list_reachable(session), await last_test(session)
    return OnCallOut(
        version=version_of(await list_contacts(session)),
        contacts=[OnCallContactOut.of(one) for one in reachable],
        covered=any(one.ways for one in reachable),
        last_test=AlertOut.of(test) if test else None,
    )
