"""Identifiers: UUIDv7 inside (RFC 9562, ordered by time), typed text outside.

``pat_01j9...``: the prefix says the kind, the rest is the UUID in Crockford base 32, so that an id
of the wrong kind is refused before a query is made.
"""

import uuid
from typing import Literal

import uuid_utils

from mia.platform.kernel.errors import NotFound

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
    "clo",
    "fct",
    "ctx",
    "apt",
    "act",
    "cnv",
    "led",
    "tld",
    "frm",
    "tsk",
    "trt",
    "thr",
    "txt",
    "out",
    "viw",
    "imp",
    "mrg",
    "fup",
    "blk",
    "ser",
    "chg",
    "num",
    "onc",
    "alr",
    "als",
    "wtl",
    "qst",
    "evc",
    "nte",
    "rpl",
    "try",
]

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_VALUES = {letter: value for value, letter in enumerate(_ALPHABET)}
_LENGTH = 26
_PAIRS = [first + second for first in _ALPHABET for second in _ALPHABET]
_SHIFTS = range(5 * _LENGTH - 10, -1, -10)
"""Ten bits are two characters: lists of hundreds are full of ids."""


def new_id() -> uuid.UUID:
    """A fresh UUIDv7."""
    return uuid.UUID(bytes=uuid_utils.uuid7().bytes)


def encode(kind: Kind, value: uuid.UUID) -> str:
    """The outside form, such as ``pat_01ja2v...``."""
    number = value.int
    return f"{kind}_{''.join([_PAIRS[number >> shift & 1023] for shift in _SHIFTS])}"


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
