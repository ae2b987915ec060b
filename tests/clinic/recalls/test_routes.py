"""The rebooking center over HTTP, for everyone who may and may not."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import select

from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.routes import router
from mia.identity.routes import router as access_router
from mia.platform.audit.models import AuditEntryRow
from mia.platform.kernel.ids import decode, encode, new_id
from mia.platform.kernel.scope import Role
from tests.clinic.recalls.conftest import Center
from tests.fakes.access import app_of_tests, browser, make_user
from tests.fakes.practice import member


@pytest.fixture
def app(center: Center) -> FastAPI:
    return app_of_tests(center.database, routers=(access_router, router))


@pytest_asyncio.fixture
async def alice(app: FastAPI, center: Center) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's browser."""
    async with browser(
        app, await member(center.database, Role.OWNER, center.practice), at=center.practice.slug
    ) as client:
        yield client


async def found(http: httpx.AsyncClient, **body: Any) -> dict[str, Any]:
    answer = await http.post("patients/search", json=body)
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json()
    return page


async def test_the_list_shows_who_is_overdue(alice: httpx.AsyncClient, center: Center) -> None:
    patient_id = await center.patient(tags=("VIP",))
    await center.patient("Leo Park", "+13055550143", last_visit_days=10)
    page = await found(alice)
    (line,) = page["items"]
    assert line["id"] == encode("pat", patient_id)
    assert (line["name"], line["treatment"], line["phone"]) == ("Ana Ruiz", "Botox", "(305) 555-0142")
    assert line["tags"] == ["Overdue", "VIP"]
    assert (page["total"], page["page"], page["pages"]) == (1, 1, 1)


async def test_the_overdue_treatment_is_named_beside_the_last_one(alice: httpx.AsyncClient, center: Center) -> None:
    patient_id = await center.patient(last_visit_days=200)
    async with center.database.clinic(center.practice.scope) as session:
        await center.visit(session, patient_id, days_ago=3, service="HydraFacial")
        await recalls.refresh(session)
    (line,) = (await found(alice))["items"]
    assert (line["treatment"], line["overdue_treatment"]) == ("HydraFacial", "Botox")
    detail = (await alice.get(f"patients/{encode('pat', patient_id)}")).json()
    assert (detail["last_treatment"], detail["overdue_treatment"]) == ("HydraFacial", "Botox")


async def test_ten_stand_on_a_page_and_a_page_too_far_is_the_last(alice: httpx.AsyncClient, center: Center) -> None:
    for number in range(12):
        await center.patient(f"Ana Ruiz{'abcdefghijkl'[number]}", f"+130555501{number + 10}")
    first, last = await found(alice), await found(alice, page=9)
    assert (len(first["items"]), first["total"], first["pages"]) == (10, 12, 2)
    assert (len(last["items"]), last["page"]) == (2, 2)
    assert not {item["id"] for item in first["items"]} & {item["id"] for item in last["items"]}


async def test_the_detail_says_whether_mia_may_call_or_write(alice: httpx.AsyncClient, center: Center) -> None:
    patient_id = encode("pat", await center.patient(consents=()))
    detail = (await alice.get(f"patients/{patient_id}")).json()
    assert detail["full_name"] == "Ana Ruiz"
    assert detail["last_treatment"] == "Botox"
    assert detail["timezone"] == "America/New_York"
    assert (detail["note"], detail["note_version"]) == ("", 0)
    assert detail["writes_by"] == "sms"
    for answer in (detail["can_call"], detail["can_message"]):
        assert (answer["outcome"], answer["rule"]) == ("block", "no_consent")
        assert answer["reason"] == "No consent to text or call"


async def test_the_second_of_two_writers_gets_the_note_that_stands(
    alice: httpx.AsyncClient, center: Center
) -> None:
    url = f"patients/{encode('pat', await center.patient())}/note"
    first = await alice.put(url, json={"note": "Prefers mornings.", "version": 0})
    assert first.json() == {"note": "Prefers mornings.", "note_version": 1}
    second = await alice.put(url, json={"note": "Bruises easily.", "version": 0})
    assert second.status_code == 409
    assert second.headers["content-type"] == "application/problem+json"
    assert (second.json()["note"], second.json()["note_version"]) == ("Prefers mornings.", 1)


async def test_a_contact_is_accepted_taken_back_and_then_gone(alice: httpx.AsyncClient, center: Center) -> None:
    patient_id = encode("pat", await center.patient())
    body = {"patient_id": patient_id, "kind": "message", "idempotency_key": "click-0001"}
    answer = await alice.post("outreach", json=body)
    assert answer.status_code == 202
    outreach = answer.json()
    assert outreach["decision"]["outcome"] == "allow" and outreach["status"] == "Scheduled"
    assert (await alice.post("outreach", json=body)).json()["activity_id"] == outreach["activity_id"]
    assert (await alice.post(f"outreach/{outreach['activity_id']}/cancel")).status_code == 204
    await center.work()
    assert center.sms.taken == []


async def test_a_planned_contact_is_changed_over_the_wire_and_409_once_it_has_left(
    alice: httpx.AsyncClient, center: Center
) -> None:
    patient_id = encode("pat", await center.patient())
    at = (center.clock.now() + timedelta(days=2)).isoformat()
    body = {"patient_id": patient_id, "kind": "message", "idempotency_key": "click-0007", "at": at}
    url = f"outreach/{(await alice.post('outreach', json=body)).json()['activity_id']}"
    planned = (await alice.get(f"patients/{patient_id}")).json()["planned"]
    assert (planned["words"], planned["usual"]["body"]) == (None, "Hi Ana, you're due for a visit.")
    answer = await alice.put(url, json={"words": "Dear {first name}, {reason}", "at": at})
    assert answer.json()["decision"]["outcome"] == "allow"
    planned = (await alice.get(f"patients/{patient_id}")).json()["planned"]
    assert planned["words"] == "Dear Ana, you're due for a visit."
    assert (await alice.put(url, json={"words": "Dear {nickname}", "at": at})).status_code == 422
    assert (await alice.put(url, json={})).json()["undo_until"] is not None
    await center.work()
    late = await alice.put(url, json={"words": "Never mind.", "at": at})
    assert late.status_code == 409 and "left meanwhile" in late.json()["detail"]
    assert len(center.sms.texts) == 1


async def test_what_is_not_permitted_is_accepted_with_the_reason(alice: httpx.AsyncClient, center: Center) -> None:
    patient_id = encode("pat", await center.patient(consents=()))
    body = {"patient_id": patient_id, "kind": "call", "idempotency_key": "click-0002"}
    outreach = (await alice.post("outreach", json=body)).json()
    assert (outreach["decision"]["rule"], outreach["status"]) == ("no_consent", "Failed")
    assert outreach["undo_until"] is None


async def test_an_opt_out_that_was_told_to_staff_holds_like_a_stop(
    alice: httpx.AsyncClient, center: Center
) -> None:
    patient_id = encode("pat", await center.patient(email="ana@mail.example"))
    await center.start(decode("pat", patient_id))
    assert (await alice.post(f"patients/{patient_id}/opt-out")).status_code == 204
    detail = (await alice.get(f"patients/{patient_id}")).json()
    assert (detail["can_call"]["rule"], detail["can_message"]["rule"]) == ("opted_out", "opted_out")
    await center.work()
    assert center.sms.taken == []
    assert (await center.activity()).outcome == "Not sent: The patient asked not to be contacted"
    await center.receive("START")
    assert (await alice.get(f"patients/{patient_id}")).json()["can_message"]["outcome"] == "allow"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"patient_id": "pat_x", "kind": "fax", "idempotency_key": "click-0003"},
        {"patient_id": "pat_x", "kind": "call", "idempotency_key": "short"},
    ],
)
async def test_a_malformed_wish_is_refused(alice: httpx.AsyncClient, body: dict[str, str]) -> None:
    assert (await alice.post("outreach", json=body)).status_code == 422


async def test_unknown_things_are_not_found(alice: httpx.AsyncClient) -> None:
    nobody, nothing = encode("pat", new_id()), encode("act", new_id())
    body = {"patient_id": nobody, "kind": "call", "idempotency_key": "click-0004"}
    for answer in (
        await alice.get(f"patients/{nobody}"),
        await alice.put(f"patients/{nobody}/note", json={"note": "x", "version": 0}),
        await alice.post("outreach", json=body),
        await alice.put(f"outreach/{nothing}", json={}),
        await alice.post(f"outreach/{nothing}/cancel"),
    ):
        assert answer.status_code == 404


@pytest.mark.parametrize(
    ("role", "reads", "writes"),
    [
        (Role.MANAGER, 200, 202),
        (Role.FRONT_DESK, 200, 202),
        (Role.PROVIDER, 200, 403),
        (Role.READ_ONLY, 403, 403),
    ],
)
async def test_roles_see_and_do_what_is_theirs(
    app: FastAPI, center: Center, role: Role, reads: int, writes: int
) -> None:
    patient_id = encode("pat", await center.patient())
    base = f"/api/clinics/{center.practice.slug}"
    body = {"patient_id": patient_id, "kind": "message", "idempotency_key": "click-0005"}
    async with browser(app, await member(center.database, role, center.practice)) as http:
        assert (await http.post(f"{base}/patients/search", json={})).status_code == reads
        assert (await http.get(f"{base}/patients/{patient_id}")).status_code == reads
        note = await http.put(f"{base}/patients/{patient_id}/note", json={"note": "x", "version": 0})
        assert note.status_code == (200 if writes == 202 else 403)
        assert (await http.post(f"{base}/outreach", json=body)).status_code == writes
        known = (await center.activities())[0].id if writes == 202 else new_id()
        changed = await http.put(f"{base}/outreach/{encode('act', known)}", json={"words": "Hi."})
        assert changed.status_code == (200 if writes == 202 else 403)
        told = await http.post(f"{base}/patients/{patient_id}/opt-out")
        assert told.status_code == (204 if writes == 202 else 403)


async def test_nobody_and_strangers_learn_nothing(app: FastAPI, center: Center) -> None:
    patient_id = encode("pat", await center.patient())
    url = f"/api/clinics/{center.practice.slug}/patients/{patient_id}"
    started = await center.start(decode("pat", patient_id))
    planned = f"/api/clinics/{center.practice.slug}/outreach/{encode('act', started.activity_id)}"
    async with browser(app) as anonymous:
        assert (await anonymous.get(url)).status_code == 401
        assert (await anonymous.put(planned, json={})).status_code == 401
    email = f"stranger-{new_id().hex}@clinic.example"
    await make_user(center.database, email)
    async with browser(app, email) as stranger:
        assert (await stranger.get(url)).status_code == 404
        assert (await stranger.put(planned, json={})).status_code == 404


async def test_reading_and_contacting_leave_rows_in_the_audit_log(alice: httpx.AsyncClient, center: Center) -> None:
    patient_id = await center.patient()
    await found(alice)
    body = {"patient_id": encode("pat", patient_id), "kind": "message", "idempotency_key": "click-0006"}
    await alice.post("outreach", json=body)
    async with center.database.clinic(center.practice.scope) as session:
        rows = (await session.sql.scalars(select(AuditEntryRow).where(AuditEntryRow.user_id.is_not(None)))).all()
    seen = {(row.action, row.outcome) for row in rows if patient_id in row.object_ids}
    assert {("patient.read", "ok"), ("outreach.create", "allow")} <= seen
