"""``/analytics``: questions about calls, answered from their rows."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.voice.auth.guards import scope_of_row
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.terms import evaluation_term
from tests.fakes.phones.voice import VoiceApi

Json = dict[str, Any]
DAY = datetime(2026, 3, 2, 12, tzinfo=UTC)
WEEK = {"start": "2026-03-01T00:00:00Z", "end": "2026-03-08T00:00:00Z"}
COUNT: Json = {"operation": "count", "column": "id"}


async def calls(database: Database, voice: VoiceApi, *made: tuple[datetime, str, int | None]) -> None:
    """Calls of an organization: when, how they ended, and how many seconds they took."""
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        for at, reason, seconds in made:
            usage = None if seconds is None else {"seconds": seconds, "characters": 10 * seconds}
            row = CallRecordRow(org_id=voice.org_id, id=new_id(), created_at=at, updated_at=at, type="webCall")
            row.status, row.ended_reason = "queued" if seconds is None else "ended", reason or None
            row.usage, row.cost = usage, None if seconds is None else Decimal(0)
            row.request_sealed = row.assistant_sealed = session.seal("{}")
            session.sql.add(row)


async def asked(voice: VoiceApi, *operations: Json, time: Json = WEEK, **more: Any) -> list[Json]:
    query = {"table": "call", "name": "q", "timeRange": time, "operations": list(operations), **more}
    answer = await voice.http.post("/analytics", json={"queries": [query]})
    assert answer.status_code == 201, answer.text
    (told,) = answer.json()
    assert told["name"] == "q"
    result: list[Json] = told["result"]
    return result


async def test_calls_are_counted_summed_and_averaged(
    voice: VoiceApi, stranger: VoiceApi, database: Database
) -> None:
    await calls(database, voice, (DAY, "voicemail", 30), (DAY, "customer-ended-call", 90), (DAY, "", None))
    await calls(database, stranger, (DAY, "voicemail", 1000))
    operations = [{"operation": each, "column": "duration"} for each in ("sum", "avg", "min", "max")]
    characters = {"operation": "sum", "column": "costBreakdown.ttsCharacters", "alias": "spoken"}
    minutes = {"operation": "sum", "column": "minutesUsed", "alias": "minutes"}
    assert await asked(voice, COUNT, *operations, characters, minutes) == [
        {
            "countid": 3,
            "sumduration": 120.0,
            "avgduration": 60.0,
            "minduration": 30.0,
            "maxduration": 90.0,
            "spoken": 1200.0,
            "minutes": 2.0,
        }
    ]


async def test_each_group_has_a_result_of_its_own(voice: VoiceApi, database: Database) -> None:
    await calls(database, voice, (DAY, "voicemail", 30), (DAY, "voicemail", 10), (DAY, "customer-busy", 5))
    by_reason = await asked(voice, COUNT, groupBy="endedReason")
    assert by_reason == [
        {"endedReason": "customer-busy", "countid": 1},
        {"endedReason": "voicemail", "countid": 2},
    ]
    both = await asked(voice, COUNT, groupBy=["type", "status"])
    assert both == [{"type": "webCall", "status": "ended", "countid": 3}]


async def test_calls_are_grouped_by_how_they_were_judged(voice: VoiceApi, database: Database) -> None:
    made = [(DAY, reason, 1) for reason in ("voicemail", "voicemail", "customer-busy", "customer-ended-call")]
    await calls(database, voice, *made)
    judged = {"voicemail": "true", "customer-busy": "Strongly Agree"}
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        mine = CallRecordRow.org_id == voice.org_id
        for row in await session.sql.scalars(select(CallRecordRow).where(mine)):
            verdict = judged.get(row.ended_reason or "", "on time: met")
            row.terms_blind = evaluation_term(session, {"successEvaluation": verdict})
    group = "analysis.successEvaluation"
    assert await asked(voice, COUNT, groupBy=group) == [
        {group: "Strongly Agree", "countid": 1},
        {group: "true", "countid": 2},
        {group: None, "countid": 1},
    ]
    step = await asked(voice, COUNT, groupBy=[group, "type"], time=WEEK | {"step": "day"})
    assert [each["countid"] for each in step] == [1, 2, 1]


async def test_a_day_is_that_of_the_time_zone(voice: VoiceApi, database: Database) -> None:
    late = datetime(2026, 3, 3, 3, tzinfo=UTC)  # the evening before in Miami
    await calls(database, voice, (DAY, "voicemail", 30), (late, "voicemail", 30))
    miami = WEEK | {"step": "day", "timezone": "America/New_York"}
    assert await asked(voice, COUNT, time=miami) == [{"date": "2026-03-02T00:00:00.000-05:00", "countid": 2}]
    utc = await asked(voice, COUNT, time=WEEK | {"step": "day"})
    assert [each["date"][:10] for each in utc] == ["2026-03-02", "2026-03-03"]


async def test_calls_outside_of_the_time_are_left_out(voice: VoiceApi, database: Database) -> None:
    end = datetime(2026, 3, 8, tzinfo=UTC)
    await calls(database, voice, (end, "voicemail", 30), (end - timedelta(seconds=1), "voicemail", 30))
    assert await asked(voice, COUNT) == [{"countid": 1}]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"table": "subscription"}, "queries.0.table must be one of"),
        ({"groupBy": "customer"}, "queries.0.groupBy"),
        ({"operations": [{"operation": "history", "column": "id"}]}, "operations.0.operation must be one of"),
        ({"operations": [{"operation": "sum", "column": "id"}]}, "q: id can only be counted"),
        ({"operations": [COUNT, COUNT]}, "two results of the same name"),
        ({"operations": [COUNT | {"alias": "type"}], "groupBy": "type"}, "two results of the same name"),
        ({"timeRange": {"timezone": "Mars/Olympus"}}, "timeRange.timezone is not valid"),
        ({"operations": []}, "queries.0.operations"),
    ],
)
async def test_what_cannot_be_answered_is_refused_by_name(voice: VoiceApi, change: Json, told: str) -> None:
    query = {"table": "call", "name": "q", "operations": [COUNT]} | change
    refused = await voice.http.post("/analytics", json={"queries": [query]})
    assert refused.status_code == 400
    assert told in str(refused.json()["message"])
