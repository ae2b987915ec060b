"""Removing a clinic: its rows in every table but the audit log, people who are in no other clinic, its keys."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID

import psycopg
from psycopg import errors, sql

from mia.app.keys.owner import Connection, owning
from mia.app.offboarding.tables import KEPT, list_tenant_tables
from mia.clinic.privacy.ledger import Entry, Kind, Ledger
from mia.platform.kernel.ids import new_id

_OF_USERS = ("sessions", "password_resets", "totp_secrets", "passkeys", "recovery_codes")
_REWRITTEN = ("data_keys", "clinics", "users", "memberships")
"""Small tables whose removed rows would be readable in the server's files for a while: they are written again."""
_PASSES = 5

_ONLY_HERE = """
SELECT user_id FROM memberships AS mine
WHERE clinic_id = %(clinic)s AND NOT EXISTS (
    SELECT FROM memberships AS other WHERE other.user_id = mine.user_id AND other.clinic_id <> %(clinic)s
)
"""


@dataclass(frozen=True)
class Receipt:
    """What was removed: rows by table, and the ids of what they belonged to."""

    id: UUID
    clinic_id: UUID
    name: str
    orgs: tuple[UUID, ...]
    users: tuple[UUID, ...]
    removed: dict[str, int]
    kept: dict[str, int]
    erased_at: datetime
    rewritten: list[str] = field(default_factory=list)


def count_rows(owner_url: str, clinic_id: UUID, orgs: Sequence[UUID]) -> dict[str, int]:
    """Rows of a clinic in each table that has some."""
    with owning(owner_url, clinic_id) as connection:
        found: dict[str, int] = {}
        for table in list_tenant_tables(connection):
            for tenant in table.of(clinic_id, orgs):
                _work_on(connection, tenant)
                query = sql.SQL("SELECT count(*) FROM {} WHERE {} = %s").format(
                    table.identifier, sql.Identifier(table.tenant)
                )
                row = connection.execute(query, [tenant]).fetchone()
                if row is not None and row[0]:
                    found[table.name] = found.get(table.name, 0) + int(row[0])
        return found


def erase_clinic(owner_url: str, clinic_id: UUID, orgs: Sequence[UUID], name: str, ledger: Ledger) -> Receipt:
    """Remove a clinic. The ledger knows of it first, so that no restored backup brings it back."""
    entry = Entry(new_id(), clinic_id, Kind.CLINIC, datetime.now(UTC), orgs=tuple(orgs))
    ledger.append(entry)
    return erase_clinic_again(owner_url, entry, name)


def erase_clinic_again(owner_url: str, entry: Entry, name: str = "") -> Receipt:
    """Remove what a database holds of a clinic that the ledger says is gone."""
    clinic_id, orgs = entry.clinic_id, entry.orgs
    with owning(owner_url, clinic_id) as connection:
        _work_on(connection, clinic_id)
        users = [user for (user,) in connection.execute(_ONLY_HERE.encode(), {"clinic": clinic_id})]
        removed: dict[str, int] = {}
        for _ in range(_PASSES):  # triggers may note that something went
            gone = _empty(connection, clinic_id, orgs)
            for table, count in gone.items():
                removed[table] = removed.get(table, 0) + count
            if not gone:
                break
        removed |= _remove_people(connection, users)
        _work_on(connection, clinic_id)
        removed["clinics"] = connection.execute("DELETE FROM clinics WHERE id = %s", [clinic_id]).rowcount
        for org in orgs:
            _work_on(connection, org)
            connection.execute("DELETE FROM voice_orgs WHERE id = %s", [org])
        _work_on(connection, clinic_id)
        values = [clinic_id, entry.id, entry.at]
        connection.execute(
            "INSERT INTO erasures (clinic_id, id, at) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", values
        )
    kept = count_rows(owner_url, clinic_id, orgs)
    receipt = Receipt(entry.id, clinic_id, name, tuple(orgs), tuple(users), removed, kept, datetime.now(UTC))
    receipt.rewritten.extend(_rewrite(owner_url))
    return receipt


def _empty(connection: Connection, clinic_id: UUID, orgs: Sequence[UUID]) -> dict[str, int]:
    gone: dict[str, int] = {}
    for table in list_tenant_tables(connection):
        if table.name in KEPT:
            continue
        for tenant in table.of(clinic_id, orgs):
            _work_on(connection, tenant)
            statement = sql.SQL("DELETE FROM {} WHERE {} = %s").format(
                table.identifier, sql.Identifier(table.tenant)
            )
            if count := connection.execute(statement, [tenant]).rowcount:
                gone[table.name] = gone.get(table.name, 0) + count
    return gone


def _remove_people(connection: Connection, users: Sequence[UUID]) -> dict[str, int]:
    """Those who were in this clinic alone, and what signs them in."""
    removed = {}
    for table in _OF_USERS:
        statement = sql.SQL("DELETE FROM {} WHERE user_id = ANY (%s)").format(sql.Identifier(table))
        removed[table] = connection.execute(statement, [list(users)]).rowcount
    removed["users"] = connection.execute("DELETE FROM users WHERE id = ANY (%s)", [list(users)]).rowcount
    return {table: count for table, count in removed.items() if count}


def _work_on(connection: Connection, tenant: UUID) -> None:
    connection.execute("SELECT set_config('mia.tenant', %s, true)", [str(tenant)])
    connection.execute("SELECT set_config('mia.system', 'login', true)")


def _rewrite(owner_url: str) -> list[str]:
    """Give back the files of tables that hold removed rows, where no one holds them up; returns which."""
    done = []
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("SET lock_timeout = '2s'")
        for table in _REWRITTEN:
            try:
                connection.execute(sql.SQL("VACUUM (FULL) {}").format(sql.Identifier(table)))
                done.append(table)
            except (errors.LockNotAvailable, errors.InsufficientPrivilege):
                continue
    return done
