"""Firefox, driven by the WebDriver BiDi that it speaks itself (https://w3c.github.io/webdriver-bidi)."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

PATIENCE_SECONDS = 60

_PREFERENCES = {
    "media.navigator.streams.fake": True,  # a microphone that hums
    "media.navigator.permission.disabled": True,
    "media.autoplay.default": 0,
    # A call to this machine itself, which Firefox would not make otherwise.
    "media.peerconnection.ice.loopback": True,
    "media.peerconnection.ice.obfuscate_host_addresses": False,
    # Nothing that asks the outside.
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
}


class Page:
    """A tab, and what went wrong in it."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._ids, self._context = socket, count(1), ""
        self.errors: list[str] = []

    async def open(self, url: str, before: str = "() => {}") -> None:
        """Open a page; the function ``before`` runs in it before its own scripts."""
        await self._ask("session.new", {"capabilities": {}})
        await self._ask("session.subscribe", {"events": ["log.entryAdded"]})
        await self._ask("script.addPreloadScript", {"functionDeclaration": before})
        self._context = (await self._ask("browsingContext.getTree", {}))["contexts"][0]["context"]
        await self._ask("browsingContext.navigate", {"context": self._context, "url": url, "wait": "complete"})

    async def find(self, what: str) -> Any:
        """The value of an expression of the page, once it is one that holds."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                if found := await self._value(what):
                    return found
                await asyncio.sleep(0.2)

    async def press(self, button: str) -> None:
        """Press the button of this name, as a person does: media needs a hand."""
        element = "[...document.querySelectorAll('button')].find(e => e.checkVisibility() && !e.disabled && " + (
            f"(e.ariaLabel ?? e.textContent).trim() === {json.dumps(button)})"
        )
        await self.find(f"!!{element}")
        await self._value(f"{element}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
        x, y = json.loads(
            await self.find(
                f"(r => JSON.stringify([r.x + r.width / 2, r.y + r.height / 2]))({element}.getBoundingClientRect())"
            )
        )
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0}]
        moves.append({"type": "pointerUp", "button": 0})
        await self._act({"type": "pointer", "id": "hand", "actions": moves})

    async def type(self, text: str) -> None:
        """Type where the cursor is, and Enter."""
        keys = [{"type": kind, "value": key} for key in f"{text}\ue007" for kind in ("keyDown", "keyUp")]
        await self._act({"type": "key", "id": "keys", "actions": keys})

    async def _act(self, source: dict[str, Any]) -> None:
        await self._ask("input.performActions", {"context": self._context, "actions": [source]})

    async def _value(self, expression: str) -> Any:
        where = {"target": {"context": self._context}, "awaitPromise": True}
        answer = await self._ask("script.evaluate", {"expression": expression, **where})
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    async def _ask(self, method: str, params: dict[str, Any]) -> Any:
        id = next(self._ids)
        await self._socket.send(json.dumps({"id": id, "method": method, "params": params}))
        async for text in self._socket:
            told = json.loads(text)
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.errors.append(told["params"]["text"])
            if told.get("id") == id:
                if told["type"] == "error":
                    raise RuntimeError(f"{method}: {told['message']}")
                return told["result"]
        raise RuntimeError("Firefox has gone.")


@asynccontextmanager
async def firefox(program: str) -> AsyncIterator[Page]:
    """A Firefox without a window, with a profile of its own that goes with it."""
    with TemporaryDirectory(prefix="mia-firefox-", ignore_cleanup_errors=True) as profile:
        _prefer(Path(profile))
        process = await asyncio.create_subprocess_exec(
            program,
            *("--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                address = await _address(process.stderr)
            drain = asyncio.create_task(_drain(process.stderr))
            async with connect(f"{address}/session", max_size=None) as socket:
                yield Page(socket)
            drain.cancel()
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


def _prefer(profile: Path) -> None:
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines), "utf-8")


async def _address(errors: asyncio.StreamReader | None) -> str:
    assert errors is not None
    async for line in errors:
        if found := re.search(rb"BiDi listening on (ws://\S+)", line):
            return found[1].decode()
    raise RuntimeError("Firefox did not start.")


async def _drain(errors: asyncio.StreamReader | None) -> None:
    """Firefox would wait for who reads what it says."""
    assert errors is not None
    while await errors.read(4096):
        pass
