"""Second factors of the signed-in user. Changes need the password, or a sign-in of a few minutes ago."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from mia.identity.factors import factor_changes
from mia.identity.factors.passkeys import enrolment_options
from mia.identity.factors.relying_party import relying_party
from mia.identity.factors.second_factor import factors_of
from mia.identity.guards import CurrentUser, SettingsDep, client_of, set_session_cookie
from mia.identity.principal import Principal
from mia.identity.schemas.factors import (
    FactorChange,
    NewPasskey,
    NewPasskeyOut,
    PasskeyOut,
    RecoveryCodesOut,
    SecondFactorOut,
    TotpCode,
    TotpEnrolmentOut,
)
from mia.identity.session.sign_in import confirm
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode
from mia.platform.kernel.scope import SystemScope

router = APIRouter(prefix="/api/account", tags=["access"])


async def _confirmed(
    body: FactorChange, request: Request, principal: CurrentUser, database: DatabaseDep
) -> Principal:
    """The user who has shown just now that it is them."""
    password = body.password.get_secret_value() if body.password else None
    await confirm(database, principal, password, client_of(request))
    return principal


Confirmed = Annotated[Principal, Depends(_confirmed)]


@router.get("/second-factor")
async def read_second_factor(principal: CurrentUser, database: DatabaseDep) -> SecondFactorOut:
    """What the user has."""
    async with database.system(SystemScope.LOGIN) as session:
        return SecondFactorOut.of(await factors_of(session, principal.user_id))


@router.post("/totp")
async def begin_authenticator_app(principal: Confirmed, database: DatabaseDep) -> TotpEnrolmentOut:
    """A secret for an authenticator app. It counts once a code of it has been confirmed."""
    return TotpEnrolmentOut.of(await factor_changes.start_totp(database, principal))


@router.post("/totp/confirm")
async def confirm_authenticator_app(
    body: TotpCode, response: Response, principal: CurrentUser, database: DatabaseDep, settings: SettingsDep
) -> RecoveryCodesOut:
    """The app is asked for from the next sign-in on. With the first factor come recovery codes."""
    code = body.code.get_secret_value()
    enrolled = await factor_changes.finish_totp(database, settings, principal, code)
    set_session_cookie(response, settings, enrolled.token)
    return RecoveryCodesOut(recovery_codes=list(enrolled.recovery_codes))


@router.post("/totp/remove", status_code=204)
async def remove_authenticator_app(principal: Confirmed, database: DatabaseDep, settings: SettingsDep) -> None:
    """Removes the authenticator app; other sessions end."""
    await factor_changes.remove_totp(database, settings, principal)


@router.post("/passkeys/options")
async def begin_passkey(
    request: Request, principal: Confirmed, database: DatabaseDep, settings: SettingsDep
) -> dict[str, Any]:
    """``PublicKeyCredentialCreationOptions`` for a new passkey."""
    party = relying_party(settings, request.headers.get("origin"))
    async with database.system(SystemScope.LOGIN) as session:
        return await enrolment_options(session, principal, party)


@router.post("/passkeys", status_code=201)
async def add_passkey(
    body: NewPasskey,
    request: Request,
    response: Response,
    principal: CurrentUser,
    database: DatabaseDep,
    settings: SettingsDep,
) -> NewPasskeyOut:
    """Register what the browser made of the options."""
    party = relying_party(settings, request.headers.get("origin"))
    enrolled = await factor_changes.finish_passkey(database, settings, principal, party, body.name, body.credential)
    set_session_cookie(response, settings, enrolled.token)
    assert enrolled.passkey is not None, "a passkey was enrolled"
    codes = list(enrolled.recovery_codes) or None
    return NewPasskeyOut(**PasskeyOut.of(enrolled.passkey).model_dump(), recovery_codes=codes)


@router.post("/passkeys/{passkey_id}/remove", status_code=204)
async def remove_passkey(
    passkey_id: str, principal: Confirmed, database: DatabaseDep, settings: SettingsDep
) -> None:
    """The passkey opens nothing anymore; other sessions end."""
    await factor_changes.remove_passkey(database, settings, principal, decode("psk", passkey_id))


@router.post("/recovery-codes")
async def make_recovery_codes(
    principal: Confirmed, database: DatabaseDep, settings: SettingsDep
) -> RecoveryCodesOut:
    """Ten fresh codes; the former ones are void."""
    codes = await factor_changes.new_recovery_codes(database, settings, principal)
    return RecoveryCodesOut(recovery_codes=list(codes))
