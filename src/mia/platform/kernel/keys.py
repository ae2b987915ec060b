"""The installation's secret keys: the current one of each kind, and retired ones that are still accepted.

A key comes from a setting, or from a file in the key folder. Files are read again when they change, so that
``mia keys rotate`` reaches running processes without a restart.
"""

import base64
import hashlib
import hmac
import os
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path

KEY_BYTES = 32
GRACE = timedelta(days=180)
"""How long what a retired signing key signed stays good, unless it expires by itself earlier: time to put the new
site key on a practice's website."""


class NoKey(Exception):
    """There is no such key, and none may be made; the message says where it was expected."""


@dataclass(frozen=True)
class RetiredKey:
    """A key that was replaced. ``at`` is when; None for a key that comes from a setting."""

    secret: bytes
    at: datetime | None = None

    def __repr__(self) -> str:
        return f"RetiredKey({self.at})"


@dataclass(frozen=True)
class Keys:
    """All accepted keys of one kind."""

    current: bytes
    retired: tuple[RetiredKey, ...] = ()

    def __repr__(self) -> str:
        return f"Keys({len(self.retired)} retired)"

    def accepted(self, grace: timedelta | None = None) -> Iterator[bytes]:
        """The current key, then the retired ones, newest first; with ``grace`` only those retired since then."""
        yield self.current
        for key in self.retired:
            if grace is None or key.at is None or datetime.now(UTC) - key.at <= grace:
                yield key.secret


class KeyFolder:
    """Key files: ``<name>.key`` is the current key, ``<name>.previous.key`` lists retired ones (mode 0600)."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def keys(self, name: str, *, create: bool) -> Keys:
        """The keys of one kind; the first is made if there is none and ``create`` allows it. :class:`NoKey`."""
        current, previous = self._file(name), self._previous(name)
        try:
            state = _state(current)
        except FileNotFoundError:
            if not create:
                raise NoKey(f"{current} is missing; `mia keys create` makes it") from None
            self.create(name)
            state = _state(current)
        try:
            return _read(current, state, previous, _state(previous))
        except FileNotFoundError:
            return _read(current, state, None, None)

    def create(self, name: str) -> bool:
        """Make the first key of a kind; False when there is one."""
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self._draft(self._file(name), _text(secrets.token_bytes(KEY_BYTES)))
        try:
            os.link(draft, self._file(name))  # complete at once, for processes that start side by side
        except FileExistsError:
            return False
        finally:
            draft.unlink()
        return True

    def rotate(self, name: str, now: datetime) -> None:
        """Replace the current key; the one before stays accepted, with the time it was retired."""
        keys = self.keys(name, create=False)
        retired = (RetiredKey(keys.current, now), *keys.retired)
        self._write_retired(name, retired)  # first, so that at no time a key in use is unknown
        self._draft(self._file(name), _text(secrets.token_bytes(KEY_BYTES))).replace(self._file(name))
        self._sync()

    def forget_retired(self, name: str, *, before: datetime | None = None) -> int:
        """Destroy retired keys: all, or those retired before an instant. Returns how many."""
        keys = self.keys(name, create=False)
        kept = tuple(key for key in keys.retired if before is not None and key.at is not None and key.at >= before)
        if len(kept) < len(keys.retired):
            self._write_retired(name, kept)
            self._sync()
        return len(keys.retired) - len(kept)

    def _write_retired(self, name: str, retired: tuple[RetiredKey, ...]) -> None:
        lines = [f"{_text(key.secret)} {key.at.isoformat() if key.at else ''}\n" for key in retired]
        self._draft(self._previous(name), "".join(lines)).replace(self._previous(name))

    def _file(self, name: str) -> Path:
        return self._path / f"{name}.key"

    def _previous(self, name: str) -> Path:
        return self._path / f"{name}.previous.key"

    def _draft(self, target: Path, content: str) -> Path:
        draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        return draft

    def _sync(self) -> None:
        folder = os.open(self._path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class Signer:
    """Signs for one purpose with the current signing key, and accepts what a retired key signed.

    HMAC-SHA-256, cut to ``size`` bytes. ``grace`` is how long after a rotation the retired key counts.
    """

    def __init__(self, keys: Callable[[], Keys], purpose: str, *, size: int = 16, grace: timedelta = GRACE) -> None:
        self._keys, self._purpose, self._size, self._grace = keys, purpose, size, grace

    def sign(self, body: bytes) -> bytes:
        """The signature of ``body``."""
        return self._mac(self._keys().current, body)

    def is_genuine(self, body: bytes, signature: bytes) -> bool:
        """Whether an accepted key made the signature."""
        accepted = self._keys().accepted(self._grace)
        return any(hmac.compare_digest(signature, self._mac(key, body)) for key in accepted)

    def _mac(self, key: bytes, body: bytes) -> bytes:
        secret = derived_secret(key, self._purpose).encode()
        return hmac.new(secret, body, hashlib.sha256).digest()[: self._size]


@lru_cache(maxsize=256)
def derived_secret(key: bytes, purpose: str) -> str:
    """A text secret for one purpose (HMAC-SHA-256)."""
    return _text(hmac.new(key, purpose.encode(), hashlib.sha256).digest()).rstrip("=")


_State = tuple[int, int, int]


def _state(path: Path) -> _State:
    found = path.stat()
    return found.st_ino, found.st_mtime_ns, found.st_size


@lru_cache(maxsize=64)
def _read(current: Path, _current: _State, previous: Path | None, _previous: _State | None) -> Keys:
    """Keys of files in a given state: read once for each."""
    retired = previous.read_text().splitlines() if previous else []
    return Keys(_bytes(current.read_text()), tuple(_retired(line) for line in retired))


def _retired(line: str) -> RetiredKey:
    secret, _, at = line.partition(" ")
    return RetiredKey(_bytes(secret), datetime.fromisoformat(at) if at else None)


def _text(secret: bytes) -> str:
    return base64.urlsafe_b64encode(secret).decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text.strip().translate(_STANDARD))


_STANDARD = str.maketrans("-_", "+/")
"""Key files of earlier versions use the standard alphabet."""
