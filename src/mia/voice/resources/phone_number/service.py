"""Phone numbers: made known by the organization that uses them, and no other one's from then on."""

from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.voice.http import BadRequest
from mia.voice.resources.assistant.service import ASSISTANTS
from mia.voice.resources.credential.service import with_credentials
from mia.voice.resources.dialing.service import require_dialable
from mia.voice.resources.documents import Documents
from mia.voice.resources.phone_number.models import PhoneNumberRecord
from mia.voice.resources.squad.service import SQUADS
from mia.voice.resources.who_answers import ANSWERERS
from mia.voice.resources.workflow.service import WORKFLOWS
from mia.voice.telephony.ports import Account
from mia.voice.wire import Json, to_text, without_none

INSTALLATION = "mia"
"""The provider of a number of the installation's own carrier account."""
_PLATFORM = ("vapi",)
"""What clients of the hosted service call that."""
_LOGINS = {
    "twilio": ("twilioAccountSid", "twilioAuthToken"),
    "vonage": (
        "vonageApiKey",
        "vonageApiSecret",
        "vonageSignatureSecret",
        "vonageApplicationId",
        "vonageApplicationPrivateKey",
    ),
}
"""The properties that the account of an imported number is reached with, by provider."""
_SECRETS = ("twilioAuthToken", "vonageApiSecret", "vonageSignatureSecret", "vonageApplicationPrivateKey")
NOT_HERE = "This number cannot be used here."
"""Why a number is refused. Whether it is none or another organization has it stays untold."""


def _check(document: Json) -> Json:
    if len(named := [name for name in ANSWERERS if document.get(name)]) > 1:
        raise BadRequest(f"{' and '.join(named)} exclude each other: null takes one away.")
    if (document.get("fallbackDestination") or {}).get("number") == document["number"]:
        raise BadRequest("fallbackDestination.number must be another number.")
    return document


class Numbers(Documents[PhoneNumberRecord]):
    """Documents of numbers; those of before have none, and are what their columns say."""

    def config(self, session: OrgSession, row: PhoneNumberRecord) -> Json:
        if row.config_sealed:
            return super().config(session, row)
        return without_none({"provider": row.provider, "number": row.number, "name": row.name})

    def render(self, session: OrgSession, row: PhoneNumberRecord) -> Json:
        """The number without the secrets of its account."""
        shown = super().render(session, row)
        return {name: value for name, value in shown.items() if name not in _SECRETS}


NUMBERS = Numbers(
    PhoneNumberRecord,
    "Phone number",
    check=_check,
    columns=lambda one: {"number": one["number"], "name": one.get("name"), "provider": one["provider"]},
    shown=lambda _row: {"status": "active"},
)
"""The numbers of organizations."""


async def save_number(session: OrgSession, given: Json, *, id: UUID | None = None) -> Json:
    """The organization's number, made known if it was not; :class:`BadRequest` when it cannot be used here.

    One that is known is from then on what ``given`` says of it, and otherwise stays as it is.
    """
    document = NUMBERS.check(without_none({"provider": INSTALLATION} | given))
    await require_answerers(session, document)
    values = {
        "org_id": session.scope.org_id,
        "id": id or new_id(),
        "number": document["number"],
        "name": document.get("name"),
        "provider": document["provider"],
        "config_sealed": session.seal(to_text(document)),
    }
    await session.sql.execute(insert(PhoneNumberRecord).values(values).on_conflict_do_nothing())
    row = await find_own(session, document["number"])
    if row is None:
        raise BadRequest(NOT_HERE)
    changed = {name: value for name, value in document.items() if NUMBERS.config(session, row).get(name) != value}
    if document["provider"] == INSTALLATION != row.provider:
        changed.pop("provider")  # it keeps the account that it was imported with
    return await NUMBERS.update(session, row.id, changed) if changed else NUMBERS.render(session, row)


async def find_own(session: OrgSession, number: str) -> PhoneNumberRecord | None:
    """The organization's number."""
    mine = select(PhoneNumberRecord).where(PhoneNumberRecord.org_id == session.scope.org_id)
    return await session.sql.scalar(mine.where(PhoneNumberRecord.number == number))


async def require_free(database: Database, number: str, org_id: UUID) -> None:
    """:class:`BadRequest` when another organization has a number."""
    async with database.system(SystemScope.CARRIER) as system:
        query = select(PhoneNumberRecord.org_id).where(PhoneNumberRecord.number == number)
        if (await system.sql.scalar(query)) not in (None, org_id):
            raise BadRequest(NOT_HERE)


async def update_number(session: OrgSession, number_id: UUID, patch: Json, provider: str | None = None) -> Json:
    """Change what a number does; ``null`` removes a property. :class:`BadRequest` unless it is of ``provider``."""
    row = await NUMBERS.require(session, number_id)
    if provider not in (None, row.provider, *(_PLATFORM if row.provider == INSTALLATION else ())):
        raise BadRequest(f"provider is {row.provider}, and cannot be changed.")
    await require_answerers(session, patch)
    return await NUMBERS.update(session, number_id, patch)


async def require_answerers(session: OrgSession, given: Json) -> None:
    """:class:`NotFound` when who is to answer is none of the organization's;
    :class:`BadRequest` when a server names no credential of it, or when nobody may be put through to the fallback
    destination."""
    if given.get("fallbackDestination"):
        await require_dialable(session, {"destinations": [given["fallbackDestination"]]})
    if given.get("assistantId"):
        await ASSISTANTS.require(session, UUID(given["assistantId"]))
    if given.get("squadId"):
        await SQUADS.require(session, UUID(given["squadId"]))
    if given.get("workflowId"):
        await WORKFLOWS.require(session, UUID(given["workflowId"]))
    await with_credentials(session, {"server": given.get("server")})


def account_of(session: OrgSession, row: PhoneNumberRecord) -> Account | None:
    """The account that a number was imported with; None for one of the installation's."""
    if row.provider == INSTALLATION:
        return None
    return Account(row.provider, login_of(NUMBERS.config(session, row)))


def login_of(document: Json) -> dict[str, str]:
    """What the account of an imported number is reached with."""
    return {name: document[name] for name in _LOGINS[document["provider"]]}


async def find_number(session: OrgSession, number_id: UUID) -> tuple[str, Account | None] | None:
    """A number (E.164) of the organization by its id, and the account that it was imported with."""
    row = await NUMBERS.find(session, number_id)
    return (row.number, account_of(session, row)) if row else None


async def leaves_from(
    session: OrgSession, wanted: str | None, usual: str | None, account: Account | None
) -> str | None:
    """The number of the organization that a further call of the same ``account`` leaves from: the one that is
    ``wanted``, else the ``usual`` one, else its oldest; None when it has no such number."""
    mine = select(PhoneNumberRecord).where(PhoneNumberRecord.org_id == session.scope.org_id)
    rows = await session.sql.scalars(mine.order_by(PhoneNumberRecord.created_at, PhoneNumberRecord.id))
    numbers = [row.number for row in rows if account_of(session, row) == account]
    if wanted is not None:
        return wanted if wanted in numbers else None
    return usual if usual in numbers else next(iter(numbers), None)


async def release_number(database: Database, number: str) -> None:
    """Forget a number, whichever organization has it: the operator gives it to another one."""
    async with database.system(SystemScope.CARRIER) as system:
        await system.sql.execute(delete(PhoneNumberRecord).where(PhoneNumberRecord.number == number))
