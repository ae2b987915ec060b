"""Reading what was said leaves an entry in the organization's audit log (45 CFR 164.312(b))."""

from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from mia.platform.audit import service as audit
from mia.platform.db.session import OrgSession


async def note_reading(
    session: OrgSession, what: Literal["call", "recording", "video", "chat", "session"], ids: Sequence[UUID]
) -> None:
    """Note that the session's actor read these calls, recordings or videos (by their call), chats or sessions."""
    if ids:
        await audit.record(session, f"voice_{what}.read", f"voice_{what}", ids)
