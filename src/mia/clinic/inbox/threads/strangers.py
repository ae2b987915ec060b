"""Threads with people who are no patients: other rooms may know who they are."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from mia.clinic.inbox.threads import queries
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class Stranger:
    """A thread that is no patient's. ``address`` is a number (E.164) or an email, ``blind`` its keyed hash."""

    id: UUID
    blind: bytes
    address: str = field(repr=False)


async def list_strangers(session: ClinicSession, thread_ids: Sequence[UUID]) -> dict[UUID, bytes]:
    """Those of the threads that are no patient's, with the keyed hash of their address."""
    return {row.id: row.address_blind for row in await queries.list_unowned_threads(session, thread_ids)}


async def newest_strangers(session: ClinicSession, limit: int) -> list[Stranger]:
    """The newest threads that are no patient's."""
    rows = await queries.list_newest_unowned(session, limit)
    return [Stranger(row.id, row.address_blind, session.unseal(row.address_sealed)) for row in rows]
