"""Files are found by their words, and by what they mean in other words."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.platform.words.vectors import Vectors
from mia.voice.auth.guards import scope_of_row
from mia.voice.resources.file import by_meaning
from mia.voice.resources.file.by_meaning import UNCOMPARED, Comparing
from tests.fakes.phones.voice import VoiceApi, voice_api
from tests.voice.resources.tool_steps import OBEDIENT, made, told

Json = dict[str, Any]
PADDING = "\n\n" + "The corridor is painted in a light shade of green and has three lamps. " * 12 + "\n\n"
HOUSE = PADDING.join(
    [
        "Keep your head upright for four hours and skip the gym until tomorrow morning.",
        "Code JL-204 is the trio of peel, light and mask at 390 dollars.",
        "Park in the Elm Street garage and show us the ticket: two hours are on us.",
    ]
)
WORKOUT = "When may I work out again?"


@pytest_asyncio.fixture
async def voice(database: Database, settings: Settings) -> AsyncIterator[VoiceApi]:
    async with voice_api(database, settings, OBEDIENT) as api:
        yield api


async def assistant_that_knows(voice: VoiceApi, content: str, plan: Json | None = None) -> str:
    """The id of an assistant with a knowledge base of one file."""
    sent = await voice.http.post("/file", files={"file": ("house.txt", content.encode())})
    base: Json = {"provider": "trieve", "createPlan": {"chunkPlans": [{"fileIds": [sent.json()["id"]]}]}}
    base_id = await made(voice, "/knowledge-base", **base, **({"searchPlan": plan} if plan else {}))
    return await made(voice, "/assistant", model={"provider": "mia", "knowledgeBaseId": base_id})


async def found(voice: VoiceApi, assistant_id: str, question: str) -> list[Json]:
    """What the assistant's search finds."""
    said = await told(voice, assistant_id, f"use search_knowledge {json.dumps({'query': question})}")
    documents: list[Json] = json.loads(said)["documents"]
    return documents


async def test_a_question_in_other_words_finds_the_passage(voice: VoiceApi, database: Database) -> None:
    id = await assistant_that_knows(voice, HOUSE)
    assert await found(voice, id, WORKOUT) == []
    assert await Comparing(database).make_due() == 1
    assert "skip the gym" in (await found(voice, id, WORKOUT))[0]["content"]
    assert "Elm Street" in (await found(voice, id, "Where do I leave my car?"))[0]["content"]


async def test_codes_and_names_are_found_by_their_letters(voice: VoiceApi, database: Database) -> None:
    id = await assistant_that_knows(voice, HOUSE)
    assert "390 dollars" in (await found(voice, id, "JL-204"))[0]["content"]
    await Comparing(database).make_due()
    assert "390 dollars" in (await found(voice, id, "JL-204"))[0]["content"]
    assert await found(voice, id, "Who won the world cup?") == []


async def test_a_search_plan_says_how(voice: VoiceApi, database: Database) -> None:
    words = await assistant_that_knows(voice, HOUSE, {"searchType": "fulltext"})
    meaning = await assistant_that_knows(voice, HOUSE, {"searchType": "semantic"})
    both = await assistant_that_knows(voice, HOUSE, {"searchType": "hybrid", "topK": 1})
    await Comparing(database).make_due()
    assert await found(voice, words, WORKOUT) == []
    best = (await found(voice, meaning, WORKOUT))[0]
    assert ("skip the gym" in best["content"], 0.25 <= best["similarity"] <= 1) == (True, True)
    (one,) = await found(voice, both, "May I skip the gym?")
    assert ("skip the gym" in one["content"], one["similarity"]) == (True, 1.0)


async def test_files_of_an_older_version_are_compared_again(voice: VoiceApi, database: Database) -> None:
    id = await assistant_that_knows(voice, HOUSE)
    await Comparing(database).make_due()
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        await session.sql.execute(text("UPDATE voice_passages SET vectors_sealed = NULL"))
        file_id = await session.sql.scalar(text("SELECT id FROM voice_files"))
        assert file_id is not None
        await by_meaning.compare_later(session, file_id)
    assert await found(voice, id, WORKOUT) == []
    assert await Comparing(database).make_due() == 1
    assert "skip the gym" in (await found(voice, id, WORKOUT))[0]["content"]


async def test_what_stopped_halfway_goes_on_there(
    voice: VoiceApi, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await assistant_that_knows(voice, HOUSE * 12)
    real, asked = by_meaning.vectors_of, []

    def broken(passage: str) -> Vectors:
        asked.append(passage)
        if len(asked) == 12:
            raise RuntimeError("out of memory")
        return real(passage)

    monkeypatch.setattr(by_meaning, "vectors_of", broken)
    (taken,) = await UNCOMPARED.claim(database, 1)
    await Comparing(database).settle(taken)
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        kept = await session.sql.scalar(text("SELECT count(vectors_sealed) FROM voice_passages"))
        await session.sql.execute(text("UPDATE voice_uncompared_files SET next_at = now() - interval '1 second'"))
    assert kept == 8
    assert await Comparing(database).make_due() == 1
    assert "skip the gym" in (await found(voice, id, WORKOUT))[0]["content"]


async def test_a_file_that_is_gone_is_compared_no_more(voice: VoiceApi, database: Database) -> None:
    id = await assistant_that_knows(voice, HOUSE)
    file = (await voice.http.get("/file")).json()[0]
    await voice.http.delete(f"/file/{file['id']}")
    assert await Comparing(database).make_due() == 0
    assert await found(voice, id, WORKOUT) == []


async def test_vectors_are_sealed(voice: VoiceApi, database: Database) -> None:
    await assistant_that_knows(voice, HOUSE)
    await Comparing(database).make_due()
    plain = [by_meaning.vectors_of(piece).astype("float16").tobytes()[:64] for piece in HOUSE.split(PADDING)]
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        kept = list(await session.sql.scalars(text("SELECT vectors_sealed FROM voice_passages")))
    assert kept and not any(each in bytes(value) for value in kept for each in plain)
