"""Phone numbers: made known by the organization that uses them, and no other one's from then on."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import Select, delete, select
from sqlalchemy.dialects.postgresql import insert

from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.voice.resources.phone_number.models import PhoneNumberRecord
from mia.voice.wire import Json, ListQuery, entity, without_none


async def save_number(session: OrgSession, number: str, name: str | None) -> Json:
    """The organization's number, made known if it was not; :class:`Conflict` when another organization has it."""
    values = {"org_id": session.scope.org_id, "id": new_id(), "number": number, "name": name}
    await session.sql.execute(insert(PhoneNumberRecord).values(values).on_conflict_do_nothing())
    row = await session.sql.scalar(_mine(session).where(PhoneNumberRecord.number == number))
    if row is None:
        raise Conflict("This number belongs to another organization.")
    return _render(row)


async def list_numbers(session: OrgSession, query: ListQuery) -> list[Json]:
    """The organization's numbers, the newest first."""
    rows = query.narrow(_mine(session), PhoneNumberRecord.created_at, PhoneNumberRecord.updated_at)
    newest = (PhoneNumberRecord.created_at.desc(), PhoneNumberRecord.id.desc())
    found: Sequence[PhoneNumberRecord] = (
        await session.sql.scalars(rows.order_by(*newest).limit(query.limit))
    ).all()
    return [_render(row) for row in found]


async def read_number(session: OrgSession, number_id: UUID) -> Json:
    """One number; :class:`NotFound` when the organization has none of that id."""
    return _render(await _require(session, number_id))


async def drop_number(session: OrgSession, number_id: UUID) -> Json:
    """Forget a number, and return what it was: no call leaves from it anymore."""
    row = await _require(session, number_id)
    await session.sql.delete(row)
    return _render(row)


async def find_number(session: OrgSession, number_id: UUID) -> str | None:
    """A number (E.164) of the organization by its id."""
    row = await session.sql.get(PhoneNumberRecord, (session.scope.org_id, number_id))
    return row.number if row else None


async def leaves_from(session: OrgSession, wanted: str | None, usual: str | None) -> str | None:
    """The number of the organization that a further call leaves from: the one that is ``wanted``, else the
    ``usual`` one, else its oldest; None when it has no such number."""
    mine = _mine(session).order_by(PhoneNumberRecord.created_at, PhoneNumberRecord.id)
    numbers = [row.number for row in await session.sql.scalars(mine)]
    if wanted is not None:
        return wanted if wanted in numbers else None
    return usual if usual in numbers else next(iter(numbers), None)


async def release_number(database: Database, number: str) -> None:
    """Forget a number, whichever organization has it: the operator gives it to another one."""
    async with database.system(SystemScope.CARRIER) as system:
        await system.sql.execute(delete(PhoneNumberRecord).where(PhoneNumberRecord.number == number))


def _mine(session: OrgSession) -> Select[PhoneNumberRecord]:
    return select(PhoneNumberRecord).where(PhoneNumberRecord.org_id == session.scope.org_id)


async def _require(session: OrgSession, number_id: UUID) -> PhoneNumberRecord:
    row = await session.sql.get(PhoneNumberRecord, (session.scope.org_id, number_id))
    if row is None:
        raise NotFound("Phone number not found.")
    return row


def _render(row: PhoneNumberRecord) -> Json:
    values = entity(row.id, row.org_id, row.created_at, row.updated_at)
    return values | without_none({"number": row.number, "name": row.name, "status": "active"})
