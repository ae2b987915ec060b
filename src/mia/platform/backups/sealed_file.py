"""The encrypted file format of backups: a readable header, then frames of AES-256-GCM.

::

    "mia-backup-1\\n" | header length (4 bytes, big-endian) | header (JSON)
    frame*: length (4 bytes; the top bit marks the last frame) | ciphertext and tag

Each file has a key of its own, derived from the backup key and the header's random salt (HKDF-SHA-256). A frame's
nonce is its number, and its associated data the header's digest and the mark of the last frame, as in the STREAM
construction (Hoang et al. 2015): frames cannot be changed, dropped, repeated or reordered, the end cannot be cut
off, and a frame of one file fits no other.
"""

import hashlib
import hmac
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import IO, Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from mia.platform.backups.errors import BackupError

Header = Mapping[str, Any]

_MAGIC = b"mia-backup-1\n"
_FRAME = 1 << 20
_TAG = 16
_LAST = 1 << 31
_LONGEST_HEADER = 1 << 16


def fingerprint(key: bytes) -> str:
    """Tells keys apart without telling what they are."""
    return hmac.new(key, b"mia key fingerprint", hashlib.sha256).hexdigest()[:16]


class SealedWriter:
    """Encrypts a stream into ``file``. What was written is complete after :meth:`close` only."""

    def __init__(self, file: IO[bytes], key: bytes, header: Header) -> None:
        salt = os.urandom(32)
        full = {**header, "salt": salt.hex(), "key": fingerprint(key)}
        head = json.dumps(full, separators=(",", ":")).encode()
        self._file = file
        self._cipher, self._digest = _cipher(key, salt), hashlib.sha256(head).digest()
        self._waiting = bytearray()
        self._frames = 0
        file.write(_MAGIC + len(head).to_bytes(4, "big") + head)

    def write(self, data: bytes) -> None:
        """Add to the stream."""
        self._waiting += data
        while len(self._waiting) > _FRAME:  # the last frame is never empty, but for an empty stream
            self._seal(bytes(self._waiting[:_FRAME]), last=False)
            del self._waiting[:_FRAME]

    def close(self) -> None:
        """Write the last frame."""
        self._seal(bytes(self._waiting), last=True)

    def _seal(self, data: bytes, *, last: bool) -> None:
        frame = self._cipher.encrypt(_nonce(self._frames), data, self._digest + bytes([last]))
        self._file.write((len(frame) | (_LAST if last else 0)).to_bytes(4, "big") + frame)
        self._frames += 1


def seal(content: bytes, key: bytes, header: Header) -> bytes:
    """A whole file at once."""
    writer = SealedWriter(file := BytesIO(), key, header)
    writer.write(content)
    writer.close()
    return file.getvalue()


class SealedReader:
    """Opens a file with whichever of ``keys`` made it. Nothing is handed out that did not prove genuine."""

    def __init__(self, file: IO[bytes], keys: Sequence[bytes], name: str) -> None:
        self._file, self._name = file, name
        raw = _raw_header(file, name)
        self.header = _parsed(raw, name)
        key = next((key for key in keys if fingerprint(key) == self.header.get("key")), None)
        if key is None:
            raise BackupError(f"{name} was made with a different backup key (MIA_BACKUP_KEY)")
        self._cipher = _cipher(key, bytes.fromhex(self.header["salt"]))
        self._digest = hashlib.sha256(raw).digest()

    def frames(self) -> Iterator[bytes]:
        """The stream, a frame at a time; :class:`BackupError` where the file is cut off or was changed."""
        number, last = 0, False
        while not last:
            mark = int.from_bytes(self._read(4), "big")
            last, length = bool(mark & _LAST), mark & ~_LAST
            if not _TAG <= length <= _FRAME + _TAG:
                raise self._damaged()
            try:
                yield self._cipher.decrypt(_nonce(number), self._read(length), self._digest + bytes([last]))
            except InvalidTag:
                raise self._damaged() from None
            number += 1
        if self._file.read(1):
            raise self._damaged()

    def _read(self, count: int) -> bytes:
        data = self._file.read(count)
        if len(data) < count:
            raise BackupError(f"{self._name} is incomplete: its end is missing")
        return data

    def _damaged(self) -> BackupError:
        return BackupError(f"{self._name} is damaged or was changed after it was written")


def inflated(frames: Iterable[bytes]) -> Iterator[bytes]:
    """The content of a zlib stream, in pieces of a bounded size."""
    unpacker = zlib.decompressobj()
    for frame in frames:
        while frame:
            yield unpacker.decompress(frame, _FRAME)
            frame = unpacker.unconsumed_tail
    yield unpacker.flush()


def read_header(file: IO[bytes], name: str) -> Header:
    """The header of a file, not yet proven genuine; :class:`BackupError` when it is no backup."""
    return _parsed(_raw_header(file, name), name)


def _raw_header(file: IO[bytes], name: str) -> bytes:
    if file.read(len(_MAGIC)) != _MAGIC:
        raise BackupError(f"{name} is not a backup made by Mia")
    length = int.from_bytes(file.read(4), "big")
    raw = file.read(length) if length <= _LONGEST_HEADER else b""
    if not raw or len(raw) < length:
        raise BackupError(f"{name} is incomplete: its end is missing")
    return raw


def _parsed(raw: bytes, name: str) -> Header:
    try:
        header = json.loads(raw)
        if len(bytes.fromhex(header["salt"])) == 32 and isinstance(header["key"], str):
            return dict(header)
    except (ValueError, KeyError, TypeError):
        pass
    raise BackupError(f"{name} is damaged or was changed after it was written")


def _cipher(key: bytes, salt: bytes) -> AESGCM:
    return AESGCM(HKDF(hashes.SHA256(), 32, salt, b"mia backup file").derive(key))


def _nonce(number: int) -> bytes:
    return number.to_bytes(12, "big")
