"""The second factor of a person: what they have, and how it is asked for after the password."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import exists, select, update

from mia.identity import emails, throttle
from mia.identity.factors import passkeys, recovery_codes, totp
from mia.identity.factors.passkeys import Passkey
from mia.identity.factors.relying_party import RelyingParty
from mia.identity.models import ClinicTenantRow, MembershipRow, PasskeyRow, TotpSecretRow, UserRow
from mia.identity.principal import Principal
from mia.identity.scopes import platform_scope
from mia.identity.session.sessions import Client, Renewed, SessionPolicy, note, renew
from mia.platform.db.session import AccountSession, ClinicSession, Database
from mia.platform.kernel.errors import Conflict, TooManyRequests, Unauthenticated
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail

WRONG_CODE = "That code is not right."

_PASSKEY = replace(throttle.SECOND_FACTOR, purpose="passkey", per_subject=0)
"""Passkeys are not rate-limited: signatures can't be guessed, and code guessers must not lock out a passkey owner.
"""


class Method(StrEnum):
    """Ways to give a second factor."""

    TOTP = "totp"
    PASSKEY = "passkey"
    RECOVERY_CODE = "recovery_code"


class FactorState(StrEnum):
    """How a session stands with the second factor."""

    NONE = "none"
    """The user has none, and no clinic of theirs asks for one."""
    REQUIRED = "required"
    """It must be given now; nothing is open before."""
    PASSED = "passed"
    ENROL = "enrol"
    """A clinic of the user asks for one, and they have none: that clinic is closed until they do."""


@dataclass(frozen=True)
class Factors:
    """What a person has."""

    totp: bool
    passkeys: tuple[Passkey, ...]
    recovery_codes_left: int

    @property
    def methods(self) -> tuple[Method, ...]:
        """Ways in which this person can give a second factor."""
        has = {
            Method.TOTP: self.totp,
            Method.PASSKEY: bool(self.passkeys),
            Method.RECOVERY_CODE: bool(self.recovery_codes_left),
        }
        return tuple(method for method in Method if has[method])


@dataclass(frozen=True)
class Code:
    """A typed code of an app, or a recovery code."""

    method: Method
    text: str

    def __repr__(self) -> str:
        return f"Code({self.method})"


@dataclass(frozen=True)
class Assertion:
    """A passkey's answer, as the browser gives it."""

    party: RelyingParty
    credential: dict[str, Any]

    def __repr__(self) -> str:
        return "Assertion()"


Proof = Code | Assertion


async def factors_of(session: AccountSession, user_id: UUID) -> Factors:
    """What a user has."""
    return Factors(
        await totp.has_totp(session, user_id),
        tuple(await passkeys.list_passkeys(session, user_id)),
        await recovery_codes.count_left(session, user_id),
    )


async def state_of(session: AccountSession, principal: Principal) -> FactorState:
    """How the principal's session stands."""
    if principal.has_factor:
        return FactorState.REQUIRED if principal.factor_due else FactorState.PASSED
    asked = select(
        exists().where(
            MembershipRow.user_id == principal.user_id,
            MembershipRow.disabled_at.is_(None),
            ClinicTenantRow.id == MembershipRow.clinic_id,
            ClinicTenantRow.require_second_factor,
        )
    )
    return FactorState.ENROL if await session.sql.scalar(asked) else FactorState.NONE


async def prove(
    database: Database, settings: Settings, principal: Principal, proof: Proof, client: Client
) -> Renewed:
    """Open a session by its user's second factor; the browser's token changes with it.

    :class:`Unauthenticated` (``WRONG_CODE``) when it is wrong or used, :class:`TooManyRequests` after many
    tries, :class:`Conflict` for someone who has none.
    """
    if not principal.has_factor:
        raise Conflict("There is no second factor for this account.")
    limit = _PASSKEY if isinstance(proof, Assertion) else throttle.SECOND_FACTOR
    try:
        admission = await throttle.check(database, limit.of(settings), client.address, str(principal.user_id))
    except TooManyRequests:
        if isinstance(proof, Code):
            await _warn(database, settings, principal)
        raise
    derived = await _derived(database, principal, proof)
    policy = SessionPolicy.of(settings)
    async with database.accounts(platform_scope("access")) as session:
        right = await _is_right(session, principal, proof, derived)
        await note(session, principal.user_id, "session.second_factor", "ok" if right else "denied")
        if right:
            await throttle.forget(session, admission)
            renewed = await renew(session, principal, policy, factor=True)
            if derived is not None:
                await _tell_of_recovery(session, settings, principal)
    if not right:
        raise Unauthenticated(WRONG_CODE)
    return renewed


async def lock(session: ClinicSession, user_id: UUID) -> None:
    """Until the end of the transaction no one else changes what this user has."""
    await session.sql.execute(select(UserRow.id).where(UserRow.id == user_id).with_for_update(key_share=True))


async def refresh(session: ClinicSession, user_id: UUID) -> bool:
    """Enter with the user whether they have a factor, which every request reads; returns it.

    Without a factor there is nothing to recover: the codes go too.
    """
    has = select(
        exists().where(TotpSecretRow.user_id == user_id, TotpSecretRow.confirmed_at.is_not(None))
        | exists().where(PasskeyRow.user_id == user_id)
    )
    found = bool(await session.sql.scalar(has))
    statement = update(UserRow).where(UserRow.id == user_id).values(second_factor=found)
    await session.sql.execute(statement.execution_options(synchronize_session=False))
    if not found:
        await recovery_codes.drop_codes(session, user_id)
    return found


async def tell(session: ClinicSession, settings: Settings, principal: Principal, what: str) -> None:
    """Write to the user what has changed about their sign-in."""
    reader = emails.Reader(principal.email, principal.name)
    await mail.queue(
        session, emails.sign_in_changed(reader, settings, session.now(), what), key=f"sign-in:{new_id()}"
    )


async def _warn(database: Database, settings: Settings, principal: Principal) -> None:
    """Tell the user, once in the limit's time, that someone who has the password tries codes."""
    async with database.accounts(platform_scope("access")) as session:
        now = session.now()
        period = int(now.timestamp()) // int(throttle.SECOND_FACTOR.window.total_seconds())
        email = emails.many_wrong_codes(emails.Reader(principal.email, principal.name), settings, now)
        await mail.queue(session, email, key=f"wrong-codes:{principal.user_id}:{period}")


async def _derived(database: Database, principal: Principal, proof: Proof) -> bytes | None:
    """A recovery code as it is stored. The slow digest is made while no transaction is open."""
    if not isinstance(proof, Code) or proof.method is not Method.RECOVERY_CODE:
        return None
    async with database.system(SystemScope.LOGIN) as session:
        salt = await recovery_codes.salt_of(session, principal.user_id)
    return await recovery_codes.derive(proof.text, salt)


async def _is_right(session: ClinicSession, principal: Principal, proof: Proof, derived: bytes | None) -> bool:
    if isinstance(proof, Assertion):
        return await passkeys.use_passkey(session, principal, proof.party, proof.credential)
    if derived is not None:
        return await recovery_codes.use_code(session, principal.user_id, derived)
    return await totp.use_totp(session, principal.user_id, proof.text)


async def _tell_of_recovery(session: ClinicSession, settings: Settings, principal: Principal) -> None:
    left = await recovery_codes.count_left(session, principal.user_id)
    what = f"A recovery code of your Mia account was used to sign in ({left} are left)"
    await tell(session, settings, principal, what)
