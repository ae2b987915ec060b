"""Touches of the past, entered in bulk: what a practice brings along, or a sample of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import insert

from mia.clinic.recalls.models import OutreachRow
from mia.clinic.recalls.outreach.audience import Kind
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id


@dataclass(frozen=True)
class PastTouch:
    """One contact that Mia made: ``activity_id`` is its line in the history, ``appointment_id`` what it brought."""

    patient_id: UUID
    activity_id: UUID
    kind: Kind
    channel: str
    state: str
    touched_at: datetime
    appointment_id: UUID | None = None


async def import_touches(session: ClinicSession, touches: Sequence[PastTouch]) -> list[UUID]:
    """Enter touches without events; returns their ids in order. Nothing leaves."""
    ids = [new_id() for _ in touches]
    rows = [_row(session, id_, touch) for id_, touch in zip(ids, touches, strict=True)]
    if rows:
        statement = insert(OutreachRow).returning(OutreachRow.id)
        await session.sql.execute(statement, rows, execution_options={"render_nulls": True})
        await audit.record(session, "outreach.create", "patient", [touch.patient_id for touch in touches])
    return ids


def _row(session: ClinicSession, id: UUID, touch: PastTouch) -> dict[str, Any]:
    return {
        "clinic_id": session.scope.clinic_id,
        "id": id,
        "created_at": touch.touched_at,
        "patient_id": touch.patient_id,
        "activity_id": touch.activity_id,
        "kind": touch.kind.value,
        "channel": touch.channel,
        "state": touch.state,
        "idempotency_key": f"past:{id}",
        "due_at": touch.touched_at,
        "touched_at": touch.touched_at,
        "appointment_id": touch.appointment_id,
        "created_by": session.scope.actor,
    }
