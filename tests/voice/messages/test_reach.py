"""No one reaches into the operator's network through the address of an assistant's server."""

import gzip
import ssl
from pathlib import Path
from typing import Any

import pytest

from mia.platform.conversation.ports import CallTool
from mia.platform.db.session import Database
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.settings import Settings
from mia.voice.auth.guards import scope_of_row
from mia.voice.messages.client import MOST_BYTES, MessageClient, NotSent
from mia.voice.messages.delivery import deliver_due
from mia.voice.messages.models import OutgoingMessage
from mia.voice.messages.outbox import enqueue_message
from mia.voice.messages.reach import Reach, is_public
from mia.voice.messages.tools import ServerTools
from tests.fakes.internet import Names, Network, Server, certificate, serving
from tests.fakes.phones.voice import VoiceApi, assistant_body, voice_settings

PUBLIC = "93.184.215.14"
INSIDE = [
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.192", "192.0.2.1", "198.18.0.1", "224.0.0.1",
    "239.255.255.250", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1",
    "fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:10.0.0.1", "::127.0.0.1",
    "64:ff9b::a00:1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::1", "2001:0:4136:e378::",
    "2001:db8::1", "100::1", "not an address",
]  # fmt: skip


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_inside_is_none_of_the_internets(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", [PUBLIC, "1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"])
def test_an_address_outside_is(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("answer", [[address] for address in INSIDE] + [[PUBLIC, "10.0.0.1"], []])
async def test_a_name_that_leads_inside_is_not_connected_to(answer: list[str]) -> None:
    network = Network(0)
    async with MessageClient(Reach(resolve=Names([answer])), backend=network) as client:
        with pytest.raises(NotSent, match="address-refused"):
            await client.post("https://assistant.example/messages", {}, b"{}", 5)
    assert network.dialed == []


async def test_a_message_goes_to_the_address_that_was_checked() -> None:
    names = Names([[PUBLIC], ["127.0.0.1"]])  # what stands for the name changes right after the first look
    async with serving(Server()) as server:
        network = Network(server.port)
        async with MessageClient(Reach(resolve=names), backend=network) as client:
            answer = await client.post("http://assistant.example:8080/x?y=1", {"Host": "10.0.0.1"}, b"{}", 5)
            again = await client.post("http://assistant.example:8080/x", {}, b"{}", 5)
    assert (answer.status, again.status) == (200, 200)
    assert (network.dialed, names.asked) == ([(PUBLIC, 8080)], ["assistant.example"])
    assert server.heads[0].startswith("POST /x?y=1 HTTP/1.1\r\nHost: assistant.example:8080\r\n")


async def test_a_name_that_changes_between_connections_is_looked_at_again() -> None:
    names = Names([[PUBLIC], ["169.254.169.254"]])
    closing = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
    async with serving(Server(closing)) as server:
        network = Network(server.port)
        async with MessageClient(Reach(resolve=names), backend=network) as client:
            await client.post("http://assistant.example/", {}, b"{}", 5)
            with pytest.raises(NotSent, match="address-refused"):
                await client.post("http://assistant.example/", {}, b"{}", 5)
    assert network.dialed == [(PUBLIC, 80)]


async def test_another_address_of_the_host_is_tried() -> None:
    async with serving(Server()) as server:
        network = Network(server.port, down=frozenset({PUBLIC}))
        async with MessageClient(Reach(resolve=Names([[PUBLIC, "1.1.1.1"]])), backend=network) as client:
            assert (await client.post("http://assistant.example/", {}, b"{}", 5)).is_success
    assert network.dialed == [(PUBLIC, 80), ("1.1.1.1", 80)]


async def test_the_certificate_must_be_the_names(tmp_path: Path) -> None:
    file = certificate(tmp_path, "assistant.example")
    theirs = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    theirs.load_cert_chain(file)
    ours = ssl.create_default_context(cafile=str(file))
    async with serving(Server(), theirs) as server:
        network = Network(server.port)
        async with MessageClient(Reach(resolve=Names([[PUBLIC]])), backend=network, tls=ours) as client:
            assert (await client.post("https://assistant.example/", {}, b"{}", 5)).is_success
            with pytest.raises(NotSent, match="ConnectError"):
                await client.post("https://other.example/", {}, b"{}", 5)
    assert network.dialed[0] == (PUBLIC, 443)


async def test_a_redirect_is_an_answer_and_not_followed() -> None:
    away = b"HTTP/1.1 307 Go\r\nLocation: http://169.254.169.254/latest/meta-data/\r\nContent-Length: 0\r\n\r\n"
    names = Names([[PUBLIC]])
    async with (
        serving(Server(away)) as server,
        MessageClient(Reach(resolve=names), backend=Network(server.port)) as client,
    ):
        answer = await client.post("http://assistant.example/", {}, b"{}", 5)
    assert (answer.status, answer.is_success, names.asked) == (307, False, ["assistant.example"])


@pytest.mark.parametrize(
    ("head", "body", "reason"),
    [
        ("", b"x" * (MOST_BYTES + 1), "answer-too-large"),
        ("Content-Encoding: gzip\r\n", gzip.compress(b" " * 10_000_000), "answer-compressed"),
    ],
)
async def test_an_answer_without_end_is_not_read(head: str, body: bytes, reason: str) -> None:
    answer = f"HTTP/1.1 200 OK\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
    async with (
        serving(Server(answer)) as server,
        MessageClient(Reach(resolve=Names([[PUBLIC]])), backend=Network(server.port)) as client,
    ):
        with pytest.raises(NotSent, match=reason):
            await client.post("http://assistant.example/", {}, b"{}", 5)


async def test_an_answer_that_trickles_ends_with_the_time_it_may_take() -> None:
    async with (
        serving(Server(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")) as server,
        MessageClient(Reach(resolve=Names([[PUBLIC]])), backend=Network(server.port)) as client,
    ):
        with pytest.raises(NotSent) as caught:
            await client.post("http://assistant.example/", {}, b"{}", 0.05)
    assert caught.value.timed_out


def test_the_operators_own_address_and_providers_may_be_inside() -> None:
    settings = Settings.model_validate(
        {
            "MIA_PORT": 8123,
            "PUBLIC_URL": "http://10.0.0.5",
            "MIA_DEMO_PUBLIC": "1",
            "OPENAI_BASE_URL": "http://gpu.internal:9000/v1",
            "OPENAI_API_KEY": "k",
            "OPENAI_MODEL": "m",
            "MIA_VOICE_PRIVATE_HOSTS": "10.0.0.9, 10.0.0.10:81",
        }
    )
    reach = Reach.of(settings)

    def refused(url: str) -> bool:
        try:
            reach.checked({"server": {"url": url}})
        except Exception:
            return True
        return False

    allowed = ["127.0.0.1:8123", "10.0.0.5", "gpu.internal:9000", "10.0.0.9", "10.0.0.9:5432", "10.0.0.10:81"]
    assert [host for host in allowed if refused(f"http://{host}/")] == []
    others = ["127.0.0.1:5432", "10.0.0.5:81", "gpu.internal", "10.0.0.10", "10.0.0.11"]
    assert [host for host in others if not refused(f"http://{host}/")] == []


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return voice_settings(tmp_path, MIA_VOICE_PRIVATE_HOSTS="")


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest/meta-data/", "http://127.0.0.1:5432/", "http://localhost:8080/", "http://127.1/",
        "http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/", "http://[::1]/", "http://[::ffff:10.0.0.1]/",
        "http://[fe80::1%25eth0]/", "http://user:x@10.0.0.1/", "http://metadata.google.internal/", "http://printer.local/",
        "http://db.localhost./", "http://\t10.0.0.1/", "http:///x", "http://[fd00:ec2::254]/",
    ],
)  # fmt: skip
async def test_what_is_plainly_inside_is_refused_when_it_is_written(voice: VoiceApi, url: str) -> None:
    server, tool = {"url": url}, {"type": "function", "function": {"name": "f"}, "server": {"url": url}}
    bodies: list[dict[str, Any]] = [
        {"server": server},
        {"model": {"provider": "mia", "tools": [tool]}},
        {"model": {"provider": "custom-llm", "url": url}},
    ]
    made = (await voice.http.post("/assistant", json={"name": "Mia"})).json()
    for body in bodies:
        asked = [
            ("POST", "/assistant", body),
            ("PATCH", f"/assistant/{made['id']}", body),
            ("PUT", f"/assistant/{made['id']}", body),
            ("POST", "/call/web", {"assistant": body}),
            ("POST", "/call", {"assistant": body, "customer": {"number": "+13055550142"}}),
            ("POST", "/session", {"assistantId": made["id"], "assistantOverrides": body}),
            ("POST", "/chat", {"assistant": body, "input": "hello"}),
        ]
        for method, path, sent in asked:
            answer = await voice.http.request(method, path, json=sent)
            assert answer.status_code == 400, (method, path, answer.text)
    assert (await voice.http.get(f"/assistant/{made['id']}")).json().keys() == made.keys()


async def test_a_model_elsewhere_is_refused_rather_than_ignored(voice: VoiceApi) -> None:
    body = {"model": {"provider": "custom-llm", "url": "https://llm.example/v1", "model": "small"}}
    told = "model.url must be where this installation's language model is, or left out"
    for path, sent, at in (("/assistant", body, ""), ("/session", {"assistant": body}, "assistant.")):
        answer = await voice.http.post(path, json=sent)
        assert (answer.status_code, answer.json()["message"]) == (400, [at + told]), answer.text


async def test_what_is_kept_for_the_client_may_name_any_address(voice: VoiceApi) -> None:
    body = {
        "name": "Mia",
        "metadata": {"server": {"url": "http://10.0.0.1/"}},
        "server": {"url": "https://a.example/"},
    }
    assert (await voice.http.post("/assistant", json=body)).status_code == 201


async def test_a_tool_and_a_report_do_not_reach_inside_by_a_name(database: Database, voice: VoiceApi) -> None:
    assistant = assistant_body("http://rebound.example/messages")
    network = Network(0)
    async with MessageClient(Reach(resolve=Names([["169.254.169.254"]])), backend=network) as client:
        tools = ServerTools(client, SystemClock(), assistant, {})
        result = await tools(CallTool("tool-1", "book_appointment", {}))
        assert result.error == "The tool could not be reached."
        async with database.org(scope_of_row(voice.org_id, "test")) as session:
            await enqueue_message(session, voice.org_id, assistant, {"type": "end-of-call-report"})
        assert await deliver_due(database, client) == 0
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        row = (await session.sql.scalars(OutgoingMessage.__table__.select())).first()
    assert row is not None, "it is kept and tried again: the name may come to stand for a public address"
    assert network.dialed == []
