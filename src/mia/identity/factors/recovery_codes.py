"""Recovery codes: ten, for when the other factors are lost, each usable once.

A code has 50 bits of entropy, so its digest is a slow one (ASVS 5, 6.5.2). A user's ten codes share a salt, so
checking one takes a single computation.
"""

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import delete, func, insert, select, update

from mia.identity.models import RecoveryCodeRow
from mia.identity.session.sessions import PASSWORDS
from mia.platform.db.session import AccountSession

COUNT = 10

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_HALF = 5
_SALT_BYTES = 16


@dataclass(frozen=True)
class NewCodes:
    """Codes before they are stored. ``codes`` are shown to the person once."""

    codes: tuple[str, ...] = field(repr=False)
    salt: bytes = field(repr=False)
    hashes: tuple[bytes, ...] = field(repr=False)


async def make_codes() -> NewCodes:
    """Ten codes; takes some tenths of a second, so it is done before the transaction that stores them."""
    salt = os.urandom(_SALT_BYTES)
    codes = tuple(f"{_letters()}-{_letters()}" for _ in range(COUNT))
    return NewCodes(codes, salt, tuple([await PASSWORDS.derive(_plain(code), salt) for code in codes]))


async def store_codes(session: AccountSession, user_id: UUID, new: NewCodes) -> None:
    """Make these the user's codes; former ones are void."""
    await drop_codes(session, user_id)
    row = {"user_id": user_id, "salt": new.salt, "created_at": session.now()}
    await session.sql.execute(insert(RecoveryCodeRow), [{**row, "code_hash": each} for each in new.hashes])


async def salt_of(session: AccountSession, user_id: UUID) -> bytes | None:
    """What a code must be derived with; None when the user has none left."""
    unused = (RecoveryCodeRow.user_id == user_id) & RecoveryCodeRow.used_at.is_(None)
    salt: bytes | None = await session.sql.scalar(select(RecoveryCodeRow.salt).where(unused).limit(1))
    return salt


async def derive(code: str, salt: bytes | None) -> bytes:
    """What is stored of a typed code. Without codes it takes as long."""
    return await PASSWORDS.derive(_plain(code), salt or bytes(_SALT_BYTES))


async def use_code(session: AccountSession, user_id: UUID, derived: bytes) -> bool:
    """Whether a derived code is one of the user's, unused until now. Of two at one time one is taken."""
    statement = (
        update(RecoveryCodeRow)
        .where(
            RecoveryCodeRow.user_id == user_id,
            RecoveryCodeRow.code_hash == derived,
            RecoveryCodeRow.used_at.is_(None),
        )
        .values(used_at=session.now())
        .returning(RecoveryCodeRow.user_id)
        .execution_options(synchronize_session=False)
    )
    return await session.sql.scalar(statement) is not None


async def count_left(session: AccountSession, user_id: UUID) -> int:
    """How many codes have not been used."""
    query = select(func.count()).where(RecoveryCodeRow.user_id == user_id, RecoveryCodeRow.used_at.is_(None))
    return int(await session.sql.scalar(query) or 0)


async def drop_codes(session: AccountSession, user_id: UUID) -> None:
    """Make all codes of a user void."""
    await session.sql.execute(delete(RecoveryCodeRow).where(RecoveryCodeRow.user_id == user_id))


def _letters() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_HALF))


def _plain(code: str) -> str:
    """A code as it was made, however it is typed."""
    letters: Sequence[str] = [letter for letter in code.lower() if letter.isalnum()]
    return "".join(letters)[: 2 * _HALF + 1]
