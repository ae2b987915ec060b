"""Encryption of health information before it reaches the database (45 CFR 164.312(a)(2)(iv)).

AES-256-GCM with a data key per tenant; data keys are stored wrapped by the master key. A sealed value
is ``version(1) | key id(16) | nonce(12) | ciphertext``, with the tenant id as associated data, so that
a value copied to another tenant's row does not open.
"""

import hashlib
import hmac
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from mia.platform.kernel.keys import Keys

_VERSION = b"\x01"
_NONCE = 12
_HEADER = 1 + 16


class SealBroken(Exception):
    """A sealed value is damaged, or was sealed for another tenant or with an unknown key."""


@dataclass(frozen=True)
class DataKey:
    """One key of a tenant, unwrapped. Never stored or logged in this form."""

    id: UUID
    tenant_id: UUID
    secret: bytes

    def __repr__(self) -> str:
        return f"DataKey({self.id})"

    @cached_property
    def _cipher(self) -> AESGCM:
        return AESGCM(self.secret)

    @cached_property
    def _header(self) -> bytes:
        return _VERSION + self.id.bytes

    @cached_property
    def _tenant(self) -> bytes:
        return self.tenant_id.bytes

    def seal_bytes(self, data: bytes, place: bytes = b"") -> bytes:
        """Encrypt ``data`` for this tenant; what was sealed for one ``place`` (a piece of a file) opens in no
        other."""
        nonce = os.urandom(_NONCE)
        return self._header + nonce + self._cipher.encrypt(nonce, data, self._tenant + place)

    def unseal_bytes(self, sealed: bytes, place: bytes = b"") -> bytes:
        """Decrypt what :meth:`seal_bytes` made for this place; :class:`SealBroken` otherwise."""
        if not sealed.startswith(self._header):
            raise SealBroken
        nonce, body = sealed[_HEADER : _HEADER + _NONCE], sealed[_HEADER + _NONCE :]
        try:
            return self._cipher.decrypt(nonce, body, self._tenant + place)
        except InvalidTag:
            raise SealBroken from None

    def mac(self, purpose: bytes, data: bytes) -> bytes:
        """HMAC-SHA-256 of ``data`` by a key of its own for ``purpose``. It ends with this key."""
        return hmac.new(derived(self.secret, purpose), data, hashlib.sha256).digest()


@dataclass(frozen=True)
class IndexKeys:
    """Keys of a tenant's indexes over sealed text. They outlast data keys.

    An address that must never be contacted again is kept as its keyed hash alone: no one could compute it under
    another key.
    """

    blind: bytes
    grams: bytes

    def __repr__(self) -> str:
        return "IndexKeys()"

    @classmethod
    def of(cls, secret: bytes) -> "IndexKeys":
        """Those of a tenant with this first data key, which cannot be computed back from them."""
        return cls(derived(secret, b"blind-index"), derived(secret, b"gram-index"))


@dataclass(frozen=True)
class Keyring:
    """A tenant's keys: the data key that seals, others whose values still open, and the keys of its indexes."""

    current: DataKey
    index: IndexKeys
    others: Mapping[bytes, DataKey] = field(default_factory=dict)
    """By the bytes of their ids: those of before, until all is sealed again, and one that is about to take over."""

    @property
    def id(self) -> UUID:
        """The current key's id."""
        return self.current.id

    def seal(self, text: str) -> bytes:
        """Encrypt ``text`` for this tenant."""
        return self.current.seal_bytes(text.encode())

    def unseal(self, sealed: bytes) -> str:
        """Decrypt what :meth:`seal` made; :class:`SealBroken` otherwise."""
        return self.unseal_bytes(sealed).decode()

    def seal_bytes(self, data: bytes, place: bytes = b"") -> bytes:
        """Encrypt ``data`` for this tenant; what was sealed for one ``place`` (a piece of a file) opens in no
        other."""
        return self.current.seal_bytes(data, place)

    def unseal_bytes(self, sealed: bytes, place: bytes = b"") -> bytes:
        """Decrypt what :meth:`seal_bytes` made for this place; :class:`SealBroken` otherwise."""
        key = self.others.get(sealed[1:_HEADER], self.current) if self.others else self.current
        return key.unseal_bytes(sealed, place)

    def blind(self, text: str) -> bytes:
        """Keyed hash for look-ups by equality (phone, email); equal texts differ between tenants."""
        return hmac.new(self.index.blind, text.encode(), hashlib.sha256).digest()[:16]

    def grams(self, pieces: Iterable[str]) -> list[int]:
        """Keyed hashes of short pieces of text for an index of a search, as 64-bit numbers."""
        key = self.index.grams
        digests = (hashlib.blake2b(piece.encode(), digest_size=8, key=key).digest() for piece in pieces)
        return [int.from_bytes(digest, "big", signed=True) for digest in digests]


class KeyState(StrEnum):
    """What a stored data key is for."""

    NEXT = "next"
    """About to take over: everyone can open its values, no one seals with it yet."""
    CURRENT = "current"
    PREVIOUS = "previous"
    """Its values are being sealed again; destroyed when none is left."""


@dataclass(frozen=True)
class WrappedKey:
    """A data key as it is stored, wrapped by the master key. ``index``: the tenant's index keys; None as long as
    they follow from this key."""

    id: UUID
    state: KeyState
    wrapped: bytes
    index: bytes | None = None


KEYS_ARE_FRESH_FOR_S = 5.0
"""How long a process goes by the keys it has read. A rotation waits for longer between its steps."""


class Vault:
    """Makes, wraps and unwraps data keys, and remembers the unwrapped ones of this process for a while.

    ``master`` is asked each time, for the master key can be rotated while the process runs.
    """

    def __init__(self, master: Callable[[], Keys], *, fresh_for_s: float = KEYS_ARE_FRESH_FOR_S) -> None:
        self._master = master
        self._fresh_for_s = fresh_for_s
        self._known: dict[UUID, tuple[Keyring, float]] = {}

    def known(self, tenant_id: UUID) -> Keyring | None:
        """The tenant's keys when this process has read them a moment ago."""
        ring, read_at = self._known.get(tenant_id, _UNKNOWN)
        return ring if time.monotonic() - read_at < self._fresh_for_s else None

    def make(self, key_id: UUID, tenant_id: UUID) -> tuple[Keyring, WrappedKey]:
        """The first key of a tenant, and its form to store."""
        secret = AESGCM.generate_key(256)
        stored = WrappedKey(key_id, KeyState.CURRENT, self.wrap(secret, tenant_id, key_id))
        return Keyring(DataKey(key_id, tenant_id, secret), IndexKeys.of(secret)), stored

    def make_next(self, key_id: UUID, ring: Keyring) -> WrappedKey:
        """Another key for a tenant, with its index keys, in its form to store."""
        tenant_id, index = ring.current.tenant_id, ring.index.blind + ring.index.grams
        wrapped = self.wrap(AESGCM.generate_key(256), tenant_id, key_id)
        return WrappedKey(key_id, KeyState.NEXT, wrapped, self.wrap(index, tenant_id, key_id, _INDEX))

    def open(self, tenant_id: UUID, stored: Sequence[WrappedKey]) -> Keyring:
        """Unwrap a tenant's keys; :class:`SealBroken` when the master key is another one."""
        known, _ = self._known.get(tenant_id, _UNKNOWN)
        opened = {known.current.id: known.current} if known else {}
        opened |= {key.id: key for key in known.others.values()} if known else {}
        keys = {
            key.id: opened.get(key.id) or DataKey(key.id, tenant_id, self.unwrap(key.wrapped, tenant_id, key.id))
            for key in stored
        }
        (current,) = (key for key in stored if key.state is KeyState.CURRENT)
        others = {key_id.bytes: key for key_id, key in keys.items() if key_id != current.id}
        ring = Keyring(keys[current.id], self._index(tenant_id, current, keys[current.id], known), others)
        self._known[tenant_id] = (ring, time.monotonic())
        return ring

    def wrap(self, secret: bytes, tenant_id: UUID, key_id: UUID, purpose: bytes = b"") -> bytes:
        """Encrypt a key by the current master key."""
        nonce = os.urandom(_NONCE)
        return nonce + AESGCM(self._master().current).encrypt(nonce, secret, _named(tenant_id, key_id, purpose))

    def unwrap(self, wrapped: bytes, tenant_id: UUID, key_id: UUID, purpose: bytes = b"") -> bytes:
        """Decrypt what :meth:`wrap` made under an accepted master key; :class:`SealBroken` otherwise."""
        for master in self._master().accepted():
            try:
                name = _named(tenant_id, key_id, purpose)
                return AESGCM(master).decrypt(wrapped[:_NONCE], wrapped[_NONCE:], name)
            except InvalidTag:
                continue
        raise SealBroken

    def opens(self, tenant_id: UUID, stored: WrappedKey) -> bool:
        """Whether an accepted master key opens a stored key and its index keys. Remembers nothing."""
        try:
            self.unwrap(stored.wrapped, tenant_id, stored.id)
            if stored.index is not None:
                self.unwrap(stored.index, tenant_id, stored.id, _INDEX)
        except SealBroken:
            return False
        return True

    def rewrap(self, tenant_id: UUID, stored: WrappedKey) -> WrappedKey:
        """The same key, wrapped by the current master key."""
        secret = self.unwrap(stored.wrapped, tenant_id, stored.id)
        index = self.unwrap(stored.index, tenant_id, stored.id, _INDEX) if stored.index else None
        return WrappedKey(
            stored.id,
            stored.state,
            self.wrap(secret, tenant_id, stored.id),
            self.wrap(index, tenant_id, stored.id, _INDEX) if index else None,
        )

    def _index(self, tenant_id: UUID, stored: WrappedKey, current: DataKey, known: Keyring | None) -> IndexKeys:
        if known is not None:  # they never change
            return known.index
        if stored.index is None:
            return IndexKeys.of(current.secret)
        both = self.unwrap(stored.index, tenant_id, stored.id, _INDEX)
        return IndexKeys(both[:32], both[32:])


_UNKNOWN: tuple[None, float] = (None, 0.0)
_INDEX = b"index"


def _named(tenant_id: UUID, key_id: UUID, purpose: bytes) -> bytes:
    return tenant_id.bytes + key_id.bytes + purpose


def derived(secret: bytes, purpose: bytes) -> bytes:
    """A key of its own for one purpose (HMAC-SHA-256)."""
    return hmac.new(secret, purpose, hashlib.sha256).digest()
