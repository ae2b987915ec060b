"""From the bytes of a file to rows: which characters, which separator, what each row says.

Practices bring exports of many programs: UTF-8 with and without a mark, UTF-16 from spreadsheets, Windows' own
code page; commas, semicolons, tabs.
"""

import codecs
import csv
import io
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

PIECE_ROWS = 200
"""Rows that are worked on in one transaction."""
MOST_ROWS = 500_000
_MOST_COLUMNS = 100
_SAMPLES = 3
_LONGEST_CELL = 10_000
_SEPARATORS = (",", ";", "\t", "|")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""Beginnings of .xlsx (a ZIP archive) and .xls (a compound file)."""


class Unreadable(Exception):
    """The file is no table that can be read; ``reason`` is a fixed word."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Column:
    """A column of the file, with the first values in it."""

    name: str
    samples: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True)
class Table:
    """A file that was read. ``pieces`` are its rows below the header, packed by :func:`pack`."""

    encoding: str
    columns: tuple[Column, ...]
    rows: int
    pieces: tuple[bytes, ...] = field(repr=False)


Row = list[str]


def read_table(data: bytes) -> Table:
    """Read a whole file. :class:`Unreadable` with ``empty``, ``workbook``, ``binary``, ``encoding``, ``quotes``,
    ``columns`` (more than 100) or ``rows`` (more than 500,000)."""
    encoding = encoding_of(data)
    text = io.TextIOWrapper(io.BytesIO(data), encoding, newline="")
    separator = _separator(text.read(100_000))
    text.seek(0)
    csv.field_size_limit(_LONGEST_CELL)
    lines = _rows(csv.reader(text, delimiter=separator, strict=True))
    header = next(lines, None)
    if header is None:
        raise Unreadable("empty")
    if len(header) > _MOST_COLUMNS:
        raise Unreadable("columns")
    pieces: list[bytes] = []
    rows, first = 0, list[Row]()
    while piece := list(islice(lines, PIECE_ROWS)):
        first = first or piece
        rows += len(piece)
        if rows > MOST_ROWS:
            raise Unreadable("rows")
        pieces.append(pack(piece))
    if not pieces:
        raise Unreadable("empty")
    return Table(encoding, _columns(header, first), rows, tuple(pieces))


def encoding_of(data: bytes) -> str:
    """The characters' encoding; :class:`Unreadable` when it is none of those that are known."""
    if data.startswith(_WORKBOOKS):
        raise Unreadable("workbook")
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    if marked is None and b"\x00" in data[:10_000]:
        raise Unreadable("binary")
    for encoding in [marked] if marked else ["utf-8", "cp1252"]:
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return encoding
    raise Unreadable("encoding")


def pack(rows: list[Row]) -> bytes:
    """Rows in little space."""
    return zlib.compress(json.dumps(rows, ensure_ascii=False).encode())


def unpack(packed: bytes) -> list[Row]:
    """What :func:`pack` made."""
    rows: list[Row] = json.loads(zlib.decompress(packed))
    return rows


def _rows(reader: Iterator[Row]) -> Iterator[Row]:
    """Rows that hold anything."""
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise Unreadable("cell" if "field larger" in str(error) else "quotes") from None
        cells = [cell.strip() for cell in row]
        if any(cells):
            yield cells


def _separator(beginning: str) -> str:
    """The one that cuts the first lines into most columns of equal number."""

    def fitness(separator: str) -> tuple[int, int]:
        lines = list(islice(csv.reader(io.StringIO(beginning), delimiter=separator), 20))
        widths = [len(line) for line in lines if line]
        if not widths:
            return (0, 0)
        return (sum(width == widths[0] for width in widths) if widths[0] > 1 else 0, widths[0])

    try:
        return max(_SEPARATORS, key=fitness)
    except csv.Error:
        return ","


def _columns(header: Row, rows: list[Row]) -> tuple[Column, ...]:
    def samples(index: int) -> tuple[str, ...]:
        values = (row[index] for row in rows if index < len(row) and row[index])
        return tuple(value[:80] for value in islice(dict.fromkeys(values), _SAMPLES))

    return tuple(Column(name[:80] or f"Column {index + 1}", samples(index)) for index, name in enumerate(header))
