"""Organisations and the tokens they are born with."""

from uuid import UUID

from sqlalchemy.dialects.postgresql import insert

from mia.db.session import Database
from mia.kernel.ids import new_id
from mia.kernel.settings import Settings
from mia.voice.auth import hash_token, scope_of_row
from mia.voice.resources.org.models import OrgRecord
from mia.voice.resources.token.models import TokenRecord

FRONT_OFFICE_ORG = UUID("01890000-0000-7000-8000-00000000f0ff")
"""The organisation of the product's own front office."""


def front_office_token(settings: Settings) -> str:
    """The private token of the front office: ``MIA_VOICE_TOKEN``, or derived from the signing key."""
    if settings.voice_token is not None:
        return settings.voice_token.get_secret_value()
    return settings.derived_secret("voice-token")


async def provision_front_office(database: Database, settings: Settings) -> None:
    """Make the front office's organisation and token if they are not there. Safe to run at every start."""
    await create_org(database, FRONT_OFFICE_ORG, "Front office", front_office_token(settings))


async def create_org(database: Database, org_id: UUID, name: str, token: str, *, tag: str = "private") -> None:
    """Make an organisation with one token; what is already there stays."""
    async with database.org(scope_of_row(org_id, "voice:provision")) as session:
        org = insert(OrgRecord).values(id=org_id, name=name).on_conflict_do_nothing(index_elements=["id"])
        await session.sql.execute(org)
        values = {"org_id": org_id, "id": new_id(), "tag": tag, "value_hash": hash_token(token)}
        token_row = insert(TokenRecord).values(values).on_conflict_do_nothing(index_elements=["value_hash"])
        await session.sql.execute(token_row)
