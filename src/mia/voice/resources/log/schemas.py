"""The log on the wire (hosted ``CallLogsPaginatedResponse``, ``LogsPaginatedResponse``)."""

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from mia.voice.wire import PageQuery, WireModel

WebhookType = Annotated[str, Field(max_length=100)]


class CallLogQuery(PageQuery):
    """Which lines of calls are listed."""

    call_id: UUID | None = None


class CallLogs(WireModel):
    """The call whose lines are removed."""

    call_id: UUID


class LogFilter(WireModel):
    """Which rows are meant. Customers and squads are not in the log."""

    type: Literal["API", "Webhook", "Call"] | None = None
    assistant_id: UUID | None = None
    phone_number_id: UUID | None = None
    call_id: UUID | None = None
    customer_id: Any = None
    squad_id: Any = None


class LogQuery(LogFilter, PageQuery):
    """Which rows are listed."""

    webhook_type: WebhookType | None = None
