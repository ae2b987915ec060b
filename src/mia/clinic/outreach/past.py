"""Contacts of the past, entered in bulk: what a practice brings along, or a sample of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from mia.clinic.outreach import queries
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id


@dataclass(frozen=True)
class PastTouch:
    """One contact about a visit that was due: ``activity_id`` is its line in the history, ``appointment_id``
    what it brought."""

    patient_id: UUID
    activity_id: UUID
    channel: str
    state: str
    touched_at: datetime
    appointment_id: UUID | None = None


async def import_touches(session: ClinicSession, touches: Sequence[PastTouch]) -> None:
    """Enter touches without events. Nothing leaves."""
    if not touches:
        return
    rows = [
        {
            "id": (id_ := new_id()),
            "created_at": touch.touched_at,
            "purpose": "recall",
            "wording": "due",
            "patient_id": touch.patient_id,
            "activity_id": touch.activity_id,
            "channel": touch.channel,
            "state": touch.state,
            "idempotency_key": f"past:{id_}",
            "due_at": touch.touched_at,
            "touched_at": touch.touched_at,
            "appointment_id": touch.appointment_id,
            "created_by": session.scope.actor,
        }
        for touch in touches
    ]
    await queries.add_past(session, rows)
    await audit.record(session, "outreach.create", "patient", [touch.patient_id for touch in touches])
