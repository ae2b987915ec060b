"""A message to many patients: each checked alone, seen before it leaves, and undone together."""

from datetime import timedelta

import httpx
import pytest

from mia.clinic.outreach.service import release_due
from mia.platform.kernel.ids import encode
from tests.clinic.recalls.conftest import Center


async def test_a_message_to_many_has_a_decision_for_each_and_one_undo(
    alice: httpx.AsyncClient, center: Center
) -> None:
    ana = await center.patient()
    leo = await center.patient("Leo Park", "+13055550143", consents=())
    ids = [encode("pat", id_) for id_ in (ana, leo)]
    body = {"patient_ids": ids, "idempotency_key": "many-0001"}
    answer = await alice.post("patients/outreach", json=body)
    assert answer.status_code == 202, answer.text
    by_id = {item["patient_id"]: item for item in answer.json()["items"]}
    assert (by_id[ids[0]]["decision"]["outcome"], by_id[ids[0]]["undoable"]) == ("allow", True)
    assert (by_id[ids[1]]["decision"]["rule"], by_id[ids[1]]["undoable"]) == ("no_consent", False)
    again = {item["activity_id"] for item in (await alice.post("patients/outreach", json=body)).json()["items"]}
    assert again == {item["activity_id"] for item in by_id.values()}
    taken = await alice.post("patients/outreach/cancel", json={"activity_ids": [by_id[ids[0]]["activity_id"]]})
    assert taken.json() == {"left": []}
    await center.work()
    assert center.sms.taken == []


async def test_a_message_to_many_leaves_when_it_is_not_taken_back(alice: httpx.AsyncClient, center: Center) -> None:
    ids = [encode("pat", await center.patient())]
    body = {"patient_ids": ids, "idempotency_key": "many-0002"}
    (item,) = (await alice.post("patients/outreach", json=body)).json()["items"]
    await center.work()
    assert len(center.sms.taken) == 1
    taken = await alice.post("patients/outreach/cancel", json={"activity_ids": [item["activity_id"]]})
    assert taken.json() == {"left": [item["activity_id"]]}


async def test_many_are_written_to_in_staffs_words_which_are_seen_first_and_filled_in_for_each(
    alice: httpx.AsyncClient, center: Center
) -> None:
    ana = await center.patient()
    leo = await center.patient("Leo Park", "+13055550143", last_visit_days=10)
    mia = await center.patient("Mia Lund", "+13055550144", consents=())
    ids, at = [encode("pat", id_) for id_ in (ana, leo, mia)], (center.clock.now() + timedelta(days=1)).isoformat()
    wish = {"patient_ids": ids, "words": "Dear {first name}, {reason}", "at": at}
    preview = (await alice.post("patients/outreach/preview", json=wish)).json()
    assert preview["template"] == "Hi {first name}, {reason}"
    assert [one["decision"]["outcome"] for one in preview["items"]] == ["allow", "allow", "block"]
    examples = [one["text"] for one in preview["items"][:2]]
    assert "Dear Ana, you're due for a visit." in examples[0]
    assert "Dear Leo, would you like to plan your next visit?" in examples[1]
    assert await center.activities() == []
    answer = await alice.post("patients/outreach", json={**wish, "idempotency_key": "many-0004"})
    assert [item["decision"]["outcome"] for item in answer.json()["items"]].count("allow") == 2
    await center.work()
    assert center.sms.texts == []
    center.clock.move(timedelta(days=1))
    async with center.database.clinic(center.practice.scope) as session:
        await release_due(session)
    await center.work()
    assert sorted(center.sms.texts) == sorted(examples)


@pytest.mark.parametrize(
    "wrong", [{"words": "Hi {nickname}"}, {"words": "x" * 321}, {"at": "2020-01-01T12:00:00Z"}]
)
async def test_words_or_a_time_that_cannot_be_reach_nobody(
    alice: httpx.AsyncClient, center: Center, wrong: dict[str, str]
) -> None:
    body = {"patient_ids": [encode("pat", await center.patient())], **wrong}
    assert (await alice.post("patients/outreach/preview", json=body)).status_code == 422
    answer = await alice.post("patients/outreach", json={**body, "idempotency_key": "many-0005"})
    assert answer.status_code == 422 and await center.activities() == []
