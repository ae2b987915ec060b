"""The first steps of a fresh product: a code printed where it was started makes the first practice and owner."""

import secrets

from sqlalchemy import ColumnElement, delete, exists, select
from sqlalchemy.dialects.postgresql import insert

from mia.identity import throttle
from mia.identity.models import ClinicTenantRow, FirstRunRow
from mia.identity.people.opening import Practice, enter_clinic
from mia.identity.scopes import service_scope
from mia.identity.session.password_policy import check_password
from mia.identity.session.sessions import Client, normal_email
from mia.identity.tenants import add_member, create_user
from mia.identity.tokens import digest
from mia.platform.audit import service as audit
from mia.platform.db.session import AccountSession, Database
from mia.platform.kernel.errors import Void
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role, SystemScope
from mia.platform.mail import service as mail

_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""No letters that are read as others."""
_GROUPS, _PER_GROUP = 5, 4  # 98 bits
_WRONG = "That code is not right."


async def issue_code(database: Database) -> str | None:
    """A new code, such as ``7KQD-...``, which makes earlier ones void; None when there is a clinic already."""
    code = "-".join("".join(secrets.choice(_LETTERS) for _ in range(_PER_GROUP)) for _ in range(_GROUPS))
    async with database.system(SystemScope.LOGIN) as session:
        await session.sql.execute(delete(FirstRunRow))
        if await _has_clinic(session):
            return None
        values = {"id": 1, "code_hash": digest(code.replace("-", "")), "created_at": session.now()}
        await session.sql.execute(insert(FirstRunRow).values(values))
    return code


async def is_first_run(database: Database) -> bool:
    """Whether a code waits to be used and there is no clinic."""
    async with database.system(SystemScope.LOGIN) as session:
        waits = await session.sql.scalar(select(exists().select_from(FirstRunRow)))
        return bool(waits) and not await _has_clinic(session)


async def set_up_first(
    database: Database, code: str, practice: Practice, name: str, email: str, password: str, client: Client
) -> None:
    """Make the first practice with its owner, who can then sign in.

    :class:`Void` for a wrong or used code, :class:`Invalid` for a password, address or time zone that is
    refused, with which the code stays.
    """
    await throttle.check(database, throttle.LINK_USE, client.address)
    email = normal_email(email)
    async with database.system(SystemScope.LOGIN) as session:
        right = await session.sql.scalar(select(FirstRunRow.id).where(_is(code))) is not None
    if not right:
        raise Void(_WRONG)
    mail.check_recipient(email)
    check_password(password, [name, email, practice.name])
    async with database.accounts(service_scope(new_id(), "operator")) as session:
        # Of two with the same code the second waits here, and then finds none.
        spent = await session.sql.scalar(delete(FirstRunRow).where(_is(code)).returning(FirstRunRow.id))
        if spent is None or await _has_clinic(session):
            raise Void(_WRONG)
        clinic = await enter_clinic(session, practice)
        user_id = await create_user(session, email, name, password)
        await add_member(session, clinic.id, user_id, Role.OWNER)
        await audit.record(session, "member.create", "user", [user_id])


def _is(code: str) -> ColumnElement[bool]:
    plain = "".join(code.split()).replace("-", "").upper()
    return FirstRunRow.code_hash == digest(plain)


async def _has_clinic(session: AccountSession) -> bool:
    return bool(await session.sql.scalar(select(exists().select_from(ClinicTenantRow))))
