"""Passwords: Argon2id with OWASP's parameters, few at a time, so that sign-ins cannot starve the server."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type, hash_secret_raw

from mia.identity.session.password_policy import MINIMUM_LENGTH, TOO_SHORT, normal_password, refusal
from mia.platform.kernel.errors import Unavailable

# OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. About 20 ms of one core.
_PASSES, _KIB, _LANES, _BYTES = 2, 19456, 1, 32
_HASHER = PasswordHasher(_PASSES, _KIB, _LANES, hash_len=_BYTES, salt_len=16, type=Type.ID)
_PARALLEL = 2
_WAITING = 64

Result = TypeVar("Result")


class Passwords:
    """Hashes and verifies in a small thread pool; beyond ``waiting`` callers it refuses at once."""

    def __init__(
        self, hasher: PasswordHasher = _HASHER, *, parallel: int = _PARALLEL, waiting: int = _WAITING
    ) -> None:
        self._hasher = hasher
        self._pool = ThreadPoolExecutor(parallel, thread_name_prefix="passwords")
        self._most = parallel + waiting
        self._busy = 0
        self._decoy = hasher.hash("nobody")

    async def hash(self, password: str) -> str:
        """The encoded hash to store; :class:`Invalid` for a password that is too short.

        Whether a new password may be taken otherwise is for :mod:`mia.identity.session.password_policy` to say.
        """
        if len(normal_password(password)) < MINIMUM_LENGTH:
            raise refusal(TOO_SHORT)
        return await self._run(self._hash, password)

    async def verify(self, encoded: str | None, password: str) -> bool:
        """Whether the password belongs to the hash. None (no such user) takes as long and is false."""
        return await self._run(self._verify, encoded, password)

    async def derive(self, secret: str, salt: bytes) -> bytes:
        """32 bytes from a short secret that must be found by what it is derived to (recovery codes)."""
        return await self._run(_derive, secret, salt)

    def needs_rehash(self, encoded: str) -> bool:
        """Whether a hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(encoded)

    async def _run(self, work: Callable[..., Result], *args: str | bytes | None) -> Result:
        if self._busy >= self._most:
            raise Unavailable("Too many people are signing in right now. Please try again.")
        self._busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)
        finally:
            self._busy -= 1

    def _hash(self, password: str) -> str:
        return self._hasher.hash(normal_password(password))

    def _verify(self, encoded: str | None, password: str) -> bool:
        try:
            return self._hasher.verify(encoded or self._decoy, normal_password(password)) and encoded is not None
        except (VerificationError, InvalidHashError):
            return False


def _derive(secret: str, salt: bytes) -> bytes:
    return hash_secret_raw(secret.encode(), salt, _PASSES, _KIB, _LANES, _BYTES, Type.ID)
