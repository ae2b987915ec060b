"""Calls as a file for a spreadsheet."""

from collections.abc import Sequence
from datetime import datetime
from typing import get_args

from mia.platform.kernel.spreadsheet import csv_lines
from mia.voice.resources.call.schemas import Column
from mia.voice.wire import Json

MEDIA_TYPE = "text/csv; charset=utf-8"
COLUMNS: Sequence[Column] = get_args(Column)

_ELSEWHERE = {
    "customerName": ("customer", "name"),
    "customerNumber": ("customer", "number"),
    "customerSipUri": ("customer", "sipUri"),
    "customerExtension": ("customer", "extension"),
    "transcript": ("artifact", "transcript"),
    "recordingUrl": ("artifact", "recordingUrl"),
    "summary": ("analysis", "summary"),
    "successEvaluation": ("analysis", "successEvaluation"),
}


def csv_of(calls: Sequence[Json], columns: Sequence[Column]) -> str:
    """A line each, names first (RFC 4180); ``duration`` is in seconds. No cell is taken for a formula."""
    return csv_lines([columns, *([_cell(call, column) for column in columns] for call in calls)])


def _cell(call: Json, column: Column) -> str:
    if column == "duration":
        return _duration(call)
    parent, name = _ELSEWHERE.get(column, ("", column))
    value = ((call.get(parent) or {}) if parent else call).get(name)
    return "" if value is None else str(value)


def _duration(call: Json) -> str:
    if not (call.get("startedAt") and call.get("endedAt")):
        return ""
    began, ended = (datetime.fromisoformat(call[name]) for name in ("startedAt", "endedAt"))
    return f"{(ended - began).total_seconds():.3f}"
