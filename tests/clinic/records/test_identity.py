"""Staff say whose a stranger's booking is: a patient's they have, or someone new."""

from uuid import UUID

import httpx
import pytest
from fastapi import FastAPI

from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient
from mia.platform.kernel.ids import encode
from mia.platform.kernel.scope import Role
from tests.clinic.recalls.conftest import Center
from tests.clinic.records.conftest import at, read
from tests.fakes.access import browser
from tests.fakes.practice import member


async def stranger(center: Center, name: str = "Ana Ruiz", phone: str = "+13055550142") -> UUID:
    async with center.database.clinic(center.practice.scope) as session:
        return (await patients.add_patient(session, NewPatient(name, phone, source="mia", unverified=True))).id


async def test_the_record_says_that_it_is_unverified_and_whose_it_may_be(
    alice: httpx.AsyncClient, center: Center
) -> None:
    ana = await center.patient()
    booked = await stranger(center)
    profile = await read(alice, at(booked, "/record"))
    assert profile["record"]["unverified"] and "unverified" in profile["holds"]
    (match,) = profile["lookalikes"]
    assert (match["record"]["id"], match["reasons"]) == (encode("pat", ana), ["phone", "name"])


async def test_a_visit_is_linked_to_the_record_it_belongs_to(alice: httpx.AsyncClient, center: Center) -> None:
    ana, booked = await center.patient(), await stranger(center)
    await alice.put(at(ana, "/archive"), json={"archived": True})
    linked = await alice.post(at(booked, "/identity"), json={"link_to": encode("pat", ana)})
    assert (linked.status_code, linked.json()) == (200, {"patient_id": encode("pat", ana)})
    assert not (await read(alice, at(ana, "/record")))["record"]["archived"]
    assert (await read(alice, at(booked, "/record")))["record"]["merged_into"] == encode("pat", ana)
    assert (await alice.post(at(booked, "/identity"), json={})).status_code == 409


async def test_somebody_new_becomes_a_patient_like_any_other(alice: httpx.AsyncClient, center: Center) -> None:
    booked = await stranger(center, "Leo Park", "+13055550143")
    confirmed = await alice.post(at(booked, "/identity"), json={"link_to": None})
    assert confirmed.json() == {"patient_id": encode("pat", booked)}
    profile = await read(alice, at(booked, "/record"))
    assert not profile["record"]["unverified"] and profile["holds"] == []
    timeline = await read(alice, at(booked, "/timeline?kind=record"))
    assert timeline["items"][0]["title"] == "Identity confirmed"


async def test_only_an_unverified_record_is_linked_and_only_to_a_confirmed_one(
    alice: httpx.AsyncClient, center: Center
) -> None:
    ana, one, other = await center.patient(), await stranger(center), await stranger(center, "Leo Park")
    for patient_id, link_to in ((ana, None), (one, other), (one, one)):
        body = {"link_to": encode("pat", link_to) if link_to else None}
        assert (await alice.post(at(patient_id, "/identity"), json=body)).status_code == 409
    assert (await read(alice, at(one, "/record")))["record"]["unverified"]


@pytest.mark.parametrize(("role", "status"), [(Role.PROVIDER, 403), (Role.READ_ONLY, 403), (Role.FRONT_DESK, 200)])
async def test_whoever_may_change_records_confirms_them(
    app: FastAPI, center: Center, role: Role, status: int
) -> None:
    booked = await stranger(center)
    email = await member(center.database, role, center.practice)
    async with browser(app, email, at=center.practice.slug) as http:
        assert (await http.post(at(booked, "/identity"), json={})).status_code == status


async def test_nobody_of_an_unverified_record_is_contacted(alice: httpx.AsyncClient, center: Center) -> None:
    booked = await stranger(center)
    body = {"patient_ids": [encode("pat", booked)], "idempotency_key": "many-0001"}
    (item,) = (await alice.post("patients/outreach", json=body)).json()["items"]
    assert item["decision"]["rule"] == "unverified"


async def test_a_new_patient_with_the_name_and_number_of_one_on_record_is_asked_about_first(
    alice: httpx.AsyncClient, center: Center
) -> None:
    ana = await center.patient()
    again = {"name": "ana  RUÍZ", "phone": "(305) 555-0142"}
    refused = await alice.post("patients", json=again)
    assert (refused.status_code, refused.json()["type"]) == (409, "/problems/on-record")
    (found,) = refused.json()["lookalikes"]
    assert (found["record"]["id"], found["reasons"]) == (encode("pat", ana), ["phone", "name"])
    assert (await alice.post("patients", json={**again, "name": "Eva Ruiz"})).status_code == 201, (
        "a family's number"
    )
    assert (await alice.post("patients", json={**again, "another": True})).status_code == 201
