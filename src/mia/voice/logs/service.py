"""Writing the log. Texts are fixed words: nothing that a request or a caller brought."""

from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from sqlalchemy import delete

from mia.platform.db.session import OrgSession
from mia.platform.kernel.ids import new_id
from mia.voice.logs.models import LogRow
from mia.voice.wire import Json

Level = Literal["INFO", "WARN", "ERROR"]


def note_state(session: OrgSession, subject_id: UUID, status: str, ended_reason: str | None) -> None:
    """A call has come to a state, and why it ended."""
    text = f"{status}: {ended_reason}" if ended_reason else status
    _note(session, "Call", "INFO", text, subject_id)


def note_tool(session: OrgSession, subject_id: UUID, name: str, outcome: str) -> None:
    """A tool was asked for, or has ended. ``name`` stands in the assistant; ``outcome`` is a static word."""
    level: Level = "WARN" if outcome == "failed" else "INFO"
    _note(session, "Call", level, f"tool {name}: {outcome}", subject_id)


def note_lines(session: OrgSession, subject_id: UUID, lines: Sequence[str]) -> None:
    """What was out of the ordinary in a call, as who led its conversation tells it in static words."""
    for line in lines:
        _note(session, "Call", "WARN", line, subject_id)


async def forget(session: OrgSession, subject_id: UUID) -> None:
    """Remove what the log says of a call or session: it goes with it."""
    gone = delete(LogRow).where(LogRow.org_id == session.scope.org_id, LogRow.subject_id == subject_id)
    await session.sql.execute(gone)


def note_delivery(session: OrgSession, subject_id: UUID, kind: str, failure: str | None, *, gives_up: bool) -> None:
    """A server message of a kind arrived, or why it did not. ``failure`` is a static word."""
    level: Level = "INFO" if failure is None else "ERROR" if gives_up else "WARN"
    outcome = "delivered" if failure is None else f"{'given up' if gives_up else 'not delivered'}: {failure}"
    code = failure.removeprefix("status-") if failure and failure.startswith("status-") else None
    facts = {"responseHttpCode": int(code)} if code else {}
    _note(session, "Webhook", level, f"{kind} {outcome}", subject_id, kind, facts)


def note_request(session: OrgSession, method: str, route: str, status: int, facts: Json) -> None:
    """A request was answered. ``route`` is the template, without what stood in its place."""
    level: Level = "INFO" if status < 400 else "ERROR" if status >= 500 else "WARN"
    shown = {
        "resource": route.split("/")[1],
        "requestHttpMethod": method,
        "requestPath": route,
        "responseHttpCode": status,
        **facts,
    }
    _note(session, "API", level, f"{method} {route} {status}", facts=shown)


def _note(
    session: OrgSession,
    type: Literal["API", "Webhook", "Call"],
    level: Level,
    text: str,
    subject_id: UUID | None = None,
    webhook_type: str | None = None,
    facts: Json | None = None,
) -> None:
    now = session.now()
    row = LogRow(org_id=session.scope.org_id, id=new_id(), created_at=now, updated_at=now, type=type, level=level)
    row.text, row.subject_id, row.webhook_type, row.facts = text, subject_id, webhook_type, facts or {}
    session.sql.add(row)
