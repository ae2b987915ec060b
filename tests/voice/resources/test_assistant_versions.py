"""``/assistant/{id}/version`` and ``/v2/assistant``."""

from uuid import uuid4

import pytest

from mia.voice.resources.assistant import versions
from tests.fakes.phones.voice import VoiceApi, assistant_body


async def test_each_change_leaves_a_version(voice: VoiceApi, stranger: VoiceApi) -> None:
    body = assistant_body()
    url = f"/assistant/{(await voice.http.post('/assistant', json=body)).json()['id']}"
    await voice.http.patch(url, json={"name": "Nia"})
    await voice.http.patch(url, json={"name": "Nia"})  # no change
    await voice.http.put(url, json={"name": "Bare"})
    page = (await voice.http.get(f"{url}/version")).json()
    assert [(each["version"], each["assistant"]["name"]) for each in page["results"]] == [
        (3, "Bare"), (2, "Nia"), (1, "Mia"),
    ]  # fmt: skip
    assert page["results"][2]["assistant"] == body
    assert page["metadata"]["totalItems"] == 3
    assert (await stranger.http.get(f"{url}/version")).status_code == 404
    await voice.http.delete(url)
    assert (await voice.http.get(f"{url}/version")).status_code == 404


async def test_versions_come_in_pages(voice: VoiceApi) -> None:
    url = f"/assistant/{(await voice.http.post('/assistant', json=assistant_body())).json()['id']}"
    await voice.http.patch(url, json={"name": "Nia"})
    first = (await voice.http.get(f"{url}/version", params={"limit": 1})).json()
    second = (await voice.http.get(f"{url}/version?limit=1&pageState={first['nextPageState']}")).json()
    assert [page["results"][0]["version"] for page in (first, second)] == [2, 1]
    assert "nextPageState" not in second
    assert (await voice.http.get(f"{url}/version?pageState=x")).status_code == 400
    assert (await voice.http.get(f"/assistant/{uuid4()}/version")).status_code == 404


async def test_only_so_many_are_kept(voice: VoiceApi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "KEPT", 2)
    url = f"/assistant/{(await voice.http.post('/assistant', json={'name': 'one'})).json()['id']}"
    for name in ("two", "three"):
        await voice.http.patch(url, json={"name": name})
    page = (await voice.http.get(f"{url}/version")).json()
    assert [each["version"] for each in page["results"]] == [3, 2]


async def test_assistants_come_in_pages_in_either_order(voice: VoiceApi) -> None:
    for name in ("one", "two", "three"):
        await voice.http.post("/assistant", json={"name": name})

    async def names(query: str) -> list[str]:
        page = (await voice.http.get(f"/v2/assistant?{query}")).json()
        assert page["metadata"]["totalItems"] == 3
        return [each["name"] for each in page["results"]]

    assert await names("limit=2") == ["three", "two"]
    assert await names("limit=2&page=2") == ["one"]
    assert await names("sortOrder=ASC&limit=1") == ["one"]
