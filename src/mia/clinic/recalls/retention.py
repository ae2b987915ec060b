"""Contacts that have had their time: that there was one stays, to whom and in which words goes."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, or_, update

from mia.clinic.recalls.models import OutreachRow
from mia.platform.db.session import ClinicSession


async def purge_outreach(session: ClinicSession, before: datetime) -> int:
    """Remove addresses and words of contacts begun before an instant; returns how many."""
    return await _empty(session, OutreachRow.created_at < before)


async def erase_outreach(session: ClinicSession, patient_ids: Sequence[UUID]) -> int:
    """The same for everything with some patients; what is planned for them does not leave."""
    return await _empty(session, OutreachRow.patient_id.in_(patient_ids), off=True)


async def _empty(session: ClinicSession, condition: ColumnElement[bool], *, off: bool = False) -> int:
    where = (OutreachRow.clinic_id == session.scope.clinic_id, condition)
    if off:
        planned = update(OutreachRow).where(*where, OutreachRow.state == "scheduled").values(state="cancelled")
        await session.sql.execute(planned)
    emptied = (
        update(OutreachRow)
        .where(*where, or_(OutreachRow.address_sealed.is_not(None), OutreachRow.text_sealed.is_not(None)))
        .where(OutreachRow.state.not_in(["scheduled", "sending"]))
        .values(address_sealed=None, address_blind=None, text_sealed=None)
        .returning(OutreachRow.id)
    )
    return len((await session.sql.execute(emptied)).all())
