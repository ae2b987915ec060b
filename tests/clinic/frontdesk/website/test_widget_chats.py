"""Chats with the public widget: limited in number, length and pace."""

from dataclasses import replace
from datetime import timedelta

import httpx
import pytest

from mia.clinic.frontdesk.ports import VoiceState
from mia.clinic.frontdesk.service import FrontDesk, Widget, WidgetLimits
from mia.clinic.frontdesk.widget import ACTIVE_FOR
from mia.clinic.frontdesk.widget_limits import CALL_START, CHAT_LENGTH
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivitySearch, ActivityStatus
from mia.identity.service import Simultaneous
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import TooManyRequests, Unavailable
from mia.platform.kernel.ids import decode
from mia.platform.kernel.scope import ClinicScope
from tests.clinic.frontdesk.website.widget_steps import LIMITS, bearer, start
from tests.fakes.access import settings_of_tests
from tests.fakes.front_desk import MemoryVoice


async def test_a_chat_is_answered_until_it_ends(
    http: httpx.AsyncClient, desk: FrontDesk, scope: ClinicScope
) -> None:
    chat = await start(http, "chats")
    assert chat["greeting"].startswith("You are speaking with an AI assistant.")
    url = f"/api/widget/chats/{chat['chat_id']}/messages"
    answer = await http.post(url, json={"text": " hello "}, headers=bearer(chat))
    assert answer.json() == {"messages": [{"role": "assistant", "text": "You said hello."}], "ended": False}
    async with desk.database.clinic(scope) as session:
        (activity,) = (await inbox.search_activities(session, ActivitySearch())).items
    assert (activity.action_type, activity.status) == ("Message", ActivityStatus.IN_PROGRESS)
    goodbye = await http.post(url, json={"text": "bye"}, headers=bearer(chat))
    assert goodbye.json()["ended"] is True
    assert (await http.post(url, json={"text": "hello?"}, headers=bearer(chat))).status_code == 409


async def test_a_chat_is_left(http: httpx.AsyncClient, voice: MemoryVoice) -> None:
    chat = await start(http, "chats")
    farewell = await http.post(f"/api/widget/chats/{chat['chat_id']}/end", json={"token": chat["token"]})
    assert farewell.status_code == 204
    assert list(voice.states.values()) == [VoiceState(True, {"endedReason": "customer-ended-call"})]


@pytest.mark.parametrize(
    ("limit", "most", "later"),
    [("messages", 30, timedelta(minutes=1)), ("chat_length", 200, timedelta(minutes=30))],
)
def test_a_chat_takes_only_so_many_messages(limit: str, most: int, later: timedelta) -> None:
    for settings in (settings_of_tests(), settings_of_tests(MIA_DEMO_PUBLIC="1")):
        held = getattr(WidgetLimits.of(settings), limit)
        assert (held.per_subject, held.window) == (most, later)


async def test_a_chat_has_an_end_however_slowly_it_is_written(
    http: httpx.AsyncClient, desk: FrontDesk, clock: MovableClock
) -> None:
    short = replace(LIMITS, chat_length=replace(CHAT_LENGTH, per_subject=3))
    widget, chat = Widget(desk, short), await start(http, "chats")
    for _ in range(3):
        await widget.send_message("198.51.100.7", decode("cnv", chat["chat_id"]), chat["token"], "hello")
        clock.move(timedelta(minutes=2))
    with pytest.raises(TooManyRequests) as caught:
        await widget.send_message("198.51.100.7", decode("cnv", chat["chat_id"]), chat["token"], "hello")
    assert caught.value.retry_after > 60


async def test_chats_that_nobody_writes_in_keep_no_visitor_out(
    desk: FrontDesk, scope: ClinicScope, clock: MovableClock
) -> None:
    widget = Widget(desk, WidgetLimits(CALL_START, CALL_START, at_once=2))
    left = [await widget.start_chat(f"198.51.100.{number}") for number in (7, 8)]
    with pytest.raises(Unavailable):
        await widget.start_chat("198.51.100.9")
    clock.move(ACTIVE_FOR)
    await widget.start_chat("198.51.100.9")
    await widget.send_message("198.51.100.7", left[0].conversation_id, left[0].token, "I am still here")
    with pytest.raises(Unavailable):
        await widget.start_chat("198.51.100.10")


async def test_one_address_has_only_so_many_chats_at_once(
    desk: FrontDesk, scope: ClinicScope, clock: MovableClock
) -> None:
    assert WidgetLimits.of(settings_of_tests(MIA_DEMO_PUBLIC="1")).chats_at_once.per_address == 6
    widget = Widget(desk, WidgetLimits(CALL_START, CALL_START, chats_at_once=Simultaneous("chats-at-once", 2)))
    for _ in range(2):
        await widget.start_chat("198.51.100.7")
    with pytest.raises(TooManyRequests):
        await widget.start_chat("198.51.100.7")
    assert (await widget.start_chat("198.51.100.8")).token, "another address has its own"
    clock.move(ACTIVE_FOR)
    assert (await widget.start_chat("198.51.100.7")).token


async def test_a_message_that_comes_while_mia_answers_may_be_sent_again(
    http: httpx.AsyncClient, voice: MemoryVoice
) -> None:
    chat = await start(http, "chats")
    voice.fault = Unavailable("Mia is still answering. Please send it again in a moment.")
    url = f"/api/widget/chats/{chat['chat_id']}/messages"
    refused = await http.post(url, json={"text": "hello"}, headers=bearer(chat))
    assert (refused.status_code, refused.json()["retryable"]) == (503, True)


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001])
async def test_an_empty_or_endless_message_is_refused(http: httpx.AsyncClient, text: str) -> None:
    chat = await start(http, "chats")
    url = f"/api/widget/chats/{chat['chat_id']}/messages"
    assert (await http.post(url, json={"text": text}, headers=bearer(chat))).status_code == 422


async def test_a_message_needs_its_chats_token(http: httpx.AsyncClient) -> None:
    chat, other = await start(http, "chats"), await start(http, "chats")
    url = f"/api/widget/chats/{chat['chat_id']}/messages"
    assert (await http.post(url, json={"text": "hello"})).status_code == 401
    assert (await http.post(url, json={"text": "hello"}, headers=bearer(other))).status_code == 401
