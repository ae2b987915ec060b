"""Limits on sign-ins: per account and per address, forgotten after a while, never a lock for good."""

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import ip_address, ip_network
from uuid import UUID

from sqlalchemy import delete, func, insert, select, text

from mia.access.models import SignInAttemptRow
from mia.db.session import Database, SystemSession
from mia.kernel.ids import new_id
from mia.kernel.scope import SystemScope

WINDOW = timedelta(minutes=15)
PER_ACCOUNT = 10
PER_ADDRESS = 60


@dataclass(frozen=True)
class Admission:
    """The answer to an attempt. ``retry_after`` is in seconds; ``attempt_ids`` are to be forgotten on success."""

    allowed: bool
    retry_after: int = 0
    attempt_ids: tuple[UUID, ...] = ()


async def admit(session: SystemSession, email: str, address: str) -> Admission:
    """Count an attempt before its password is looked at, so that parallel ones cannot pass the limit."""
    limits = {_account(email): PER_ACCOUNT, _address(address): PER_ADDRESS}
    now = session.now()
    for subject in sorted(limits):
        key = int.from_bytes(subject[:8], signed=True)
        await session.sql.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": key})
    for subject, limit in limits.items():
        count, oldest = (
            await session.sql.execute(
                select(func.count(), func.min(SignInAttemptRow.at)).where(
                    SignInAttemptRow.subject == subject, SignInAttemptRow.at > now - WINDOW
                )
            )
        ).one()
        if count >= limit:
            return Admission(False, retry_after=max(1, int((oldest + WINDOW - now).total_seconds())))
    attempts = {new_id(): subject for subject in limits}
    await session.sql.execute(
        insert(SignInAttemptRow),
        [{"id": attempt_id, "subject": subject, "at": now} for attempt_id, subject in attempts.items()],
    )
    return Admission(True, attempt_ids=tuple(attempts))


async def forget(session: SystemSession, email: str, admission: Admission) -> None:
    """After a success: the account starts anew, and the attempt does not count against its address."""
    await session.sql.execute(
        delete(SignInAttemptRow).where(
            (SignInAttemptRow.subject == _account(email)) | SignInAttemptRow.id.in_(admission.attempt_ids)
        )
    )


async def forget_old_attempts(database: Database) -> None:
    """Delete what no longer counts. Periodic work."""
    async with database.system(SystemScope.CRON) as session:
        await session.sql.execute(delete(SignInAttemptRow).where(SignInAttemptRow.at < session.now() - WINDOW))


def network_of(address: str) -> str:
    """The part of an address a person may recognise (/24, /48), or an empty text."""
    return _network(address, 24, 48)


def _account(email: str) -> bytes:
    return hashlib.sha256(f"account {email}".encode()).digest()


def _address(address: str) -> bytes:
    # A household or host has a whole /64 of IPv6.
    return hashlib.sha256(f"address {_network(address, 32, 64)}".encode()).digest()


def _network(address: str, bits_v4: int, bits_v6: int) -> str:
    try:
        version = ip_address(address).version
    except ValueError:
        return ""
    return str(ip_network((address, bits_v4 if version == 4 else bits_v6), strict=False))
