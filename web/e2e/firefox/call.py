"""Hold a call in Firefox with the widget of the landing page; ``make firefox`` runs it."""

import asyncio
import json
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import DEVNULL, Popen

import httpx
from bidi import Page, firefox

_HOUSE = Path(__file__).parents[3]
_SAID = "[...document.querySelectorAll('.voice-line[data-who=%s]')].map(e => e.textContent).join(' ')"
_START_SECONDS = 300


async def call(program: str, url: str) -> None:
    """Be greeted by voice, write, be answered, hang up."""
    async with firefox(program) as page:
        try:
            await page.open(url, _KEEP_PEERS)
            await page.press("Talk to Mia")
            await page.press("Start Voice Call")
            await _sees(page, "/LIVE CALL/.test(document.body.innerText)", "is in a call")
            await _sees(page, _says("this is Mia, the AI receptionist"), "reads Mia's greeting")
            await _sees(page, _HEARS_MIA, "hears Mia")
            await _sees(page, _IS_HEARD, "sends its microphone")
            await page.find("(document.querySelector('dialog[open] :is(input, textarea)').focus(), true)")
            await page.type("When are you open?")
            await _sees(page, _says("Monday"), "reads the hours that it asked for")
            await page.press("End Call")
            await _sees(page, "/Call ended/.test(document.body.innerText)", "has hung up")
        except (TimeoutError, RuntimeError) as error:
            shown = await page.find("document.querySelector('dialog[open]')?.innerText || 'nothing'")
            print(f"Shown was:\n{shown}\nErrors of the page: {page.errors}", file=sys.stderr)
            raise SystemExit(f"Firefox did not get through: {error!r}") from None


_KEEP_PEERS = """() => {
  const Peer = RTCPeerConnection;
  window.peers = [];
  window.RTCPeerConnection = class extends Peer {
    constructor(...given) { super(...given); window.peers.push(this); }
  };
}"""
"""So that the statistics of the call can be read."""

_STATISTICS = (
    "Promise.all(peers.map(peer => peer.getStats())).then(all => all.flatMap(each => [...each.values()])%s)"
)
_HEARS_MIA = _STATISTICS % ".some(one => one.type === 'inbound-rtp' && one.totalAudioEnergy > 0.001)"
_IS_HEARD = _STATISTICS % ".some(one => one.type === 'outbound-rtp' && one.bytesSent > 1000)"


def _says(words: str) -> str:
    return f"{_SAID % 'mia'}.includes({json.dumps(words)})"


async def _sees(page: Page, what: str, told: str) -> None:
    await page.find(what)
    print(f"Firefox {told}.", flush=True)


@contextmanager
def product() -> Iterator[str]:
    """Mia on a free port with data of her own; E2E_URL names one that runs already."""
    if running := os.environ.get("E2E_URL"):
        yield running
        return
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    data = tempfile.mkdtemp(prefix="mia-firefox-data-")
    os.chmod(data, 0o755)  # run as root, the database's own user has to walk in
    environment = os.environ | {"MIA_DATA_DIR": data, "MIA_PORT": str(port)}
    served = Popen([_HOUSE / ".venv/bin/mia", "serve"], cwd=_HOUSE, env=environment, stdout=DEVNULL, stderr=DEVNULL)
    try:
        _wait_for(f"http://127.0.0.1:{port}", served)
        yield f"http://127.0.0.1:{port}"
    finally:
        served.terminate()
        served.wait()
        shutil.rmtree(data, ignore_errors=True)


def _wait_for(url: str, served: Popen[bytes]) -> None:
    latest = time.monotonic() + _START_SECONDS
    while time.monotonic() < latest and served.poll() is None:
        try:
            httpx.get(f"{url}/readyz", timeout=5).raise_for_status()
            return
        except httpx.HTTPError:
            time.sleep(0.5)
    raise SystemExit("Mia did not start.")


def main() -> None:
    names = [os.environ.get("FIREFOX_PATH"), "firefox-esr", "firefox"]
    program = next((path for name in names if name and (path := shutil.which(name))), None)
    if program is None:
        print("Skipped: no Firefox found. Install one (Debian: firefox-esr), or set FIREFOX_PATH.")
        return
    with product() as url:
        asyncio.run(call(program, url))


if __name__ == "__main__":
    main()
