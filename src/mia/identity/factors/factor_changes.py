"""Second factors come and go: each change locks the user, is told in an email, and ends other sessions where
they were opened with less.
"""

from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from mia.identity.factors import passkeys, recovery_codes, totp
from mia.identity.factors.passkeys import Passkey
from mia.identity.factors.recovery_codes import NewCodes
from mia.identity.factors.relying_party import RelyingParty
from mia.identity.factors.second_factor import WRONG_CODE, lock, refresh, tell
from mia.identity.factors.totp import TotpEnrolment
from mia.identity.principal import Principal
from mia.identity.scopes import platform_scope
from mia.identity.session.endings import Ending, end_sessions
from mia.identity.session.sessions import SessionPolicy, note, renew
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings

_NEWS = {
    "totp.enrol": "An authenticator app was added to your Mia account",
    "totp.remove": "The authenticator app of your Mia account was removed",
    "passkey.enrol": "A passkey was added to your Mia account",
    "passkey.remove": "A passkey of your Mia account was removed",
}
_REFUSED = "Your browser's response wasn't accepted. Please try again."


@dataclass(frozen=True)
class Enrolled:
    """What a new factor brings. ``token`` is the browser's new one (None for a program); ``recovery_codes`` are
    there with the first factor only."""

    token: str | None = field(repr=False)
    recovery_codes: tuple[str, ...] = field(repr=False)
    passkey: Passkey | None = None


async def start_totp(database: Database, principal: Principal) -> TotpEnrolment:
    """A secret for the person's app; :class:`Conflict` when there is an app already."""
    async with database.accounts(platform_scope("access")) as session:
        await lock(session, principal.user_id)
        return await totp.begin_totp(session, principal.user_id, principal.email)


async def finish_totp(database: Database, settings: Settings, principal: Principal, code: str) -> Enrolled:
    """The app counts from here on; :class:`Invalid` (field ``code``) for a wrong code."""
    codes = await _codes_if_none(database, principal)
    enrolled = None
    async with database.accounts(platform_scope("access")) as session:
        await lock(session, principal.user_id)
        if await totp.confirm_totp(session, principal.user_id, code):
            enrolled = await _add(session, settings, principal, codes, "totp.enrol")
        else:
            await note(session, principal.user_id, "totp.enrol", "denied")
    if enrolled is None:
        raise Invalid(WRONG_CODE, fields={"code": WRONG_CODE})
    return enrolled


async def remove_totp(database: Database, settings: Settings, principal: Principal) -> None:
    """Remove the authenticator app; :class:`NotFound` when there is none."""
    async with database.accounts(platform_scope("access")) as session:
        await lock(session, principal.user_id)
        if not await totp.remove_totp(session, principal.user_id):
            raise NotFound
        await _take(session, settings, principal, "totp.remove")


async def finish_passkey(
    database: Database,
    settings: Settings,
    principal: Principal,
    party: RelyingParty,
    name: str,
    credential: dict[str, Any],
) -> Enrolled:
    """A new passkey counts from here on; :class:`Invalid` when it does not answer the challenge."""
    codes = await _codes_if_none(database, principal)
    enrolled = None
    async with database.accounts(platform_scope("access")) as session:
        await lock(session, principal.user_id)
        passkey = await passkeys.enrol_passkey(session, principal, party, name, credential)
        if passkey is None:
            await note(session, principal.user_id, "passkey.enrol", "denied")
        else:
            enrolled = await _add(session, settings, principal, codes, "passkey.enrol")
    if enrolled is None:
        raise Invalid(_REFUSED)
    return replace(enrolled, passkey=passkey)


async def remove_passkey(database: Database, settings: Settings, principal: Principal, passkey_id: UUID) -> None:
    """One passkey opens nothing anymore; :class:`NotFound` when it is none of the person's."""
    async with database.accounts(platform_scope("access")) as session:
        await lock(session, principal.user_id)
        await passkeys.remove_passkey(session, principal.user_id, passkey_id)
        await _take(session, settings, principal, "passkey.remove")


async def new_recovery_codes(database: Database, settings: Settings, principal: Principal) -> tuple[str, ...]:
    """Ten fresh codes in place of the former; :class:`Conflict` for someone without a second factor."""
    codes = await recovery_codes.make_codes()
    async with database.accounts(platform_scope("access")) as session:
        await lock(session, principal.user_id)
        if not await refresh(session, principal.user_id):
            raise Conflict("Set up an authenticator app or a passkey first.")
        await recovery_codes.store_codes(session, principal.user_id, codes)
        await note(session, principal.user_id, "recovery_codes.create")
        await tell(session, settings, principal, "New recovery codes were created for your Mia account")
    return codes.codes


async def _codes_if_none(database: Database, principal: Principal) -> NewCodes | None:
    """Codes for the first factor, made while no transaction is open."""
    async with database.system(SystemScope.LOGIN) as session:
        left = await recovery_codes.count_left(session, principal.user_id)
    return None if left else await recovery_codes.make_codes()


async def _add(
    session: ClinicSession, settings: Settings, principal: Principal, codes: NewCodes | None, action: str
) -> Enrolled:
    await refresh(session, principal.user_id)
    if codes is not None:
        await recovery_codes.store_codes(session, principal.user_id, codes)
    if not principal.has_factor:
        # Sessions from before know the password only; this one has just shown the new factor.
        await end_sessions(session, principal.user_id, Ending.SECOND_FACTOR, keep=principal.session_id)
    renewed = await renew(session, principal, SessionPolicy.of(settings), factor=True)
    await note(session, principal.user_id, action)
    await tell(session, settings, principal, _NEWS[action])
    return Enrolled(renewed.token, codes.codes if codes else ())


async def _take(session: ClinicSession, settings: Settings, principal: Principal, action: str) -> None:
    await refresh(session, principal.user_id)
    await end_sessions(session, principal.user_id, Ending.SECOND_FACTOR, keep=principal.session_id)
    await note(session, principal.user_id, action)
    await tell(session, settings, principal, _NEWS[action])
