"""Work on whole tables that no transaction can do."""

import psycopg
from psycopg import errors, sql

_WAIT = "SET lock_timeout = '2s'"
"""No one who reads or writes the table waits longer for us than that."""

_ON_DISK = """
SELECT pg_relation_size(oid) + CASE WHEN reltoastrelid = 0 THEN 0 ELSE pg_relation_size(reltoastrelid) END
FROM pg_class WHERE oid = %s::regclass
"""
"""Bytes of a table's file and of the file for its long values; none when both are empty."""


async def rewrite(dsn: str, table: str) -> bool:
    """Write a table's live rows into a new file and give the old one back, so that no byte of deleted rows
    stays in it. For small tables, which no one can use meanwhile. ``dsn`` reaches PostgreSQL itself.

    False when others held the table for too long; a later call does it then.
    """
    async with await psycopg.AsyncConnection.connect(dsn, autocommit=True, connect_timeout=5) as connection:
        found = await (await connection.execute(_ON_DISK, (table,))).fetchone()
        if not found or not found[0]:
            return True
        await connection.execute(_WAIT)
        try:
            await connection.execute(sql.SQL("VACUUM (FULL) {}").format(sql.Identifier(table)))
        except errors.LockNotAvailable:
            return False
    return True
