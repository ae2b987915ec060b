"""Each clinic's way into the voice service: an organization of its own there, and a token sealed here.

Organization and token are made when a clinic first needs them. A token that is refused, after the signing key was
rotated, is replaced once. A remote voice service comes with one token, which serves one clinic.
"""

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

import structlog
from psycopg.errors import UniqueViolation
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.exc import IntegrityError

from mia.clinic.frontdesk.models import VoiceAccessRow
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope

log = structlog.get_logger()

_ACTOR = "mia"
_ONE_PRACTICE = (
    "Mia cannot talk for this practice: the voice service at MIA_VOICE_URL serves one practice, and another one "
    "uses it."
)


class VoiceOperator(Protocol):
    """Opens organizations at the voice service. Raises :class:`~mia.platform.kernel.errors.Unavailable`."""

    async def open_org(self, org_id: UUID, name: str) -> None:
        """Make the organization if it is not there."""
        ...

    async def issue_token(self, org_id: UUID) -> str:
        """A new token of the organization; the one before ends."""
        ...


class VoiceEraser(Protocol):
    """Removes what a clinic holds at a voice service."""

    async def erase(self, org_id: UUID) -> Mapping[str, int] | None:
        """How much of each kind was removed; None when the service does not do it.
        :class:`~mia.platform.kernel.errors.Unavailable` when it cannot be reached."""
        ...


@dataclass(frozen=True)
class _Access:
    org_id: UUID
    token: str | None = field(repr=False)


class ClinicTokens:
    """Tokens of clinics at the voice service of this installation."""

    def __init__(self, database: Database, operator: VoiceOperator) -> None:
        self._database = database
        self._operator = operator
        self._known: dict[UUID, str] = {}
        self._issuing: defaultdict[UUID, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def token(self, clinic_id: UUID, refused: str | None = None) -> str:
        """The clinic's token, another one than ``refused``; :class:`Unavailable` when none can be had."""
        known = self._known.get(clinic_id)
        if known is None or known == refused:
            async with self._issuing[clinic_id]:
                known = self._known.get(clinic_id)
                if known is None or known == refused:
                    known = self._known[clinic_id] = await self._stored_or_issued(clinic_id, refused)
        return known

    async def _stored_or_issued(self, clinic_id: UUID, refused: str | None) -> str:
        scope = _scope(clinic_id)
        async with self._database.clinic(scope) as session:
            stored = await _ensure_access(session)
        if stored.token is not None and stored.token != refused:
            return stored.token
        await self._operator.open_org(stored.org_id, str(clinic_id))
        token = await self._operator.issue_token(stored.org_id)
        async with self._database.clinic(scope) as session:
            await _save_token(session, token)
        log.info("voice_token_issued", clinic_id=str(clinic_id), renewed=stored.token is not None)
        return token


class RemoteToken:
    """The token of a voice service elsewhere (``MIA_VOICE_TOKEN``). The clinic that uses it first keeps it."""

    def __init__(self, database: Database, token: str) -> None:
        self._database = database
        self._token = token
        self._owner: UUID | None = None

    async def token(self, clinic_id: UUID, refused: str | None = None) -> str:
        """The token; :class:`Unavailable` for every clinic but one."""
        del refused  # there is no other
        if self._owner is None:
            try:
                async with self._database.clinic(_scope(clinic_id)) as session:
                    await _claim_remote(session)
            except IntegrityError as error:
                if not isinstance(error.orig, UniqueViolation):
                    raise
            else:
                self._owner = clinic_id
        if self._owner != clinic_id:
            log.error("voice_service_serves_another_clinic", clinic_id=str(clinic_id))
            raise Unavailable(_ONE_PRACTICE)
        return self._token


def _scope(clinic_id: UUID) -> ClinicScope:
    return identity.service_scope(clinic_id, _ACTOR)


async def voice_orgs(session: ClinicSession) -> list[UUID]:
    """The clinic's organization at the voice service, if it has one."""
    return list(await session.sql.scalars(select(VoiceAccessRow.org_id)))


async def _ensure_access(session: ClinicSession) -> _Access:
    """The clinic's organization, named here before it is created there, so that concurrent starts use the same
    name."""
    clinic_id = session.scope.clinic_id
    values = {"clinic_id": clinic_id, "org_id": new_id(), "updated_at": session.now()}
    await session.sql.execute(upsert(VoiceAccessRow).values(values).on_conflict_do_nothing())
    row = (await session.sql.scalars(select(VoiceAccessRow))).one()
    return _Access(row.org_id, session.unseal(row.token_sealed) if row.token_sealed else None)


async def _save_token(session: ClinicSession, token: str) -> None:
    row = await session.sql.get_one(VoiceAccessRow, session.scope.clinic_id)
    row.token_sealed, row.remote, row.updated_at = session.seal(token), False, session.now()


async def _claim_remote(session: ClinicSession) -> None:
    values = {"remote": True, "updated_at": session.now()}
    row = {"clinic_id": session.scope.clinic_id, "org_id": new_id(), **values}
    claim = upsert(VoiceAccessRow).values(row).on_conflict_do_update(index_elements=["clinic_id"], set_=values)
    await session.sql.execute(claim)
