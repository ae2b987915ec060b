"""An assistant may be made for a language model that is not here yet; a conversation with it is not begun."""

from typing import Any

import pytest

from mia.app.language_models import build_language_models
from mia.platform.conversation.ports import Brief
from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.receptionist.receptionist import EmbeddedReceptionist
from mia.voice.http import BadRequest
from tests.fakes.phones.voice import ANALYZED, VoiceApi, assistant_body, number_id, voice_api
from tests.fakes.production import production_settings

Json = dict[str, Any]
ELSEWHERE = {"provider": "openai", "model": "gpt-4o"}
SAYS = "model.provider must be one of the following values: mia"
PHONE = {"number": "+13055550100"}


async def ways_to_begin(voice: VoiceApi, who: Json) -> list[tuple[str, Json]]:
    """Every request that begins a conversation."""
    phone = {**who, "phoneNumberId": await number_id(voice.http), "customer": PHONE}
    return [
        ("/call/web", who),
        ("/call", phone),
        ("/call/phone", phone),
        ("/call", {**who, "transport": {"provider": "vapi.websocket"}}),
        ("/session", who),
        ("/chat", {**who, "input": "one"}),
    ]


async def test_an_assistant_is_kept_whether_its_model_is_here_or_not(voice: VoiceApi) -> None:
    made = await voice.http.post("/assistant", json={"name": "Mia", "model": ELSEWHERE})
    assert (made.status_code, made.json()["model"]) == (201, ELSEWHERE)
    changed = await voice.http.patch(f"/assistant/{made.json()['id']}", json={"model": {"provider": "mia"}})
    assert changed.status_code == 200


@pytest.mark.parametrize("whose", ["stored", "inline", "squad"])
async def test_a_conversation_that_no_model_here_could_hold_is_refused_by_name(voice: VoiceApi, whose: str) -> None:
    absent: Json = assistant_body(model=ELSEWHERE)
    who: Json = {"assistant": absent}
    if whose == "stored":
        who = {"assistantId": (await voice.http.post("/assistant", json=absent)).json()["id"]}
    if whose == "squad":
        who = {"squad": {"members": [{"assistant": assistant_body()}, {"assistant": absent}]}}
    for path, body in await ways_to_begin(voice, who):
        refused = await voice.http.post(path, json=body)
        assert (refused.status_code, refused.json()["message"]) == (400, [SAYS]), (path, refused.text)
    assert (await voice.http.get("/call")).json() == []
    assert (await voice.http.get("/session")).json()["results"] == []


async def test_a_campaign_is_refused_before_anyone_is_called(voice: VoiceApi) -> None:
    id = (await voice.http.post("/assistant", json={"name": "Mia", "model": ELSEWHERE})).json()["id"]
    from_number = await number_id(voice.http)
    campaign = {"name": "Spring", "assistantId": id, "phoneNumberId": from_number, "customers": [PHONE]}
    refused = await voice.http.post("/campaign", json=campaign)
    assert (refused.status_code, refused.json()["message"]) == (400, [SAYS])


async def test_where_the_model_is_here_the_same_requests_begin(database: Database, settings: Settings) -> None:
    async with voice_api(database, settings, ANALYZED) as voice:
        for path, body in await ways_to_begin(voice, {"assistant": assistant_body(model=ELSEWHERE)}):
            assert (await voice.http.post(path, json=body)).status_code == 201, path


async def test_a_provider_that_may_not_see_patients_data_begins_no_conversation() -> None:
    models = build_language_models(production_settings(OPENAI_MODEL="gpt", OPENAI_API_KEY="key"))
    with pytest.raises(BadRequest, match=f"{SAYS}, announcement$"):
        models.require("openai")
    assert isinstance(models.choose(Brief("Mia", "", "", model={"provider": "openai"})), EmbeddedReceptionist), (
        "a conversation that it has begun goes on"
    )
