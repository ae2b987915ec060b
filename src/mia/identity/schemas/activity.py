"""JSON of the activity log."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from mia.identity.activity import LogLine, LogPage
from mia.platform.audit.service import TrailSearch
from mia.platform.kernel.bounds import Instant
from mia.platform.kernel.ids import decode

_WORD = r"^[a-z][a-z_]*(\.[a-z_]+)?$"


class LogFiltersIn(BaseModel):
    """Which lines. ``from`` is included, ``to`` is not."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    action: str | None = Field(None, max_length=60, pattern=_WORD)
    outcome: str | None = Field(None, max_length=60, pattern=_WORD)
    user_id: str | None = Field(None, max_length=60)
    since: Instant | None = Field(None, alias="from")
    until: Instant | None = Field(None, alias="to")

    def search(self, cursor: str | None = None, limit: int = 50) -> TrailSearch:
        user_id = decode("usr", self.user_id) if self.user_id else None
        return TrailSearch(self.action, self.outcome, user_id, self.since, self.until, cursor, limit)


class LogSearchIn(LogFiltersIn):
    """A page of the lines."""

    cursor: str | None = Field(None, max_length=200)
    limit: int = Field(50, ge=1, le=100)


class LogLineOut(BaseModel):
    """One line. ``object_id`` is null where there are none or several objects; ``objects`` counts them.

    ``address`` and ``session`` say where the request came from; both are null for Mia's own work.
    """

    id: str
    at: datetime
    actor: str
    action: str
    object_type: str
    object_id: str | None
    objects: int
    outcome: str
    address: str | None
    session: str | None

    @classmethod
    def of(cls, line: LogLine) -> "LogLineOut":
        return cls(
            id=str(line.id),
            at=line.entry.at,
            actor=line.actor,
            action=line.entry.action,
            object_type=line.entry.kind,
            object_id=line.object_ids[0] if len(line.object_ids) == 1 else None,
            objects=len(line.object_ids),
            outcome=line.entry.outcome,
            address=line.entry.address,
            session=line.session,
        )


class LogPageOut(BaseModel):
    """A page, newest first; ``next_cursor`` is null on the last. ``actions`` are those to filter by."""

    items: list[LogLineOut]
    next_cursor: str | None
    actions: list[str]

    @classmethod
    def of(cls, page: LogPage) -> "LogPageOut":
        items = [LogLineOut.of(line) for line in page.lines]
        return cls(items=items, next_cursor=page.next_cursor, actions=page.actions)
