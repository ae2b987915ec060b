"""Comma-separated text that a spreadsheet opens without running any of it."""

import csv
import io
from collections.abc import Iterable, Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Beginnings that a spreadsheet takes for a formula, full width as well (OWASP, CSV injection)."""


def csv_lines(rows: Iterable[Sequence[str]]) -> str:
    """Rows as CSV (RFC 4180); a cell that begins like a formula gets an apostrophe before it."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([_plain(cell) for cell in row] for row in rows)
    return text.getvalue()


def unguarded(cell: str) -> str:
    """A cell as it was before :func:`csv_lines` put an apostrophe before it."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


def _plain(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
