"""Conversations with people who are no patients yet, for everyone who may and may not."""

from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivitySearch, Channel, InboundText, TaskKind
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers.person_routes import router
from mia.clinic.leads.answers.routes import router as leads_router
from mia.clinic.leads.service import Learned, NewLead
from mia.clinic.patients import service as patients
from mia.identity.routes import router as access_router
from mia.platform.kernel.ids import Kind, decode, encode, new_id
from mia.platform.kernel.scope import Role
from tests.clinic.leads.answers.conftest import Front
from tests.fakes.access import app_of_tests, browser, make_user
from tests.fakes.practice import make_patient, member

NUMBER = "+13055550177"
EMAIL = "noa@home.example"


@pytest.fixture
def app(front: Front) -> FastAPI:
    return app_of_tests(front.database, routers=(access_router, leads_router, router))


@pytest_asyncio.fixture
async def alice(app: FastAPI, front: Front) -> AsyncIterator[httpx.AsyncClient]:
    """Someone at the desk."""
    email = await member(front.database, Role.FRONT_DESK, front.practice)
    async with browser(app, email, at=front.practice.slug) as client:
        yield client


async def texted(front: Front, phone: str = NUMBER) -> str:
    """Someone texts; the id of their conversation."""
    async with front.database.clinic(front.practice.scope) as session:
        return encode("thr", await inbox.receive_text(session, InboundText(new_id().hex, phone, "Hello")))


async def lead(front: Front, **more: object) -> str:
    told: dict[str, object] = {"phone": NUMBER, "email": EMAIL, "interest": "Botox", "agrees_to_texts": True}
    async with front.database.clinic(front.practice.scope) as session:
        new = NewLead("Noa Levin", "web_form", **{**told, **more})  # type: ignore[arg-type]
        return encode("led", await leads.add_lead(session, new))


async def test_a_lead_who_texts_is_shown_with_what_is_known(alice: httpx.AsyncClient, front: Front) -> None:
    lead_id, thread_id = await lead(front), await texted(front)
    person = (await alice.get(f"conversations/{thread_id}/person")).json()
    known = person.pop("lead")
    assert person == {
        "address": "(305) 555-0177",
        "next_visit": None,
        "agreed_to": ["sms"],
        "opted_out": False,
        "records": [],
    }
    assert known == {
        "id": lead_id,
        "name": "Noa Levin",
        "phone": "(305) 555-0177",
        "email": EMAIL,
        "source": "web_form",
        "interest": "Botox",
        "stage": "new",
    }


async def test_of_a_stranger_only_the_number_is_known_and_who_shares_it(
    alice: httpx.AsyncClient, front: Front
) -> None:
    thread_id = await texted(front)
    person = (await alice.get(f"conversations/{thread_id}/person")).json()
    assert (person["address"], person["lead"], person["records"]) == ("(305) 555-0177", None, [])
    for name in ("Ana Ruiz", "Leo Ruiz"):
        await make_patient(front.database, front.practice, name, NUMBER)
    person = (await alice.get(f"conversations/{thread_id}/person")).json()
    assert [(one["name"], one["unverified"]) for one in person["records"]] == [
        ("Ana Ruiz", False),
        ("Leo Ruiz", False),
    ]


async def test_the_desk_begins_a_conversation_with_a_lead_and_nothing_leaves(
    alice: httpx.AsyncClient, front: Front
) -> None:
    lead_id = await lead(front)
    first, second = [(await alice.post(f"leads/{lead_id}/conversation", json={})) for _ in range(2)]
    assert first.status_code == 200 and first.json() == second.json()
    by_mail = await alice.post(f"leads/{lead_id}/conversation", json={"channel": "email"})
    assert by_mail.json() != first.json()
    assert (await alice.get(f"conversations/{by_mail.json()['id']}/person")).json()["lead"]["id"] == lead_id
    assert front.sms.texts == []
    without = await lead(front, phone="305 555 0178", email=None)
    refused = await alice.post(f"leads/{without}/conversation", json={"channel": "email"})
    assert (refused.status_code, refused.json()["detail"]) == (409, "There is no email address on this lead.")


async def test_a_lead_becomes_a_patient_with_their_thread_and_what_they_said(
    alice: httpx.AsyncClient, front: Front
) -> None:
    async with front.database.clinic(front.practice.scope) as session:
        chat = await inbox.start_conversation(session, Channel.WEB_CHAT)
        told = Learned(name="Noa Levin", phone=NUMBER, email=EMAIL)
        kept = await leads.keep_lead(session, chat.id, told, source="web_chat", visitor=False)
    thread_id = await texted(front)
    made = await alice.post(f"conversations/{thread_id}/patient", json={"name": "Noa Levin"})
    assert made.status_code == 200, made.text
    patient_id = decode("pat", made.json()["patient_id"])
    async with front.database.clinic(front.practice.scope) as session:
        patient = await patients.get_patient(session, patient_id)
        assert (patient.phone, patient.email) == (NUMBER, EMAIL)
        assert await inbox.patient_of_thread(session, decode("thr", thread_id)) == patient_id
        assert (await leads.get_lead(session, kept.id)).patient_id == patient_id
        assert (await inbox.get_conversation(session, chat.id)).patient_id == patient_id
    again = await alice.post(f"conversations/{thread_id}/patient", json={"name": "Noa Levin"})
    assert again.status_code == 409


async def test_another_name_at_the_number_is_another_person(alice: httpx.AsyncClient, front: Front) -> None:
    lead_id, thread_id = await lead(front), await texted(front)
    made = await alice.post(f"conversations/{thread_id}/patient", json={"name": "Leo Levin"})
    async with front.database.clinic(front.practice.scope) as session:
        patient = await patients.get_patient(session, decode("pat", made.json()["patient_id"]))
        assert (patient.name, patient.email) == ("Leo Levin", None)
        assert (await leads.get_lead(session, decode("led", lead_id))).patient_id is None


async def test_who_is_a_patient_already_is_not_entered_twice(alice: httpx.AsyncClient, front: Front) -> None:
    ana, _ = [await make_patient(front.database, front.practice, f"{name} Ruiz", NUMBER) for name in ("Ana", "Leo")]
    thread_id = await texted(front)
    made = await alice.post(f"conversations/{thread_id}/patient", json={"name": "ana ruiz"})
    assert made.json() == {"patient_id": encode("pat", ana)}
    unnamed = await alice.post(f"conversations/{await texted(front, '+13055550179')}/patient", json={"name": " "})
    assert unnamed.status_code == 422


@pytest.mark.parametrize(
    ("role", "reads", "writes"),
    [(Role.MANAGER, 200, 200), (Role.PROVIDER, 200, 403), (Role.READ_ONLY, 403, 403), (None, 404, 404)],
)
async def test_roles_see_and_do_what_is_theirs(
    app: FastAPI, front: Front, role: Role | None, reads: int, writes: int
) -> None:
    lead_id, thread_id = await lead(front), await texted(front)
    asked: list[tuple[str, str, object]] = [
        ("GET", f"conversations/{thread_id}/person", None),
        ("POST", f"leads/{lead_id}/conversation", {}),
        ("POST", f"conversations/{thread_id}/patient", {"name": "Noa Levin"}),
    ]
    email = f"{new_id().hex}@clinic.example"
    await make_user(front.database, email, {front.practice.scope.clinic_id: role} if role else None)
    async with browser(app, email, at=front.practice.slug) as http:
        answers = [(await http.request(method, url, json=body)).status_code for method, url, body in asked]
    assert answers == [reads, writes, writes]
    async with browser(app, at=front.practice.slug) as nobody:
        answers = [(await nobody.request(method, url, json=body)).status_code for method, url, body in asked]
    assert answers == [401, 401, 401]


async def test_ids_of_other_clinics_are_unknown(alice: httpx.AsyncClient, front: Front) -> None:
    thread_id, lead_id = encode("thr", new_id()), encode("led", new_id())
    assert (await alice.get(f"conversations/{thread_id}/person")).status_code == 404
    assert (await alice.post(f"leads/{lead_id}/conversation", json={})).status_code == 404
    assert (await alice.post(f"conversations/{thread_id}/patient", json={"name": "Noa"})).status_code == 404


async def test_a_lead_gives_a_conversation_its_name(alice: httpx.AsyncClient, front: Front) -> None:
    await lead(front)
    thread_id, stranger = await texted(front), await texted(front, "+13055550178")
    answer = await alice.post("conversations/names", json={"ids": [thread_id, stranger]})
    assert answer.json() == {"items": [{"id": thread_id, "name": "Noa Levin"}]}
    assert (await alice.post("conversations/names", json={"ids": ["led_1"]})).status_code == 404


@pytest.mark.parametrize("query", ["noa", "Lev No", "5550177"])
async def test_a_search_of_conversations_finds_leads(alice: httpx.AsyncClient, front: Front, query: str) -> None:
    await lead(front)
    thread_id, _ = await texted(front), await texted(front, "+13055550178")
    answer = await alice.post("conversations/search", json={"query": query})
    assert [one["id"] for one in answer.json()["items"]] == [thread_id]


@pytest.mark.parametrize("query", ["5550178", "555-0178"])
async def test_a_number_of_no_one_is_found(alice: httpx.AsyncClient, front: Front, query: str) -> None:
    await texted(front)
    thread_id = await texted(front, "+13055550178")
    answer = await alice.post("conversations/search", json={"query": query})
    assert [one["id"] for one in answer.json()["items"]] == [thread_id]


async def test_a_search_of_conversations_finds_patients_and_leads_newest_first(
    alice: httpx.AsyncClient, front: Front
) -> None:
    await lead(front)
    of_lead = await texted(front)
    await make_patient(front.database, front.practice, "Noa Berg", "+13055550179")
    of_patient = await texted(front, "+13055550179")
    answer = await alice.post("conversations/search", json={"query": "noa"})
    found = [(one["id"], one["name"]) for one in answer.json()["items"]]
    assert found == [(of_patient, "Noa Berg"), (of_lead, None)]
    unread = await alice.post("conversations/search", json={"query": "noa", "show": "mine"})
    assert unread.json()["items"] == []


async def test_a_lead_gives_a_task_its_name(alice: httpx.AsyncClient, front: Front) -> None:
    lead_id = await lead(front)
    answer = await alice.post("tasks/names", json={"ids": [lead_id, encode("led", new_id())]})
    assert answer.json() == {"items": [{"id": lead_id, "name": "Noa Levin"}]}
    assert (await alice.post("tasks/names", json={"ids": ["thr_1"]})).status_code == 404


@pytest.mark.parametrize("query", ["noa", "lev no", "5550177", "noa@home"])
async def test_a_lead_is_found_to_write_to(alice: httpx.AsyncClient, front: Front, query: str) -> None:
    lead_id = await lead(front)
    found = (await alice.post("leads/search", json={"query": query})).json()["items"]
    assert found == [
        {
            "id": lead_id,
            "name": "Noa Levin",
            "phone": "(305) 555-0177",
            "email": EMAIL,
            "agreed_to": ["sms"],
            "opted_out": False,
        }
    ]


async def test_others_are_not_found(alice: httpx.AsyncClient, front: Front) -> None:
    await lead(front)
    assert (await alice.post("leads/search", json={"query": "evin"})).json() == {"items": []}


async def called(front: Front, told: Learned | None = None, *, callback: str | None = None) -> str:
    """Someone who is no patient calls; the id of the entry. ``callback``: the number in staff's task."""
    async with front.database.clinic(front.practice.scope) as session:
        call = await inbox.start_conversation(session, Channel.PHONE)
        if told is not None:
            await leads.keep_lead(session, call.id, told, source="phone", visitor=False)
        if callback is not None:
            await inbox.open_task(session, TaskKind.CALL_BACK, "Call me", conversation_id=call.id, phone=callback)
        await inbox.note_in_progress(session, call, "Noa Levin")
        (line,) = (await inbox.search_activities(session, ActivitySearch(limit=1))).items
        return encode("act", line.id)


async def test_whoever_called_is_reached_by_their_lead(alice: httpx.AsyncClient, front: Front) -> None:
    activity_id = await called(front, Learned(name="Noa Levin", phone=NUMBER, email=EMAIL))
    caller = (await alice.get(f"activities/{activity_id}/person")).json()
    lead_id = caller.pop("lead_id")
    assert lead_id.startswith("led_")
    assert caller == {
        "patient_id": None,
        "name": "Noa Levin",
        "phone": NUMBER,
        "email": EMAIL,
        "thread_id": None,
        "no_text": caller["no_text"],
    }
    begun = await alice.post(f"leads/{lead_id}/conversation", json={})
    again = (await alice.get(f"activities/{activity_id}/person")).json()
    assert again["thread_id"] == begun.json()["id"]


async def test_whoever_left_only_a_number_is_called_there(alice: httpx.AsyncClient, front: Front) -> None:
    activity_id = await called(front, callback=NUMBER)
    caller = (await alice.get(f"activities/{activity_id}/person")).json()
    assert (caller["lead_id"], caller["name"], caller["phone"]) == (None, None, NUMBER)
    known = await lead(front)
    assert (await alice.get(f"activities/{activity_id}/person")).json()["lead_id"] == known


async def test_of_a_caller_who_left_nothing_nothing_is_known(alice: httpx.AsyncClient, front: Front) -> None:
    caller = (await alice.get(f"activities/{await called(front)}/person")).json()
    assert set(caller.values()) == {None}


async def test_a_lead_is_shown_as_who_writes_is_even_without_any_address(
    alice: httpx.AsyncClient, front: Front
) -> None:
    lead_id, thread_id = await lead(front), await texted(front)
    by_lead = (await alice.get(f"leads/{lead_id}/person")).json()
    assert by_lead == (await alice.get(f"conversations/{thread_id}/person")).json()
    async with front.database.clinic(front.practice.scope) as session:
        chat = await inbox.start_conversation(session, Channel.WEB_CHAT)
        kept = await leads.keep_lead(session, chat.id, Learned(name="Bo"), source="web_chat", visitor=False)
    bare = (await alice.get(f"leads/{encode('led', kept.id)}/person")).json()
    assert (bare["address"], bare["lead"]["name"], bare["agreed_to"], bare["records"]) == ("", "Bo", [], [])


@pytest.mark.parametrize("path", ["activities/{}/person", "leads/{}/person"])
async def test_a_foreign_id_is_not_found(alice: httpx.AsyncClient, path: str) -> None:
    kind: Kind = "act" if path.startswith("activities") else "led"
    assert (await alice.get(path.format(encode(kind, new_id())))).status_code == 404
