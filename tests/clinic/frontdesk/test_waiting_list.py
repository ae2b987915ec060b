"""Who finds no time that suits is put on the waiting list, once for each service, and staff see it."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from mia.clinic.privacy.erasure import _erase
from mia.clinic.privacy.person import Request, find_person
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Waiting
from mia.platform.kernel.ids import encode
from tests.clinic.frontdesk.strangers import ANA, NUMBER, Doors, Stranger


def wish(doors: Doors, **more: Any) -> dict[str, Any]:
    return {"service_id": encode("svc", doors.practice.botox), "name": ANA, "phone": NUMBER, **more}


async def waiting(doors: Doors) -> list[Waiting]:
    async with doors.database.clinic(doors.practice.scope) as session:
        return await schedule.list_waiting(session)


async def join(caller: Stranger, **wanted: Any) -> str:
    answer = await caller.tool("join_waiting_list", **wanted)
    return str(answer["status"])


async def test_a_wish_is_kept_and_a_later_one_replaces_it(doors: Doors) -> None:
    caller = doors.call()
    day = doors.clock.now().date() + timedelta(days=3)
    first = wish(doors, preferred="Friday morning", to=day.isoformat(), part_of_day="morning")
    assert await join(caller, **first) == "listed"
    (one,) = await waiting(doors)
    assert (one.name, one.phone, one.wish, one.until_day) == (ANA, NUMBER, "Friday morning", day)
    assert one.part_of_day == "morning" and one.service
    assert await join(doors.call(), **wish(doors, preferred="any day")) == "listed"
    (again,) = await waiting(doors)
    assert again.id == one.id and again.wish == "any day"


@pytest.mark.parametrize("wrong", [{"phone": "555"}, {"name": "4"}, {"service_id": encode("svc", UUID(int=7))}])
async def test_what_is_no_name_number_or_service_is_asked_again(doors: Doors, wrong: dict[str, str]) -> None:
    assert await join(doors.call(), **wish(doors, **wrong)) == "invalid"
    assert await waiting(doors) == []


async def test_one_conversation_lists_few(doors: Doors) -> None:
    caller = doors.call()
    numbers = [f"+1305555014{digit}" for digit in range(4)]
    answers = [await join(caller, **wish(doors, phone=number)) for number in numbers]
    assert answers == ["listed"] * 3 + ["full"]


async def test_entries_go_when_their_day_has_passed_and_with_the_person(doors: Doors) -> None:
    await join(doors.call(), **wish(doors, to=(doors.clock.now().date() + timedelta(days=1)).isoformat()))
    other = {"name": "Leo Park", "phone": "+13055550143"}
    await join(doors.call(), **wish(doors, **other))
    doors.clock.move(timedelta(days=4))
    assert [one.name for one in await waiting(doors)] == ["Leo Park"]
    async with doors.database.clinic(doors.practice.scope) as session:
        assert await schedule.purge_waiting(session) == 1
        person = await find_person(session, Request(phone="+13055550143", email=None))
        assert [one.name for one in await schedule.waiting_of(session, person.addresses)] == ["Leo Park"]
        await _erase(session, person)
    assert await waiting(doors) == []
