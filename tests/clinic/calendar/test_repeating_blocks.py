"""Blocked time that repeats: the same hours on the practice's clocks, all of it or none."""

from typing import Any

import httpx
import pytest

from mia.platform.kernel.ids import encode
from tests.clinic.calendar.conftest import Json, Office


def lunch(office: Office, rhythm: str = "weekly", until: str = "2026-04-16", **repeat: Any) -> Json:
    """Dr. Reyes, Thursdays from two to three."""
    return {
        "provider_id": encode("prv", office.practice.dr_reyes),
        "starts_at": "2026-03-26T18:00:00Z",
        "ends_at": "2026-03-26T19:00:00Z",
        "reason": "Lunch",
        "repeat": {"rhythm": rhythm, "until": until, **repeat},
    }


async def blocked(desk: httpx.AsyncClient, body: Json) -> list[str]:
    answer = await desk.post("blocks", json=body)
    assert answer.status_code == 201, answer.text
    return [one["starts_at"] for one in answer.json()["items"]]


@pytest.mark.parametrize(
    ("rhythm", "until", "days"),
    [
        ("weekly", "2026-04-16", ["03-26", "04-02", "04-09", "04-16"]),
        ("weekdays", "2026-03-31", ["03-26", "03-27", "03-30", "03-31"]),
        ("daily", "2026-03-28", ["03-26", "03-27", "03-28"]),
    ],
)
async def test_time_is_blocked_again_and_again(
    office: Office, desk: httpx.AsyncClient, rhythm: str, until: str, days: list[str]
) -> None:
    assert [at[5:10] for at in await blocked(desk, lunch(office, rhythm, until))] == days


async def test_it_keeps_its_hour_when_the_clocks_change(office: Office, desk: httpx.AsyncClient) -> None:
    starts = await blocked(desk, lunch(office, until="2026-11-05"))
    assert (starts[0], starts[-1]) == ("2026-03-26T18:00:00Z", "2026-11-05T19:00:00Z")


async def test_a_visit_on_one_of_the_days_refuses_all_unless_its_day_is_left_out(
    office: Office, desk: httpx.AsyncClient
) -> None:
    taken = office.visit(await office.patient(), starts_at="2026-04-02T18:00:00Z")
    assert (await desk.post("appointments", json=taken)).status_code == 201
    refused = await desk.post("blocks", json=lunch(office))
    assert (refused.status_code, len(refused.json()["obstacles"])) == (409, 1)
    assert "April 2nd" in refused.json()["detail"]
    assert (await desk.get("calendar?from=2026-03-26")).json()["blocks"] == []
    assert [at[5:10] for at in await blocked(desk, lunch(office, skip_taken=True))] == ["03-26", "04-09", "04-16"]


async def test_one_day_or_it_and_all_after_are_given_free(office: Office, desk: httpx.AsyncClient) -> None:
    made = (await desk.post("blocks", json=lunch(office))).json()["items"]
    assert len({one["series_id"] for one in made}) == 1
    assert (await desk.delete(f"blocks/{made[0]['id']}")).status_code == 204
    assert (await desk.delete(f"blocks/{made[2]['id']}?following=true")).status_code == 204
    left = [
        one["id"]
        for first in ("2026-03-26", "2026-04-02", "2026-04-09", "2026-04-16")
        for one in (await desk.get(f"calendar?from={first}")).json()["blocks"]
    ]
    assert left == [made[1]["id"]]


@pytest.mark.parametrize("until", ["2026-03-25", "2027-06-01"])
async def test_it_repeats_until_a_day_within_a_year(office: Office, desk: httpx.AsyncClient, until: str) -> None:
    assert (await desk.post("blocks", json=lunch(office, until=until))).status_code == 422
