"""A second factor lost together with all recovery codes: the operator, who made sure who asks, takes it off."""

from sqlalchemy import delete, select

from mia.identity import emails
from mia.identity.factors.second_factor import lock, refresh
from mia.identity.models import PasskeyRow, TotpSecretRow, UserRow
from mia.identity.scopes import platform_scope
from mia.identity.session.endings import Ending, end_sessions
from mia.identity.session.sessions import clinic_ids, normal_email
from mia.platform.audit import service as audit
from mia.platform.db.session import Database
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail

_OPERATOR = "operator"


async def take_off_factors(database: Database, settings: Settings, email: str) -> None:
    """Remove app, passkeys and recovery codes of an account, end its sessions and tell the person.

    The password alone opens it then; where a practice requires a second factor, a new one is due at the next
    sign-in. :class:`NotFound` for an address without account or without a second factor.
    """
    async with database.accounts(platform_scope(_OPERATOR)) as session:
        user = await session.sql.scalar(select(UserRow).where(UserRow.email == normal_email(email)))
        if user is None or not user.second_factor:
            raise NotFound("No account with this email address has a second factor")
        await lock(session, user.id)
        for table in (TotpSecretRow, PasskeyRow):
            await session.sql.execute(delete(table).where(table.user_id == user.id))
        await refresh(session, user.id)
        await end_sessions(session, user.id, Ending.SECOND_FACTOR)
        await audit.record_unscoped(
            session,
            "factor.reset",
            "user",
            "ok",
            user_id=None,
            tenant_ids=await clinic_ids(session, user.id),
            ids=[user.id],
            actor=_OPERATOR,
        )
        reader = emails.Reader(user.email, user.name)
        news = emails.sign_in_changed(
            reader, settings, session.now(), "The second factor of your Mia account was taken off at your request"
        )
        await mail.queue(session, news, key=f"sign-in:{new_id()}")
