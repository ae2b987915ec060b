"""The voice service over HTTP: what is tried again, what is not, and what a person hears."""

import json
from collections.abc import Callable

import httpx
import pytest
import structlog

from mia.adapters.http_voice import HttpVoiceService, HttpVoiceServices
from mia.clinic.frontdesk.ports import CallerLimit, Description, Room, WebCall
from mia.platform.kernel.errors import Conflict, Invalid, NotFound, TooManyRequests, Unavailable
from mia.platform.kernel.ids import new_id
from tests.fakes.phones.voice import OneToken

Answer = Callable[[httpx.Request], httpx.Response]


class Line:
    """A line to a server that answers as told; ``requests`` counts what it was asked."""

    def __init__(self, *answers: httpx.Response | type[httpx.HTTPError]) -> None:
        self._answers = list(answers)
        self.requests: list[httpx.Request] = []

    def take(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, httpx.Response):
            return answer
        raise answer("no", request=request)  # type: ignore[call-arg]

    def service(self) -> HttpVoiceService:
        transport = httpx.MockTransport(self.take)
        services = HttpVoiceServices("http://voice.example/voice", OneToken("secret"), transport=transport)
        return services.of(new_id())


async def test_requests_carry_the_token_and_stay_below_the_base_url() -> None:
    line = Line(httpx.Response(201, json={"id": "c1", "transport": {"callToken": "t1"}}))
    call = await line.service().start_web_call("a1", {"now": "noon"})
    assert (call.id, call.ticket) == ("c1", "t1")
    (request,) = line.requests
    assert str(request.url) == "http://voice.example/voice/call/web"
    assert request.headers["authorization"] == "Bearer secret"


async def test_a_call_says_how_many_lines_its_caller_may_hold() -> None:
    line = Line(httpx.Response(201, json={"id": "c1"}), httpx.Response(429, json={"message": "enough"}))
    service = line.service()
    call = await service.start_web_call("a1", {}, limit=CallerLimit("digest", 2))
    asked = json.loads(line.requests[0].content)
    assert asked["callerLimit"] == {"key": "digest", "atOnce": 2}
    assert asked["transport"] == {"provider": "mia.webrtc"}
    with pytest.raises(TooManyRequests):
        await service.answer_offer(call, Description("v=0", "offer"))


async def test_a_call_is_joined_with_its_own_ticket() -> None:
    line = Line(httpx.Response(200, json={"sdp": "v=0", "type": "answer"}))
    answer = await line.service().answer_offer(WebCall("c1", "t1"), Description("v=0", "offer"))
    assert answer == Description("v=0", "answer")
    assert line.requests[0].headers["authorization"] == "Bearer t1"


async def test_a_call_is_joined_in_a_room_with_its_own_ticket() -> None:
    told = {"provider": "livekit", "url": "wss://rooms.example", "room": "mia-1", "token": "t2"}
    line = Line(httpx.Response(200, json=told))
    assert await line.service().enter_room(WebCall("c1", "t1")) == Room("livekit", "wss://rooms.example", "t2")
    assert line.requests[0].headers["authorization"] == "Bearer t1"
    with pytest.raises(Unavailable):
        await Line(httpx.Response(200, json={"provider": "livekit"})).service().enter_room(WebCall("c1", "t1"))


@pytest.mark.parametrize("fault", [httpx.ConnectError, httpx.ReadTimeout, httpx.RemoteProtocolError])
async def test_a_read_is_tried_again(fault: type[httpx.HTTPError]) -> None:
    line = Line(fault, httpx.Response(503), httpx.Response(200, json={"id": "c1", "status": "ended"}))
    state = await line.service().call_state("c1")
    assert state is not None and state.ended
    assert len(line.requests) == 3


async def test_a_chat_that_is_busy_is_told_apart_from_one_that_has_ended() -> None:
    busy = {"message": "busy", "error": "Conflict", "statusCode": 409, "retryable": True}
    for body, error in ((busy, Unavailable), ({**busy, "retryable": False}, Conflict)):
        with pytest.raises(error):
            await Line(httpx.Response(409, json=body)).service().send_chat("s1", "hello")


async def test_what_may_have_arrived_is_not_sent_again() -> None:
    line = Line(httpx.ReadTimeout)
    with pytest.raises(Unavailable):
        await line.service().send_chat("s1", "hello")
    assert len(line.requests) == 1


async def test_what_never_arrived_is_sent_again() -> None:
    line = Line(httpx.ConnectError, httpx.Response(201, json={"output": []}))
    reply = await line.service().send_chat("s1", "hello")
    assert reply.texts == ()
    assert len(line.requests) == 2


async def test_a_dead_line_is_unavailable_after_three_tries() -> None:
    line = Line(httpx.ConnectError)
    with pytest.raises(Unavailable) as caught:
        await line.service().start_web_call("a1", {})
    assert caught.value.retryable
    assert len(line.requests) == 3


@pytest.mark.parametrize(
    ("status", "error"),
    [(404, NotFound), (409, Conflict), (429, TooManyRequests), (500, Unavailable), (503, Unavailable),
     (401, Unavailable), (400, Invalid)],
)  # fmt: skip
async def test_a_refusal_is_said_in_our_words(status: int, error: type[Exception]) -> None:
    line = Line(httpx.Response(status, json={"message": "internal: token sk-123 of Ana Ruiz"}))
    with pytest.raises(error) as caught:
        await line.service().start_chat("a1", {})
    assert "sk-123" not in str(caught.value)
    assert "Ana" not in str(caught.value)


@pytest.mark.parametrize(
    "answer", [httpx.Response(200, text="<html>"), httpx.Response(200, json=[]), httpx.Response(200)]
)
async def test_an_answer_that_is_no_resource_is_unavailable(answer: httpx.Response) -> None:
    with pytest.raises(Unavailable):
        await Line(answer).service().start_chat("a1", {})


async def test_what_is_said_never_stands_in_a_log() -> None:
    with structlog.testing.capture_logs() as logs, pytest.raises(Unavailable):
        await Line(httpx.ReadTimeout).service().send_chat("s1", "I am Ana Ruiz, 305 555 0142")
    assert logs
    assert "Ana" not in repr(logs)
    assert "555 0142" not in repr(logs)
