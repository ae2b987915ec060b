"""Passwords: parameters, forms, and how many are looked at at one time."""

import asyncio
import threading
import time
from typing import Literal

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.low_level import Type
from sqlalchemy import text

from mia.identity.service import Client, SessionPolicy, authenticate
from mia.identity.session.passwords import Passwords
from mia.identity.session.sessions import PASSWORDS
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Invalid, Unavailable
from mia.platform.kernel.scope import SystemScope
from tests.fakes.access import PASSWORD, make_user, settings_of_tests


async def test_hash_has_owasps_parameters() -> None:
    parameters = extract_parameters(await Passwords().hash(PASSWORD))
    assert parameters.type is Type.ID
    assert (parameters.memory_cost, parameters.time_cost, parameters.parallelism) == (19456, 2, 1)


@pytest.mark.parametrize("password", [PASSWORD, "пароль-и-ключ", "🔑🔑🔑🔑🔑🔑🔑🔑", "x" * 1024, "  spaces stay  "])
async def test_password_of_any_letters_verifies(password: str) -> None:
    passwords = Passwords()
    encoded = await passwords.hash(password)
    assert await passwords.verify(encoded, password)
    assert not await passwords.verify(encoded, password + "x")
    assert not await passwords.verify(encoded, password[:-1])


async def test_same_letters_typed_in_another_form_verify() -> None:
    passwords = Passwords()
    assert await passwords.verify(await passwords.hash("caf\u00e9-\u00e9clair"), "cafe\u0301-e\u0301clair")


async def test_short_password_is_refused() -> None:
    with pytest.raises(Invalid, match="at least 8 characters"):
        await Passwords().hash("1234567")


async def test_nobodys_password_is_never_right() -> None:
    assert not await Passwords().verify(None, "nobody")


async def test_damaged_hash_is_no_match() -> None:
    assert not await Passwords().verify("$argon2id$broken", PASSWORD)


async def test_hash_of_other_parameters_needs_renewal() -> None:
    passwords = Passwords()
    weaker = PasswordHasher(time_cost=1, memory_cost=8192, parallelism=1).hash(PASSWORD)
    assert passwords.needs_rehash(weaker)
    assert await passwords.verify(weaker, PASSWORD)
    assert not passwords.needs_rehash(await passwords.hash(PASSWORD))


class SlowHasher(PasswordHasher):
    """Counts how many threads are in it at one time."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=64, parallelism=1)
        self.inside = self.most = 0
        self._lock = threading.Lock()

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        with self._lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
        time.sleep(0.02)
        with self._lock:
            self.inside -= 1
        return super().verify(hash, password)


async def test_parallel_sign_ins_are_bounded() -> None:
    hasher = SlowHasher()
    passwords = Passwords(hasher, parallel=2, waiting=30)
    encoded = hasher.hash(PASSWORD)
    results = await asyncio.gather(*(passwords.verify(encoded, PASSWORD) for _ in range(20)))
    assert all(results)
    assert hasher.most == 2


async def test_more_than_can_wait_are_told_to_come_back() -> None:
    hasher = SlowHasher()
    passwords = Passwords(hasher, parallel=1, waiting=2)
    encoded = hasher.hash(PASSWORD)
    results = await asyncio.gather(*(passwords.verify(encoded, PASSWORD) for _ in range(6)), return_exceptions=True)
    assert [isinstance(result, Unavailable) for result in results] == [False] * 3 + [True] * 3
    assert await passwords.verify(encoded, PASSWORD)


async def test_old_hash_is_renewed_at_sign_in(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in vars(Passwords()).items():  # as in earnest
        monkeypatch.setattr(PASSWORDS, name, value)
    user_id = await make_user(database, "old@harbor.example")
    weaker = PasswordHasher(time_cost=1, memory_cost=8192, parallelism=1).hash(PASSWORD)
    async with database.system(SystemScope.LOGIN) as session:
        await session.sql.execute(
            text("UPDATE users SET password_hash = :hash WHERE id = :id"), {"hash": weaker, "id": user_id}
        )
    policy = SessionPolicy.of(settings_of_tests())
    await authenticate(database, "old@harbor.example", PASSWORD, Client("127.0.0.1", "test"), policy)
    async with database.system(SystemScope.LOGIN) as session:
        query = text("SELECT password_hash FROM users WHERE id = :id")
        renewed = await session.sql.scalar(query, {"id": user_id})
    assert extract_parameters(str(renewed)).memory_cost == 19456
