"""An encrypted file gives back what was written, or a sentence."""

import io
import os
import tempfile

import pytest

from mia.platform.backups.errors import BackupError
from mia.platform.backups.sealed_file import SealedReader, SealedWriter

KEY, OTHER_KEY = b"k" * 32, b"o" * 32
MEGABYTE = 1 << 20


def sealed(content: bytes, key: bytes = KEY) -> bytes:
    with tempfile.TemporaryFile() as file:
        writer = SealedWriter(file, key, {"kind": "test"})
        for start in range(0, len(content), 300_000):
            writer.write(content[start : start + 300_000])
        writer.close()
        file.seek(0)
        return file.read()


def opened(file: bytes, *keys: bytes) -> bytes:
    return b"".join(SealedReader(io.BytesIO(file), keys or (KEY,), "a file").frames())


@pytest.mark.parametrize("size", [0, 1, MEGABYTE - 1, MEGABYTE, MEGABYTE + 1, 3 * MEGABYTE])
def test_what_was_written_comes_back(size: int) -> None:
    content = os.urandom(size)
    file = sealed(content)
    assert opened(file) == content
    assert size < 100 or content[:100] not in file
    assert opened(file, OTHER_KEY, KEY) == content


def test_another_key_is_named_as_the_reason() -> None:
    with pytest.raises(BackupError, match="a different backup key"):
        opened(sealed(b"content"), OTHER_KEY)


def test_a_file_of_something_else_is_no_backup() -> None:
    with pytest.raises(BackupError, match="not a backup"):
        opened(b"PGDMP and so on")


@pytest.mark.parametrize("missing", [1, 16, 1000, MEGABYTE, MEGABYTE + 20, 3 * MEGABYTE])
def test_a_file_without_its_end_is_incomplete(missing: int) -> None:
    with pytest.raises(BackupError, match="incomplete"):
        opened(sealed(os.urandom(3 * MEGABYTE))[:-missing])


def test_a_file_cut_between_two_frames_is_incomplete() -> None:
    whole, short = sealed(b"a" * 2 * MEGABYTE), sealed(b"a" * MEGABYTE)
    frame = 4 + MEGABYTE + 16
    assert len(whole) - len(short) == frame
    with pytest.raises(BackupError, match="incomplete"):
        opened(whole[:-frame])


def test_any_changed_byte_is_noticed() -> None:
    file = sealed(b"a" * 40)
    for place in range(len(file)):
        changed = bytearray(file)
        changed[place] ^= 1
        with pytest.raises(BackupError):
            opened(bytes(changed))


def test_frames_cannot_be_exchanged_repeated_or_taken_from_another_file() -> None:
    one, other = sealed(b"a" * 3 * MEGABYTE), sealed(b"b" * 3 * MEGABYTE)
    frame = 4 + MEGABYTE + 16
    start = len(one) - 3 * frame
    head, first, second, last = one[:start], one[start:][:frame], one[start + frame :][:frame], one[-frame:]
    foreign = other[len(other) - 3 * frame :][:frame]
    for frames in (
        (second, first, last),
        (first, first, second, last),
        (first, last),
        (foreign, second, last),
        (first, second, last, last),
    ):
        with pytest.raises(BackupError, match="damaged"):
            opened(head + b"".join(frames))
