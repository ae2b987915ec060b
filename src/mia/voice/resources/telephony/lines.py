"""Whose line a webhook belongs to: the installation's, or that of the account that a number was imported with."""

from uuid import UUID

from sqlalchemy import select

from mia.platform.kernel.scope import SystemScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.phone_number.models import PhoneNumberRecord
from mia.voice.resources.phone_number.service import NUMBERS, account_of
from mia.voice.services import Services
from mia.voice.telephony.line import Line
from mia.voice.telephony.ports import Account
from mia.voice.telephony.vonage_line import VonageLine

_ACTOR = "voice:telephony"


async def line_of_number(services: Services, own: Line | None, number_id: UUID) -> tuple[UUID, Line | None]:
    """The organization that has a number, and its line at Twilio; no line, and so no valid signature, for an
    unknown number."""
    org_id = await _holder_of(services, number_id)
    if org_id is None:
        return number_id, None
    return org_id, _twilio(services, own, await _account(services, org_id, number_id))


async def line_of_call(services: Services, own: Line | None, call_id: UUID) -> Line | None:
    """The line at Twilio that a call is on: its number's, or the installation's for an unknown call too."""
    found = await _number_of(services, call_id)
    return own if found is None else _twilio(services, own, await _account(services, *found))


async def vonage_line_of_number(services: Services, number_id: UUID) -> tuple[UUID, VonageLine | None]:
    """The organization that has a number, and its line at Vonage, if it has one."""
    org_id = await _holder_of(services, number_id)
    if org_id is None:
        return number_id, None
    return org_id, _vonage(services, await _account(services, org_id, number_id))


async def vonage_line_of_call(services: Services, call_id: UUID) -> VonageLine | None:
    """The line at Vonage that a call is on, if it is on one."""
    found = await _number_of(services, call_id)
    return None if found is None else _vonage(services, await _account(services, *found))


async def _holder_of(services: Services, number_id: UUID) -> UUID | None:
    async with services.database.system(SystemScope.CARRIER) as system:
        query = select(PhoneNumberRecord.org_id).where(PhoneNumberRecord.id == number_id)
        return await system.sql.scalar(query)


async def _number_of(services: Services, call_id: UUID) -> tuple[UUID, UUID] | None:
    """The organization and the number of a call that has one."""
    async with services.database.system(SystemScope.VOICE_TOKEN) as system:
        query = select(CallRecordRow.org_id, CallRecordRow.phone_number_id).where(CallRecordRow.id == call_id)
        found = (await system.sql.execute(query)).one_or_none()
    if found is None or found.phone_number_id is None:
        return None
    return found.org_id, found.phone_number_id


async def _account(services: Services, org_id: UUID, number_id: UUID) -> Account | None:
    async with services.database.org(scope_of_row(org_id, _ACTOR)) as session:
        row = await NUMBERS.find(session, number_id)
        return account_of(session, row) if row is not None else None


def _twilio(services: Services, own: Line | None, account: Account | None) -> Line | None:
    if account is None:
        return own
    return Line.imported(services.settings, account) if account.provider == "twilio" else None


def _vonage(services: Services, account: Account | None) -> VonageLine | None:
    if account is None or account.provider != "vonage":
        return None
    return VonageLine.imported(services.settings, account)
