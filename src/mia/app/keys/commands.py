"""``mia keys create``, ``rotate`` and ``forget`` (docs/runbooks/keys.md)."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from uuid import UUID

from mia.app.connection import open_database
from mia.app.keys import master, signing
from mia.app.keys.clinic import ClinicKeys
from mia.clinic.frontdesk.service import voice_orgs
from mia.identity import service as identity
from mia.platform.audit import service as audit
from mia.platform.backups.service import needing_retired
from mia.platform.db.migrate import app_url
from mia.platform.db.session import Database
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.keys import GRACE
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings, SettingsError

_ACTOR = "operator"
_KINDS = ("master", "signing", "backup")


def create(settings: Settings) -> int:
    """Make the key files that are missing."""
    for kind in _KINDS:
        if _setting(settings, kind) is None:
            _say(f"{kind}: {'made' if settings.key_folder.create(kind) else 'is there'}")
    return 0


def rotate(settings: Settings, options: argparse.Namespace, owner_url: str) -> int:
    """Replace one kind of key; returns the exit status."""
    if options.kind == "clinic":
        return _rotate_clinics(settings, options.clinic, owner_url)
    _replace_key(settings, options.kind)
    if options.kind == "master":
        _say(f"{master.rewrap(settings, owner_url)} data keys are wrapped by the new master key")
        if left := master.still_needed(settings, owner_url):
            raise SettingsError(f"{left} data keys were wrapped by a master key that is not at hand")
        _say("Older backups need the key of before: `mia keys forget master` destroys it when they are gone")
    elif options.kind == "signing":
        signing.change_app_password(settings, owner_url)
        _say("Voice tokens of before have ended; sessions at the voice service get new ones by themselves")
        _say(f"Site keys and links of before stay good for {GRACE.days} days, or until `mia keys forget signing`")
    if _setting(settings, options.kind) is not None:
        name = f"MIA_{options.kind.upper()}_KEY"
        _say(f"Keep {name}_PREVIOUS as long as anything needs it, then take it out of the settings")
    asyncio.run(_note(settings, owner_url, f"{options.kind}_key.rotate"))
    return 0


def forget(settings: Settings, options: argparse.Namespace, owner_url: str) -> int:
    """Destroy retired keys of a kind; returns the exit status."""
    if _setting(settings, options.kind) is not None:
        raise SettingsError(f"Take MIA_{options.kind.upper()}_KEY_PREVIOUS out of the settings instead")
    if options.kind == "master" and (left := master.still_needed(settings, owner_url)):
        raise SettingsError(f"{left} data keys need the key of before: run `mia keys rotate master` again")
    names = needing_retired(settings, options.kind)
    if names and not options.yes:
        raise SettingsError(f"{len(names)} backups need it, the newest is {names[-1]}: --yes makes them unreadable")
    count = settings.key_folder.forget_retired(options.kind)
    _say(f"{count} retired {options.kind} keys destroyed")
    asyncio.run(_note(settings, owner_url, f"{options.kind}_key.forget"))
    return 0


def _replace_key(settings: Settings, kind: str) -> None:
    if _setting(settings, kind) is None:
        settings.keys(kind)  # made, if there is none yet
        settings.key_folder.rotate(kind, datetime.now(UTC))
    elif getattr(settings, f"{kind}_key_previous") is None:
        name = f"MIA_{kind.upper()}_KEY"
        raise SettingsError(
            f"{name} comes from the settings: set the new key there, the one of before as {name}_PREVIOUS, restart "
            "Mia's processes one after the other, and run this again"
        )


def _setting(settings: Settings, kind: str) -> object | None:
    found: object | None = getattr(settings, f"{kind}_key")
    return found


def _rotate_clinics(settings: Settings, slug: str | None, owner_url: str) -> int:
    keys = ClinicKeys(settings, owner_url)
    tenants = keys.tenants() if slug is None else asyncio.run(_tenants_of(settings, owner_url, slug))
    for rotated in keys.rotate(tenants):
        _say(f"{rotated.tenant_id}: new key, {rotated.rows:,} rows re-encrypted, old key destroyed")
    asyncio.run(_note(settings, owner_url, "data_key.rotate", tenants))
    return 0


async def _tenants_of(settings: Settings, owner_url: str, slug: str) -> list[UUID]:
    """A clinic, and its organization at the voice service."""
    async with _app(settings, owner_url) as database:
        async with database.system(SystemScope.LOGIN) as system:
            clinic = await identity.find_clinic(system, slug)
        if clinic is None:
            raise SettingsError("There is no clinic with this slug")
        async with database.clinic(identity.service_scope(clinic.id, _ACTOR)) as session:
            return [clinic.id, *await voice_orgs(session)]


async def _note(settings: Settings, owner_url: str, action: str, ids: Sequence[UUID] = ()) -> None:
    async with _app(settings, owner_url) as database, database.clinic(identity.platform_scope(_ACTOR)) as session:
        await audit.record(session, action, "key", ids)


@asynccontextmanager
async def _app(settings: Settings, owner_url: str) -> AsyncIterator[Database]:
    database = open_database(settings, app_url(owner_url), SystemClock(), pool_size=1)
    try:
        yield database
    finally:
        await database.close()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
