"""Keeps the heads of the audit log's chains outside the database: in a file, in the log, by email."""

import asyncio
from pathlib import Path
from uuid import UUID

import structlog

from mia.identity import service as identity
from mia.platform.audit import service as audit
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.settings import Settings
from mia.platform.kernel.stopping import asked_to_stop
from mia.platform.mail import service as mail

log = structlog.get_logger()

_LAST_WORK_S = 5.0
"""How long a worker that is stopped takes for its last anchors."""


async def run_anchoring(database: Database, path: Path) -> None:
    """Anchor what has changed, every quarter of an hour and once more when canceled.

    Each worker process does so by itself, into its own machine's file.
    """
    known: dict[UUID, int] = {}
    try:
        while True:
            await _anchor(database, path, known)
            await asyncio.sleep(audit.ANCHOR_EVERY.total_seconds())
    finally:
        try:
            async with asyncio.timeout(_LAST_WORK_S):
                await _anchor(database, path, known)
        except Exception as error:
            log.warning("audit_not_anchored", error=type(error).__name__)


def register_anchor_email(registry: Registry, settings: Settings) -> None:
    """Email the heads once a day, where an address for it is set."""
    if settings.audit_anchor_email is None:
        return
    email = settings.audit_anchor_email

    async def send(database: Database) -> None:
        await send_heads(database, email)

    registry.periodic("oversight.send_heads", "11 5 * * *", send)


async def send_heads(database: Database, email: str) -> None:
    """Email the heads of all chains: ids, row numbers and seals."""
    async with database.audit() as session:
        heads = await audit.read_heads(session)
        today = session.now().date()
    lines = [f"{head.tenant_id}  row {head.position}  {head.head.hex()}" for head in heads]
    text = "\n".join(
        [
            f"Heads of the audit log on {today} (UTC):",
            "",
            *lines,
            "",
            "Keep this email. If a row number falls, or the same row has another seal, the log was changed in the",
            'database: see "When verification fails" in docs/runbooks/audit-log.md.',
            "",
        ]
    )
    async with database.clinic(identity.platform_scope("oversight")) as session:
        message = mail.Message(to=email, subject=f"Mia audit log, {today}", text=text, about_patient=False)
        await mail.queue(session, message, key=f"audit-heads:{today}")


async def _anchor(database: Database, path: Path, known: dict[UUID, int]) -> None:
    try:
        await audit.seal_entries(database)
        await audit.anchor_heads(database, path, known)
    except Exception as error:  # a full disk or a database that is away must not end the worker
        if asked_to_stop():
            raise asyncio.CancelledError from error
        log.warning("audit_not_anchored", error=type(error).__name__)
