"""Encryption of health information before it reaches the database (45 CFR 164.312(a)(2)(iv)).

AES-256-GCM with a data key per tenant; data keys are stored wrapped by the master key. A sealed value
is ``version(1) | key id(16) | nonce(12) | ciphertext``, with the tenant id as associated data, so that
a value copied to another tenant's row does not open.
"""

import hashlib
import hmac
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_VERSION = b"\x01"
_NONCE = 12
_HEADER = 1 + 16


class SealBroken(Exception):
    """A sealed value is damaged, or was sealed for another tenant or with an unknown key."""


@dataclass(frozen=True)
class DataKey:
    """A tenant's key, unwrapped. Never stored or logged in this form."""

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

    def seal(self, text: str) -> bytes:
        """Encrypt ``text`` for this tenant."""
        return self.seal_bytes(text.encode())

    def unseal(self, sealed: bytes) -> str:
        """Decrypt what :meth:`seal` made; :class:`SealBroken` otherwise."""
        return self.unseal_bytes(sealed).decode()

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

    def blind(self, text: str) -> bytes:
        """Keyed hash for look-ups by equality (phone, e-mail); equal texts differ between tenants."""
        index_key = hmac.new(self.secret, b"blind-index", hashlib.sha256).digest()
        return hmac.new(index_key, text.encode(), hashlib.sha256).digest()[:16]

    def grams(self, pieces: Iterable[str]) -> list[int]:
        """Keyed hashes of short pieces of text for an index of a search, as 64-bit numbers."""
        key = hmac.new(self.secret, b"gram-index", hashlib.sha256).digest()
        digests = (hashlib.blake2b(piece.encode(), digest_size=8, key=key).digest() for piece in pieces)
        return [int.from_bytes(digest, "big", signed=True) for digest in digests]


class Vault:
    """Makes, wraps and unwraps data keys, and remembers the unwrapped ones of this process."""

    def __init__(self, master_key: bytes) -> None:
        self._master = AESGCM(master_key)
        self._keys: dict[UUID, DataKey] = {}

    def known(self, tenant_id: UUID) -> DataKey | None:
        """The tenant's key when this process has opened it before."""
        return self._keys.get(tenant_id)

    def make(self, key_id: UUID, tenant_id: UUID) -> tuple[DataKey, bytes]:
        """A new data key and its wrapped form to store."""
        secret, nonce = AESGCM.generate_key(256), os.urandom(_NONCE)
        wrapped = nonce + self._master.encrypt(nonce, secret, tenant_id.bytes + key_id.bytes)
        return DataKey(key_id, tenant_id, secret), wrapped

    def open(self, key_id: UUID, tenant_id: UUID, wrapped: bytes) -> DataKey:
        """Unwrap a stored key; :class:`SealBroken` when the master key is another one."""
        try:
            secret = self._master.decrypt(wrapped[:_NONCE], wrapped[_NONCE:], tenant_id.bytes + key_id.bytes)
        except InvalidTag:
            raise SealBroken from None
        key = DataKey(key_id, tenant_id, secret)
        self._keys[tenant_id] = key
        return key
