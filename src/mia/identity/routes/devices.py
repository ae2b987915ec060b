"""Where a person is signed in."""

from fastapi import APIRouter, Response

from mia.identity.guards import CurrentUser, SettingsDep, clear_session_cookie
from mia.identity.schemas.devices import DevicesOut, SignedInDeviceOut
from mia.identity.session.devices import end_device, end_everywhere, list_devices
from mia.identity.session.sessions import SessionPolicy
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api", tags=["access"])


@router.get("/sessions")
async def list_sessions(principal: CurrentUser, database: DatabaseDep, settings: SettingsDep) -> DevicesOut:
    """The user's browsers and programs, this one first."""
    devices = await list_devices(database, principal, SessionPolicy.of(settings))
    return DevicesOut(items=[SignedInDeviceOut.of(device) for device in devices])


@router.delete("/sessions/{session_id}", status_code=204)
async def end_session(
    session_id: str, response: Response, principal: CurrentUser, database: DatabaseDep, settings: SettingsDep
) -> None:
    """Sign one of them out."""
    ended = decode("ses", session_id)
    await end_device(database, principal, ended)
    if ended == principal.session_id:
        clear_session_cookie(response, settings)


@router.delete("/sessions", status_code=204)
async def end_all_sessions(
    response: Response, principal: CurrentUser, database: DatabaseDep, settings: SettingsDep
) -> None:
    """Sign out everywhere, here too."""
    await end_everywhere(database, principal)
    clear_session_cookie(response, settings)
    response.headers["Clear-Site-Data"] = '"cache", "storage"'
