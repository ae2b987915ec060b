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
)
from mia.voice.resources.phone_number.service import INSTALLATION, NUMBERS, save_number, update_number
from mia.voice.services import ServicesDep
from mia.voice.wire import Json, ListQuery, PageQuery

router = APIRouter(tags=["phone number"])


_ACCOUNTS = {"twilio": "twilioAccountSid", "vonage": "credentialId"}
"""What a number of a carrier is reached by: without it, it would be one of the installation's own account."""


@router.post("/phone-number", status_code=201)
async def create_phone_number(body: CreatePhoneNumber, scope: PrivateScope, services: ServicesDep) -> Json:
    """Make a number known that calls leave from and come in to; the same one again is the same resource."""
    given = services.given(body)
    login = [given[name] for name in ("twilioAccountSid", "twilioAuthToken") if given.get(name) is not None]
    if len(login) == 1:
        raise BadRequest("twilioAccountSid and twilioAuthToken must be given together.")
    if login:
        return await import_twilio(services, scope, given)
    if "credentialId" in given:
        return await import_vonage(services, scope, given)
    if needed := _ACCOUNTS.get(given.get("provider") or INSTALLATION):
        raise BadRequest(f"{needed} should not be empty with the provider {given['provider']}")
    async with services.database.org(scope) as session:
        return await save_number(session, given | {"provider": INSTALLATION})


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
