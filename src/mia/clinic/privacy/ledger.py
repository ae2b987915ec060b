"""The erasure ledger: what was removed, kept outside the database, so that restoring a backup of before removes it
again. It holds ids and keyed hashes of addresses, nothing that says who it was.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from uuid import UUID


class Kind(StrEnum):
    """What was removed."""

    PERSON = "person"
    CLINIC = "clinic"


class LedgerBroken(Exception):
    """A line of the ledger cannot be read; the message names it."""


@dataclass(frozen=True)
class Entry:
    """One erasure. ``blinds`` are keyed hashes of the person's addresses; ``orgs`` a clinic's organizations at the
    voice service."""

    id: UUID
    clinic_id: UUID
    kind: Kind
    at: datetime
    patients: tuple[UUID, ...] = ()
    leads: tuple[UUID, ...] = ()
    conversations: tuple[UUID, ...] = ()
    blinds: tuple[bytes, ...] = ()
    orgs: tuple[UUID, ...] = ()


class Ledger:
    """A file of one line for each erasure, only ever added to."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, entry: Entry) -> None:
        """Note an erasure; it is on disk when this returns."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        line = {
            "id": str(entry.id),
            "clinic": str(entry.clinic_id),
            "kind": entry.kind.value,
            "at": entry.at.isoformat(),
            **{name: [str(each) for each in getattr(entry, name)] for name in _IDS},
            "blinds": [blind.hex() for blind in entry.blinds],
        }
        with os.fdopen(os.open(self.path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "a") as file:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def read(self) -> Iterator[Entry]:
        """All erasures, the oldest first; :class:`LedgerBroken` at a line that is none."""
        if not self.path.exists():
            return
        with open(self.path) as file:
            for number, line in enumerate(file, 1):
                try:
                    yield _entry(json.loads(line))
                except (ValueError, KeyError, TypeError):
                    raise LedgerBroken(f"{self.path}: line {number} is not an erasure") from None


_IDS = ("patients", "leads", "conversations", "orgs")


def _entry(told: dict[str, object]) -> Entry:
    ids = {name: tuple(UUID(each) for each in _texts(told[name])) for name in _IDS}
    blinds = tuple(bytes.fromhex(each) for each in _texts(told["blinds"]))
    at = datetime.fromisoformat(str(told["at"]))
    return Entry(
        UUID(str(told["id"])), UUID(str(told["clinic"])), Kind(str(told["kind"])), at, blinds=blinds, **ids
    )


def _texts(value: object) -> list[str]:
    if not isinstance(value, list):
        raise TypeError
    return [str(each) for each in value]
