"""Identifiers: UUIDv7 inside (RFC 9562, ordered by time), typed text outside.

``pat_01j9...``: the prefix says the kind, the rest is the UUID in Crockford base 32, so that an id
of the wrong kind is refused before a query is made.
"""

import uuid
from typing import Literal

import uuid_utils

from mia.kernel.errors import NotFound

Kind = Literal[
    "cli",
    "usr",
    "mem",
    "ses",
    "psk",
    "tok",
    "inv",
    "sup",
    "pat",
    "svc",
    "prv",
    "loc",
    "rom",
    "apt",
    "act",
    "cnv",
    "led",
    "tsk",
    "trt",
    "thr",
    "txt",
    "out",
]

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_VALUES = {letter: value for value, letter in enumerate(_ALPHABET)}
_LENGTH = 26


def new_id() -> uuid.UUID:
    """A fresh UUIDv7."""
    return uuid.UUID(bytes=uuid_utils.uuid7().bytes)


def encode(kind: Kind, value: uuid.UUID) -> str:
    """The outside form, such as ``pat_01ja2v...``."""
    number, letters = value.int, []
    for _ in range(_LENGTH):
        letters.append(_ALPHABET[number & 31])
        number >>= 5
    return f"{kind}_{''.join(reversed(letters))}"


def decode(kind: Kind, text: str) -> uuid.UUID:
    """The UUID behind an outside id; :class:`NotFound` when it is malformed or of another kind."""
    prefix, _, body = text.partition("_")
    if prefix != kind or len(body) != _LENGTH or not set(body) <= _VALUES.keys():
        raise NotFound
    number = 0
    for letter in body:
        number = (number << 5) | _VALUES[letter]
    if number >= 1 << 128:
        raise NotFound
    return uuid.UUID(int=number)
