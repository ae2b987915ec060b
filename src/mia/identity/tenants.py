"""Tenants, people and who works where."""

from dataclasses import dataclass
from uuid import UUID

from psycopg.errors import UniqueViolation
from sqlalchemy import Insert, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from mia.identity.grants import list_grants_of
from mia.identity.models import ClinicTenantRow, MembershipRow, UserRow
from mia.identity.scopes import SHOWCASE
from mia.identity.session.sessions import PASSWORDS, normal_email
from mia.platform.db.session import AccountSession, ClinicSession, SystemSession
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role


@dataclass(frozen=True)
class Clinic:
    """A tenant. ``timezone`` is an IANA name; ``sample`` marks synthetic demo data."""

    id: UUID
    slug: str
    subdomain: str
    name: str
    timezone: str
    sample: bool


@dataclass(frozen=True)
class Membership:
    """A clinic a user works for, and as what."""

    clinic: Clinic
    role: Role


async def create_clinic(
    session: AccountSession,
    slug: str,
    name: str,
    *,
    subdomain: str | None = None,
    timezone: str,
    sample: bool = False,
    clinic_id: UUID | None = None,
) -> Clinic:
    """Add a tenant; :class:`Conflict` when slug or subdomain is taken. Its subdomain is the slug by default."""
    clinic = Clinic(clinic_id or new_id(), slug, subdomain or slug, name, timezone, sample)
    await _insert(
        session,
        insert(ClinicTenantRow).values(
            id=clinic.id,
            slug=clinic.slug,
            subdomain=clinic.subdomain,
            name=name,
            timezone=timezone,
            sample=sample,
        ),
    )
    return clinic


async def create_user(session: AccountSession, email: str, name: str, password: str) -> UUID:
    """Add a person; :class:`Conflict` when the email is taken, :class:`Invalid` for a short password."""
    user_id = new_id()
    await _insert(
        session,
        insert(UserRow).values(
            id=user_id, email=normal_email(email), name=name, password_hash=await PASSWORDS.hash(password)
        ),
    )
    return user_id


async def add_member(session: AccountSession, clinic_id: UUID, user_id: UUID, role: Role) -> None:
    """Give a person a role in a clinic; :class:`Conflict` when they have one there."""
    await _insert(session, insert(MembershipRow).values(clinic_id=clinic_id, user_id=user_id, role=role.value))


def slug_text(slug: str) -> str:
    """A slug from a path as it may stand in a query: PostgreSQL holds no NUL, and no slug a question mark."""
    return slug.replace("\x00", "?")


async def find_clinic(session: SystemSession, slug: str) -> Clinic | None:
    """A tenant by its slug, without a permission check: for Mia's own work and public pages."""
    row = await session.sql.scalar(select(ClinicTenantRow).where(ClinicTenantRow.slug == slug))
    return _clinic(row) if row else None


async def get_clinic(session: ClinicSession) -> Clinic:
    """The tenant whose data the session may touch; :class:`NotFound` when it is gone."""
    row = await session.sql.get(ClinicTenantRow, session.scope.clinic_id)
    if row is None:
        raise NotFound
    return _clinic(row)


async def rename_clinic(session: ClinicSession, name: str, timezone: str) -> None:
    """Give the session's tenant another name and IANA zone; its address stays."""
    await session.sql.execute(
        update(ClinicTenantRow)
        .where(ClinicTenantRow.id == session.scope.clinic_id)
        .values(name=name, timezone=timezone)
    )


async def list_clinics(session: SystemSession) -> list[Clinic]:
    """All tenants, for periodic work that goes from clinic to clinic."""
    rows = await session.sql.scalars(select(ClinicTenantRow).order_by(ClinicTenantRow.slug))
    return [_clinic(row) for row in rows]


async def holds_demo(session: SystemSession) -> bool:
    """Whether a practice of the demo, or one of its published logins, is in the database."""
    samples = exists().where(ClinicTenantRow.sample)
    logins = exists().where(UserRow.email.endswith(f"@{SHOWCASE}.example"))
    return bool(await session.sql.scalar(select(or_(samples, logins))))


async def list_lenient_clinics(session: SystemSession) -> list[Clinic]:
    """The tenants that let members in without a second factor."""
    query = select(ClinicTenantRow).where(ClinicTenantRow.require_second_factor.is_(False))
    return [_clinic(row) for row in await session.sql.scalars(query.order_by(ClinicTenantRow.slug))]


async def list_memberships(session: AccountSession, user_id: UUID) -> list[Membership]:
    """The clinics a user may enter, by name: those they work for, and those they visit for support now."""
    rows = await session.sql.execute(
        select(ClinicTenantRow, MembershipRow.role)
        .join(MembershipRow, MembershipRow.clinic_id == ClinicTenantRow.id)
        .where(MembershipRow.user_id == user_id, MembershipRow.disabled_at.is_(None))
    )
    found = {row.id: Membership(_clinic(row), Role(role)) for row, role in rows}
    for grant in await list_grants_of(session, user_id):
        if grant.clinic_id not in found:
            clinic = await session.sql.get_one(ClinicTenantRow, grant.clinic_id)
            found[clinic.id] = Membership(_clinic(clinic), grant.role)
    return sorted(found.values(), key=lambda membership: membership.clinic.name)


async def _insert(session: AccountSession, statement: Insert) -> None:
    try:
        async with session.sql.begin_nested():
            await session.sql.execute(statement)
    except IntegrityError as error:
        if isinstance(error.orig, UniqueViolation):
            raise Conflict("It exists already") from None
        raise


def _clinic(row: ClinicTenantRow) -> Clinic:
    return Clinic(row.id, row.slug, row.subdomain, row.name, row.timezone, row.sample)
