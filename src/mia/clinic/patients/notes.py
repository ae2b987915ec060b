"""The internal note on a patient's record, which two people may be writing at the same time."""

from dataclasses import dataclass, field
from uuid import UUID

from mia.clinic.patients import queries
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.realtime import service as realtime


@dataclass(frozen=True)
class Note:
    """What stands on the record; ``version`` grows with each change."""

    text: str = field(repr=False)
    version: int


class NoteChanged(Conflict):
    """Someone else has changed the note meanwhile; ``current`` is the present version."""

    def __init__(self, current: Note) -> None:
        super().__init__("Someone else changed this note")
        self.current = current


async def save_note(session: ClinicSession, patient_id: UUID, text: str, version: int) -> Note:
    """Replace the note that had ``version``; an empty one is removed.

    :class:`NoteChanged` when it has another version by now, :class:`NotFound` for an unknown patient.
    """
    written = text.strip()
    sealed = session.seal(written) if written else None
    saved = await queries.change_note(session, patient_id, sealed, version)
    if saved is not None:
        await audit.record(session, "patient.note", "patient", [patient_id])
        await realtime.publish(session, "patient.changed", patient_id)
        return Note(written, saved)
    rows = await queries.find_patients(session, [patient_id])
    if not rows:
        raise NotFound
    await audit.record(session, "patient.read", "patient", [patient_id])
    sealed = rows[0].note_sealed
    raise NoteChanged(Note(session.unseal(sealed) if sealed else "", rows[0].note_version))
