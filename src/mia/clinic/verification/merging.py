"""Merging two records and undoing it: linked rows are reassigned to one and returned to the other."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy import text

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import SuppressionReason
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Choice, Merge, Patient
from mia.clinic.recalls import service as recalls
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession

MOVED = (
    "activities",
    "appointments",
    "contact_codes",
    "conversations",
    "leads",
    "outreach",
    "ratings",
    "send_decisions",
    "threads",
    "treatments",
)
"""Tables whose rows belong to a patient and go over. What is derived of them (ledger, lists, search) is made again;
consents, refusals and opt-outs hang on the number or address. A test compares this with the schema."""

# One statement a table, whichever room keeps it, so that no row is forgotten.
_TAKE = {
    table: text(
        f"UPDATE {table} SET patient_id = :kept WHERE clinic_id = :clinic_id AND patient_id = :gone RETURNING id"  # noqa: S608 - names of the tuple above
    )
    for table in MOVED
}
_GIVE_BACK = {
    table: text(
        f"UPDATE {table} SET patient_id = :gone WHERE clinic_id = :clinic_id AND patient_id = :kept "  # noqa: S608 - names of the tuple above
        "AND id = ANY(CAST(:ids AS uuid[]))"
    )
    for table in MOVED
}
_WORD_OF_THEIRS = (SuppressionReason.STOP, SuppressionReason.STAFF, SuppressionReason.PRIVACY_REQUEST)


async def merge(
    session: ClinicSession, kept_id: UUID, other_id: UUID, choice: Choice, versions: tuple[int, int]
) -> Merge:
    """Merge the other record into the kept one. What either asked not to get, no one gets from here on.

    Errors are those of :func:`mia.clinic.patients.service.absorb`.
    """
    before, other, after = await patients.absorb(session, kept_id, other_id, choice, versions)
    values = {"clinic_id": session.scope.clinic_id, "kept": kept_id, "gone": other_id}
    moved = {table: list(await session.sql.scalars(_TAKE[table], values)) for table in MOVED}
    extra = await _share_wishes(session, before, other, after)
    done = await patients.note_merge(session, before, other, after, moved, extra)
    await _tell(session, "patient.merge", done)
    return done


async def undo(session: ClinicSession, merge_id: UUID) -> Merge:
    """Take a merge back: both records say and have what they said and had. What came since stays with the kept
    one. Errors are those of :func:`mia.clinic.patients.service.separate`."""
    merged = await patients.separate(session, merge_id)
    values = {"clinic_id": session.scope.clinic_id, "kept": merged.kept_id, "gone": merged.gone_id}
    for table, ids in merged.moved.items():
        await session.sql.execute(_GIVE_BACK[table], {**values, "ids": list(ids)})
    await consent.take_back(session, [UUID(id_) for id_ in merged.extra.get("refusals", ())])
    for address in merged.extra.get("stopped", ()):
        await consent.lift(session, address, reasons=_WORD_OF_THEIRS, until=merged.at)
    await _tell(session, "patient.unmerge", merged)
    return merged


async def _share_wishes(
    session: ClinicSession, before: Patient, other: Patient, after: Patient
) -> Mapping[str, Sequence[str]]:
    """Opt-outs and refusals of any address hold at all; what was added by it."""
    known = _addresses(before, other)
    wanted = _addresses(after)
    stopped = [address for address in wanted if not await consent.is_suppressed(session, address)]
    refusals = [
        added
        for old in known
        for new in wanted
        if old != new
        for added in await consent.carry_over(session, old, new)
    ]
    news = [address for address in stopped if await consent.is_suppressed(session, address)]
    return {"stopped": news, "refusals": [str(id_) for id_ in refusals]}


def _addresses(*people: Patient) -> list[str]:
    return sorted({value for one in people for value in (one.phone, one.email) if value})


async def _tell(session: ClinicSession, action: str, merged: Merge) -> None:
    both = [merged.kept_id, merged.gone_id]
    for patient_id in both:
        await audit.record(session, action, "patient", [patient_id])
        await patients.tell(session, patient_id)
    await recalls.refresh(session, both)
