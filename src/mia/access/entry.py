"""Entering a clinic: who asks and what they may open there, found in one query for each request."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

from sqlalchemy import Row, and_, update

from mia.access.models import ClinicTenantRow, MembershipRow, SessionRow
from mia.access.permissions import Permission, allows
from mia.access.scopes import find_scope, member_scope
from mia.access.sessions import Principal, SessionPolicy, live_session, note_use, principal_of
from mia.access.tenants import slug_text
from mia.audit import service as audit
from mia.db.session import SystemSession
from mia.kernel.scope import ClinicScope

_ACTIVE_EVERY = timedelta(minutes=1)


class Entry(Protocol):
    """What a request's token opens. ``scope`` is None when the clinic is none of theirs."""

    @property
    def scope(self) -> ClinicScope | None: ...

    @property
    def refusal(self) -> str:
        """What to say when :meth:`allows` is false."""
        ...

    def allows(self, permission: Permission) -> bool: ...


@dataclass(frozen=True)
class MemberEntry:
    """Who asks, and their scope in the clinic."""

    principal: Principal
    scope: ClinicScope | None
    refusal: str = "Your role does not allow this."

    def allows(self, permission: Permission) -> bool:
        """Whether the person's role there has a permission."""
        return self.scope is not None and allows(self.scope.role, permission)


async def enter(
    session: SystemSession,
    token: str,
    slug: str,
    policy: SessionPolicy,
    *,
    active: bool = True,
    background: bool = False,
) -> MemberEntry | None:
    """The entry of a session's user into a clinic; None when the token is nobody's or the second factor is due.

    ``active`` is False for streams. A request in the ``background`` keeps no session alive either; all else that
    is noted of a request is noted of it, as the browser alone says that it is one. :class:`EnrolmentDue` when
    the clinic requires a second factor of members, and this one has none.
    """
    row = await _find(session, token, slug, policy)
    if row is None:
        return None
    principal = principal_of(row)
    if principal.factor_due:
        return None
    used = active and not background
    if used:
        await note_use(session, row)
    if row.role is None or row.disabled_at is not None:
        return MemberEntry(principal, await find_scope(session, principal, slug, active=active))
    scope = member_scope(principal, row.clinic_id, row.role, strict=row.require_second_factor)
    if used:
        await _note_activity(session, principal, row)
    return MemberEntry(principal, scope)


async def note_refusal(session: SystemSession, entry: MemberEntry, permission: Permission) -> None:
    """Enter in the clinic's trail what somebody of it tried without the role for it (ASVS 5, 16.3.2).

    The action is the permission's name, the outcome ``denied``.
    """
    assert entry.scope is not None, "refused in a clinic that is theirs"
    await audit.record_unscoped(
        session,
        permission.value,
        "permission",
        "denied",
        user_id=entry.principal.user_id,
        tenant_ids=[entry.scope.clinic_id],
    )


async def _find(
    session: SystemSession, token: str, slug: str, policy: SessionPolicy
) -> Row[*tuple[Any, ...]] | None:
    theirs = and_(MembershipRow.clinic_id == ClinicTenantRow.id, MembershipRow.user_id == SessionRow.user_id)
    query = (
        live_session(session.now(), token, policy)
        .outerjoin(ClinicTenantRow, ClinicTenantRow.slug == slug_text(slug))
        .outerjoin(MembershipRow, theirs)
        .add_columns(
            ClinicTenantRow.id.label("clinic_id"),
            ClinicTenantRow.require_second_factor,
            MembershipRow.role,
            MembershipRow.disabled_at,
            MembershipRow.last_active_at,
        )
    )
    return (await session.sql.execute(query)).one_or_none()


async def _note_activity(session: SystemSession, principal: Principal, row: Row[*tuple[Any, ...]]) -> None:
    now = session.now()
    if row.last_active_at is None or now - row.last_active_at >= _ACTIVE_EVERY:
        ours = (MembershipRow.clinic_id == row.clinic_id) & (MembershipRow.user_id == principal.user_id)
        await session.sql.execute(
            update(MembershipRow)
            .where(ours)
            .values(last_active_at=now)
            .execution_options(synchronize_session=False)
        )
