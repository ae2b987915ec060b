"""Everything a clinic holds, in the clear, as a ZIP: one file of JSON lines for each table, and its recordings."""

import json
import os
import zipfile
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from uuid import UUID

from psycopg import sql
from psycopg.rows import dict_row

from mia.app.keys.owner import Connection, owning
from mia.app.keys.sealed_columns import place_of
from mia.app.offboarding.tables import TenantTable, list_tenant_tables
from mia.platform.db.encryption import Keyring

_LEFT_OUT = frozenset({"data_keys", "feed", "outbox", "voice_tokens", "frontdesk_voice_access", "attempts"})
"""Keys, and what the machine tells itself."""
_SECRET = ("_hash", "_blind", "_grams", "_wrapped")
_SOUND = ("call_recordings", "piece_sealed")

_READ_ME = """Everything that Mia held of {name}, {at:%Y-%m-%d %H:%M} UTC.

tables/<name>.jsonl   one line of JSON for each row; times are UTC, money is in cents
recordings/<id>.ogg   calls that were recorded, by the id of their conversation
people.jsonl          who was on the team

Keyed hashes for look-ups, credentials and keys are left out. This file is not encrypted: hand it over by a channel
that reaches the practice alone, then delete it.
"""


def export_clinic(
    owner_url: str, clinic_id: UUID, rings: Mapping[UUID, Keyring], name: str, out: Path, at: datetime
) -> dict[str, int]:
    """Write the file (mode 0600), which must not exist yet; returns rows by table. ``rings`` are the keys of the
    clinic and of its organizations at the voice service."""
    counts: dict[str, int] = {}
    orgs = [tenant for tenant in rings if tenant != clinic_id]
    with (
        os.fdopen(os.open(out, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        owning(owner_url, clinic_id) as connection,
    ):
        archive.writestr("README.txt", _READ_ME.format(name=name, at=at))
        for table in list_tenant_tables(connection):
            if table.name in _LEFT_OUT or table.name.endswith("_grams"):
                continue
            if table.name == _SOUND[0]:
                counts[table.name] = _write_sound(connection, archive, clinic_id, rings[clinic_id])
                continue
            with archive.open(f"tables/{table.name}.jsonl", "w", force_zip64=True) as lines:
                counts[table.name] = 0
                for tenant in table.of(clinic_id, orgs):
                    for row in _rows(connection, table, tenant, rings[tenant]):
                        lines.write(json.dumps(row, ensure_ascii=False, default=_plain).encode() + b"\n")
                        counts[table.name] += 1
        with archive.open("people.jsonl", "w") as lines:
            for person in _people(connection, clinic_id):
                lines.write(json.dumps(person, ensure_ascii=False, default=_plain).encode() + b"\n")
    return counts


def _rows(connection: Connection, table: TenantTable, tenant: UUID, ring: Keyring) -> Iterator[dict[str, Any]]:
    connection.execute("SELECT set_config('mia.tenant', %s, true)", [str(tenant)])
    columns = [column for column in table.columns if not column.endswith(_SECRET)]
    query = sql.SQL("SELECT {} FROM {} WHERE {} = %s").format(
        sql.SQL(", ").join(map(sql.Identifier, columns)), table.identifier, sql.Identifier(table.tenant)
    )
    with connection.cursor(row_factory=dict_row) as cursor:
        for row in cursor.stream(query, [tenant]):
            yield {_name(column): _opened(table.name, column, row, ring) for column in columns}


def _opened(table: str, column: str, row: Mapping[str, Any], ring: Keyring) -> Any:
    value = row[column]
    if value is None or not column.endswith("_sealed"):
        return value
    opened = ring.unseal_bytes(value, place_of(table, column, row))
    try:
        return opened.decode()
    except UnicodeDecodeError:
        return b64encode(opened).decode()


def _write_sound(connection: Connection, archive: zipfile.ZipFile, clinic_id: UUID, ring: Keyring) -> int:
    connection.execute("SELECT set_config('mia.tenant', %s, true)", [str(clinic_id)])
    query = "SELECT DISTINCT conversation_id FROM call_recordings WHERE clinic_id = %s ORDER BY 1"
    talks: Sequence[tuple[Any, ...]] = connection.execute(query, [clinic_id]).fetchall()
    pieces = """
        SELECT conversation_id, position, piece_sealed FROM call_recordings
        WHERE clinic_id = %s AND conversation_id = %s ORDER BY position
    """
    for (talk,) in talks:
        with archive.open(f"recordings/{talk}.ogg", "w") as sound:
            for row in connection.cursor(row_factory=dict_row).execute(pieces, [clinic_id, talk]):
                sound.write(ring.unseal_bytes(row["piece_sealed"], place_of(*_SOUND, row)))
    return len(talks)


def _people(connection: Connection, clinic_id: UUID) -> Iterator[dict[str, Any]]:
    connection.execute("SELECT set_config('mia.system', 'login', true)")
    query = """
        SELECT users.id, users.name, users.email, memberships.role
        FROM users JOIN memberships ON memberships.user_id = users.id WHERE memberships.clinic_id = %s
    """
    with connection.cursor(row_factory=dict_row) as cursor:
        yield from cursor.execute(query, [clinic_id])


def _name(column: str) -> str:
    return column.removesuffix("_sealed")


def _plain(value: object) -> str:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, bytes):
        return b64encode(value).decode()
    return str(value)
