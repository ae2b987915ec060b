"""Questions that Mia could not answer: kept without who asked, read together, answered once by the practice."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import select

from mia.clinic.practice import service as practices
from mia.clinic.settings import question_routes
from mia.clinic.teaching import service as teaching
from mia.clinic.teaching.impersonal import impersonal
from mia.identity import routes as identity
from mia.platform.audit.models import AuditEntryRow
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.receptionist.receptionist import embedded_receptionist
from tests.clinic.settings.conftest import Json
from tests.fakes.access import app_of_tests, browser
from tests.fakes.practice import PracticeOfTests

CARE_CREDIT = ("Do you take CareCredit?", "is CareCredit accepted here")


@pytest.fixture
def app(database: Database) -> FastAPI:
    app = app_of_tests(database, routers=(identity.router, question_routes.router))
    app.state.likeness = embedded_receptionist()
    return app


@dataclass(frozen=True)
class Questions:
    """The open questions on someone's screen."""

    client: httpx.AsyncClient
    path: str

    async def groups(self) -> list[Json]:
        response = await self.client.get(self.path)
        assert response.status_code == 200, response.text
        found: list[Json] = response.json()["groups"]
        return found

    async def answer(self, **body: Any) -> httpx.Response:
        return await self.client.post(f"{self.path}/answer", json=body)

    async def dismiss(self, ids: list[str]) -> httpx.Response:
        return await self.client.post(f"{self.path}/dismiss", json={"question_ids": ids})


@pytest_asyncio.fixture
async def manager(app: FastAPI, practice: PracticeOfTests) -> AsyncIterator[Questions]:
    async with browser(app, f"manager@{practice.slug}.example") as client:
        yield Questions(client, f"/api/clinics/{practice.slug}/settings/questions")


async def ask(database: Database, practice: PracticeOfTests, *words: str, name: str | None = None) -> None:
    async with database.clinic(practice.scope) as session:
        await teaching.note_questions(session, new_id(), words, [name])


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("My name is priya raman, do you take CareCredit?", "My name is [name], do you take CareCredit?"),
        (
            "This is Ana Ruiz, can my daughter Lily come along?",
            "This is [name], can my daughter [name] come along?",
        ),
        ("can you call me on (305) 555-0142 about veneers", "can you call me on [number] about veneers"),
        ("three oh five five five five oh one four two, do you do kybella", "[number], do you do kybella"),
        ("I was born 3/14/1980, is that too old", "I was born [number], is that too old"),
        ("send it to ana@ruiz.example please", "send it to [email] please"),
        ("is Mrs. Alvarez in, and is Dr. Reyes?", "is Mrs. [name] in, and is Dr. Reyes?"),
        ("Do you take Blue Cross, and is it $1200?", "Do you take Blue Cross, and is it $1200?"),
    ],
)
def test_names_and_numbers_go_and_what_was_asked_stays(said: str, kept: str) -> None:
    assert impersonal(said) == kept


def test_a_name_that_is_known_goes_wherever_it_stands_and_a_word_that_may_be_one_stays() -> None:
    assert impersonal("priya here, will you do priya raman's peel", ["Priya Raman"]) == (
        "[name] here, will you do [name]'s peel"
    )
    assert impersonal("will the price stay? Ask Will", ["Will Price"]) == "will the price stay? Ask [name]"


async def test_questions_that_mean_the_same_stand_together_the_most_asked_first(
    manager: Questions, database: Database, practice: PracticeOfTests
) -> None:
    await ask(database, practice, "Is there wifi?")
    await ask(database, practice, f"Ana Ruiz here. {CARE_CREDIT[0]}", name="Ana Ruiz")
    await ask(database, practice, CARE_CREDIT[1])
    first, second = await manager.groups()
    assert first["wordings"] == [CARE_CREDIT[1], f"[name] here. {CARE_CREDIT[0]}"]
    assert (len(first["question_ids"]), second["wordings"]) == (2, ["Is there wifi?"])
    async with database.clinic(practice.scope) as session:
        noted = select(AuditEntryRow.action).where(AuditEntryRow.kind == "question")
        assert "question.read" in list(await session.sql.scalars(noted))


async def test_an_answer_becomes_one_of_the_practices_own_and_the_questions_go(
    manager: Questions, database: Database, practice: PracticeOfTests
) -> None:
    await ask(database, practice, *CARE_CREDIT)
    (group,) = await manager.groups()
    value = {"topic": "CareCredit", "questions": list(CARE_CREDIT), "answer": "Yes, we take CareCredit."}
    body = {"question_ids": group["question_ids"], "value": value}
    answered = await manager.answer(**body)
    assert answered.status_code == 200, answered.text
    fact = next(f for f in answered.json()["facts"] if f["value"]["topic"] == "CareCredit")
    assert fact["value"]["answer"] == "Yes, we take CareCredit."
    assert await manager.groups() == []
    async with database.clinic(practice.scope) as session:
        known = (await practices.get_practice(session)).facts
    assert practices.Fact("CareCredit", CARE_CREDIT, "Yes, we take CareCredit.") in known
    assert (await manager.answer(**body)).status_code == 409


async def test_an_answer_that_stands_takes_new_wordings_and_keeps_the_questions_when_it_has_changed(
    manager: Questions, database: Database, practice: PracticeOfTests
) -> None:
    await ask(database, practice, "Is there wifi?", "any internet for guests")
    first, second = await manager.groups()
    value = {"topic": "Wi-Fi", "questions": first["wordings"], "answer": "Yes."}
    facts = (await manager.answer(question_ids=first["question_ids"], value=value)).json()
    fact = next(f for f in facts["facts"] if f["value"]["topic"] == "Wi-Fi")
    wider = value | {"questions": [*value["questions"], *second["wordings"]]}
    body = {"question_ids": second["question_ids"], "item_id": fact["id"], "value": wider}
    stale = await manager.answer(**body, version="0" * 16)
    assert (stale.status_code, len(await manager.groups())) == (409, 1)
    changed = await manager.answer(**body, version=fact["version"])
    assert changed.status_code == 200, changed.text
    assert [f["value"] for f in changed.json()["facts"] if f["id"] == fact["id"]] == [wider | {"answer_es": ""}]


async def test_an_empty_answer_is_told_at_its_field_and_a_dismissed_question_goes(
    manager: Questions, database: Database, practice: PracticeOfTests
) -> None:
    await ask(database, practice, "Is there wifi?")
    (group,) = await manager.groups()
    value = {"topic": "Wi-Fi", "questions": [], "answer": " "}
    refused = await manager.answer(question_ids=group["question_ids"], value=value)
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["value.answer"])
    assert (await manager.dismiss(group["question_ids"])).status_code == 204
    assert await manager.groups() == []


async def test_questions_have_their_time_and_go_with_their_conversation(
    database: Database, practice: PracticeOfTests
) -> None:
    conversation_id = new_id()
    async with database.clinic(practice.scope) as session:
        await teaching.note_questions(session, conversation_id, ["Is there wifi?"], [])
        await teaching.note_questions(session, new_id(), ["Do you validate parking?"], [])
        await teaching.forget_questions(session, [conversation_id])
        assert [q.words for q in await teaching.list_questions(session)] == ["Do you validate parking?"]
        assert await teaching.purge_questions(session, session.now()) == 1
