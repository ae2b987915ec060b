"""``/phone-number`` and ``/v2/phone-number``."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from mia.voice.auth.guards import OrgSessionDep, PrivateScope
from mia.voice.http import BadRequest
from mia.voice.resources.phone_number.importing import import_twilio, import_vonage, proven_change
from mia.voice.resources.phone_number.schemas import (
    ChangePhoneNumber,
    CreatePhoneNumber,
    ImportTwilio,
    ImportVonage,
    is_number,
)
from mia.voice.resources.phone_number.service import INSTALLATION, NOT_HERE, NUMBERS, save_number, update_number
from mia.voice.services import ServicesDep
from mia.voice.wire import Json, ListQuery, PageQuery

router = APIRouter(tags=["phone number"])


_ACCOUNTS = {"twilio": "twilioAccountSid", "vonage": "credentialId"}
"""What a number of a carrier is reached by: without it, it would be one of the installation's own account."""
_LOGIN = ("provider", "twilioAccountSid", "twilioAuthToken", "credentialId")
"""What says whose account a number is of."""


@router.post("/phone-number", status_code=201)
async def create_phone_number(body: CreatePhoneNumber, scope: PrivateScope, services: ServicesDep) -> Json:
    """Make a number known that calls leave from and come in to; the same one again is the same resource."""
    if not is_number(body.number):
        raise BadRequest(NOT_HERE)
    given = services.given(body)
    login = [given[name] for name in ("twilioAccountSid", "twilioAuthToken") if given.get(name) is not None]
    if len(login) == 1:
        raise BadRequest("twilioAccountSid and twilioAuthToken must be given together.")
    carrier = "twilio" if login else "vonage" if given.get("credentialId") is not None else None
    if carrier and ((login and given.get("credentialId")) or given.get("provider") not in (None, carrier)):
        raise BadRequest("twilioAccountSid is of the provider twilio, credentialId of the provider vonage.")
    if carrier:
        return await (import_twilio if login else import_vonage)(services, scope, given)
    if needed := _ACCOUNTS.get(given.get("provider") or INSTALLATION):
        raise BadRequest(f"{needed} should not be empty with the provider {given['provider']}")
    async with services.database.org(scope) as session:
        return await save_number(session, {name: each for name, each in given.items() if name not in _LOGIN})


@router.post("/phone-number/import/twilio", status_code=201)
async def import_twilio_number(body: ImportTwilio, scope: PrivateScope, services: ServicesDep) -> Json:
    """Bring a number of an own account at Twilio along: calls to it lead here from then on."""
    given = services.given(body)
    return await import_twilio(services, scope, given | {"number": given.pop("twilioPhoneNumber")})


@router.post("/phone-number/import/vonage", status_code=201)
async def import_vonage_number(body: ImportVonage, scope: PrivateScope, services: ServicesDep) -> Json:
    """Bring a number of an own account at Vonage along: calls to it lead here from then on."""
    given = services.given(body)
    return await import_vonage(services, scope, given | {"number": given.pop("vonagePhoneNumber")})


@router.get("/phone-number")
async def list_phone_numbers(query: Annotated[ListQuery, Query()], session: OrgSessionDep) -> list[Json]:
    return await NUMBERS.list(session, query)


@router.get("/v2/phone-number")
async def list_phone_number_pages(query: Annotated[PageQuery, Query()], session: OrgSessionDep) -> Json:
    return await NUMBERS.page(session, query)


@router.get("/phone-number/{id}")
async def read_phone_number(id: UUID, session: OrgSessionDep) -> Json:
    return await NUMBERS.read(session, id)


@router.patch("/phone-number/{id}")
async def update_phone_number(
    id: UUID, body: ChangePhoneNumber, scope: PrivateScope, services: ServicesDep
) -> Json:
    """Change what a number does, such as who answers."""
    patch = services.given(body)
    provider = patch.pop("provider", None)
    if {"twilioAuthToken", "credentialId"} & patch.keys():
        patch = await proven_change(services, scope, id, patch)
    async with services.database.org(scope) as session:
        return await update_number(session, id, patch, provider)


@router.delete("/phone-number/{id}")
async def delete_phone_number(id: UUID, session: OrgSessionDep) -> Json:
    """Forget a number: no call leaves from it or is answered on it anymore."""
    return await NUMBERS.delete(session, id)
