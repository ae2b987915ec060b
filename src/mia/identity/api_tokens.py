"""API tokens of a clinic: for a program of its own, with chosen permissions, shown once and kept as a digest."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, func, insert, select, update

from mia.identity.models import ApiTokenRow, ClinicTenantRow, UserRow
from mia.identity.permissions import Permission, allows
from mia.identity.ranks import hold_rank
from mia.identity.scopes import token_scope
from mia.identity.tenants import slug_text
from mia.identity.tokens import digest, new_token
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, SystemSession
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import ClinicScope

GRANTABLE: dict[Permission, str] = {
    Permission.READ_FIGURES: "Read figures",
    Permission.READ_HISTORY: "Read calls and messages",
    Permission.READ_TRANSCRIPTS: "Read transcripts",
    Permission.READ_APPOINTMENTS: "Read appointments",
    Permission.WRITE_APPOINTMENTS: "Change appointments",
    Permission.READ_PATIENTS: "Read patients",
    Permission.WRITE_PATIENTS: "Change patients",
    Permission.READ_TASKS: "Read tasks",
    Permission.COMPLETE_TASKS: "Complete tasks",
}
"""What a program may be given, in words. What is about people's accounts stays with people."""

MOST = 50
"""Tokens of a clinic that work at one time."""

_PREFIX = "mia_"
_LENGTH = len(_PREFIX) + 43
_SHOWN = len(_PREFIX) + 4
_NOTED_EVERY = timedelta(minutes=5)


@dataclass(frozen=True)
class ApiToken:
    """A token as its clinic sees it. ``prefix`` are its first characters."""

    id: UUID
    name: str
    scopes: tuple[Permission, ...]
    prefix: str
    created_by: str
    created_at: datetime
    last_used_at: datetime | None
    expires_at: datetime | None


@dataclass(frozen=True)
class NewToken:
    """A token on the only occasion at which it is known."""

    item: ApiToken
    secret: str

    def __repr__(self) -> str:
        return f"NewToken({self.item.prefix})"


@dataclass(frozen=True)
class TokenEntry:
    """A program that brought a token. ``scope`` is None when the token is another clinic's."""

    scope: ClinicScope | None
    granted: frozenset[str]
    refusal: str = "This token has no permission for it."

    def allows(self, permission: Permission) -> bool:
        """Whether the token was given a permission."""
        return self.scope is not None and permission.value in self.granted


def is_api_token(token: str) -> bool:
    """Whether a text looks like a clinic's API token."""
    return token.startswith(_PREFIX) and len(token) == _LENGTH


async def enter_with_token(
    session: SystemSession, token: str, slug: str, permission: Permission
) -> TokenEntry | None:
    """The entry of a program into a clinic; None when no such token works. Its use leaves an audit entry now
    and then, a refusal always."""
    now = session.now()
    row = (
        await session.sql.execute(
            select(ApiTokenRow, ClinicTenantRow.id.label("here"))
            .outerjoin(
                ClinicTenantRow,
                and_(ClinicTenantRow.id == ApiTokenRow.clinic_id, ClinicTenantRow.slug == slug_text(slug)),
            )
            .where(ApiTokenRow.token_hash == digest(token), _working(now))
        )
    ).one_or_none()
    if row is None:
        return None
    found: ApiTokenRow = row.ApiTokenRow
    entry = TokenEntry(
        token_scope(found.clinic_id, found.id) if row.here else None,
        frozenset(found.scopes) & {each.value for each in GRANTABLE},
    )
    await _note_use(session, found, allowed=entry.allows(permission))
    return entry


async def _note_use(session: SystemSession, row: ApiTokenRow, *, allowed: bool) -> None:
    now = session.now()
    noted = row.last_used_at is not None and now - row.last_used_at < _NOTED_EVERY
    if not allowed or not noted:
        await audit.record_unscoped(
            session,
            "token.use",
            "token",
            "ok" if allowed else "denied",
            user_id=None,
            actor=encode("tok", row.id),
            tenant_ids=[row.clinic_id],
            ids=[row.id],
        )
    if allowed and not noted:
        this = (ApiTokenRow.clinic_id == row.clinic_id) & (ApiTokenRow.id == row.id)
        await session.sql.execute(
            update(ApiTokenRow).where(this).values(last_used_at=now).execution_options(synchronize_session=False)
        )


async def create_token(
    session: ClinicSession, name: str, scopes: Sequence[Permission], life: timedelta | None
) -> NewToken:
    """A new token, which works for ``life`` or until it is revoked.

    Needs a session that sees accounts. :class:`Invalid` for a permission that is not grantable or that the
    maker has not; :class:`Conflict` when the clinic has too many.
    """
    role, now = await hold_rank(session, Permission.MANAGE_TOKENS), session.now()
    if not scopes or not all(scope in GRANTABLE and allows(role, scope) for scope in scopes):
        raise Invalid("Choose what the token may do.", fields={"scopes": "Not a permission you can give"})
    if await _count(session, now) >= MOST:
        raise Conflict(f"A practice can have {MOST} tokens. Revoke one that is not needed any more.")
    secret, token_id = _PREFIX + new_token(), new_id()
    values = {
        "name": name,
        "scopes": [each.value for each in GRANTABLE if each in scopes],
        "prefix": secret[:_SHOWN],
        "token_hash": digest(secret),
        "created_by": session.scope.user_id,
        "created_at": now,
        "expires_at": None if life is None else now + life,
    }
    await session.sql.execute(insert(ApiTokenRow).values(clinic_id=session.scope.clinic_id, id=token_id, **values))
    await audit.record(session, "token.create", "token", [token_id])
    row = (await session.sql.execute(_listed(session, now).where(ApiTokenRow.id == token_id))).one()
    return NewToken(_token(row.ApiTokenRow, row.name), secret)


async def list_tokens(session: ClinicSession) -> list[ApiToken]:
    """The clinic's tokens that work, oldest first. Needs a session that sees accounts."""
    rows = await session.sql.execute(_listed(session, session.now()))
    return [_token(row.ApiTokenRow, row.name) for row in rows]


async def revoke_token(session: ClinicSession, token_id: UUID) -> None:
    """End a token from its next use on; :class:`NotFound` when the clinic has no such one that works."""
    now = session.now()
    revoked = await session.sql.scalar(
        update(ApiTokenRow)
        .where(ApiTokenRow.clinic_id == session.scope.clinic_id, ApiTokenRow.id == token_id, _working(now))
        .values(revoked_at=now)
        .returning(ApiTokenRow.id)
        .execution_options(synchronize_session=False)
    )
    if revoked is None:
        raise NotFound
    await audit.record(session, "token.revoke", "token", [token_id])


async def token_names(session: ClinicSession) -> dict[str, str]:
    """The clinic's tokens, revoked ones too, by their actor in the audit log."""
    rows = await session.sql.execute(
        select(ApiTokenRow.id, ApiTokenRow.name).where(ApiTokenRow.clinic_id == session.scope.clinic_id)
    )
    return {encode("tok", row.id): f"{row.name} (API token)" for row in rows}


def _listed(session: ClinicSession, now: datetime) -> Select[ApiTokenRow, str]:
    return (
        select(ApiTokenRow, UserRow.name)
        .join(UserRow, UserRow.id == ApiTokenRow.created_by)
        .where(ApiTokenRow.clinic_id == session.scope.clinic_id, _working(now))
        .order_by(ApiTokenRow.created_at, ApiTokenRow.id)
    )


async def _count(session: ClinicSession, now: datetime) -> int:
    query = select(func.count()).where(ApiTokenRow.clinic_id == session.scope.clinic_id, _working(now))
    return int(await session.sql.scalar(query) or 0)


def _working(now: datetime) -> ColumnElement[bool]:
    ends_later = ApiTokenRow.expires_at.is_(None) | (ApiTokenRow.expires_at > now)
    return ApiTokenRow.revoked_at.is_(None) & ends_later


def _token(row: ApiTokenRow, created_by: str) -> ApiToken:
    scopes = tuple(each for each in GRANTABLE if each.value in row.scopes)
    return ApiToken(
        row.id, row.name, scopes, row.prefix, created_by, row.created_at, row.last_used_at, row.expires_at
    )
