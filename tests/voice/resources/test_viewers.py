"""What a viewer is shown: everything but what acts by being known."""

import json
from typing import Any
from uuid import UUID

import pytest

from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.voice.masking import HIDDEN, without_secrets
from tests.fakes.phones.voice import VoiceApi
from tests.fakes.post_office import PostOffice
from tests.voice.resources.test_org import joined
from tests.voice.resources.tool_steps import made

Json = dict[str, Any]

SECRET = "sesame-7f3a"
SERVER = {
    "url": f"https://ana:{SECRET}@desk.example/hook?key={SECRET}",
    "headers": {"Authorization": f"Bearer {SECRET}"},
}
FUNCTION = {"type": "function", "function": {"name": "look_up"}, "server": SERVER}
REQUEST = {
    "type": "apiRequest",
    "name": "ask",
    "method": "GET",
    "url": f"https://desk.example/ask?token={SECRET}",
    "headers": {"type": "object", "properties": {"X-Key": {"type": "string", "value": SECRET}}},
}
ASSISTANT = {
    "name": "Mia",
    "server": SERVER,
    "model": {"provider": "mia", "tools": [FUNCTION, REQUEST]},
    "metadata": {"note": "kept"},
}
NODE = {
    "type": "conversation",
    "name": "Start",
    "isStart": True,
    "prompt": "Help.",
    "messagePlan": {"firstMessage": "Hi."},
}
WORKFLOW = {"name": "Way", "model": {"provider": "mia"}, "server": SERVER, "nodes": [NODE], "edges": []}
NUMBER = {"number": "+13055550199", "server": SERVER}
BASE = {"provider": "custom-knowledge-base", "server": SERVER}


@pytest.fixture
def post(database: Database, settings: Settings) -> PostOffice:
    return PostOffice(database, settings)


@pytest.mark.parametrize(
    ("path", "body", "lists"),
    [
        ("/assistant", ASSISTANT, ["/assistant", "/v2/assistant", "/assistant/{id}/version"]),
        ("/squad", {"members": [{"assistant": ASSISTANT, "assistantOverrides": {"server": SERVER}}]}, ["/squad"]),
        ("/tool", FUNCTION, ["/tool"]),
        ("/tool", REQUEST, ["/tool"]),
        ("/workflow", WORKFLOW, ["/workflow"]),
        ("/knowledge-base", BASE, ["/knowledge-base"]),
        ("/phone-number", NUMBER, ["/phone-number", "/v2/phone-number"]),
        ("/call/web", {"assistant": ASSISTANT, "assistantOverrides": {"server": SERVER}}, ["/call", "/v2/call"]),
        ("/session", {"assistant": ASSISTANT}, ["/session"]),
        ("/chat", {"assistant": ASSISTANT, "input": "Hello"}, ["/chat"]),
    ],
)
async def test_a_viewer_sees_no_credential_of_a_server(
    voice: VoiceApi, post: PostOffice, path: str, body: Json, lists: list[str]
) -> None:
    id = await made(voice, path, **body)
    viewer = voice.as_client((await joined(voice, post, "ana@clinic.example"))["value"])
    one = f"{path.removesuffix('/web')}/{id}"
    for asked in (one, *(each.format(id=id) for each in lists)):
        shown = await voice.http.get(asked, headers=viewer)
        assert shown.status_code == 200, (asked, shown.text)
        assert SECRET not in shown.text
        assert json.loads(shown.text), "and it still is JSON"
    whole = await voice.http.get(one)
    if path != "/chat":  # which does not repeat what it was asked
        assert SECRET in whole.text, "who may change it gets back what was written"
    assert UUID(whole.json()["id"]) == UUID(id)


def test_names_stay_and_values_go() -> None:
    shown = without_secrets({"server": SERVER, "tools": [REQUEST], "metadata": {"url": "https://a.example?b=1"}})
    assert shown["server"] == {
        "url": f"https://desk.example/hook?{HIDDEN}",
        "headers": {"Authorization": HIDDEN},
    }
    assert shown["tools"][0]["headers"]["properties"] == {"X-Key": {"type": "string", "value": HIDDEN}}
    assert shown["tools"][0]["url"] == f"https://desk.example/ask?{HIDDEN}"
    assert shown["metadata"] == {"url": "https://a.example?b=1"}, "which is the client's own"
