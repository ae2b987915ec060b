"""``mia audit verify`` and ``mia audit accept-restore`` (docs/runbooks/audit-log.md)."""

import argparse
import sys
from uuid import UUID

from mia.identity import service as identity
from mia.platform.audit import service as audit
from mia.platform.audit.service import Anchors, ChainBreak, ChainState
from mia.platform.db.session import AuditSession, Database
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings

_ACTOR = "operator"
_WHY: dict[str, str] = {
    "altered": "the entry is not the one that was sealed",
    "missing": "the entry was deleted",
    "unsealed": "the entry was slipped in later",
    "unkeyed": "the seal was made without the key",
    "other_key": "the seal was made with another key",
    "rewritten": "the seal is not the one that was anchored outside the database",
    "cut_off": "this row and all after it were deleted: an anchor outside the database names later ones",
}


async def run(options: argparse.Namespace, database: Database, settings: Settings) -> int:
    """Carry one command out; returns the exit status: 0 when the log is sound, 1 when it is not."""
    names = await _names(database)
    if options.action == "accept-restore":
        return await _accept(database, settings, names, really=options.yes)
    only = {tenant_id for tenant_id, name in names.items() if name == options.clinic}
    if options.clinic is not None and not only:
        sys.stderr.write("There is no clinic with this slug\n")
        return 1
    return await _verify(database, settings, names, only)


async def _verify(database: Database, settings: Settings, names: dict[UUID, str], only: set[UUID]) -> int:
    path, sound = settings.audit_anchors, True
    async with database.audit() as session:
        anchors = audit.AnchorFile(path, session.key).read()
        for tenant_id in await audit.audited_tenants(session, anchors):
            if not only or tenant_id in only:
                sound &= await _verify_one(session, tenant_id, names.get(tenant_id, str(tenant_id)), anchors)
        heads = await audit.read_heads(session)
    for number in anchors.foreign:
        sound = False
        sys.stdout.write(f"{path}: line {number} was not written by Mia\n")
    if heads and not anchors.by_tenant:
        sound = False
        sys.stdout.write(f"{path} holds no anchors: a cut-off end would go unseen\n")
    return 0 if sound else 1


async def _verify_one(session: AuditSession, tenant_id: UUID, name: str, anchors: Anchors) -> bool:
    match await audit.verify_chain(session, tenant_id, anchors.of(tenant_id)):
        case ChainState(sealed, _, anchor):
            anchored = (
                f"anchored at row {anchor.position}, {anchor.at:%Y-%m-%d %H:%M} UTC" if anchor else "no anchor yet"
            )
            sys.stdout.write(f"{name}: sound, {sealed} rows, {anchored}\n")
            return True
        case ChainBreak(entry_id, position, reason):
            place = f"row {position}" if position else "outside the chain"
            entry = f", entry {entry_id}" if entry_id else ""
            sys.stdout.write(f"{name}: BROKEN at {place}{entry}: {_WHY[reason]} ({reason})\n")
            return False


async def _accept(database: Database, settings: Settings, names: dict[UUID, str], *, really: bool) -> int:
    if not really:
        async with database.audit() as session:
            heads = await audit.read_heads(session)
    else:
        async with database.clinic(identity.platform_scope(_ACTOR)) as session_of_platform:
            await audit.record(session_of_platform, "audit.accept", "audit")
        await audit.seal_entries(database)
        heads = await audit.accept_chains(database, settings.audit_anchors)
    sys.stdout.write("Accepted:\n" if really else "Would accept (add --yes):\n")
    for head in heads:
        sys.stdout.write(f"  {names.get(head.tenant_id, head.tenant_id)}: {head.position} rows\n")
    return 0


async def _names(database: Database) -> dict[UUID, str]:
    async with database.system(SystemScope.LOGIN) as system:
        clinics = {clinic.id: clinic.slug for clinic in await identity.list_clinics(system)}
    return clinics | {audit.PLATFORM: "the platform"}
