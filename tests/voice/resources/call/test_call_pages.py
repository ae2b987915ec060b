"""``/v2/call``: calls found by what is sealed, in pages, as a file, and with what they used."""

import csv
import io
import json
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from mia.platform.conversation.ports import Conclusion
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.voice.auth.guards import scope_of_row
from mia.voice.engine.pipeline.call import CallRecord, Used
from mia.voice.engine.pipeline.events import StatusChanged, TranscriptLine
from mia.voice.media.recorder import CallRecorder
from mia.voice.resources.call.lifecycle import Worker, claim_call
from tests.fakes.phones.voice import VoiceApi, assistant_body, number_id

Json = dict[str, Any]

ANA = {"number": "+13055550142", "name": "Ana Ruiz", "email": "ana@example.com", "externalId": "crm-7"}
BEN = {"number": "+13055550143", "extension": "12", "numberE164CheckEnabled": False}
SAID = "=HYPERLINK(evil)"


async def called(voice: VoiceApi, customer: Json) -> Json:
    body = {"assistant": assistant_body(), "customer": customer, "phoneNumberId": await number_id(voice.http)}
    made = await voice.http.post("/call", json=body)
    assert made.status_code == 201, made.text
    call: Json = made.json()
    return call


async def talked(voice: VoiceApi, database: Database) -> str:
    """A web call of a minute and a half that went well."""
    made = (await voice.http.post("/call/web", json={"assistant": assistant_body()})).json()
    scope, now = scope_of_row(voice.org_id, "test"), database.clock.now()
    async with database.org(scope) as session:
        await claim_call(session, UUID(made["id"]), Worker(new_id(), "http://127.0.0.1:9"))
    recorder = CallRecorder(database, scope, UUID(made["id"]), lambda: None)
    await recorder(StatusChanged("in-progress"))
    await recorder(TranscriptLine("user", SAID, 1.0, 1.0))
    done = Conclusion("=A summary", {"outcome": "booked"}, success=True)
    ended = now + timedelta(seconds=90)
    record = CallRecord(now, ended, "customer-ended-call", (), (), {}, done, Used(120, 40, 9))
    await recorder.finish("customer-ended-call", record)
    return str(made["id"])


async def found(voice: VoiceApi, **query: Any) -> list[str]:
    answer = await voice.http.get("/v2/call", params=query)
    assert answer.status_code == 200, answer.text
    return [call["id"] for call in answer.json()["results"]]


async def test_a_call_is_found_by_its_customer(voice: VoiceApi, stranger: VoiceApi) -> None:
    ana, ben = (await called(voice, ANA))["id"], (await called(voice, BEN))["id"]
    for name, value in ANA.items():
        assert await found(voice, **{name: value}) == [ana], name
        assert await found(stranger, **{name: value}) == [], name
    assert await found(voice, name="ana ruiz", number=BEN["number"]) == []
    assert await found(voice, extension="12") == [ben]
    assert await found(voice, numberE164CheckEnabled="false") == [ben]
    assert await found(voice, numberE164CheckEnabled="true") == [ana]
    assert await found(voice, idAny=[ana, ben], sortOrder="ASC") == [ana, ben]


async def test_a_call_is_found_by_what_it_changed_of_the_assistant(voice: VoiceApi) -> None:
    overrides = {"name": "Mia B", "maxDurationSeconds": 60}
    one = (await called(voice, ANA | {"assistantOverrides": overrides}))["id"]
    await called(voice, ANA)
    assert await found(voice, assistantOverrides=json.dumps(dict(reversed(overrides.items())))) == [one]
    refused = await voice.http.get("/v2/call", params={"assistantOverrides": "[object Object]"})
    assert refused.json()["message"] == ["assistantOverrides must be the JSON of an assistant's overrides"]


async def test_a_call_is_found_by_how_it_went(voice: VoiceApi, database: Database) -> None:
    id = await talked(voice, database)
    await called(voice, ANA)
    for query in (
        {"endedReason": "customer-ended-call"},
        {"successEvaluation": "true"},
        {"cost": 0},
        {"costLe": 0.5},
        {"costGe": 0},
    ):
        assert await found(voice, **query) == [id], query
    assert await found(voice, costGe=0.01) == []
    assert await found(voice, successEvaluation="false") == []


async def test_calls_come_in_pages(voice: VoiceApi) -> None:
    ids = [(await called(voice, ANA))["id"] for _ in range(3)]
    answer = (await voice.http.get("/v2/call", params={"limit": 2, "page": 2, "sortOrder": "ASC"})).json()
    assert [call["id"] for call in answer["results"]] == ids[2:]
    assert answer["metadata"] == {"itemsPerPage": 2, "totalItems": 3, "currentPage": 2}


async def test_an_ended_call_tells_what_it_used(voice: VoiceApi, database: Database) -> None:
    id = await talked(voice, database)
    call = (await voice.http.get(f"/call/{id}")).json()
    assert call["cost"] == 0
    breakdown = call["costBreakdown"]
    assert (breakdown["ttsCharacters"], breakdown["llmPromptTokens"], breakdown["llmCompletionTokens"]) == (
        120,
        40,
        9,
    )
    kinds = {part["type"]: part for part in call["costs"]}
    assert kinds["transport"]["minutes"] == pytest.approx(1.5, abs=0.1)
    assert kinds["model"]["model"] == {"provider": "mia"}
    assert kinds["voice"]["characters"] == 120
    assert all(part["cost"] == 0 for part in call["costs"])
    open_call = await called(voice, ANA)
    assert "costs" not in (await voice.http.get(f"/call/{open_call['id']}")).json()


async def test_metadata_leaves_out_what_was_said(voice: VoiceApi, database: Database) -> None:
    await talked(voice, database)
    answer = await voice.http.get("/v2/call/metadata")
    (call,) = answer.json()["results"]
    assert (call["endedReason"], call["cost"]) == ("customer-ended-call", 0)
    assert not {"messages", "artifact", "analysis", "assistant"} & call.keys()
    assert SAID not in answer.text


async def test_calls_are_exported_without_formulas(voice: VoiceApi, database: Database) -> None:
    id = await talked(voice, database)
    called_id = (await called(voice, ANA))["id"]
    answer = await voice.http.get("/v2/call/export", params={"sortOrder": "ASC"})
    assert answer.headers["content-type"].startswith("text/csv")
    talk, phone = csv.DictReader(io.StringIO(answer.text))
    assert len(talk) == 23
    assert (talk["id"], talk["type"], talk["successEvaluation"], talk["cost"]) == (id, "webCall", "true", "0.0")
    assert talk["summary"] == "'=A summary"
    assert SAID in talk["transcript"]
    assert float(talk["duration"]) == pytest.approx(90, abs=5)
    assert (phone["id"], phone["customerName"]) == (called_id, "Ana Ruiz")
    assert phone["customerNumber"] == "'+13055550142"


async def test_an_export_has_the_columns_asked_for(voice: VoiceApi) -> None:
    id = (await called(voice, ANA))["id"]
    answer = await voice.http.get("/v2/call/export", params={"columns": ["customerName", "id"], "async": "false"})
    assert answer.text == f"customerName,id\r\nAna Ruiz,{id}\r\n"
    later = await voice.http.get("/v2/call/export", params={"async": "true"})
    assert (later.status_code, later.json()["message"]) == (400, ["async must be false: the file is the answer."])
    assert (await voice.http.get("/v2/call/export", params={"columns": "secrets"})).status_code == 400
