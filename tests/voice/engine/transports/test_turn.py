"""Sound through Debian's coturn where no other path is open, with credentials that do not last."""

import asyncio
import os
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aioice.ice
import pytest

from mia.voice.engine.ports import Speech
from mia.voice.engine.transports.turn import LASTING, IceServer
from mia.voice.engine.transports.webrtc import WebRtcTransport
from tests.fakes.language import EchoModel
from tests.fakes.phones.caller import Caller
from tests.voice.engine.pipeline.calls import GREETING, Running, start

SECRET = "a secret of this test"
DEPLOYED = Path(__file__).parents[4] / "deploy" / "turnserver.conf"
_PRIVATE = ("denied-peer-ip", "listening-port", "pidfile", "log-file", "min-port", "max-port")
"""Lines of the deployed configuration that keep sound from the callers of a test, or stand in its way."""


def _install() -> None:
    if shutil.which("turnserver"):
        return
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "coturn"]
    assert os.geteuid() == 0 and shutil.which("apt-get"), f"Missing: {' '.join(command)}"
    for each in (["apt-get", "update", "-qq"], command):
        subprocess.run(each, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@asynccontextmanager
async def coturn(folder: Path) -> AsyncIterator[str]:
    """coturn as deploy/ has it; its address as an ICE server's URL."""
    _install()
    host = aioice.ice.get_host_addresses(use_ipv4=True, use_ipv6=False)[0]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind((host, 0))
        port = probe.getsockname()[1]
    shipped = [line for line in DEPLOYED.read_text().splitlines() if not line.startswith(_PRIVATE)]
    own = [f"listening-ip={host}", f"relay-ip={host}", f"listening-port={port}", f"pidfile={folder / 'pid'}",
           f"static-auth-secret={SECRET}", "realm=clinic.example", "log-file=stdout", "allow-loopback-peers",
           f"userdb={folder / 'users'}"]  # fmt: skip
    config = folder / "turnserver.conf"
    config.write_text("\n".join([*shipped, *own]) + "\n")
    server = await asyncio.create_subprocess_exec(
        "turnserver", "-c", str(config), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(20):
            while not await _listens(host, port):
                assert server.returncode is None, "coturn did not start"
        yield f"turn:{host}:{port}"
    finally:
        server.terminate()
        await server.wait()


async def _listens(host: str, port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection(host, port)
    except OSError:
        await asyncio.sleep(0.05)
        return False
    writer.close()
    return True


@pytest.mark.sound
async def test_sound_goes_through_coturn_where_no_other_path_is_open(speech: Speech, tmp_path: Path) -> None:
    async with coturn(tmp_path) as url:
        running: list[Running] = []
        answers: list[str] = []

        async def exchange(offer: str) -> str:
            transport = WebRtcTransport([IceServer(url, secret=SECRET)], relay_only=True)
            answers.append(await transport.answer(offer))
            running.append(start(transport, EchoModel(), speech))
            return answers[0]

        caller = Caller(exchange)
        await caller.dial()
        await caller.transcript("assistant", GREETING)
        await caller.sound_after(0)
        await caller.hang_up()
        record = await running[0].record()
    assert record.ended_reason == "customer-ended-call"
    candidates = [line for line in answers[0].splitlines() if line.startswith("a=candidate:")]
    assert candidates and all(" typ relay " in line for line in candidates)


def test_a_credential_is_coturns_for_two_hours() -> None:
    server = IceServer("turn:relay.example:3478", secret=SECRET).for_a_call(1_800_000_000)
    assert server.username == f"{1_800_000_000 + LASTING}:mia"
    assert server.credential == "PQ3xQliwjrw7qT0VWwtg/52PTSc="
    fixed = IceServer("turn:relay.example:3478", "mia", "word").for_a_call()
    assert (fixed.username, fixed.credential) == ("mia", "word")


def test_a_server_never_shows_its_secret() -> None:
    assert SECRET not in repr(IceServer("turn:relay.example:3478", secret=SECRET))
