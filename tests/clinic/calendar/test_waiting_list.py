"""The waiting list as staff see it."""

import httpx

from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import NewWaiting
from mia.platform.kernel.ids import encode, new_id
from tests.clinic.calendar.conftest import NUMBER, Office


async def test_staff_see_who_waits_and_take_them_off(office: Office, desk: httpx.AsyncClient) -> None:
    async with office.database.clinic(office.practice.scope) as session:
        new = NewWaiting("Ana Ruiz", NUMBER, office.practice.botox, wish="Friday morning")
        await schedule.join_waiting_list(session, new)
    (one,) = (await desk.get("waiting-list")).json()["items"]
    assert (one["name"], one["phone"], one["wish"]) == ("Ana Ruiz", NUMBER, "Friday morning")
    assert (await desk.delete(f"waiting-list/{one['id']}")).status_code == 204
    assert (await desk.get("waiting-list")).json()["items"] == []
    assert (await desk.delete(f"waiting-list/{encode('wtl', new_id())}")).status_code == 404
