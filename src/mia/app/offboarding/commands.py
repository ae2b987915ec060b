"""``mia clinic export`` and ``mia clinic erase`` (docs/runbooks/offboarding.md)."""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from uuid import UUID

from mia.app.connection import open_database
from mia.app.keys.owner import owning, stored_keys
from mia.app.offboarding.erasing import Receipt, count_rows, erase_clinic
from mia.app.offboarding.exporting import export_clinic
from mia.app.offboarding.voice import VoiceErasure, erase_at_voice
from mia.clinic.privacy.ledger import Ledger
from mia.identity import service as identity
from mia.platform.audit import service as audit
from mia.platform.backups.service import last_backup
from mia.platform.db.encryption import Vault
from mia.platform.db.migrate import app_url
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.errors import NotFound, Unavailable
from mia.platform.kernel.settings import Settings

_ACTOR = "operator"


@dataclass(frozen=True)
class _Clinic:
    id: UUID
    name: str
    orgs: tuple[UUID, ...]
    remote_voice: bool
    """It uses a voice service elsewhere."""


def run(settings: Settings, options: argparse.Namespace, owner_url: str) -> int:
    """Hand out or remove a clinic; returns the exit status."""
    try:
        clinic = _find(owner_url, options.clinic)
    except NotFound as error:
        sys.stderr.write(f"{error.detail}\n")
        return 1
    if options.work == "export_clinic":
        _export(settings, owner_url, clinic, options.out)
    elif options.yes:
        return _erase(settings, owner_url, clinic, options.receipt)
    else:
        _show("Would remove (add --yes)", count_rows(owner_url, clinic.id, clinic.orgs))
    return 0


def _export(settings: Settings, owner_url: str, clinic: _Clinic, out: Path) -> None:
    vault, stored = Vault(partial(settings.keys, "master")), stored_keys(owner_url)
    rings = {tenant: vault.open(tenant, stored[tenant]) for tenant in (clinic.id, *clinic.orgs) if tenant in stored}
    counts = export_clinic(owner_url, clinic.id, rings, clinic.name, out, datetime.now(UTC))
    asyncio.run(_note(settings, owner_url, "clinic.export", clinic.id))
    _show(f"Written to {out}", {name: count for name, count in counts.items() if count})


def _erase(settings: Settings, owner_url: str, clinic: _Clinic, out: Path) -> int:
    with os.fdopen(os.open(out, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        try:
            voice = asyncio.run(erase_at_voice(settings, clinic.orgs, remote=clinic.remote_voice))
        except Unavailable:
            out.unlink()
            sys.stderr.write("The voice service cannot be reached: start Mia and try again. The practice stays.\n")
            return 1
        receipt = erase_clinic(owner_url, clinic.id, clinic.orgs, clinic.name, Ledger(settings.erasure_ledger))
        asyncio.run(_note(settings, owner_url, "clinic.erase", clinic.id))
        json.dump(_document(settings, receipt, voice), file, indent=2)
    for one in voice:
        _show(f"Removed at the voice service ({one.service})", one.erased or {})
    _show("Removed", receipt.removed)
    _show("Kept (ids only)", receipt.kept)
    sys.stdout.write(f"Receipt: {out}\n")
    left = [one.left for one in voice if one.left]
    sys.stderr.write("".join(f"{words}\n" for words in left))
    return 1 if left else 0


def _document(settings: Settings, receipt: Receipt, voice: Sequence[VoiceErasure]) -> dict[str, object]:
    last = last_backup(settings)
    until = last.verified_at + timedelta(days=settings.backup_keep) if last else None
    return {
        "receipt": str(receipt.id),
        "clinic": {"id": str(receipt.clinic_id), "name": receipt.name},
        "erased_at": receipt.erased_at.isoformat(),
        "voice_services": [one.document() for one in voice],
        "people": [str(user) for user in receipt.users],
        "rows_removed": receipt.removed,
        "rows_kept": receipt.kept,
        "files_rewritten": receipt.rewritten,
        "backups": {
            "hold_it_encrypted_until": until.isoformat() if until else None,
            "when_restored": "the erasure ledger removes it again",
        },
    }


def _find(owner_url: str, slug: str) -> _Clinic:
    with owning(owner_url) as connection:
        row = connection.execute("SELECT id, name FROM clinics WHERE slug = %s", [slug]).fetchone()
    if row is None:
        raise NotFound("There is no clinic with this slug")
    with owning(owner_url, row[0]) as connection:
        query = "SELECT org_id, remote FROM frontdesk_voice_access WHERE clinic_id = %s"
        ways = connection.execute(query, [row[0]]).fetchall()
        return _Clinic(row[0], row[1], tuple(org for org, _ in ways), any(remote for _, remote in ways))


async def _note(settings: Settings, owner_url: str, action: str, clinic_id: UUID) -> None:
    """In the platform's log: the clinic's own could be read by no one anymore."""
    database = open_database(settings, app_url(owner_url), SystemClock(), pool_size=1)
    try:
        async with database.clinic(identity.platform_scope(_ACTOR)) as session:
            await audit.record(session, action, "clinic", [clinic_id])
    finally:
        await database.close()


def _show(title: str, counts: Mapping[str, int]) -> None:
    lines = [f"  {name:28}{count:,}" for name, count in sorted(counts.items())]
    sys.stdout.write("\n".join([f"{title}:", *lines, ""]))
