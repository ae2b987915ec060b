"""The public web form: whose it is, where it may stand, what it takes, and what is proof of a consent."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Channel, Purpose, TextKind
from mia.clinic.leads import service as leads
from mia.clinic.leads.temporary.models import FormConsentRow
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import encode
from mia.platform.kernel.scope import Role
from tests.clinic.leads.conftest import Browser, settle
from tests.fakes.access import ORIGIN, browser
from tests.fakes.practice import PracticeOfTests, make_practice

SITE = "https://www.harbor.example"
BEA: dict[str, Any] = {
    "name": "Bea Lind",
    "email": "bea@lind.example",
    "phone": "(305) 555-0171",
    "treatment_interest": "Dermal Fillers",
    "message": "How long does it last?",
}


async def key_of(desk: httpx.AsyncClient, practice: PracticeOfTests) -> str:
    form = (await desk.get(f"/api/clinics/{practice.slug}/lead-form")).json()
    address, _, key = form["url"].partition("?key=")
    assert address == f"{ORIGIN}/embed/lead/{practice.slug}"
    return str(key)


async def opened(
    visitor: httpx.AsyncClient, desk: httpx.AsyncClient, practice: PracticeOfTests, page: str = ""
) -> str:
    """The ticket of a form that someone has opened."""
    query = {"key": await key_of(desk, practice), "page": page}
    response = await visitor.get(f"/api/embed/lead/{practice.slug}", params=query)
    assert response.status_code == 200, response.text
    return str(response.json()["ticket"])


async def send(visitor: httpx.AsyncClient, practice: PracticeOfTests, ticket: str, **more: Any) -> httpx.Response:
    return await visitor.post(f"/api/embed/lead/{practice.slug}", json={**BEA, "ticket": ticket, **more})


async def waiting(desk: httpx.AsyncClient, practice: PracticeOfTests) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await desk.get(f"/api/clinics/{practice.slug}/temporary-leads")).json()["items"]
    return found


async def test_what_a_visitor_sends_stands_among_the_temporary_leads(
    visitor: httpx.AsyncClient, desk: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    sent = await send(visitor, practice, await opened(visitor, desk, practice))
    assert (sent.status_code, sent.json()) == (201, {"received": True})
    (lead,) = await waiting(desk, practice)
    assert {key: lead[key] for key in BEA} == BEA
    assert (lead["source"], lead["in_pipeline"]) == ("web_form", False)


async def test_a_form_says_whose_it_is_and_what_would_be_agreed_to(
    visitor: httpx.AsyncClient, desk: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    query = {"key": await key_of(desk, practice)}
    form = (await visitor.get(f"/api/embed/lead/{practice.slug}", params=query)).json()
    assert form["practice"] == "Harbor Aesthetics"
    for word in ("Harbor Aesthetics", "call or text", "AI assistant", "not a condition", "STOP"):
        assert word in form["consent"]


async def test_a_key_opens_the_form_of_its_own_clinic_only(
    visitor: httpx.AsyncClient, desk: httpx.AsyncClient, practice: PracticeOfTests, database: Database
) -> None:
    other = await make_practice(database, f"other-{practice.slug}")
    key = await key_of(desk, practice)
    wrong = [(other.slug, key), (practice.slug, ""), (practice.slug, key[:-1] + "ü"), ("no-such-clinic", key)]
    for slug, tried in (*wrong, ("a%00b", key)):
        response = await visitor.get(f"/api/embed/lead/{slug}", params={"key": tried})
        assert (response.status_code, response.json()["detail"]) == (404, "This form is not known")


async def test_only_pages_that_the_clinic_named_and_our_own_may_show_it(
    visitor: httpx.AsyncClient, desk: httpx.AsyncClient, practice: PracticeOfTests, database: Database
) -> None:
    key = await key_of(desk, practice)

    async def status(page: str) -> int:
        found = await visitor.get(f"/api/embed/lead/{practice.slug}", params={"key": key, "page": page})
        return found.status_code

    assert [await status(page) for page in ("", ORIGIN, SITE)] == [200, 200, 403]
    await settle(database, practice, form_origins=(SITE,))
    assert [await status(page) for page in (SITE, f"{SITE}.evil.example", "http://www.harbor.example")] == [
        200,
        403,
        403,
    ]
    form = (await desk.get(f"/api/clinics/{practice.slug}/lead-form")).json()
    assert form["origins"] == [SITE]


async def test_the_same_form_sent_twice_counts_once(
    visitor: httpx.AsyncClient, desk: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    ticket = await opened(visitor, desk, practice)
    answers = [await send(visitor, practice, ticket, consent=True) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert len(await waiting(desk, practice)) == 1


async def test_a_form_cannot_be_sent_without_the_pass_of_an_opened_one(
    visitor: httpx.AsyncClient,
    desk: httpx.AsyncClient,
    practice: PracticeOfTests,
    database: Database,
    clock: MovableClock,
) -> None:
    other = await make_practice(database, f"other-{practice.slug}")
    ticket = await opened(visitor, desk, practice)
    forged = ("", "x", "ü", ticket[:-2], f"A{ticket[1:]}" if ticket[0] != "A" else f"B{ticket[1:]}")
    for tried in forged:
        assert (await send(visitor, practice, tried)).status_code == 400
    assert (await send(visitor, other, ticket)).status_code == 400
    clock.move(timedelta(hours=4))
    late = await send(visitor, practice, ticket)
    assert (late.status_code, "reload the page" in late.json()["detail"]) == (400, True)


async def test_a_program_that_fills_in_everything_is_thanked_and_forgotten(
    visitor: httpx.AsyncClient, desk: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    ticket = await opened(visitor, desk, practice)
    sent = await send(visitor, practice, ticket, website="https://pills.example")
    assert (sent.status_code, sent.json()) == (201, {"received": True})
    assert await waiting(desk, practice) == []


async def test_one_place_cannot_send_it_without_end(
    desk: httpx.AsyncClient,
    practice: PracticeOfTests,
    visitor: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mia.identity.throttle._LOCALLY", 1)
    answers = [await send(visitor, practice, await opened(visitor, desk, practice)) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [201] * 10 + [429]
    assert len(await waiting(desk, practice)) == 10


@pytest.mark.parametrize(("field", "value"), [("phone", "12"), ("name", "Win at evil.com/x")])
async def test_what_cannot_be_right_is_named_by_field(
    visitor: httpx.AsyncClient, desk: httpx.AsyncClient, practice: PracticeOfTests, field: str, value: str
) -> None:
    refused = await send(visitor, practice, await opened(visitor, desk, practice), **{field: value})
    assert (refused.status_code, list(refused.json()["errors"])) == (422, [field])
    assert await waiting(desk, practice) == []


@pytest.mark.parametrize("phone", ["+44 20 7183 8750", "+1 876 555 1234", "+1 900 555 1234"])
async def test_a_number_that_would_cost_dearly_to_text_is_refused(
    visitor: httpx.AsyncClient, desk: httpx.AsyncClient, practice: PracticeOfTests, phone: str
) -> None:
    refused = await send(visitor, practice, await opened(visitor, desk, practice), phone=phone, consent=True)
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["phone"])
    assert await waiting(desk, practice) == []


async def proofs(database: Database, practice: PracticeOfTests) -> list[FormConsentRow]:
    async with database.clinic(practice.scope) as session:
        query = select(FormConsentRow).where(FormConsentRow.clinic_id == practice.scope.clinic_id)
        return list(await session.sql.scalars(query))


async def test_the_words_beside_a_ticked_box_are_kept_as_proof_and_outlive_the_lead(
    visitor: httpx.AsyncClient,
    desk: httpx.AsyncClient,
    practice: PracticeOfTests,
    database: Database,
    clock: MovableClock,
) -> None:
    await settle(database, practice, form_origins=(SITE,))
    ticket = await opened(visitor, desk, practice, SITE)
    async with database.clinic(practice.scope) as session:
        words = (await consent.current_text(session, TextKind.LEAD_FORM, "Harbor Aesthetics")).words
        await consent.revise_text(session, TextKind.LEAD_FORM, "Other words, from now on.", 1)
    await send(visitor, practice, ticket, consent=True)
    clock.move(timedelta(minutes=30))
    await leads.cleanup_expired_leads(database)
    (proof,) = await proofs(database, practice)
    assert (proof.wording, proof.page) == (words, SITE)
    async with database.clinic(practice.scope) as session:
        assert await consent.list_consents(session, "+13055550171") == [], "nobody knows whose number it is"
        await consent.release_consents(session, "+13055550171", encode("frm", proof.id))
        given = await consent.list_consents(session, "+13055550171")
    assert {(one.channel, one.purpose, one.basis) for one in given} == {
        (channel, Purpose.CALL_BACK, Basis.EXPRESS) for channel in (Channel.SMS, Channel.CALL, Channel.AI_VOICE)
    }
    assert len({one.proof for one in given}) == 1
    assert given[0].proof == encode("frm", proof.id)
    assert {one.text_id for one in given} == {await first_version(database, practice)}


async def first_version(database: Database, practice: PracticeOfTests) -> UUID:
    """The words that stood beside the box when the form was opened."""
    async with database.clinic(practice.scope) as session:
        (first,) = [text for text in await consent.list_texts(session) if text.version == 1]
    return first.id


async def test_a_box_left_alone_allows_nothing(
    visitor: httpx.AsyncClient, desk: httpx.AsyncClient, practice: PracticeOfTests, database: Database
) -> None:
    await settle(database, practice, follows_up_leads=True)
    await send(visitor, practice, await opened(visitor, desk, practice))
    assert await proofs(database, practice) == []
    async with database.clinic(practice.scope) as session:
        assert await consent.list_consents(session, "+13055550171") == []
        assert await leads.find_open_leads(session, "+13055550171") == []


async def test_mia_has_the_lead_at_once_where_the_practice_lets_her_and_the_visitor_agreed(
    visitor: httpx.AsyncClient, desk: httpx.AsyncClient, practice: PracticeOfTests, database: Database
) -> None:
    await settle(database, practice, follows_up_leads=True)
    await send(visitor, practice, await opened(visitor, desk, practice), consent=True)
    async with database.clinic(practice.scope) as session:
        (lead,) = await leads.find_open_leads(session, "+13055550171")
        given = await consent.list_consents(session, "+13055550171")
        assert given == [] and await consent.is_text_awaited(session, "+13055550171")
    assert (lead.source, lead.learned.name, lead.learned.message) == ("web_form", "Bea Lind", BEA["message"])
    (temporary,) = await waiting(desk, practice)
    assert temporary["in_pipeline"]
    kept = await desk.post(f"/api/clinics/{practice.slug}/temporary-leads/{temporary['id']}/pipeline")
    assert kept.json() == {"lead_id": encode("led", lead.id)}
    async with database.clinic(practice.scope) as session:
        assert len(await leads.find_open_leads(session, "+13055550171")) == 1


@pytest.mark.parametrize(
    ("role", "status"),
    [(Role.OWNER, 200), (Role.MANAGER, 200), (Role.FRONT_DESK, 200), (Role.PROVIDER, 403), (Role.READ_ONLY, 403)],
)
async def test_who_captures_leads_may_read_the_address_of_the_form(
    as_role: Browser, practice: PracticeOfTests, role: Role, status: int
) -> None:
    async with as_role(role) as http:
        assert (await http.get(f"/api/clinics/{practice.slug}/lead-form")).status_code == status


async def test_another_site_cannot_make_a_browser_send_it(
    app: FastAPI, visitor: httpx.AsyncClient, desk: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    ticket = await opened(visitor, desk, practice)
    async with browser(app) as http:
        http.headers["Origin"] = SITE
        assert (await send(http, practice, ticket)).status_code == 403
