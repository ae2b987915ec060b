"""Several bookers at once: staff who place, move and block, and Mia's own tools. No one is ever in two places."""

import asyncio
from collections.abc import Coroutine
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from sqlalchemy import text

from mia.clinic.calendar import service as calendar
from mia.clinic.frontdesk.service import FrontDesk
from mia.clinic.practice.service import Interval
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Place, Wish
from mia.platform.db.migrate import app_url
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Conflict
from mia.platform.kernel.ids import encode
from tests.clinic.calendar.conftest import THURSDAY, Office
from tests.conftest import APP_PASSWORD, MASTER_KEY
from tests.fakes.front_desk import MemoryVoice, make_desk
from tests.fakes.practice import SIGNER, ZONE, make_patient

_DOUBLE = text(
    "SELECT count(*) FROM occupied_times a JOIN occupied_times b ON a.clinic_id = b.clinic_id "
    "AND a.resource_id = b.resource_id AND a.holder_id < b.holder_id AND (a.kind = 0 OR b.kind = 0) "
    "AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)"
)
"""Pairs that hold the same provider or room at the same time, two blocks left out."""
_DERIVED = text(
    "SELECT (SELECT count(*) * 2 FROM appointments WHERE status IN ('booked', 'completed')) "
    "+ (SELECT count(*) FROM blocked_times) - (SELECT count(*) FROM occupied_times)"
)
"""0 where what occupies whom is exactly what is booked and blocked."""


class Crowd:
    """Everyone who may take a time of one practice, each as they do it."""

    def __init__(self, office: Office, database: Database, people: list[UUID], rng: Random) -> None:
        self.office, self.database, self.people, self.rng = office, database, people, rng
        self.mia: FrontDesk = make_desk(database, MemoryVoice())
        self.taken = 0

    def time(self) -> datetime:
        return THURSDAY + timedelta(minutes=15 * self.rng.randrange(8))

    def provider(self) -> UUID:
        return self.rng.choice([self.office.practice.dr_reyes, self.office.practice.nurse_kim])

    async def place(self) -> None:
        patient, place = self.rng.choice(self.people), Place(self.time(), self.provider())
        async with self.database.clinic(self.office.practice.scope) as session:
            await calendar.book(session, patient, self.office.practice.botox, place, key=uuid4().hex)

    async def move(self) -> None:
        place = Place(self.time(), self.provider(), self.rng.choice([None, self.office.rooms["A"]]))
        async with self.database.clinic(self.office.practice.scope) as session:
            board = await schedule.read_board(session, THURSDAY.date(), 1)
        if board.visits:
            visit = self.rng.choice(board.visits).appointment
            async with self.database.clinic(self.office.practice.scope) as session:
                await calendar.move(session, visit.id, place)

    async def block(self) -> None:
        start = self.time()
        room = self.rng.random() < 0.5
        async with self.database.clinic(self.office.practice.scope) as session:
            await schedule.block_time(
                session,
                provider_id=None if room else self.provider(),
                room_id=self.office.rooms["B"] if room else None,
                interval=Interval(start, start + timedelta(minutes=30)),
                reason="Break",
            )

    async def talk_to_mia(self) -> None:
        """A caller asks Mia for a time, and takes the first she offers."""
        call, practice = {"id": str(uuid4()), "type": "webCall"}, self.office.practice
        secret = self.mia.secrets.issue(practice.scope.clinic_id)

        async def tool(tool: str, /, **arguments: Any) -> dict[str, Any]:
            item = {"id": uuid4().hex, "type": "function", "function": {"name": tool, "arguments": arguments}}
            message = {"type": "tool-calls", "call": call, "toolCallList": [item]}
            (answer,) = (await self.mia.handle_server_message(secret, message))["results"]
            result: dict[str, Any] = answer.get("result", answer)
            return result

        near = self.time().astimezone(ZONE).replace(tzinfo=None).isoformat()
        found = await tool("find_slots", service_id=encode("svc", practice.botox), near=near)
        phone = f"305555{self.rng.randrange(100, 199):04}"
        await tool("book_appointment", slot_token=found["slots"][0]["token"], name="Maria Gomez", phone=phone)

    async def swallow(self, attempt: Coroutine[Any, Any, None]) -> None:
        try:
            await attempt
        except Conflict:
            return
        self.taken += 1


@pytest.mark.race
@pytest.mark.parametrize("seed", [1, 2])
async def test_whoever_books_at_once_nobody_is_in_two_places(office: Office, database_url: str, seed: int) -> None:
    rng = Random(seed)
    people = [await make_patient(office.database, office.practice, phone=f"305555{100 + i:04}") for i in range(12)]
    url = app_url(database_url, APP_PASSWORD)
    crowded = Database.connect(url, MASTER_KEY, office.database.clock, pool_size=12)
    crowd = Crowd(office, crowded, people, rng)
    try:
        for _ in range(4):
            kinds = [crowd.place, crowd.place, crowd.move, crowd.block, crowd.talk_to_mia]
            await asyncio.gather(*[crowd.swallow(rng.choice(kinds)()) for _ in range(12)])
            async with crowded.clinic(office.practice.scope) as session:
                assert await session.sql.scalar(_DOUBLE) == 0
                assert await session.sql.scalar(_DERIVED) == 0
    finally:
        await crowded.close()
    assert crowd.taken >= 4


async def test_mia_offers_nothing_that_is_blocked(office: Office) -> None:
    practice = office.practice
    day = Interval(THURSDAY.replace(hour=4), THURSDAY.replace(hour=4) + timedelta(days=1))
    async with office.database.clinic(practice.scope) as session:
        offered = (await schedule.offer_slots(session, SIGNER, Wish(practice.botox, near=THURSDAY), 1)).offers
        for provider_id in (practice.dr_reyes, practice.nurse_kim):
            await schedule.block_time(
                session, provider_id=provider_id, room_id=None, interval=day, reason="Congress"
            )
        found = await schedule.find_slots(session, Wish(practice.botox, near=THURSDAY), 10)
        patient = await make_patient(office.database, practice)
    assert offered[0].starts_at == THURSDAY
    assert not found.exact and found.reason is schedule.Reason.FULL
    assert all(slot.starts_at >= day.end or slot.ends_at <= day.start for slot in found.slots)
    async with office.database.clinic(practice.scope) as session:
        outcome = await schedule.book(
            session, SIGNER, offered[0].token, patient, source="mia", idempotency_key="late"
        )
    assert isinstance(outcome, schedule.Taken)


async def test_the_database_itself_keeps_visits_out_of_blocked_time(office: Office, database_url: str) -> None:
    practice = office.practice
    patient = await make_patient(office.database, practice)
    async with office.database.clinic(practice.scope) as session:
        place = Place(THURSDAY, practice.dr_reyes)
        await calendar.book(session, patient, practice.botox, place, key=uuid4().hex)
        after = Interval(THURSDAY + timedelta(hours=1), THURSDAY + timedelta(hours=2))
        await schedule.block_time(
            session, provider_id=practice.dr_reyes, room_id=None, interval=after, reason="Break"
        )
    move = "UPDATE appointments SET busy_until = busy_until + interval '1 hour' WHERE clinic_id = %s"
    grow = "UPDATE blocked_times SET starts_at = starts_at - interval '1 hour' WHERE clinic_id = %s"
    async with await psycopg.AsyncConnection.connect(database_url) as connection:
        for statement in (move, grow):
            with pytest.raises(psycopg.errors.ExclusionViolation, match="ex_occupied_times_blocked"):
                await connection.execute(statement.encode(), (practice.scope.clinic_id,))
            await connection.rollback()
        over = "UPDATE appointments SET status = 'cancelled' WHERE clinic_id = %s"
        await connection.execute(over.encode(), (practice.scope.clinic_id,))
        await connection.execute(grow.encode(), (practice.scope.clinic_id,))
