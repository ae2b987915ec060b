"""One way to limit how often something may be tried: a sliding window per subject and per network address.

Attempts are counted in the database, so that all web processes together keep the limit, and forgotten after a
while: there is no lock for good. Of subjects and addresses only digests are kept.
"""

import hashlib
import hmac
from dataclasses import dataclass, replace
from datetime import timedelta
from ipaddress import ip_address, ip_network
from math import ceil
from uuid import UUID

from sqlalchemy import delete, func, insert, select, text

from mia.identity.models.attempts import AttemptRow
from mia.platform.db.session import AccountSession, Database
from mia.platform.kernel.errors import TooManyRequests
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings

_LONGEST = timedelta(days=1)
_LOCALLY = 25
"""On loopback all requests come from one machine, whose tests try more often than any visitor."""


@dataclass(frozen=True)
class Limit:
    """How many attempts ``purpose`` allows within ``window`` (at most a day).

    ``per_subject`` is for what is tried (an account, a clinic), ``per_address`` for where it comes from; 0
    counts none of that kind. ``detail`` is what the person reads who met the limit.
    """

    purpose: str
    window: timedelta
    per_address: int = 0
    per_subject: int = 0
    detail: str = "Too many attempts. Please try again later."

    def __post_init__(self) -> None:
        assert self.window <= _LONGEST, "older attempts are forgotten"

    def of(self, settings: Settings) -> "Limit":
        """The limit that holds where the product runs: looser per address where only this machine reaches it."""
        return self if settings.is_exposed else replace(self, per_address=self.per_address * _LOCALLY)


@dataclass(frozen=True)
class Simultaneous:
    """How many of something one network address may hold at the same time."""

    purpose: str
    per_address: int

    def of(self, settings: Settings) -> "Simultaneous":
        """The number that holds where the product runs, as with :meth:`Limit.of`."""
        return self if settings.is_exposed else replace(self, per_address=self.per_address * _LOCALLY)

    def holder(self, settings: Settings, address: str) -> str:
        """A keyed pseudonym of this address. Without the signing key it can't be reversed."""
        message = f"{self.purpose} {household_of(address)}".encode()
        return hmac.new(settings.derived_secret("network-address").encode(), message, hashlib.sha256).hexdigest()


SIGN_IN = Limit("sign-in", timedelta(minutes=15), per_address=60, per_subject=10)
"""Passwords tried on an account. A reset begins its count again, so that no one keeps its owner out (ASVS
6.1.1)."""
SIGN_IN_NOTE = Limit("sign-in-note", timedelta(minutes=15), per_subject=1)
"""Entries in the audit log that an account met its limit: one says it, thousands would only fill the disk."""
SECOND_FACTOR = Limit("second-factor", timedelta(minutes=15), per_address=60, per_subject=10)
"""Codes tried by a user who has given the password."""
PASSWORD_RESET = Limit("password-reset", timedelta(hours=1), per_address=20)
"""Resets asked for from one place."""
RESET_EMAIL = Limit("reset-email", timedelta(minutes=30), per_subject=3)
"""Reset emails to one address, regardless of who asks. The window is a link's lifetime, so a user who gets no
further email still has a valid link."""
LINK_USE = Limit("link-use", timedelta(minutes=15), per_address=30)
"""Links of emails, and codes of the first run, that are tried."""
INVITATION = Limit("invitation", timedelta(hours=1), per_subject=60)
"""Emails with an invitation; the subject is the clinic."""
INVITED_ADDRESS = Limit("invited-address", timedelta(hours=1), per_subject=5)
"""The same; the subject is the address that is invited."""


@dataclass(frozen=True)
class Admission:
    """The answer to an attempt. ``retry_after`` is in seconds; the rest is what :func:`forget` needs."""

    allowed: bool
    retry_after: int = 0
    attempt_ids: tuple[UUID, ...] = ()
    subject: bytes = b""


async def admit(session: AccountSession, limit: Limit, address: str, subject: str = "") -> Admission:
    """Count an attempt before it is looked at, so that parallel ones cannot pass the limit."""
    limits = _limits(limit, address, subject)
    now = session.now()
    for key in sorted(limits):
        lock = int.from_bytes(key[:8], signed=True)
        await session.sql.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": lock})
    for key, most in limits.items():
        count, oldest = (
            await session.sql.execute(
                select(func.count(), func.min(AttemptRow.at)).where(
                    AttemptRow.subject == key, AttemptRow.at > now - limit.window
                )
            )
        ).one()
        if count >= most:
            return Admission(False, retry_after=max(1, ceil((oldest + limit.window - now).total_seconds())))
    attempts = {new_id(): key for key in limits}
    await session.sql.execute(
        insert(AttemptRow),
        [{"id": attempt_id, "subject": key, "at": now} for attempt_id, key in attempts.items()],
    )
    return Admission(True, attempt_ids=tuple(attempts), subject=_digest(limit, "subject", subject))


async def check(database: Database, limit: Limit, address: str, subject: str = "") -> Admission:
    """Like :func:`admit` in a transaction of its own; :class:`TooManyRequests` when the limit is met."""
    async with database.system(SystemScope.LOGIN) as session:
        admission = await admit(session, limit, address, subject)
    if not admission.allowed:
        raise TooManyRequests(limit.detail, retry_after=admission.retry_after)
    return admission


async def forget(session: AccountSession, admission: Admission) -> None:
    """After a success: the subject starts again, and the attempt does not count against its address."""
    await session.sql.execute(
        delete(AttemptRow).where(
            (AttemptRow.subject == admission.subject) | AttemptRow.id.in_(admission.attempt_ids)
        )
    )


async def clear(session: AccountSession, limit: Limit, subject: str) -> None:
    """Reset the subject's count: its owner has proved identity another way."""
    await session.sql.execute(delete(AttemptRow).where(AttemptRow.subject == _digest(limit, "subject", subject)))


async def forgive(database: Database, admission: Admission) -> None:
    """Failures that were not the caller's fault don't count."""
    async with database.system(SystemScope.LOGIN) as session:
        await session.sql.execute(delete(AttemptRow).where(AttemptRow.id.in_(admission.attempt_ids)))


async def forget_old_attempts(database: Database) -> None:
    """Delete what no longer counts. Periodic work."""
    async with database.system(SystemScope.CRON) as session:
        await session.sql.execute(delete(AttemptRow).where(AttemptRow.at < session.now() - _LONGEST))


def household_of(address: str) -> str:
    """What limits count as one place: an IPv4 address, or the /64 of IPv6 that a household has; empty for none."""
    return _network(address, 32, 64)


def network_of(address: str) -> str:
    """The part of an address a person may recognize (/24, /48), or an empty text."""
    return _network(address, 24, 48)


def _limits(limit: Limit, address: str, subject: str) -> dict[bytes, int]:
    each = (("subject", subject, limit.per_subject), ("address", household_of(address), limit.per_address))
    return {_digest(limit, kind, value): most for kind, value, most in each if most}


def _digest(limit: Limit, kind: str, value: str) -> bytes:
    return hashlib.sha256(f"{limit.purpose} {kind} {value}".encode()).digest()


def _network(address: str, bits_v4: int, bits_v6: int) -> str:
    try:
        version = ip_address(address).version
    except ValueError:
        return ""
    return str(ip_network((address, bits_v4 if version == 4 else bits_v6), strict=False))
