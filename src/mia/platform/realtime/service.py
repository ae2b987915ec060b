"""Events for browsers: written with the change itself, numbered and announced at its commit."""

from datetime import timedelta
from typing import Literal
from uuid import UUID

from sqlalchemy import delete, exists, func
from sqlalchemy.orm import aliased

from mia.platform.db.session import ClinicSession, Database
from mia.platform.db.together import Insertion, Write, write_together
from mia.platform.kernel.ids import Kind
from mia.platform.kernel.scope import SystemScope
from mia.platform.realtime.broadcast import Broadcaster, News, newest
from mia.platform.realtime.models import FeedRow

FeedKind = Literal[
    "activity.changed",
    "appointment.changed",
    "task.changed",
    "lead.changed",
    "temporary_lead.changed",
    "conversation.changed",
    "patient.changed",
    "settings.changed",
    "import.changed",
]
"""What may have changed; the browser fetches the object again."""

PREFIXES: dict[str, Kind] = {
    "activity.changed": "act",
    "appointment.changed": "apt",
    "task.changed": "tsk",
    "lead.changed": "led",
    "temporary_lead.changed": "tld",
    "conversation.changed": "thr",
    "patient.changed": "pat",
    "settings.changed": "cli",
    "import.changed": "imp",
}
"""The object kind of each event."""

_NEWS = Insertion(FeedRow.__table__, "clinic_id", "kind", "object_id")
_KEPT = timedelta(hours=1)


async def publish(session: ClinicSession, kind: FeedKind, object_id: UUID) -> None:
    """Tell the clinic's browsers, once this transaction has committed, that an object changed."""
    await write_together(session.sql, [news(session, kind, object_id)])


def news(session: ClinicSession, kind: FeedKind, object_id: UUID) -> Write:
    """What :func:`publish` tells, to be written together with the change."""
    return _NEWS.of({"clinic_id": session.scope.clinic_id, "kind": kind, "object_id": object_id})


async def prune(database: Database) -> None:
    """Delete events older than an hour, except each clinic's latest: its number tells a page that it missed
    nothing. A browser away for longer reloads its page. Periodic work."""
    later = aliased(FeedRow)
    followed = exists().where(later.clinic_id == FeedRow.clinic_id, later.seq > FeedRow.seq)
    async with database.system(SystemScope.CRON) as session:
        await session.sql.execute(delete(FeedRow).where(FeedRow.at < func.now() - _KEPT, followed))
