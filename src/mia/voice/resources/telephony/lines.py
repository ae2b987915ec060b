"""Whose line a webhook belongs to: the installation's, or that of the account that a number was imported with."""

from uuid import UUID

from sqlalchemy import select

from mia.platform.db.session import OrgSession
from mia.platform.kernel.scope import SystemScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.phone_number.models import PhoneNumberRecord
from mia.voice.resources.phone_number.service import account_of
from mia.voice.services import Services
from mia.voice.telephony.line import Line

_ACTOR = "voice:telephony"


async def line_of_number(services: Services, own: Line | None, number_id: UUID) -> tuple[UUID, Line | None]:
    """The organization that has a number, and its line; no line, and so no valid signature, for an unknown one."""
    async with services.database.system(SystemScope.CARRIER) as system:
        row = await system.sql.scalar(select(PhoneNumberRecord).where(PhoneNumberRecord.id == number_id))
    if row is None:
        return number_id, None
    async with services.database.org(scope_of_row(row.org_id, _ACTOR)) as session:
        return row.org_id, _line(services, own, session, row)


async def line_of_call(services: Services, own: Line | None, call_id: UUID) -> Line | None:
    """The line that a call is on: its number's, or the installation's for an unknown call too."""
    async with services.database.system(SystemScope.VOICE_TOKEN) as system:
        query = select(CallRecordRow.org_id, CallRecordRow.phone_number_id).where(CallRecordRow.id == call_id)
        found = (await system.sql.execute(query)).one_or_none()
    if found is None or found.phone_number_id is None:
        return own
    async with services.database.org(scope_of_row(found.org_id, _ACTOR)) as session:
        row = await session.sql.get(PhoneNumberRecord, (found.org_id, found.phone_number_id))
        return _line(services, own, session, row)


def _line(services: Services, own: Line | None, session: OrgSession, row: PhoneNumberRecord | None) -> Line | None:
    account = account_of(session, row) if row is not None else None
    if account is None:
        return own
    return Line.imported(services.settings, account) if account.provider == "twilio" else None
