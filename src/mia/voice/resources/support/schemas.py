"""Support tickets on the wire (hosted ``CreateSupportTicketDTO``)."""

from typing import Literal

from pydantic import Field

from mia.voice.wire import WireModel


class CreateTicket(WireModel):
    """What someone needs help with."""

    category: Literal["bug-report", "feature-request", "doc-update", "pricing", "sales", "others"]
    bug_subcategory: str | None = Field(None, min_length=1, max_length=100)
    subject: str = Field(min_length=1, max_length=200, pattern=r"^[^\r\n]+$")
    message: str = Field(min_length=1, max_length=5000)
    call_details: str | None = Field(None, max_length=1000)
