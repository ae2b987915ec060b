"""Numbers that an organization brings along from its own account at a carrier: proven, led here, and kept."""

from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import OrgScope
from mia.voice.http import BadRequest
from mia.voice.resources.phone_number.service import (
    NUMBERS,
    find_own,
    login_of,
    require_answerers,
    require_free,
    save_number,
)
from mia.voice.services import Services
from mia.voice.telephony.line import Line
from mia.voice.telephony.ports import Account
from mia.voice.telephony.twilio_numbers import lead_here
from mia.voice.wire import Json

_NO_TWILIO = "Twilio may not carry calls here: the installation has no agreement with it (MIA_BAA)."


async def import_twilio(services: Services, scope: OrgScope, given: Json) -> Json:
    """Bring a number of an account at Twilio along; again, with a new token for it, it is the same resource.

    ``given`` has ``number``, ``twilioAccountSid`` and ``twilioAuthToken``. :class:`BadRequest` when the account
    does not own the number, :class:`Conflict` when another organization has it.
    """
    document = given | {"provider": "twilio"}
    await require_free(services.database, document["number"], scope.org_id)
    async with services.database.org(scope) as session:
        await require_answerers(session, document)
        known = await find_own(session, document["number"])
        number_id = known.id if known is not None else new_id()
    await _lead_here(services, number_id, document)
    async with services.database.org(scope) as session:
        return await save_number(session, document, id=number_id)


async def change_login(services: Services, scope: OrgScope, number_id: UUID, patch: Json) -> None:
    """Prove that an imported number can be reached with the login that ``patch`` changes, before it is kept."""
    async with services.database.org(scope) as session:
        document = await _imported(session, number_id, patch)
    await _lead_here(services, number_id, document)


async def _imported(session: OrgSession, number_id: UUID, patch: Json) -> Json:
    row = await NUMBERS.require(session, number_id)
    if row.provider != "twilio":
        raise BadRequest("twilioAuthToken is of numbers that were imported from Twilio.")
    return NUMBERS.config(session, row) | patch


async def _lead_here(services: Services, number_id: UUID, document: Json) -> None:
    line = Line.imported(services.settings, Account("twilio", login_of(document)))
    if line is None:
        raise Unavailable(_NO_TWILIO)
    await lead_here(line, document["number"], line.number_url(number_id))
