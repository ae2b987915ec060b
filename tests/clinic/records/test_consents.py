"""What patients agree to and refuse, written down by staff with its proof, and honoured at once."""

from typing import Any

import httpx
import pytest

from mia.clinic.consent import service as consent
from mia.clinic.recalls.service import Kind
from tests.clinic.recalls.conftest import NUMBER, Center
from tests.clinic.records.conftest import at, read

SIGNED = {"basis": "written", "source": "paper", "wording": "I agree to texts when a visit is due."}
SAID = {"source": "phone", "wording": "Please no more reminders by text."}


async def standing(http: httpx.AsyncClient, address: str) -> dict[tuple[str, str], str | None]:
    return {(one["channel"], one["message_class"]): one["rule"] for one in (await read(http, address))["standings"]}


async def test_a_consent_that_staff_wrote_down_allows_the_message_and_keeps_its_proof(
    alice: httpx.AsyncClient, center: Center
) -> None:
    patient_id = await center.patient(consents=())
    assert (await standing(alice, at(patient_id, "/record")))[("sms", "recall")] == "no_consent"
    body = {"channel": "sms", "message_classes": ["recall"], **SIGNED}
    assert (await alice.post(at(patient_id, "/consents"), json=body)).status_code == 204
    assert (await standing(alice, at(patient_id, "/record")))[("sms", "recall")] is None
    assert (await center.start(patient_id)).decision.allowed
    (entry,) = (await read(alice, at(patient_id, "/timeline?kind=consent")))["items"]
    assert entry["title"] == "Agreed in writing to texts when a visit is due"
    assert (entry["detail"], entry["by"]) == ("I agree to texts when a visit is due.", "Robin Vale")
    async with center.database.clinic(center.practice.scope) as session:
        (kept,) = await consent.read_ledger(session, NUMBER)
    assert (kept.source, kept.basis) == ("paper", consent.Basis.WRITTEN)


async def test_a_refusal_stops_what_is_planned_and_nothing_else(alice: httpx.AsyncClient, center: Center) -> None:
    patient_id = await center.patient()
    await center.start(patient_id)
    body = {"channel": "sms", "message_classes": ["recall"], **SAID}
    assert (await alice.post(at(patient_id, "/refusals"), json=body)).status_code == 204
    await center.work()
    assert center.sms.taken == []
    rules = await standing(alice, at(patient_id, "/record"))
    assert rules[("sms", "recall")] == "declined"
    assert rules[("sms", "reminder")] is None and rules[("call", "recall")] is None
    again = {"channel": "sms", "message_classes": ["recall"], **SIGNED}
    await alice.post(at(patient_id, "/consents"), json=again)
    assert (await standing(alice, at(patient_id, "/record")))[("sms", "recall")] is None
    titles = [item["title"] for item in (await read(alice, at(patient_id, "/timeline?kind=consent")))["items"]]
    assert "Does not want texts when a visit is due" in titles
    assert "No longer refuses texts when a visit is due" in titles


async def test_no_ai_voice_still_lets_a_person_call(alice: httpx.AsyncClient, center: Center) -> None:
    patient_id = await center.patient()
    body: dict[str, Any] = {"channel": "ai_voice", "message_classes": ["reminder", "recall", "promo"], **SAID}
    assert (await alice.post(at(patient_id, "/refusals"), json=body)).status_code == 204
    rules = await standing(alice, at(patient_id, "/record"))
    assert rules[("call", "recall")] is None and rules[("ai_voice", "recall")] == "declined"
    assert (await center.start(patient_id, Kind.CALL)).decision.rule == "declined"


async def test_an_opt_out_told_to_staff_is_taken_back_by_staff_with_proof(
    alice: httpx.AsyncClient, center: Center
) -> None:
    patient_id = await center.patient()
    await alice.post(at(patient_id, "/opt-out"))
    profile = await read(alice, at(patient_id, "/record"))
    assert profile["stops"] == ["staff"]
    assert {one["rule"] for one in profile["standings"] if one["channel"] == "sms"} == {"opted_out"}
    answer = await alice.post(at(patient_id, "/opt-in"), json={"source": "in_person", "wording": "Text me again."})
    assert answer.status_code == 204
    assert (await read(alice, at(patient_id, "/record")))["stops"] == []


async def test_a_stop_is_taken_back_by_the_patient_alone(alice: httpx.AsyncClient, center: Center) -> None:
    patient_id = await center.patient()
    await center.receive("STOP")
    answer = await alice.post(at(patient_id, "/opt-in"), json={"source": "phone"})
    assert answer.status_code == 409 and "START" in answer.json()["detail"]
    assert (await read(alice, at(patient_id, "/record")))["stops"] == ["stop"]


@pytest.mark.parametrize(
    "body",
    [
        {"channel": "email", "message_classes": ["recall"], **SIGNED},
        {"channel": "sms", "message_classes": ["recall"], **SIGNED, "basis": "number_given"},
        {"channel": "sms", "message_classes": [], **SIGNED},
        {"channel": "sms", "message_classes": ["reply"], **SIGNED},
        {"channel": "fax", "message_classes": ["recall"], **SIGNED},
    ],
)
async def test_a_consent_that_cannot_be_is_refused(
    alice: httpx.AsyncClient, center: Center, body: dict[str, Any]
) -> None:
    patient_id = await center.patient(consents=())
    assert (await alice.post(at(patient_id, "/consents"), json=body)).status_code == 422
