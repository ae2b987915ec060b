"""``/file`` and ``/knowledge-base``: kept, read and found again in conversations."""

import io
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.voice.resources.file.kinds import kind_of, text_of
from mia.voice.resources.file.passages import passages_of
from tests.fakes.phones.voice import MessageServer, VoiceApi, voice_api
from tests.voice.resources.tool_steps import OBEDIENT, assistant_with, made, told

Json = dict[str, Any]
PRICES = """# Prices

A lip filler costs 650 dollars and lasts about nine months.

Parking is free behind the building; the gate opens at eight.

Laser hair removal takes six sessions.
"""


@pytest_asyncio.fixture
async def voice(database: Database, settings: Settings) -> AsyncIterator[VoiceApi]:
    async with voice_api(database, settings, OBEDIENT) as api:
        yield api


async def sent(
    voice: VoiceApi, content: bytes = PRICES.encode(), name: str = "prices.md", path: str = "/file"
) -> Json:
    answer = await voice.http.post(path, files={"file": (name, content)})
    assert answer.status_code == 201, answer.text
    file: Json = answer.json()
    return file


def pdf(words: str) -> bytes:
    """A page with these words."""
    stream = f"BT /F1 12 Tf 72 720 Td ({words}) Tj ET".encode()
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    out, places = io.BytesIO(b"%PDF-1.4\n"), []
    out.seek(0, io.SEEK_END)
    for number, part in enumerate(parts, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj%s endobj\n" % (number, part))
    start = out.tell()
    out.write(b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places))
    out.write(b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % start)
    return out.getvalue()


@pytest.mark.parametrize("path", ["/file", "/file/upload"])
async def test_a_file_comes_back_as_it_was_sent(voice: VoiceApi, stranger: VoiceApi, path: str) -> None:
    file = await sent(voice, path=path)
    assert (file["status"], file["mimetype"], file["bytes"]) == ("done", "text/markdown", len(PRICES.encode()))
    assert (await voice.http.get(f"/file/{file['id']}")).json() == file
    assert (await voice.http.get(f"/file/{file['id']}/content")).content == PRICES.encode()
    assert [each["id"] for each in (await voice.http.get("/file")).json()] == [file["id"]]
    for suffix in ("", "/content"):
        assert (await stranger.http.get(f"/file/{file['id']}{suffix}")).status_code == 404
    renamed = await voice.http.patch(f"/file/{file['id']}", json={"name": "Our prices"})
    assert renamed.json()["name"] == "Our prices"
    assert (await voice.http.delete(f"/file/{file['id']}")).status_code == 200
    assert (await voice.http.get(f"/file/{file['id']}/content")).status_code == 404


async def test_a_file_must_be_sent_by_a_private_token(voice: VoiceApi) -> None:
    headers = voice.as_client(voice.public_token)
    refused = await voice.http.post("/file", files={"file": ("a.txt", b"x")}, headers=headers)
    assert refused.status_code == 403


@pytest.mark.parametrize(
    ("content", "status", "says"),
    [
        (b"\x7fELF\x02\x01\x01", 400, "must be text in UTF-8"),
        (b"", 400, "should not be empty"),
        (b"%PDF-1.4 and nothing", 400, "no readable application/pdf"),
        (b"x" * 10_000_001, 413, "at most 10000000 bytes"),
    ],
)
async def test_what_cannot_be_used_is_refused(voice: VoiceApi, content: bytes, status: int, says: str) -> None:
    refused = await voice.http.post("/file", files={"file": ("report.pdf", content)})
    assert (refused.status_code, says in str(refused.json()["message"])) == (status, True), refused.text


async def test_what_else_stands_in_the_form_is_refused_by_name(voice: VoiceApi) -> None:
    files = {"file": ("house.txt", b"Parking is free.", "text/plain")}
    refused = await voice.http.post("/file", files=files, data={"purpose": "reading"})
    assert (refused.status_code, refused.json()["message"]) == (400, ["property purpose should not exist"])


async def test_a_body_without_file_is_refused(voice: VoiceApi) -> None:
    assert (await voice.http.post("/file", data={"other": "x"})).status_code == 400


@pytest.mark.parametrize(
    ("content", "name", "kind"),
    [
        (b"<html><p>Hi", "page.txt", "text/html"),
        (b'{"a": 1}', "x", "application/json"),
        (b"a;b", "list.csv", "text/csv"),
        (b"\x89PNG\r\n\x1a\n", "a.txt", "image/png"),
        (b"MZ\x90\x00\xff", "a.txt", None),
    ],
)
def test_a_kind_is_told_by_what_the_bytes_say(content: bytes, name: str, kind: str | None) -> None:
    assert kind_of(content, name) == kind


def test_pages_and_documents_are_read() -> None:
    page = b"<html><head><title>x</title></head><p>Open daily.<script>no()</script></p>"
    assert (text_of(page, "text/html") or "").split() == ["Open", "daily."]
    assert "Parking is free" in (text_of(pdf("Parking is free"), "application/pdf") or "")


def test_passages_keep_paragraphs_whole_and_cut_long_ones() -> None:
    assert passages_of("One.\n\nTwo.") == ["One.\nTwo."]
    long = passages_of("A sentence of a few words. " * 100)
    assert len(long) > 2
    assert all(len(piece) <= 900 and piece.endswith(".") for piece in long)


async def test_a_query_tool_finds_the_passage_that_fits(voice: VoiceApi) -> None:
    first = await sent(
        voice, b"Parking costs 4 dollars at the other site.\n\n" + b"Other words. " * 200, "other.txt"
    )
    file = await sent(voice, PRICES.replace("\n\n", "\n\n" + "Padding text here. " * 60 + "\n\n").encode())
    base = {"provider": "google", "name": "prices", "description": "What things cost", "fileIds": [file["id"]]}
    id = await assistant_with(voice, {"type": "query", "knowledgeBases": [base]})
    found = await told(voice, id, 'use search_knowledge {"query": "How much are lip fillers?"}')
    assert "650 dollars" in found
    assert first["id"] not in await told(voice, id, 'use search_knowledge {"query": "parking"}')
    assert await told(voice, id, 'use search_knowledge {"query": "zebra"}') == '{"documents": []}'
    await voice.http.delete(f"/file/{file['id']}")
    assert await told(voice, id, 'use search_knowledge {"query": "lip filler"}') == '{"documents": []}'


async def test_a_knowledge_base_of_files_is_searched_by_whom_it_is_given_to(voice: VoiceApi) -> None:
    file = await sent(voice)
    plan = {"type": "create", "chunkPlans": [{"fileIds": [file["id"]]}]}
    base_id = await made(voice, "/knowledge-base", provider="trieve", name="House", createPlan=plan)
    id = await made(voice, "/assistant", model={"provider": "mia", "knowledgeBaseId": base_id})
    assert "gate opens at eight" in await told(voice, id, 'use search_knowledge {"query": "parking"}')
    least = {"searchPlan": {"scoreThreshold": 100}}
    assert (await voice.http.patch(f"/knowledge-base/{base_id}", json=least)).json()["name"] == "House"
    assert await told(voice, id, 'use search_knowledge {"query": "parking"}') == '{"documents": []}'


async def test_a_custom_knowledge_base_is_asked_at_its_server(voice: VoiceApi, server: MessageServer) -> None:
    async def answer(message: Json) -> Json:
        return {"documents": [{"content": f"About {message['messages'][0]['content']}", "similarity": 0.9}]}

    server.answer = answer
    base = {"provider": "custom-knowledge-base", "server": {"url": server.url}}
    base_id = await made(voice, "/knowledge-base", **base)
    id = await made(voice, "/assistant", model={"provider": "mia", "knowledgeBaseId": base_id})
    assert "About parking" in await told(voice, id, 'use search_knowledge {"query": "parking"}')
    assert server.of_type("knowledge-base-request")[0]["messages"] == [{"role": "user", "content": "parking"}]


async def test_a_custom_knowledge_base_is_shown_where_a_request_comes_from(
    voice: VoiceApi, server: MessageServer
) -> None:
    plan = {"type": "bearer", "token": "between-us"}
    credential = await made(voice, "/credential", provider="webhook", authenticationPlan=plan)
    its = {"url": server.url, "credentialId": credential}
    base_id = await made(voice, "/knowledge-base", provider="custom-knowledge-base", server=its)
    id = await made(voice, "/assistant", model={"provider": "mia", "knowledgeBaseId": base_id})
    await told(voice, id, 'use search_knowledge {"query": "parking"}')
    (asked,) = server.received
    assert asked.headers["authorization"] == "Bearer between-us"
    assert asked.headers["idempotency-key"] == asked.headers["webhook-id"]
    assert asked.headers["webhook-signature"].startswith("v1,")


async def test_a_custom_knowledge_base_may_say_its_own_words(voice: VoiceApi, server: MessageServer) -> None:
    async def answer(message: Json) -> Json:
        return {"message": {"type": "custom-message", "content": "The gate opens at eight."}}

    server.answer = answer
    base = {"provider": "custom-knowledge-base", "server": {"url": server.url}}
    base_id = await made(voice, "/knowledge-base", **base)
    id = await made(voice, "/assistant", model={"provider": "mia", "knowledgeBaseId": base_id})
    assert await told(voice, id, 'use search_knowledge {"query": "parking"}') == "The gate opens at eight."


async def test_a_knowledge_base_names_a_credential_of_its_organization(
    voice: VoiceApi, stranger: VoiceApi, server: MessageServer
) -> None:
    plan = {"type": "bearer", "token": "theirs"}
    theirs = await made(stranger, "/credential", provider="webhook", authenticationPlan=plan)
    body = {"provider": "custom-knowledge-base", "server": {"url": server.url}}
    base_id = await made(voice, "/knowledge-base", **body)
    its = {"server": {"url": server.url, "credentialId": theirs}}
    for refused in (
        await voice.http.post("/knowledge-base", json=body | its),
        await voice.http.patch(f"/knowledge-base/{base_id}", json=its),
    ):
        told = "server.credentialId is no credential of this organization."
        assert (refused.status_code, refused.json()["message"]) == (400, [told])


async def test_a_knowledge_base_is_kept_listed_and_removed(voice: VoiceApi, stranger: VoiceApi) -> None:
    id = await made(voice, "/knowledge-base", provider="trieve", name="House")
    assert [each["id"] for each in (await voice.http.get("/knowledge-base")).json()] == [id]
    assert (await stranger.http.get(f"/knowledge-base/{id}")).status_code == 404
    refused = await voice.http.patch(f"/knowledge-base/{id}", json={"searchPlan": {"searchType": "guess"}})
    assert refused.status_code == 400
    assert "searchPlan.searchType must be one of" in refused.json()["message"][0]
    assert (await voice.http.delete(f"/knowledge-base/{id}")).json()["id"] == id
    assert (await voice.http.get(f"/knowledge-base/{id}")).status_code == 404


async def test_files_of_others_are_no_knowledge(voice: VoiceApi, stranger: VoiceApi) -> None:
    file = await sent(stranger)
    plan = {"chunkPlans": [{"fileIds": [file["id"]]}]}
    tool = {"type": "query", "knowledgeBases": [{"name": "x", "fileIds": [file["id"]]}]}
    for path, body in (
        ("/knowledge-base", {"provider": "trieve", "createPlan": plan}),
        ("/tool", tool),
        ("/assistant", {"model": {"provider": "mia", "tools": [tool]}}),
    ):
        refused = await voice.http.post(path, json=body)
        assert (refused.status_code, file["id"] in refused.text) == (400, True), path
