"""Conversations by text over HTTP, for everyone who may and may not."""

import httpx
import pytest
from fastapi import FastAPI

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.correspondence.routes import router as correspondence_router
from mia.clinic.inbox.routes import router
from mia.clinic.inbox.service import Channel
from mia.clinic.leads.answers.person_routes import router as leads_router
from mia.clinic.patients import service as patients
from mia.identity.routes import router as access_router
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from tests.clinic.inbox.conftest import NUMBER, Texting
from tests.fakes.access import app_of_tests, browser, make_user


@pytest.fixture
def app(texting: Texting) -> FastAPI:
    return app_of_tests(texting.database, routers=(access_router, router, correspondence_router, leads_router))


async def member(texting: Texting, role: Role | None) -> str:
    email = f"member-{new_id().hex}@clinic.example"
    await make_user(texting.database, email, {texting.practice.scope.clinic_id: role} if role else None)
    return email


def base(texting: Texting) -> str:
    return f"/api/clinics/{texting.practice.slug}/conversations"


async def test_staff_reads_takes_over_writes_and_hands_back(app: FastAPI, texting: Texting) -> None:
    await texting.patient()
    url = f"{base(texting)}/{encode('thr', await texting.receive('Is Sofia in today?'))}"
    async with browser(app, await member(texting, Role.FRONT_DESK)) as http:
        listed = (await http.post(f"{base(texting)}/search", json={})).json()
        assert [item["name"] for item in listed["items"]] == ["Ana Ruiz"]
        assert listed["items"][0]["last_message"]["text"] == "Is Sofia in today?"
        assert (await http.post(f"{url}/take-over")).status_code == 204
        body = {"text": "Yes, until six.", "idempotency_key": "click-0001"}
        first, second = [(await http.post(f"{url}/messages", json=body)) for _ in range(2)]
        assert first.status_code == 202 and first.json() == second.json()
        await texting.work()
        read = (await http.get(url)).json()
        assert (read["mode"], read["opted_out"]) == ("staff", False)
        assert [(one["from"], one["status"]) for one in read["messages"]] == [
            ("patient", "received"),
            ("staff", "sent"),
        ]
        assert (await http.post(f"{url}/hand-back")).status_code == 204
        assert (await http.get(url)).json()["mode"] == "mia"


async def test_a_stop_is_seen_by_staff_and_binds_them(app: FastAPI, texting: Texting) -> None:
    url = f"{base(texting)}/{encode('thr', await texting.receive('STOP'))}"
    async with browser(app, await member(texting, Role.OWNER)) as http:
        read = (await http.get(url)).json()
        assert read["opted_out"]
        assert [way["reason"] for way in read["ways"] if not way["allowed"]] == [
            "The patient asked not to be contacted"
        ]
        answer = await http.post(f"{url}/messages", json={"text": "Sure?", "idempotency_key": "click-0002"})
    assert answer.status_code == 409
    assert answer.json()["detail"] == "This was not sent. The patient asked not to be contacted."


async def test_pages_follow_each_other_and_foreign_cursors_are_refused(app: FastAPI, texting: Texting) -> None:
    for line in range(3):
        await texting.receive("Hi", sender=f"+1305555017{line}")
    seen: list[str] = []
    async with browser(app, await member(texting, Role.OWNER)) as http:
        cursor = None
        for _ in range(3):
            page = (await http.post(f"{base(texting)}/search", json={"limit": 1, "cursor": cursor})).json()
            seen += [item["phone"] for item in page["items"]]
            cursor = page["next_cursor"]
        refused = await http.post(f"{base(texting)}/search", json={"cursor": "bm9uc2Vuc2U="})
    assert seen == ["(305) 555-0172", "(305) 555-0171", "(305) 555-0170"]
    assert cursor is None
    assert refused.status_code == 422


@pytest.mark.parametrize(
    ("role", "reads", "writes"), [(Role.MANAGER, 200, 202), (Role.PROVIDER, 200, 403), (Role.READ_ONLY, 403, 403)]
)
async def test_roles_see_and_do_what_is_theirs(
    app: FastAPI, texting: Texting, role: Role, reads: int, writes: int
) -> None:
    await texting.patient()
    url = f"{base(texting)}/{encode('thr', await texting.receive('Hello'))}"
    async with browser(app, await member(texting, role)) as http:
        assert (await http.post(f"{base(texting)}/search", json={})).status_code == reads
        assert (await http.get(url)).status_code == reads
        body = {"text": "Hello", "idempotency_key": "click-0003"}
        assert (await http.post(f"{url}/messages", json=body)).status_code == writes
        changed = 204 if writes == 202 else 403
        assert (await http.post(f"{url}/take-over")).status_code == changed
        assert (await http.post(f"{url}/hand-back")).status_code == changed


async def asked(http: httpx.AsyncClient, url: str) -> int:
    return (await http.get(url)).status_code


async def test_nobody_strangers_and_unknown_ids_get_nothing(app: FastAPI, texting: Texting) -> None:
    url = f"{base(texting)}/{encode('thr', await texting.receive('Hello'))}"
    async with browser(app) as anonymous:
        assert await asked(anonymous, url) == 401
    async with browser(app, await member(texting, None)) as stranger:
        assert await asked(stranger, url) == 404
    async with browser(app, await member(texting, Role.OWNER)) as owner:
        assert await asked(owner, f"{base(texting)}/{encode('thr', new_id())}") == 404
        assert await asked(owner, f"{base(texting)}/nonsense") == 404


async def test_a_person_is_one_conversation_whatever_they_wrote_or_called_by(
    app: FastAPI, texting: Texting
) -> None:
    ana = await texting.patient()
    thread_id = await texting.receive("Is Sofia in today?")
    async with texting.database.clinic(texting.practice.scope) as session:
        by_mail = await inbox.ensure_thread(session, "ana@mail.example", patient_id=ana)
        call = await inbox.start_conversation(session, Channel.PHONE)
        await inbox.note_in_progress(session, call, "Ana Ruiz")
        await inbox.link_patient(session, call.id, ana)
    async with browser(app, await member(texting, Role.FRONT_DESK)) as http:
        listed = (await http.post(f"{base(texting)}/search", json={})).json()["items"]
        assert [item["patient_id"] for item in listed] == [encode("pat", ana)]
        for id_ in (thread_id, by_mail):
            read = (await http.get(f"{base(texting)}/{encode('thr', id_)}")).json()
            assert [(one["text"], one["channel"]) for one in read["messages"]] == [("Is Sofia in today?", "sms")]
            assert [one["channel"] for one in read["contacts"]] == ["phone"]
            assert {way["channel"] for way in read["ways"]} == {"sms", "email"}
            assert all(way["allowed"] for way in read["ways"])


async def test_a_number_that_is_no_ones_shows_who_called_from_it_and_who_gave_it_as_theirs(
    app: FastAPI, texting: Texting
) -> None:
    url = f"{base(texting)}/{encode('thr', await texting.receive('Is my visit on?'))}"
    async with texting.database.clinic(texting.practice.scope) as session:
        stranger = await patients.unverified_patient(session, "Ana Ruiz", NUMBER, source="mia")
        for origin, owner in ((NUMBER, None), ("203.0.113.7", stranger.id), ("+13055550188", None)):
            call = await inbox.start_conversation(session, Channel.PHONE, origin=origin)
            await inbox.note_in_progress(session, call, f"From {origin}")
            if owner:
                await inbox.link_patient(session, call.id, owner)
    async with browser(app, await member(texting, Role.FRONT_DESK)) as http:
        read = (await http.get(url)).json()
    assert {one["patient_name"] for one in read["contacts"]} == {f"From {NUMBER}", "From 203.0.113.7"}
    assert read["patient_id"] is None, "it stays no one's until the number is confirmed"


async def test_staff_begin_to_write_to_a_patient_and_nothing_leaves_before_they_do(
    app: FastAPI, texting: Texting
) -> None:
    ana = encode("pat", await texting.patient())
    async with browser(app, await member(texting, Role.FRONT_DESK)) as http:
        first, second = [
            await http.post(base(texting), json={"patient_id": ana, "channel": "sms"}) for _ in range(2)
        ]
        assert first.status_code == 200, first.text
        assert first.json() == second.json()
        unsaid = await http.post(base(texting), json={"patient_id": ana})
        assert unsaid.json() == first.json(), "by text when it is not said how"
        assert (await http.get(f"{base(texting)}/{first.json()['id']}")).json()["messages"] == []
        without = await http.post(base(texting), json={"patient_id": ana, "channel": "email"})
        assert (without.status_code, without.json()["detail"]) == (
            409,
            "There is no email address on this record.",
        )
        stranger = {"patient_id": encode("pat", new_id()), "channel": "sms"}
        assert (await http.post(base(texting), json=stranger)).status_code == 404
    async with browser(app, await member(texting, Role.PROVIDER)) as http:
        assert (await http.post(base(texting), json={"patient_id": ana, "channel": "sms"})).status_code == 403


async def test_what_a_patient_writes_is_unread_until_someone_looks_or_answers(
    app: FastAPI, texting: Texting
) -> None:
    ana = await texting.patient()
    url = f"{base(texting)}/{encode('thr', await texting.receive('Hello'))}"
    async with texting.database.clinic(texting.practice.scope) as session:
        await inbox.ensure_thread(session, "ana@mail.example", patient_id=ana)
    async with browser(app, await member(texting, Role.FRONT_DESK)) as http:

        async def unread() -> tuple[int, int]:
            listed = (await http.post(f"{base(texting)}/search", json={"show": "unread"})).json()["items"]
            return (await http.get(f"{base(texting)}/counts")).json()["unread"], len(listed)

        assert await unread() == (1, 1)
        assert (await http.patch(url, json={"unread": False})).status_code == 204
        assert await unread() == (0, 0)
        assert (await http.patch(url, json={"unread": True})).status_code == 204
        assert (await http.patch(url, json={"unread": None})).status_code == 204
        assert await unread() == (1, 1), "a person is one, however many addresses they have"
        body = {"text": "Hi Ana", "idempotency_key": "click-0004"}
        assert (await http.post(f"{url}/messages", json=body)).status_code == 202
        assert await unread() == (0, 0)


async def test_a_conversation_is_assigned_to_one_of_the_team(app: FastAPI, texting: Texting) -> None:
    await texting.patient()
    url = f"{base(texting)}/{encode('thr', await texting.receive('Hello'))}"
    email = await member(texting, Role.FRONT_DESK)
    async with browser(app, await member(texting, Role.OWNER)) as http:
        stranger = {"assignee_id": encode("usr", new_id())}
        assert (await http.patch(url, json=stranger)).status_code == 422
    async with browser(app, email) as http:
        me = (await http.get("/api/session")).json()["user"]["id"]
        assert (await http.patch(url, json={"assignee_id": me})).status_code == 204
        assert (await http.get(url)).json()["assignee_id"] == me
        assert (await http.get(f"{base(texting)}/counts")).json() == {"unread": 1, "waiting": 0, "mine": 1}
        (mine,) = (await http.post(f"{base(texting)}/search", json={"show": "mine"})).json()["items"]
        assert mine["assignee_id"] == me
        assert (await http.patch(url, json={"assignee_id": None})).status_code == 204
        assert (await http.post(f"{base(texting)}/search", json={"show": "mine"})).json()["items"] == []
        assert (await http.patch(f"{base(texting)}/{encode('thr', new_id())}", json={})).status_code == 404


@pytest.mark.parametrize(
    ("role", "counts", "changes"), [(Role.PROVIDER, 200, 403), (Role.READ_ONLY, 403, 403), (None, 404, 404)]
)
async def test_only_those_who_write_to_patients_assign_and_mark(
    app: FastAPI, texting: Texting, role: Role | None, counts: int, changes: int
) -> None:
    url = f"{base(texting)}/{encode('thr', await texting.receive('Hello'))}"
    async with browser(app) as anonymous:
        assert await asked(anonymous, f"{base(texting)}/counts") == 401
        assert (await anonymous.patch(url, json={"unread": False})).status_code == 401
    async with browser(app, await member(texting, role)) as http:
        assert await asked(http, f"{base(texting)}/counts") == counts
        assert (await http.patch(url, json={"unread": False})).status_code == changes
