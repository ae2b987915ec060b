"""Optimistic locking: an edit of a version that has changed since is refused with the current one."""

import hashlib

from pydantic import BaseModel
from sqlalchemy import text

from mia.clinic.practice import service as practices
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Conflict
from mia.platform.realtime import service as realtime

_DIGITS = 16


class Changed(Conflict):
    """Someone else has changed it since it was read; ``current`` is what stands now, ``version`` of it."""

    title = "Changed meanwhile"

    def __init__(self, current: BaseModel) -> None:
        super().__init__("Someone else changed this. Please review the current version.")
        self.current = current.model_dump(mode="json")
        self.version = version_of(current)


def version_of(value: BaseModel) -> str:
    """A short text that is another one as soon as anything in the value is."""
    return hashlib.sha256(value.model_dump_json().encode()).hexdigest()[:_DIGITS]


def check_version(current: BaseModel, seen: str) -> None:
    """:class:`Changed` when what stands is not what was seen."""
    if version_of(current) != seen:
        raise Changed(current)


async def lock_settings(session: ClinicSession) -> None:
    """Until the transaction ends no one else changes the clinic's settings: what is compared stays so."""
    await session.sql.execute(
        text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"),
        {"key": f"settings {session.scope.clinic_id}"},
    )


async def announce(session: ClinicSession, action: str, kind: str) -> None:
    """Leave the line in the audit log, tell the clinic's browsers, and have Mia made again."""
    clinic_id = session.scope.clinic_id
    await audit.record(session, f"settings.{action}", kind, [clinic_id])
    await realtime.publish(session, "settings.changed", clinic_id)
    await jobs.emit(session, practices.CHANGED, {"clinic_id": clinic_id})
