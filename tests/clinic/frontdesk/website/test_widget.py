"""The public widget: no one signs in, so everything is bounded and every door has its own key."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import select

from mia.clinic.frontdesk.parameters import _widget
from mia.clinic.frontdesk.routes import router
from mia.clinic.frontdesk.service import FrontDesk, Widget, WidgetLimits
from mia.clinic.frontdesk.widget_limits import CALL_START
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.models import ConversationRow
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import NotFound, Unavailable
from mia.platform.kernel.ids import encode
from mia.platform.kernel.scope import ClinicScope
from tests.clinic.frontdesk.website.widget_steps import LIMITS, OFFER, bearer, start
from tests.fakes.access import app_of_tests, browser, settings_of_tests
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.practice import PracticeOfTests
from tests.fakes.production import production_settings


async def test_a_call_begins_is_joined_and_ends(http: httpx.AsyncClient, voice: MemoryVoice) -> None:
    call = await start(http)
    assert call["offer_url"] == f"/api/widget/calls/{call['call_id']}/offer"
    assert call["practice"] == {"name": "Harbor Aesthetics"}
    assert call["max_seconds"] == 600
    assert call["rooms"] is None
    answer = await http.post(call["offer_url"], json=OFFER, headers=bearer(call))
    assert (answer.status_code, answer.json()) == (200, {"sdp": "v=0 answer", "type": "answer"})
    for _ in range(2):
        farewell = await http.post(f"/api/widget/calls/{call['call_id']}/end", json={"token": call["token"]})
        assert farewell.status_code == 204
    assert all(state.ended for state in voice.states.values())
    assert "now" in voice.variables


async def test_a_browser_is_told_whom_to_ask_for_its_address(
    database: Database, desk: FrontDesk, scope: ClinicScope
) -> None:
    app = app_of_tests(database, settings_of_tests(MIA_STUN_URL="stun:mia.clinic.test:3478"), routers=(router,))
    app.dependency_overrides[_widget] = lambda: Widget(desk, LIMITS)
    async with browser(app) as client:
        assert (await start(client))["stun_url"] == "stun:mia.clinic.test:3478"


async def test_a_browser_comes_into_a_room_where_there_is_an_engine(
    database: Database, desk: FrontDesk, scope: ClinicScope
) -> None:
    cluster = {
        "MIA_LIVEKIT_URL": "wss://rooms.example",
        "MIA_LIVEKIT_API_KEY": "key",
        "MIA_LIVEKIT_API_SECRET": "s",
    }
    settings = settings_of_tests(MIA_ROOMS="livekit", MIA_ROOMS_CLIENT="livekit-client.umd.js", **cluster)
    app = app_of_tests(database, settings, routers=(router,))
    app.dependency_overrides[_widget] = lambda: Widget(desk, LIMITS)
    async with browser(app) as client:
        call = await start(client)
        assert call["rooms"] == {"provider": "livekit", "library": "/rooms/client.js"}
        address = f"/api/widget/calls/{call['call_id']}/room"
        assert (await client.post(address, headers={"Authorization": "Bearer another"})).status_code == 401
        room = (await client.post(address, headers=bearer(call))).json()
        assert (room["provider"], room["url"]) == ("livekit", "wss://rooms.example")
        assert room["token"].startswith("token of")
        assert (await client.post(address, headers=bearer(call))).status_code == 409


async def test_a_call_is_joined_once(http: httpx.AsyncClient) -> None:
    call = await start(http)
    await http.post(call["offer_url"], json=OFFER, headers=bearer(call))
    again = await http.post(call["offer_url"], json=OFFER, headers=bearer(call))
    assert again.status_code == 409


async def test_every_call_has_its_own_token(http: httpx.AsyncClient, clock: MovableClock) -> None:
    call, other = await start(http), await start(http)
    forged = call["token"][:-3] + ("AAA" if call["token"][-3:] != "AAA" else "BBB")
    for token in (other["token"], forged, "", "x" * 40, "é"):
        headers = {b"Authorization": f"Bearer {token}".encode()}
        answer = await http.post(call["offer_url"], json=OFFER, headers=headers)
        assert answer.status_code == 401, token
        ended = await http.post(f"/api/widget/calls/{call['call_id']}/end", json={"token": token})
        assert ended.status_code == 401, token
    assert (await http.post(call["offer_url"], json=OFFER)).status_code == 401
    clock.move(timedelta(minutes=31))
    assert (await http.post(call["offer_url"], json=OFFER, headers=bearer(call))).status_code == 401


@pytest.mark.parametrize("call_id", ["nonsense", encode("act", UUID(int=1)), "cnv_"])
async def test_an_id_of_another_kind_is_not_found(http: httpx.AsyncClient, call_id: str) -> None:
    call = await start(http)
    answer = await http.post(f"/api/widget/calls/{call_id}/offer", json=OFFER, headers=bearer(call))
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "offer", [{}, {"sdp": "v=0"}, {"sdp": "v=0", "type": "answer"}, {"sdp": "x" * 100_001, "type": "offer"}]
)
async def test_an_offer_that_is_none_is_refused(http: httpx.AsyncClient, offer: dict[str, str]) -> None:
    call = await start(http)
    answer = await http.post(call["offer_url"], json=offer, headers=bearer(call))
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"


async def test_one_address_may_begin_only_so_often(http: httpx.AsyncClient, clock: MovableClock) -> None:
    await start(http, "calls")
    await start(http, "chats")
    await start(http, "calls")
    refused = await http.post("/api/widget/calls", json={})
    assert refused.status_code == 429
    assert refused.json()["retryable"] is True
    assert "Retry-After" in refused.headers
    assert (await http.post("/api/widget/chats", json={})).status_code == 429
    clock.move(timedelta(minutes=11))
    await start(http)


async def test_another_address_is_not_held_responsible(desk: FrontDesk, scope: ClinicScope) -> None:
    widget = Widget(desk, LIMITS)
    for _ in range(3):
        await widget.start_call("198.51.100.7")
    assert (await widget.start_call("198.51.100.8")).token


async def test_there_are_only_so_many_visitors_at_once(desk: FrontDesk, scope: ClinicScope) -> None:
    widget = Widget(desk, WidgetLimits(CALL_START, CALL_START, at_once=2))
    begun = await widget.start_call("198.51.100.7")
    await widget.start_chat("198.51.100.8")
    with pytest.raises(Unavailable) as caught:
        await widget.start_call("198.51.100.9")
    assert caught.value.retryable
    async with desk.database.clinic(scope) as session:
        await inbox.abandon_conversation(session, begun.conversation_id)
    assert (await widget.start_call("198.51.100.9")).token


async def test_no_address_is_stored(desk: FrontDesk, scope: ClinicScope) -> None:
    await Widget(desk, LIMITS).start_call("198.51.100.7")
    async with desk.database.clinic(scope) as session:
        (row,) = (await session.sql.scalars(select(ConversationRow))).all()
    assert row.visitor
    assert "198.51" not in repr(vars(row))


async def test_when_the_voice_service_is_down_nothing_is_left(
    http: httpx.AsyncClient, voice: MemoryVoice, desk: FrontDesk, scope: ClinicScope
) -> None:
    voice.fault = Unavailable("Couldn't reach Mia. Please try again in a moment.")
    for kind in ("calls", "chats"):
        refused = await http.post(f"/api/widget/{kind}", json={})
        assert refused.status_code == 503
        assert refused.json()["detail"] == "Couldn't reach Mia. Please try again in a moment."
        assert refused.json()["retryable"] is True
    async with desk.database.clinic(scope) as session:
        assert (await session.sql.scalars(select(ConversationRow))).all() == []


async def test_a_lost_assistant_is_made_anew(http: httpx.AsyncClient, voice: MemoryVoice) -> None:
    await start(http)
    voice.assistants.clear()
    await start(http)
    assert voice.saves == 2


async def test_leaving_while_the_line_is_down_is_no_error(http: httpx.AsyncClient, voice: MemoryVoice) -> None:
    call = await start(http)
    voice.fault = Unavailable()
    farewell = await http.post(f"/api/widget/calls/{call['call_id']}/end", json={"token": call["token"]})
    assert farewell.status_code == 204


async def test_whoever_writes_too_fast_is_told_when_to_go_on(
    http: httpx.AsyncClient, voice: MemoryVoice, clock: MovableClock
) -> None:
    chat, other = await start(http, "chats"), await start(http, "chats")

    async def write(begun: dict[str, Any], text: str) -> httpx.Response:
        url = f"/api/widget/chats/{begun['chat_id']}/messages"
        return await http.post(url, json={"text": text}, headers=bearer(begun))

    for number in range(30):
        assert (await write(chat, f"{number}")).status_code == 200
    refused = await write(chat, "one more")
    assert refused.status_code == 429
    assert refused.json()["retryable"] is True
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert not any("one more" in message["content"] for said in voice.said.values() for message in said)
    assert (await write(other, "hello")).status_code == 200, "another chat is another pass"
    clock.move(timedelta(seconds=int(refused.headers["Retry-After"])))
    assert (await write(chat, "one more")).status_code == 200


async def test_unknown_fields_are_refused(http: httpx.AsyncClient) -> None:
    assert (await http.post("/api/widget/calls", json={"clinic": "harbor-dental"})).status_code == 422


async def test_without_its_practice_mia_is_not_on_duty(desk: FrontDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "settings", desk.settings.model_copy(update={"site_clinic": "nowhere"}))
    with pytest.raises(Unavailable):
        await Widget(desk).start_call("198.51.100.7")


async def test_in_production_she_is_on_the_site_only_where_a_setting_says_as_whom(
    desk: FrontDesk, practice: PracticeOfTests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "settings", production_settings())
    with pytest.raises(NotFound):
        await desk.site_practice()
    monkeypatch.setattr(desk, "settings", production_settings(MIA_SITE_CLINIC=practice.slug))
    assert (await desk.site_practice()).slug == practice.slug
