"""What the voice service needs of a store of objects, as a role.

Contents come sealed and leave sealed: a store never sees what a file says.
"""

from typing import Protocol
from uuid import UUID

from mia.platform.db.session import OrgSession


class ObjectStore(Protocol):
    """Keeps contents by organization and id; :class:`~mia.platform.kernel.errors.Unavailable` while it cannot be
    reached."""

    async def put(self, session: OrgSession, id: UUID, content: bytes) -> None:
        """Keep ``content``; what was there of that id is replaced."""
        ...

    async def get(self, session: OrgSession, id: UUID) -> bytes | None:
        """The content, None when there is none."""
        ...

    async def drop(self, session: OrgSession, id: UUID) -> None:
        """Remove the content, if it is there."""
        ...
