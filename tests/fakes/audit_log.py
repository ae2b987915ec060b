"""One clinic's audit log, the file of its anchors, and someone who may do anything in the database."""

import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import psycopg
from psycopg.rows import dict_row

from mia.platform.audit import service as audit
from mia.platform.audit.service import Anchor, AnchorFile, ChainBreak, ChainState
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope


class AuditLog:
    """What the product does with the log, and what the owner of the database could do to it."""

    def __init__(self, database: Database, superuser: psycopg.AsyncConnection, path: Path) -> None:
        self._database, self._superuser, self.path = database, superuser, path
        self.scope = ClinicScope(new_id(), "test")
        self._known: dict[UUID, int] = {}

    async def write(self, count: int) -> None:
        """Entries, sealed."""
        async with self._database.clinic(self.scope) as session:
            for _ in range(count):
                await audit.record(session, "patient.read", "patient", [new_id()])
        await audit.seal_entries(self._database)

    async def anchor(self) -> Anchor:
        """Anchor all chains; this clinic's head."""
        heads = await audit.anchor_heads(self._database, self.path, self._known)
        (mine,) = [head for head in heads if head.tenant_id == self.scope.clinic_id]
        return mine

    async def file(self) -> AnchorFile:
        async with self._database.audit() as session:
            return AnchorFile(self.path, session.key)

    async def verify(self) -> ChainState | ChainBreak:
        anchors = (await self.file()).read()
        async with self._database.audit() as session:
            return await audit.verify_chain(session, self.scope.clinic_id, anchors.of(self.scope.clinic_id))

    async def accept(self) -> None:
        await audit.accept_chains(self._database, self.path)

    async def run(self, query: str, *values: object) -> None:
        """As the database's owner, on this clinic's rows: the first parameter is its id."""
        await self._superuser.execute(query.encode(), (self.scope.clinic_id, *values))

    async def entry(self, position: int) -> UUID:
        """The id of an entry by its place in the chain."""
        return UUID(str(await self._of_seal("entry_id", position)))

    async def seal(self, position: int) -> bytes:
        """The seal at a place in the chain."""
        seal = await self._of_seal("hash", position)
        assert isinstance(seal, bytes)
        return seal

    async def _of_seal(self, column: str, position: int) -> object:
        query = f"SELECT {column} FROM audit_seals WHERE tenant_id = %s AND position = %s".encode()
        row = await (await self._superuser.execute(query, (self.scope.clinic_id, position))).fetchone()
        assert row is not None
        return row[0]

    async def delete_entries(self, *, down_to: int) -> None:
        """Delete the chain's end: this row and all after it, with their seals."""
        ids = "SELECT entry_id FROM audit_seals WHERE position >= %s"
        await self.run(f"DELETE FROM audit_entries WHERE tenant_id = %s AND id IN ({ids})", down_to)
        await self.run("DELETE FROM audit_seals WHERE tenant_id = %s AND position >= %s", down_to)

    async def seal_without_key(self) -> None:
        """Compute the whole chain again as version 0.1 did, which takes no key."""
        cursor = self._superuser.cursor(row_factory=dict_row)
        query = (
            "SELECT seal.position, entry.* FROM audit_seals AS seal JOIN audit_entries AS entry "
            "ON entry.id = seal.entry_id WHERE seal.tenant_id = %s ORDER BY seal.position"
        )
        previous = bytes(32)
        for row in await (await cursor.execute(query, (self.scope.clinic_id,))).fetchall():
            previous = plain_seal(previous, row)
            await self._superuser.execute(
                "UPDATE audit_seals SET key_id = NULL, hash = %s WHERE tenant_id = %s AND position = %s",
                (previous, self.scope.clinic_id, row["position"]),
            )


def plain_seal(previous: bytes, row: dict[str, object]) -> bytes:
    """A seal of version 0.1, written down here once more: chains that it began must stay readable."""
    at, ids, user_id = row["at"], row["object_ids"], row["user_id"]
    assert isinstance(at, datetime)
    assert isinstance(ids, list)
    fields = [
        str(row["tenant_id"]), str(row["id"]), at.astimezone(UTC).isoformat(timespec="microseconds"), row["actor"],
        str(user_id) if user_id else None, row["action"], row["kind"], [str(each) for each in ids], row["outcome"],
    ]  # fmt: skip
    return hashlib.sha256(previous + json.dumps(fields, separators=(",", ":")).encode()).digest()
