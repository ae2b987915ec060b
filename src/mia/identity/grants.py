"""The platform's support as guest of a clinic: which visits are open now, by clinic and by person."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import ColumnElement, select

from mia.identity.models import SupportGrantRow
from mia.platform.db.session import AccountSession
from mia.platform.kernel.scope import Role


@dataclass(frozen=True)
class OpenGrant:
    """A visit that is open now, and what the guest may be meanwhile."""

    id: UUID
    clinic_id: UUID
    role: Role


async def find_grant(session: AccountSession, clinic_id: UUID, user_id: UUID) -> OpenGrant | None:
    """The open visit of a person to a clinic; None without one."""
    found = await _list(session, SupportGrantRow.user_id == user_id, SupportGrantRow.clinic_id == clinic_id)
    return found[0] if found else None


async def list_grants_of(session: AccountSession, user_id: UUID) -> list[OpenGrant]:
    """All open visits of a person."""
    return await _list(session, SupportGrantRow.user_id == user_id)


async def _list(session: AccountSession, *where: ColumnElement[bool]) -> list[OpenGrant]:
    query = (
        select(SupportGrantRow)
        .where(*where, SupportGrantRow.ended_at.is_(None), SupportGrantRow.expires_at > session.now())
        .order_by(SupportGrantRow.expires_at.desc())
    )
    return [OpenGrant(row.id, row.clinic_id, Role(row.role)) for row in await session.sql.scalars(query)]
