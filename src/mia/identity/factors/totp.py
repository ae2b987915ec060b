"""Authenticator apps: time-based one-time codes (RFC 6238), six digits, each taken once."""

import hmac
import io
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert

from mia.identity.models import TotpSecretRow
from mia.platform.db.session import AccountSession, ClinicSession
from mia.platform.kernel.errors import Conflict

ISSUER = "Mia"
"""How the account is headed in the app."""

_STEP_S = 30
_DRIFT = 1
"""Steps before and after now that are taken too, for clocks that are not quite right (RFC 6238, 5.2)."""
_UNCONFIRMED = timedelta(minutes=15)


@dataclass(frozen=True)
class TotpEnrolment:
    """What an app needs: the secret in base 32, the same as an ``otpauth://`` address, and that as a picture."""

    secret: str
    uri: str
    qr_svg: str

    def __repr__(self) -> str:
        return "TotpEnrolment()"


async def begin_totp(session: ClinicSession, user_id: UUID, email: str) -> TotpEnrolment:
    """A fresh secret, which counts when :func:`confirm_totp` has seen a code of it.

    Needs the platform's session. :class:`Conflict` when the user has an app already.
    """
    import pyotp  # not at every start

    if await has_totp(session, user_id):
        raise Conflict("An authenticator app is set up already. Remove it first.")
    secret = pyotp.random_base32()
    values = {
        "secret_sealed": session.seal(f"{user_id} {secret}"),
        "created_at": session.now(),
        "confirmed_at": None,
        "last_step": None,
    }
    statement = insert(TotpSecretRow).values(user_id=user_id, **values)
    await session.sql.execute(
        statement.on_conflict_do_update(
            index_elements=[TotpSecretRow.user_id], set_=values, where=TotpSecretRow.confirmed_at.is_(None)
        )
    )
    uri = pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=ISSUER)
    return TotpEnrolment(secret, uri, _picture(uri))


async def confirm_totp(session: ClinicSession, user_id: UUID, code: str) -> bool:
    """Whether ``code`` shows that the app has the secret; from then on it is asked for at sign-in.

    :class:`Conflict` when no fresh secret waits for its first code.
    """
    row = await _locked(session, user_id)
    if row is None or row.confirmed_at is not None or session.now() - row.created_at > _UNCONFIRMED:
        raise Conflict("Please start over with the authenticator app.")
    step = _step_of(session, row, code)
    if step is None:
        return False
    await _change(session, user_id, confirmed_at=session.now(), last_step=step)
    return True


async def use_totp(session: ClinicSession, user_id: UUID, code: str) -> bool:
    """Whether ``code`` is the app's now, and has not been used; it is used up by this."""
    row = await _locked(session, user_id)
    step = _step_of(session, row, code) if row is not None and row.confirmed_at is not None else None
    if step is None:
        return False
    await _change(session, user_id, last_step=step)
    return True


async def has_totp(session: AccountSession, user_id: UUID) -> bool:
    """Whether the user has a confirmed app."""
    query = select(TotpSecretRow.user_id).where(
        TotpSecretRow.user_id == user_id, TotpSecretRow.confirmed_at.is_not(None)
    )
    return await session.sql.scalar(query) is not None


async def remove_totp(session: ClinicSession, user_id: UUID) -> bool:
    """Forget the app; returns whether there was one."""
    statement = delete(TotpSecretRow).where(TotpSecretRow.user_id == user_id)
    return await session.sql.scalar(statement.returning(TotpSecretRow.confirmed_at)) is not None


async def _locked(session: ClinicSession, user_id: UUID) -> TotpSecretRow | None:
    """The row, for one transaction at a time: of two with the same code the second finds its step used."""
    query = select(TotpSecretRow).where(TotpSecretRow.user_id == user_id).with_for_update()
    row: TotpSecretRow | None = await session.sql.scalar(query)
    return row


async def _change(session: ClinicSession, user_id: UUID, **values: datetime | int) -> None:
    statement = update(TotpSecretRow).where(TotpSecretRow.user_id == user_id).values(**values)
    await session.sql.execute(statement.execution_options(synchronize_session=False))


def _step_of(session: ClinicSession, row: TotpSecretRow, code: str) -> int | None:
    """The step whose code it is; None for a wrong one, and for steps up to the one used last."""
    import pyotp

    owner, _, secret = session.unseal(row.secret_sealed).partition(" ")
    assert owner == str(row.user_id), "a secret belongs to the user it was sealed for"
    totp, now = pyotp.TOTP(secret), int(session.now().timestamp()) // _STEP_S
    typed = "".join(code.split())
    found = None
    for step in range(now - _DRIFT, now + _DRIFT + 1):
        if hmac.compare_digest(totp.generate_otp(step).encode(), typed.encode()) and step > (row.last_step or 0):
            found = step
    return found


def _picture(uri: str) -> str:
    """The address as a QR code: an ``<svg>`` without sizes or styles of its own, good as a file of its own too."""
    import segno

    code = segno.make(uri, error="m", micro=False)
    look = {"dark": "#000", "light": "#fff", "svgclass": None, "lineclass": None}
    picture = io.BytesIO()
    code.save(picture, kind="svg", xmldecl=False, nl=False, border=2, omitsize=True, **look)
    return picture.getvalue().decode()
