"""The waiting list: who would like to come when nothing is free."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.practice import service as practices
from mia.clinic.schedule import catalogue
from mia.clinic.schedule.calendar_models import WaitingRow
from mia.clinic.schedule.slots.choice import PartOfDay
from mia.clinic.schedule.slots.openings import is_free
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime

KEPT = timedelta(days=60)
"""How long someone waits who named no last day."""
REGRET = timedelta(days=1)
"""How long someone who was taken off can be put back."""
MOST_OF_ONE = 3
"""Entries of one number, and of one conversation."""
MOST = 500
"""Entries of a clinic. More than that no one works off."""


@dataclass(frozen=True)
class Waiting:
    """Who waits for what. ``phone`` is E.164; ``wish`` is when they would like to come, in words."""

    id: UUID
    since: datetime
    name: str = field(repr=False)
    phone: str = field(repr=False)
    service_id: UUID
    service: str
    provider_id: UUID | None
    provider: str | None
    wish: str = field(repr=False)
    from_day: date | None
    until_day: date
    part_of_day: PartOfDay | None
    offered_at: datetime | None


@dataclass(frozen=True)
class NewWaiting:
    """Someone to put on the list; without ``until_day`` for :data:`KEPT`."""

    name: str = field(repr=False)
    phone: str = field(repr=False)
    service_id: UUID
    provider_id: UUID | None = None
    wish: str = field(default="", repr=False)
    from_day: date | None = None
    until_day: date | None = None
    part_of_day: PartOfDay | None = None
    conversation_id: UUID | None = None


async def join_waiting_list(session: ClinicSession, new: NewWaiting) -> UUID:
    """Put someone on the list; who waits for the service already has their wish replaced.

    :class:`NotFound` for a service or provider that the clinic does not offer; :class:`Conflict` when the number or
    the conversation waits for several already, or the list is full.
    """
    offered = {service.id for service in await catalogue.list_services(session)}
    providers = {provider.id for provider in await catalogue.list_providers(session)}
    if new.service_id not in offered or (new.provider_id and new.provider_id not in providers):
        raise NotFound
    today = session.now().astimezone((await practices.get_practice(session)).zone).date()
    last = min(new.until_day or today + KEPT, today + 2 * KEPT)
    blind = session.blind(new.phone)
    await _check_room(session, blind, new)
    of_person = (WaitingRow.phone_blind == blind) & (WaitingRow.service_id == new.service_id)
    await session.sql.execute(delete(WaitingRow).where(of_person, WaitingRow.left_at.is_not(None)))
    row_id = new_id()
    values = {
        "provider_id": new.provider_id,
        "name_sealed": session.seal(new.name),
        "phone_sealed": session.seal(new.phone),
        "wish_sealed": session.seal(new.wish),
        "from_day": new.from_day,
        "until_day": max(last, today),
        "part_of_day": new.part_of_day.value if new.part_of_day else None,
    }
    fixed = {"id": row_id, "created_at": session.now(), "conversation_id": new.conversation_id}
    key = {"clinic_id": session.scope.clinic_id, "phone_blind": blind, "service_id": new.service_id}
    statement = upsert(WaitingRow).values({**key, **fixed, **values})
    statement = statement.on_conflict_do_update(index_elements=list(key), set_=values)
    entry_id: UUID = (await session.sql.execute(statement.returning(WaitingRow.id))).scalar_one()
    await audit.record(session, "waiting_list.join", "waiting_list", [entry_id])
    await realtime.publish(session, "appointment.changed", entry_id)
    return entry_id


async def list_waiting(session: ClinicSession) -> list[Waiting]:
    """Everyone who waits, those who came first first."""
    today = session.now().astimezone((await practices.get_practice(session)).zone).date()
    query = select(WaitingRow).where(WaitingRow.until_day >= today, WaitingRow.left_at.is_(None))
    rows = (await session.sql.scalars(query.order_by(WaitingRow.created_at, WaitingRow.id).limit(MOST))).all()
    services = {one.id: one.name for one in await catalogue.list_services(session, every=True)}
    providers = {one.id: one.name for one in await catalogue.list_providers(session)}
    if rows:
        await audit.record(session, "waiting_list.read", "waiting_list", [row.id for row in rows])
    return [
        Waiting(
            id=row.id,
            since=row.created_at,
            name=session.unseal(row.name_sealed),
            phone=session.unseal(row.phone_sealed),
            service_id=row.service_id,
            service=services.get(row.service_id, ""),
            provider_id=row.provider_id if row.provider_id in providers else None,
            provider=providers.get(row.provider_id) if row.provider_id else None,
            wish=session.unseal(row.wish_sealed),
            from_day=row.from_day,
            until_day=row.until_day,
            part_of_day=PartOfDay(row.part_of_day) if row.part_of_day else None,
            offered_at=row.offered_at,
        )
        for row in rows
    ]


async def count_waiting(session: ClinicSession, first: date, last: date) -> int:
    """How many would come between two days."""
    begins = WaitingRow.from_day.is_(None) | (WaitingRow.from_day <= last)
    return await _count(session, begins & (WaitingRow.until_day >= first))


async def note_offer(session: ClinicSession, entry_id: UUID, starts_at: datetime) -> str:
    """Someone is offered a time now; returns their number. :class:`NotFound` when they are not on the list,
    :class:`Conflict` when no one has time for them then."""
    row = await session.sql.scalar(
        select(WaitingRow).where(WaitingRow.id == entry_id, WaitingRow.left_at.is_(None))
    )
    if row is None:
        raise NotFound
    if not await is_free(session, row.service_id, starts_at, provider_id=row.provider_id):
        raise Conflict("That time isn't free for this service. Choose one of the free times.")
    row.offered_at = session.now()
    await audit.record(session, "waiting_list.offer", "waiting_list", [entry_id])
    await realtime.publish(session, "appointment.changed", entry_id)
    return session.unseal(row.phone_sealed)


async def leave_waiting_list(session: ClinicSession, entry_id: UUID) -> None:
    """Take someone off the list; :class:`NotFound` when they are not on it."""
    await _mark_left(session, entry_id, WaitingRow.left_at.is_(None), session.now())
    await audit.record(session, "waiting_list.leave", "waiting_list", [entry_id])


async def rejoin_waiting_list(session: ClinicSession, entry_id: UUID) -> None:
    """Put someone back who was just taken off, in their old place. Again is fine; :class:`NotFound` when it is too
    late."""
    await _mark_left(session, entry_id, None, None)
    await audit.record(session, "waiting_list.rejoin", "waiting_list", [entry_id])


async def _mark_left(
    session: ClinicSession, entry_id: UUID, where: ColumnElement[bool] | None, left_at: datetime | None
) -> None:
    marked = update(WaitingRow).where(WaitingRow.id == entry_id).values(left_at=left_at).returning(WaitingRow.id)
    marked = marked if where is None else marked.where(where)
    if (await session.sql.execute(marked)).scalar_one_or_none() is None:
        raise NotFound
    await realtime.publish(session, "appointment.changed", entry_id)


async def forget_waiting(
    session: ClinicSession, *, addresses: Sequence[str] = (), conversation_id: UUID | None = None
) -> None:
    """Delete what is kept here of people with these numbers, or of a conversation."""
    blinds = [session.blind(address) for address in addresses]
    await session.sql.execute(delete(WaitingRow).where(WaitingRow.phone_blind.in_(blinds)))
    if conversation_id is not None:
        await session.sql.execute(delete(WaitingRow).where(WaitingRow.conversation_id == conversation_id))


async def waiting_of(session: ClinicSession, addresses: Sequence[str]) -> list[Waiting]:
    """The entries of people with these numbers."""
    return [one for one in await list_waiting(session) if one.phone in addresses]


async def purge_waiting(session: ClinicSession) -> int:
    """Delete entries whose last day has passed, or that were taken off. Periodic work; returns how many."""
    now = session.now()
    over = (WaitingRow.until_day < now.date() - timedelta(days=1)) | (WaitingRow.left_at < now - REGRET)
    gone = delete(WaitingRow).where(over).returning(WaitingRow.id)
    return len((await session.sql.execute(gone)).all())


async def _check_room(session: ClinicSession, blind: bytes, new: NewWaiting) -> None:
    others = WaitingRow.service_id != new.service_id
    of_one = (WaitingRow.phone_blind == blind) & others
    if new.conversation_id is not None:
        of_one |= (WaitingRow.conversation_id == new.conversation_id) & (WaitingRow.phone_blind != blind)
    if await _count(session, of_one) >= MOST_OF_ONE or await _count(session, None) >= MOST:
        raise Conflict("The waiting list is full")


async def _count(session: ClinicSession, where: ColumnElement[bool] | None) -> int:
    query = select(func.count()).select_from(WaitingRow).where(WaitingRow.left_at.is_(None))
    query = query if where is None else query.where(where)
    return await session.sql.scalar(query) or 0
