"""Who may use the routes of patient records: each role, a stranger, and no one."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from tests.clinic.recalls.conftest import Center
from tests.clinic.records.conftest import at
from tests.fakes.access import browser, make_user
from tests.fakes.practice import member

READS = ("/record", "/timeline", "/sightings")
PERSON = {"name": "Ana Ruiz", "phone": "3055550142"}
SAID = {"source": "phone", "wording": ""}


async def writes(http: httpx.AsyncClient, base: str, one: str, other: str) -> dict[str, int]:
    """Every change that there is, tried; the statuses."""
    patient = f"{base}/patients/{one}"
    agreed: dict[str, Any] = {"channel": "sms", "message_classes": ["recall"], **SAID}
    merge = {"other_id": other, "choice": {}, "version": 2, "other_version": 0}
    asked: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", f"{base}/patients", {**PERSON, "another": True}),
        ("PUT", patient, {**PERSON, "version": 0}),
        ("PUT", f"{patient}/archive", {"archived": False}),
        ("POST", f"{patient}/consents", {**agreed, "basis": "written"}),
        ("POST", f"{patient}/refusals", agreed),
        ("POST", f"{patient}/opt-out", {}),
        ("POST", f"{patient}/opt-in", SAID),
        ("POST", f"{patient}/distinct", {"other_id": other}),
        ("POST", f"{base}/patients/tags", {"patient_ids": [one], "add": ["VIP"]}),
        ("POST", f"{base}/patients/outreach", {"patient_ids": [one], "idempotency_key": "rights-01"}),
        ("POST", f"{base}/patients/outreach/preview", {"patient_ids": [one]}),
        ("POST", f"{base}/patients/outreach/cancel", {"activity_ids": [encode("act", new_id())]}),
        ("POST", f"{patient}/merge", merge),
        ("POST", f"{base}/merges/{encode('mrg', new_id())}/undo", {}),
    ]
    return {
        path.removeprefix(base): (await http.request(m, path, json=body)).status_code for m, path, body in asked
    }


UNKNOWN = ("/patients/outreach/cancel", "/undo")
"""Asked with ids of nothing: anyone who may, learns that."""


@pytest.mark.parametrize(
    ("role", "reads", "may_write"),
    [
        (Role.OWNER, 200, True),
        (Role.MANAGER, 200, True),
        (Role.FRONT_DESK, 200, True),
        (Role.PROVIDER, 200, False),
        (Role.READ_ONLY, 403, False),
    ],
)
async def test_roles_see_and_do_what_is_theirs(
    app: FastAPI, center: Center, role: Role, reads: int, may_write: bool
) -> None:
    one, other = await center.patient(), await center.patient("Leo Park", "+13055550143")
    base = f"/api/clinics/{center.practice.slug}"
    async with browser(app, await member(center.database, role, center.practice)) as http:
        for rest in READS:
            assert (await http.get(f"{base}/{at(one, rest)}")).status_code == reads
        assert (await http.get(f"{base}/patient-choices")).status_code == reads
        assert (await http.get(f"{base}/patient-duplicates")).status_code == reads
        tried = await writes(http, base, encode("pat", one), encode("pat", other))
    if may_write:
        assert {
            path: status for path, status in tried.items() if status >= 300 and not path.endswith(UNKNOWN)
        } == {}
    else:
        assert set(tried.values()) == {403}


async def test_nobody_and_strangers_learn_nothing(app: FastAPI, center: Center) -> None:
    one, other = await center.patient(), await center.patient("Leo Park", "+13055550143")
    base = f"/api/clinics/{center.practice.slug}"
    email = f"stranger-{new_id().hex}@clinic.example"
    await make_user(center.database, email)
    async with browser(app) as anonymous, browser(app, email) as stranger:
        for http, status in ((anonymous, 401), (stranger, 404)):
            for rest in READS:
                assert (await http.get(f"{base}/{at(one, rest)}")).status_code == status
            assert (await http.get(f"{base}/patient-duplicates")).status_code == status
            tried = await writes(http, base, encode("pat", one), encode("pat", other))
            assert set(tried.values()) == {status}


async def test_a_patient_of_another_clinic_is_not_found(app: FastAPI, center: Center) -> None:
    patient_id = encode("pat", new_id())
    base = f"/api/clinics/{center.practice.slug}"
    async with browser(app, await member(center.database, Role.OWNER, center.practice)) as http:
        tried = await writes(http, base, patient_id, encode("pat", new_id()))
    known = {path: status for path, status in tried.items() if status != 404}
    assert known == {"/patients": 201, "/patients/tags": 200}
