"""A practice's front desk, where staff place, move and end visits by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
import pytest_asyncio

from mia.clinic.practice.service import Interval
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import (
    Appointment,
    AppointmentStatus,
    Change,
    Insistence,
    NotFree,
    ObstacleKind,
    Offered,
    Place,
)
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from tests.fakes.practice import PracticeOfTests, make_patient, make_practice

NOON = datetime(2026, 3, 24, 16, tzinfo=UTC)
"""A Tuesday, noon in New York."""
THURSDAY = datetime(2026, 3, 26, 18, tzinfo=UTC)
"""2 PM in New York, two days later."""
HOUR = timedelta(hours=1)


@dataclass
class Desk:
    """Staff of one practice, with a patient."""

    database: Database
    clock: MovableClock
    practice: PracticeOfTests
    ana: UUID
    rooms: dict[str, UUID]

    async def place(
        self,
        at: datetime = THURSDAY,
        room: str | None = None,
        *,
        key: str = "",
        who: UUID | None = None,
        provider: UUID | None = None,
        insist: bool = False,
    ) -> tuple[Appointment, Change]:
        """Botox, with Dr. Reyes unless someone else is named."""
        place = Place(at, provider or self.practice.dr_reyes, self.rooms[room] if room else None)
        async with self.database.clinic(self.practice.scope) as session:
            return await schedule.place_visit(
                session, who or self.ana, self.practice.botox, place, idempotency_key=key or new_id().hex,
                insist=Insistence(outside_hours=insist),
            )  # fmt: skip

    async def refused(
        self,
        at: datetime = THURSDAY,
        room: str | None = None,
        *,
        who: UUID | None = None,
        provider: UUID | None = None,
        insist: bool = False,
    ) -> NotFree:
        with pytest.raises(NotFree) as refusal:
            await self.place(at, room, who=who, provider=provider, insist=insist)
        return refusal.value

    async def move(
        self, visit: Appointment, at: datetime, room: str | None = None, *, insist: bool = False
    ) -> Change:
        place = Place(at, self.practice.dr_reyes, self.rooms[room] if room else None)
        async with self.database.clinic(self.practice.scope) as session:
            return (await schedule.move_visit(session, visit.id, place, insist=Insistence(insist)))[1]

    async def end(self, visit: Appointment, outcome: AppointmentStatus) -> Change | None:
        async with self.database.clinic(self.practice.scope) as session:
            return (await schedule.set_outcome(session, visit.id, outcome))[1]

    async def undo(self, change: Change) -> Appointment:
        async with self.database.clinic(self.practice.scope) as session:
            return await schedule.take_back(session, change.id)

    async def cancel(self, visit: Appointment) -> None:
        async with self.database.clinic(self.practice.scope) as session:
            await schedule.cancel(session, visit.id)

    async def block(
        self, resource: UUID, at: datetime = THURSDAY, length: timedelta = HOUR, *, is_room: bool = True
    ) -> None:
        async with self.database.clinic(self.practice.scope) as session:
            await schedule.block_time(
                session, provider_id=None if is_room else resource, room_id=resource if is_room else None,
                interval=Interval(at, at + length), reason="Repair",
            )  # fmt: skip

    async def offer(self, kind: Offered, object_id: UUID, status: str) -> None:
        async with self.database.clinic(self.practice.scope) as session:
            await schedule.set_offered(session, kind, object_id, status)


def said(refusal: NotFree) -> Sequence[tuple[ObstacleKind, str]]:
    """What a refusal names, in its order."""
    return [(one.kind, one.detail) for one in refusal.obstacles]


@pytest_asyncio.fixture
async def desk(database: Database, clock: MovableClock) -> Desk:
    clock.set(NOON)
    practice = await make_practice(database, f"practice-{new_id().hex}")
    async with database.clinic(practice.scope) as session:
        rooms = {room.name: room.id for room in await schedule.list_rooms(session)}
    return Desk(database, clock, practice, await make_patient(database, practice), rooms)
