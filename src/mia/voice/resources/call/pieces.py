"""Files of a call, kept in pieces that are sealed one by one."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.scope import OrgScope
from mia.voice.resources.call.models import PieceRow, RecordingPiece, VideoPiece

_AT_ONCE = 16
"""Pieces that are written or read at once: about a minute of sound."""


@dataclass(frozen=True)
class Kind:
    """A kind of file: where its pieces lie, and what binds them to it."""

    table: type[PieceRow]
    mark: bytes = b""


SOUND, VIDEO = Kind(RecordingPiece), Kind(VideoPiece, b"video")


@dataclass(frozen=True)
class Stored:
    """What there is of a file."""

    pieces: int
    size: int


async def append(session: OrgSession, kind: Kind, call_id: UUID, start: int, pieces: Sequence[bytes]) -> None:
    """Store further pieces, the first of them at ``start``; what is stored already stays."""
    for first in range(0, len(pieces), _AT_ONCE):
        values = [
            {
                "org_id": session.scope.org_id,
                "call_id": call_id,
                "position": position,
                "size": len(piece),
                "piece_sealed": session.key.seal_bytes(piece, _place(kind, call_id, position)),
            }
            for position, piece in enumerate(pieces[first : first + _AT_ONCE], start + first)
        ]
        await session.sql.execute(insert(kind.table).values(values).on_conflict_do_nothing())


async def find(session: OrgSession, kind: Kind, call_ids: Sequence[UUID]) -> dict[UUID, Stored]:
    """What is stored of these calls' files; calls without one are left out."""
    table = kind.table
    query = (
        select(table.call_id, func.count(), func.sum(table.size))
        .where(table.org_id == session.scope.org_id, table.call_id.in_(call_ids))
        .group_by(table.call_id)
    )
    return {id_: Stored(count, int(size)) for id_, count, size in await session.sql.execute(query)}


async def read(
    database: Database, scope: OrgScope, kind: Kind, call_id: UUID, stored: Stored
) -> AsyncIterator[bytes]:
    """The file, a stretch at a time; no transaction is held while it is read."""
    table = kind.table
    for start in range(0, stored.pieces, _AT_ONCE):
        async with database.org(scope) as session:
            query = select(table).where(
                *_of(session, kind, call_id), table.position >= start, table.position < start + _AT_ONCE
            )
            rows = (await session.sql.scalars(query.order_by(table.position))).all()
            opened = [
                session.key.unseal_bytes(row.piece_sealed, _place(kind, call_id, row.position)) for row in rows
            ]
        yield b"".join(opened)


async def drop(session: OrgSession, kind: Kind, call_id: UUID) -> None:
    """Erase the file."""
    await session.sql.execute(delete(kind.table).where(*_of(session, kind, call_id)))


def _of(session: OrgSession, kind: Kind, call_id: UUID) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return (kind.table.org_id == session.scope.org_id, kind.table.call_id == call_id)


def _place(kind: Kind, call_id: UUID, position: int) -> bytes:
    """Binds a piece to its place, so that pieces cannot be exchanged."""
    return kind.mark + call_id.bytes + position.to_bytes(4, "big")
