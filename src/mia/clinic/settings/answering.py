"""How a change of settings is answered: with everything as it then stands, or with what stands instead."""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi.responses import JSONResponse

from mia.clinic.settings.schemas import ChangedOut, SettingsOut
from mia.clinic.settings.service import read_settings
from mia.clinic.settings.versions import Changed
from mia.platform.db.session import ClinicSession, Database
from mia.platform.http.problems import problem
from mia.platform.kernel.scope import ClinicScope
from mia.platform.kernel.settings import Settings

CHANGED: dict[int | str, dict[str, Any]] = {409: {"model": ChangedOut}}
SettingsAnswer = SettingsOut | JSONResponse


async def changing(
    database: Database, scope: ClinicScope, settings: Settings, work: Callable[[ClinicSession], Awaitable[None]]
) -> SettingsAnswer:
    """Do it, then tell everything as it stands: the page needs no second request."""
    try:
        async with database.clinic(scope) as session:
            await work(session)
    except Changed as changed:
        now, detail = changed.current, changed.detail
        return problem(changed.status, changed.title, detail, retryable=False, version=changed.version, current=now)
    return await all_settings(database, scope, settings)


async def all_settings(database: Database, scope: ClinicScope, settings: Settings) -> SettingsOut:
    """All settings, each part with its version."""
    async with database.clinic(scope) as session:
        return SettingsOut.of(await read_settings(session, settings.retention_days))
