"""Numbers that an organization brings along from its own account at a carrier: proven, led here, and kept."""

from functools import partial
from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import NotFound, Unavailable
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import OrgScope
from mia.voice.http import BadRequest
from mia.voice.resources.credential.service import CREDENTIALS
from mia.voice.resources.phone_number.service import (
    NUMBERS,
    find_own,
    login_of,
    require_answerers,
    require_free,
    save_number,
)
from mia.voice.services import Services
from mia.voice.telephony import twilio_numbers, vonage_line, vonage_numbers
from mia.voice.telephony.line import Line
from mia.voice.telephony.ports import Account
from mia.voice.telephony.vonage_numbers import Application
from mia.voice.wire import Json

_NO_AGREEMENT = "{carrier} may not carry calls here: the installation has no agreement with it (MIA_BAA)."


async def import_twilio(services: Services, scope: OrgScope, given: Json) -> Json:
    """Bring a number of an account at Twilio along; again, with a new token for it, it is the same resource.

    ``given`` has ``number``, ``twilioAccountSid`` and ``twilioAuthToken``. :class:`BadRequest` when the account
    does not own the number, or when it cannot be used here.
    """
    return await _import(services, scope, given | {"provider": "twilio"})


async def import_vonage(services: Services, scope: OrgScope, given: Json) -> Json:
    """Bring a number of an account at Vonage along; as :func:`import_twilio`. ``given`` has ``number`` and
    ``credentialId``; :class:`NotFound` when that is none of the organization's."""
    return await _import(services, scope, given | {"provider": "vonage"})


async def proven_change(services: Services, scope: OrgScope, number_id: UUID, patch: Json) -> Json:
    """``patch`` with the login that it changes, once the imported number was reached with it."""
    async with services.database.org(scope) as session:
        row = await NUMBERS.require(session, number_id)
        named = {"twilio": "twilioAuthToken", "vonage": "credentialId"}.get(row.provider)
        wrong = [name for name in ("twilioAuthToken", "credentialId") if name in patch and name != named]
        if wrong:
            raise BadRequest(f"{wrong[0]} is of numbers that were imported with it.")
        if named is not None and patch.get(named, "") is None:
            raise BadRequest(f"{named} can be replaced, and not removed.")
        before = NUMBERS.config(session, row)
        document = before | patch | await _account_of(session, before | patch)
    if before.get("vonageApiKey") != document.get("vonageApiKey"):  # an application is one account's
        document = {name: value for name, value in document.items() if name not in _APPLICATION}
    return patch | await _lead_here(services, scope, number_id, document)


async def _import(services: Services, scope: OrgScope, document: Json) -> Json:
    async with services.database.org(scope) as session:
        NUMBERS.check(document)
        await require_answerers(session, document)
        known = await find_own(session, document["number"])
        number_id = known.id if known is not None else new_id()
        before = NUMBERS.config(session, known) if known is not None else {}
        document |= await _account_of(session, document)
    if before.get("vonageApiKey") == document.get("vonageApiKey"):
        document = {name: value for name, value in before.items() if name in _APPLICATION} | document
    login = await _lead_here(services, scope, number_id, document)
    async with services.database.org(scope) as session:
        return await save_number(session, document | login, id=number_id)


_APPLICATION = ("vonageApplicationId", "vonageApplicationPrivateKey")


async def _account_of(session: OrgSession, document: Json) -> Json:
    """The login that a credential of the document stands for."""
    if document["provider"] != "vonage":
        return {}
    row = await CREDENTIALS.require(session, UUID(document["credentialId"]))
    if row.provider != "vonage":
        raise NotFound("Credential not found.")
    credential = CREDENTIALS.config(session, row)
    names = {"vonageApiKey": "apiKey", "vonageApiSecret": "apiSecret", "vonageSignatureSecret": "signatureSecret"}
    return {name: credential[known] for name, known in names.items()}


async def _lead_here(services: Services, scope: OrgScope, number_id: UUID, document: Json) -> Json:
    """Have the carrier lead the number here; what its login is from then on.

    Only who has proven to own a number learns that it is in use here, and before anything of it changes.
    """
    free = partial(require_free, services.database, document["number"], scope.org_id)
    if document["provider"] == "twilio":
        line = Line.imported(services.settings, Account("twilio", login_of(document)))
        if line is None:
            raise Unavailable(_NO_AGREEMENT.format(carrier="Twilio"))
        await twilio_numbers.lead_here(line, document["number"], line.number_url(number_id), free)
        return {}
    login = vonage_line.login_of(services.settings, Account("vonage", document))
    if login is None:
        raise Unavailable(_NO_AGREEMENT.format(carrier="Vonage"))
    known = Application(*(document[name] for name in _APPLICATION)) if _APPLICATION[0] in document else None
    url = vonage_line.public_url(services.settings)
    made = await vonage_numbers.lead_here(login, document["number"], number_id, url, known, free)
    keys = ("vonageApiKey", "vonageApiSecret", "vonageSignatureSecret")
    return {name: document[name] for name in keys} | dict(
        zip(_APPLICATION, (made.id, made.private_key), strict=True)
    )
