"""The session behind a token, as each request asks for it: by one call of the database."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import update

from mia.identity.models import SessionRow
from mia.identity.principal import Principal, SessionKind, kind_of
from mia.identity.session.sessions import SessionPolicy
from mia.identity.tokens import digest
from mia.platform.db.session import AccountSession, Database
from mia.platform.http.source import note_session
from mia.platform.kernel.scope import SystemScope

_SEEN_EVERY = timedelta(seconds=30)


@dataclass(frozen=True)
class LiveSession:
    """A session that lives, its user, and the clinic that was asked for: the columns of ``live_session``
    (migration 0029). ``role`` and what follows are None where the user is no member."""

    id: UUID
    user_id: UUID
    kind: str
    last_seen_at: datetime
    expires_at: datetime
    proved_at: datetime
    factor_at: datetime | None
    email: str = field(repr=False)
    name: str = field(repr=False)
    second_factor: bool
    clinic_id: UUID | None
    require_second_factor: bool | None
    role: str | None
    disabled_at: datetime | None
    last_active_at: datetime | None

    @property
    def is_member(self) -> bool:
        """Whether the user works in the clinic, and has not been shut out."""
        return self.role is not None and self.disabled_at is None

    @property
    def principal(self) -> Principal:
        """Whose it is."""
        return Principal(
            user_id=self.user_id,
            session_id=self.id,
            email=self.email,
            name=self.name,
            kind=SessionKind(self.kind),
            has_factor=self.second_factor,
            factor_due=self.second_factor and self.factor_at is None,
            proved_at=self.proved_at,
            expires_at=self.expires_at,
        )


_LIVE = """
    SELECT id, user_id, kind, last_seen_at, expires_at, proved_at, factor_at, email, name, second_factor, clinic_id,
        require_second_factor, role, disabled_at, last_active_at
    FROM live_session(%(token)s, %(kind)s, %(now)s, %(unused_since)s, %(clinic)s)
    """


async def resume(database: Database, token: str, policy: SessionPolicy, *, active: bool = True) -> Principal | None:
    """The principal behind a token, or None when it is unknown or expired.

    ``active`` is False for streams, which do not keep a session alive. The second factor may still be due: callers
    must check ``factor_due``.
    """
    now = database.clock.now()
    live = await find_live(database, now, token, policy)
    if live is not None and active and use_is_news(live, now):
        async with database.system(SystemScope.LOGIN) as session:
            await note_use(session, live)
    return live.principal if live is not None else None


async def find_live(
    database: Database, now: datetime, token: str, policy: SessionPolicy, slug: str = ""
) -> LiveSession | None:
    """The session that lives by a token, its user, and the user's membership of the clinic named by ``slug``."""
    values = {
        "token": digest(token),
        "kind": kind_of(token).value,
        "now": now,
        "unused_since": now - policy.idle,
        "clinic": slug,
    }
    live = await database.call(LiveSession, _LIVE, values)
    if live is not None:
        note_session(live.id)
    return live


def use_is_news(live: LiveSession, now: datetime) -> bool:
    """Whether the use of a session is to be noted: each half minute at most."""
    return now - live.last_seen_at >= _SEEN_EVERY


async def note_use(session: AccountSession, live: LiveSession) -> None:
    """Keep a session alive."""
    await session.sql.execute(
        update(SessionRow)
        .where(SessionRow.id == live.id)
        .values(last_seen_at=session.now())
        .execution_options(synchronize_session=False)
    )
