"""Entering a clinic: who asks and what they may open, found by one database call for each request."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from sqlalchemy import update

from mia.identity.models import MembershipRow
from mia.identity.permissions import Permission, allows
from mia.identity.principal import Principal
from mia.identity.scopes import find_scope, member_scope
from mia.identity.session.live import LiveSession, find_live, note_use, use_is_news
from mia.identity.session.sessions import SessionPolicy
from mia.identity.tenants import slug_text
from mia.platform.audit import service as audit
from mia.platform.db.session import Database, SystemSession
from mia.platform.kernel.scope import ClinicScope, SystemScope

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
    database: Database,
    token: str,
    slug: str,
    policy: SessionPolicy,
    *,
    active: bool = True,
    background: bool = False,
) -> MemberEntry | None:
    """The entry of a session's user into a clinic; None when the token is no one's or the second factor is due.

    ``active`` is False for streams. A request in the ``background`` keeps no session alive either; all else that
    is noted of a request is noted of it, as the browser alone says that it is one. :class:`EnrolmentDue` when
    the clinic requires a second factor of members, and this one has none.
    """
    now = database.clock.now()
    live = await find_live(database, now, token, policy, slug_text(slug))
    if live is None:
        return None
    principal = live.principal
    if principal.factor_due:
        return None
    scope: ClinicScope | None
    if live.clinic_id is not None and live.role is not None and live.is_member:
        scope = member_scope(principal, live.clinic_id, live.role, strict=live.require_second_factor is True)
    else:
        async with database.system(SystemScope.LOGIN) as session:
            scope = await find_scope(session, principal, slug, active=active)
    if active and not background:
        await _note_use(database, live, now)
    return MemberEntry(principal, scope)


async def note_refusal(session: SystemSession, entry: MemberEntry, permission: Permission) -> None:
    """Enter in the clinic's audit log what someone of it tried without the role for it (ASVS 5, 16.3.2).

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


async def _note_use(database: Database, live: LiveSession, now: datetime) -> None:
    """That the session is used, and when the member was last here; of many requests a few are noted."""
    here = live.is_member and (live.last_active_at is None or now - live.last_active_at >= _ACTIVE_EVERY)
    used = use_is_news(live, now)
    if not (here or used):
        return
    async with database.system(SystemScope.LOGIN) as session:
        if used:
            await note_use(session, live)
        if here:
            await session.sql.execute(
                update(MembershipRow)
                .where(MembershipRow.clinic_id == live.clinic_id, MembershipRow.user_id == live.user_id)
                .values(last_active_at=now)
                .execution_options(synchronize_session=False)
            )
