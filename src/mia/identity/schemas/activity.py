"""JSON of the activity log."""

from datetime import datetime

from pydantic import AliasPath, BaseModel, ConfigDict, Field

from mia.platform.audit.service import AuditSearch
from mia.platform.http.out import Out, ShownUuid
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

    def search(self, cursor: str | None = None, limit: int = 50) -> AuditSearch:
        user_id = decode("usr", self.user_id) if self.user_id else None
        return AuditSearch(self.action, self.outcome, user_id, self.since, self.until, cursor, limit)


class LogSearchIn(LogFiltersIn):
    """A page of the lines."""

    cursor: str | None = Field(None, max_length=200)
    limit: int = Field(50, ge=1, le=100)


class LogLineOut(Out):
    """One line. ``object_id`` is null where there are none or several objects; ``objects`` counts them.

    ``address`` and ``session`` say where the request came from; both are null for Mia's own work.
    """

    id: ShownUuid
    at: datetime = Field(validation_alias=AliasPath("entry", "at"))
    actor: str
    action: str = Field(validation_alias=AliasPath("entry", "action"))
    object_type: str = Field(validation_alias=AliasPath("entry", "kind"))
    object_id: str | None
    objects: int
    outcome: str = Field(validation_alias=AliasPath("entry", "outcome"))
    address: str | None = Field(validation_alias=AliasPath("entry", "address"))
    session: str | None


class LogPageOut(Out):
    """A page, newest first; ``next_cursor`` is null on the last. ``actions`` are those to filter by."""

    items: list[LogLineOut] = Field(validation_alias="lines")
    next_cursor: str | None
    actions: list[str]
