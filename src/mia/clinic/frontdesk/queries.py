"""Reads and writes of the front desk's own rows."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.frontdesk.models import AssistantRow, ToolRunRow
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id


@dataclass(frozen=True)
class ToolRun:
    """A tool that was run: its name and what it answered."""

    name: str
    result: dict[str, Any] = field(repr=False)


async def claim_tool_run(session: ClinicSession, voice_id: str, tool_call_id: str, name: str) -> bool:
    """Whether this delivery is the one that runs the tool. A rival waits here until we commit."""
    row = {
        "clinic_id": session.scope.clinic_id,
        "id": new_id(),
        "voice_id": voice_id,
        "tool_call_id": tool_call_id,
        "name": name,
        "created_at": session.now(),
    }
    statement = upsert(ToolRunRow).values(row).on_conflict_do_nothing().returning(ToolRunRow.id)
    return await session.sql.scalar(statement) is not None


async def store_tool_result(
    session: ClinicSession, voice_id: str, tool_call_id: str, result: dict[str, Any]
) -> None:
    where = (ToolRunRow.voice_id == voice_id, ToolRunRow.tool_call_id == tool_call_id)
    await session.sql.execute(
        update(ToolRunRow).where(*where).values(result_sealed=session.seal(json.dumps(result)))
    )


async def find_tool_result(session: ClinicSession, voice_id: str, tool_call_id: str) -> dict[str, Any] | None:
    query = select(ToolRunRow.result_sealed).where(
        ToolRunRow.voice_id == voice_id, ToolRunRow.tool_call_id == tool_call_id
    )
    sealed = await session.sql.scalar(query)
    return _opened(session, sealed) if sealed else None


async def list_tool_runs(session: ClinicSession, voice_id: str) -> Sequence[ToolRun]:
    """What was run in a call or session, in order."""
    query = select(ToolRunRow).where(ToolRunRow.voice_id == voice_id)
    rows = (await session.sql.scalars(query.order_by(ToolRunRow.id))).all()
    return [ToolRun(row.name, _opened(session, row.result_sealed)) for row in rows if row.result_sealed]


async def drop_tool_runs(session: ClinicSession, voice_id: str) -> None:
    await session.sql.execute(delete(ToolRunRow).where(ToolRunRow.voice_id == voice_id))


async def drop_old_tool_runs(session: ClinicSession, before: datetime) -> int:
    dropped = delete(ToolRunRow).where(ToolRunRow.created_at < before).returning(ToolRunRow.id)
    return len((await session.sql.execute(dropped)).all())


async def find_assistant(session: ClinicSession) -> AssistantRow | None:
    return await session.sql.scalar(select(AssistantRow))


async def save_assistant(session: ClinicSession, voice_assistant_id: str, digest: bytes) -> None:
    values = {"voice_assistant_id": voice_assistant_id, "digest": digest, "updated_at": session.now()}
    statement = upsert(AssistantRow).values({"clinic_id": session.scope.clinic_id, **values})
    await session.sql.execute(statement.on_conflict_do_update(index_elements=["clinic_id"], set_=values))


async def drop_assistant(session: ClinicSession) -> None:
    await session.sql.execute(delete(AssistantRow))


def _opened(session: ClinicSession, sealed: bytes) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(session.unseal(sealed))
    return result
