"""Adding and editing records, the archive, tags, and the story of a patient, over HTTP."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import SuppressionReason
from mia.clinic.patients import service as patients
from mia.clinic.recalls.service import Kind
from mia.platform.audit.models import AuditEntryRow
from mia.platform.kernel.errors import Invalid
from mia.platform.kernel.ids import decode, encode, new_id
from tests.clinic.recalls.conftest import Center
from tests.clinic.records.conftest import at, read

ANA: dict[str, Any] = {
    "name": "Ana Ruiz",
    "phone": "(305) 555-0142",
    "email": "ana@mail.example",
    "birth_date": "1988-05-17",
    "tags": ["VIP"],
}


async def listed(http: httpx.AsyncClient, **body: Any) -> list[str]:
    answer = await http.post("patients/search", json={"group": "all", **body})
    assert answer.status_code == 200, answer.text
    return [item["id"] for item in answer.json()["items"]]


async def test_a_patient_who_was_added_is_on_the_list_at_once(alice: httpx.AsyncClient) -> None:
    answer = await alice.post("patients", json={**ANA, "note": "Prefers mornings."})
    assert answer.status_code == 201, answer.text
    record = answer.json()
    assert (record["phone"], record["email"], record["version"]) == ("(305) 555-0142", "ana@mail.example", 0)
    assert await listed(alice, query="ana ruis") == [record["id"]]
    profile = await read(alice, f"patients/{record['id']}/record")
    assert profile["record"]["note"] == "Prefers mornings."
    assert {(one["channel"], one["message_class"]) for one in profile["standings"] if one["allowed"]} == {
        ("call", "reminder"),
        ("sms", "reminder"),
        *(("email", kind) for kind in ("reminder", "recall", "promo")),
    }


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "Hello http://evil.example"}, "name"),
        ({"phone": "555"}, "phone"),
        ({"email": "ana"}, "email"),
        ({"birth_date": "x"}, "birth_date"),
        ({"birth_date": "1899-12-31"}, "birth_date"),
        ({"birth_date": "2185-05-17"}, "birth_date"),
    ],
)
async def test_a_record_with_something_wrong_is_refused_by_its_field(
    alice: httpx.AsyncClient, wrong: dict[str, str], field: str
) -> None:
    answer = await alice.post("patients", json={**ANA, **wrong})
    assert answer.status_code == 422
    assert field in answer.json()["errors"]
    assert await listed(alice) == []


async def test_the_second_of_two_editors_sees_what_stands_there(alice: httpx.AsyncClient, center: Center) -> None:
    patient_id = await center.patient()
    first = await alice.put(at(patient_id), json={**ANA, "phone": "(305) 555-0177", "version": 0})
    assert (first.status_code, first.json()["version"]) == (200, 1)
    second = await alice.put(at(patient_id), json={**ANA, "name": "Ana Maria Ruiz", "version": 0})
    assert second.status_code == 409
    assert second.json()["record"]["phone"] == "(305) 555-0177"
    assert second.json()["record"]["name"] == "Ana Ruiz"
    assert await listed(alice, query="5550177") == [encode("pat", patient_id)]
    assert await listed(alice, query="5550142") == []


async def test_who_opted_out_is_not_contacted_at_a_new_number_either(
    alice: httpx.AsyncClient, center: Center
) -> None:
    patient_id = await center.patient()
    await center.receive("STOP")
    body = {**ANA, "phone": "(305) 555-0177", "email": None, "version": 0}
    assert (await alice.put(at(patient_id), json=body)).status_code == 200
    async with center.database.clinic(center.practice.scope) as session:
        (stop,) = await consent.list_suppressions(session, "+13055550177")
    assert stop.reason == SuppressionReason.STOP.value


async def test_the_archive_takes_a_patient_off_the_lists_and_calls_off_what_is_planned(
    alice: httpx.AsyncClient, center: Center
) -> None:
    patient_id = await center.patient()
    await center.start(patient_id)
    put = await alice.put(at(patient_id, "/archive"), json={"archived": True})
    assert put.status_code == 204
    assert await listed(alice) == [] and await listed(alice, group="overdue") == []
    assert await listed(alice, group="archived", query="Ruiz") == [encode("pat", patient_id)]
    await center.work()
    assert center.sms.taken == []
    assert (await read(alice, at(patient_id)))["can_message"]["rule"] == "archived"
    await alice.put(at(patient_id, "/archive"), json={"archived": False})
    assert await listed(alice) == [encode("pat", patient_id)]


async def test_tags_of_many_are_changed_at_once_and_the_changed_ones_named(
    alice: httpx.AsyncClient, center: Center
) -> None:
    one, other = await center.patient(tags=("VIP",)), await center.patient("Leo Park", "+13055550143")
    ids = [encode("pat", id_) for id_ in (one, other)]
    answer = await alice.post("patients/tags", json={"patient_ids": ids, "add": ["vip"]})
    assert answer.json()["changed"] == [ids[1]]
    assert sorted(await listed(alice, group="vip")) == sorted(await listed(alice, tag="VIP")) == sorted(ids)
    answer = await alice.post("patients/tags", json={"patient_ids": ids, "remove": ["VIP"]})
    assert sorted(answer.json()["changed"]) == sorted(ids)


@pytest.mark.parametrize("tag", ["Do Not Contact", "Deceased", "Minor"])
async def test_a_mark_stands_against_any_contact(alice: httpx.AsyncClient, center: Center, tag: str) -> None:
    patient_id = await center.patient()
    await alice.post("patients/tags", json={"patient_ids": [encode("pat", patient_id)], "add": [tag]})
    rule = tag.lower().replace(" ", "_")
    assert (await read(alice, at(patient_id, "/record")))["holds"] == [rule]
    assert (await center.start(patient_id)).decision.rule == rule


async def test_the_list_is_narrowed_by_visit_provider_and_agreement(
    alice: httpx.AsyncClient, center: Center
) -> None:
    ana = encode("pat", ana_id := await center.patient())
    leo = encode("pat", await center.patient("Leo Park", "+13055550143", consents=(), last_visit_days=None))
    day = (center.clock.now() - timedelta(days=120)).date().isoformat()
    assert await listed(alice, visited_since=day, visited_until=day) == [ana]
    assert await listed(alice, never_visited=True) == [leo]
    assert await listed(alice, agreement="sms") == await listed(alice, agreement="ai_voice") == [ana]
    assert await listed(alice, agreement="none") == [leo]
    assert await listed(alice, sort="added") == [leo, ana]
    assert await listed(alice, sort="added_oldest") == [ana, leo]
    await center.book(ana_id)
    choices = await read(alice, "patient-choices")
    seen = [await listed(alice, provider_id=one["id"]) for one in choices["providers"]]
    assert seen.count([ana]) == 1 and seen.count([]) == len(seen) - 1
    await alice.post(at(ana_id, "/opt-out"))
    assert await listed(alice, agreement="opted_out") == [ana]
    assert await listed(alice, agreement="sms") == []


async def test_the_timeline_tells_the_whole_story(alice: httpx.AsyncClient, center: Center) -> None:
    patient_id = await center.patient()
    await center.start(patient_id, Kind.MESSAGE)
    await center.work()
    await center.receive("Could I come on Friday?")
    await center.book(patient_id)
    await alice.put(at(patient_id), json={**ANA, "email": None, "version": 0})
    items = (await read(alice, at(patient_id, "/timeline")))["items"]
    told = {(item["kind"], item["title"]) for item in items}
    assert {
        ("visit", "Botox"),
        ("appointment", "Botox"),
        ("message", "Message"),
        ("message", "The patient wrote"),
        ("consent", "Agreed in writing to texts when a visit is due"),
        ("record", "Record added"),
        ("record", "Details changed"),
    } <= told
    assert [item["at"] for item in items] == sorted((item["at"] for item in items), reverse=True)
    (edit,) = [item for item in items if item["title"] == "Details changed"]
    assert edit["by"] == "Robin Vale"
    only = (await read(alice, at(patient_id, "/timeline?kind=visit&kind=consent")))["items"]
    assert {item["kind"] for item in only} == {"visit", "consent"}


async def test_the_head_of_a_record_names_what_is_due_until_that_is_booked(
    alice: httpx.AsyncClient, center: Center
) -> None:
    patient_id = await center.patient()
    before = await read(alice, at(patient_id, "/record"))
    assert before["next_visit"] is None
    assert before["due"]["service"] == before["last_treatment"]
    assert before["value_cents"] > 0
    await center.book(patient_id)
    after = await read(alice, at(patient_id, "/record"))
    assert after["next_visit"]["service"] == before["due"]["service"]
    assert after["due"] is None


async def test_a_long_story_comes_in_pages_without_gaps(alice: httpx.AsyncClient, center: Center) -> None:
    patient_id = await center.patient(consents=())
    async with center.database.clinic(center.practice.scope) as session:
        for days in range(90):
            await center.visit(session, patient_id, days_ago=days + 200)
    seen: list[str] = []
    before, more = None, True
    while more:
        params = {"kind": "visit"} | ({"before": before} if before else {})
        page = (await alice.get(at(patient_id, "/timeline"), params=params)).json()
        seen += [item["key"] for item in page["items"]]
        before = page["next_before"]
        more = before is not None
    assert len(seen) == len(set(seen)) == 91


async def test_who_saw_the_record_is_told(alice: httpx.AsyncClient, center: Center) -> None:
    patient_id = await center.patient()
    for _ in range(3):
        await read(alice, at(patient_id, "/record"))
    items = (await read(alice, at(patient_id, "/sightings")))["items"]
    (seen,) = [item for item in items if (item["actor"], item["action"]) == ("Robin Vale", "patient.read")]
    assert seen["times"] == 3
    again = (await read(alice, at(patient_id, "/sightings")))["items"]
    assert [item["times"] for item in again if item["actor"] == "Robin Vale"] == [4]


async def test_changes_stand_in_the_audit_log(alice: httpx.AsyncClient, center: Center) -> None:
    patient_id = await center.patient()
    await alice.put(at(patient_id), json={**ANA, "version": 0})
    await alice.put(at(patient_id, "/archive"), json={"archived": True})
    async with center.database.clinic(center.practice.scope) as session:
        rows = (await session.sql.scalars(select(AuditEntryRow).where(AuditEntryRow.user_id.is_not(None)))).all()
    done = {row.action for row in rows if patient_id in row.object_ids}
    assert {"patient.edit", "patient.archive"} <= done


async def test_somebody_archived_who_comes_again_and_is_known_to_be_them_is_on_the_lists_again(
    alice: httpx.AsyncClient, center: Center
) -> None:
    patient_id = await center.patient()
    await alice.put(at(patient_id, "/archive"), json={"archived": True})
    async with center.database.clinic(center.practice.scope) as session:
        found = await patients.find_or_create_by_phone(session, "Ana Ruiz", "3055550142", source="mia")
    assert found.id == patient_id
    assert not (await read(alice, at(patient_id, "/record")))["record"]["archived"]


async def test_unknown_patients_are_not_found(alice: httpx.AsyncClient) -> None:
    nobody = encode("pat", new_id())
    key = {"patient_ids": [nobody], "idempotency_key": "many-0003"}
    for answer in (
        await alice.get(f"patients/{nobody}/record"),
        await alice.get(f"patients/{nobody}/timeline"),
        await alice.get(f"patients/{nobody}/sightings"),
        await alice.put(f"patients/{nobody}", json={**ANA, "version": 0}),
        await alice.put(f"patients/{nobody}/archive", json={"archived": True}),
        await alice.post("patients/outreach", json=key),
        await alice.post("patients/outreach/preview", json={"patient_ids": [nobody]}),
    ):
        assert answer.status_code == 404
    assert decode("pat", nobody)


async def test_nobody_is_born_tomorrow_where_the_practice_is(center: Center) -> None:
    center.clock.set(datetime(2026, 3, 25, 2, tzinfo=UTC))  # the evening of the 24th in New York
    born = date(2026, 3, 24)
    async with center.database.clinic(center.practice.scope) as session:
        ana = await patients.add_patient(session, patients.NewPatient("Ana Ruiz", birth_date=born))
        tomorrow = patients.Identity(ana.name, None, None, born + timedelta(days=1))
        with pytest.raises(Invalid, match="between 1900 and today"):
            await patients.change_patient(session, ana.id, tomorrow, ana.version)
        with pytest.raises(Invalid, match="between 1900 and today"):
            await patients.import_patients(
                session, [patients.NewPatient("Leo Park", birth_date=date(1899, 12, 31))]
            )
