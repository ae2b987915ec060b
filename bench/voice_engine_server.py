"""The voice engine alone behind one HTTP route, with a model that repeats what it hears.

For measuring and for trying the engine from a browser; no part of the product. ``--quick-start`` holds the calls
in the framework's own quick start instead.
Prints the port it listens on, then serves until its standard input is closed.
"""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import uvicorn
from fastapi import FastAPI

from bench.quick_start import run_quick_start
from mia.platform.conversation.ports import (
    Brief,
    CallTool,
    Conclusion,
    Heard,
    Message,
    Output,
    Say,
    ToolResult,
    Turn,
)
from mia.platform.conversation.turns import Answering
from mia.voice.engine.pipeline.call import run_call
from mia.voice.engine.pipeline.events import CallEvent, TurnMeasured
from mia.voice.engine.pipeline.setup import CallSetup
from mia.voice.engine.speech.embedded import prewarm
from mia.voice.engine.transports.webrtc import WebRtcTransport

BRIEF = Brief(
    "Mia",
    "Hello, this is Mia. How can I help you?",
    "",
    vocabulary=("Downtown MedSpa", "HydraFacial", "Botox"),
)


AFTERWARDS = "Let me think about that for a moment, while I look at the calendar for you."


class Repeater:
    """Answers with what it heard, and a sentence long enough to be interrupted."""

    async def reply(self, turn: Turn) -> AsyncIterator[Output]:
        if isinstance(turn.event, Heard):
            yield Say(f"I heard {turn.event.text}")
            yield Say(AFTERWARDS)

    def is_answered(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
        """Nothing was asked; but answers are made ahead, as the embedded receptionist's are."""
        return False

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        return Conclusion("", {"outcome": "answered"}, success=True)


async def _no_tools(call: CallTool) -> ToolResult:
    return ToolResult(call.call_id, call.name, {}, error="unknown-tool")


def create_app(*, quick_start: bool = False) -> FastAPI:
    """``POST /offer {sdp}`` starts a call; ``GET /stats`` tells how all calls went."""
    app = FastAPI()
    calls: set[asyncio.Task[Any]] = set()
    transports: list[WebRtcTransport] = []
    turns: list[TurnMeasured] = []
    speech = asyncio.ensure_future(prewarm())

    async def keep(event: CallEvent) -> None:
        if isinstance(event, TurnMeasured):
            turns.append(event)

    @app.post("/offer")
    async def offer(body: dict[str, str]) -> dict[str, str]:
        transport = WebRtcTransport()
        answer = await transport.answer(body["sdp"])
        transports.append(transport)
        if quick_start:
            task: asyncio.Task[Any] = asyncio.create_task(
                run_quick_start(transport, await speech, BRIEF.first_message, AFTERWARDS)
            )
        else:
            setup = CallSetup(Answering(BRIEF, Repeater(), _no_tools), await speech, keep)
            task = asyncio.create_task(run_call(transport, setup))
        calls.add(task)
        task.add_done_callback(calls.discard)
        return {"sdp": answer, "type": "answer"}

    @app.get("/stats")
    async def stats() -> dict[str, Any]:
        await speech
        return {
            "calls": len(calls),
            "underruns": sum(t.underruns for t in transports),
            "turns": [vars(turn) for turn in turns],
        }

    return app


async def main() -> None:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(
        uvicorn.Config(create_app(quick_start="--quick-start" in sys.argv), log_level="warning")
    )
    listener.listen()
    print(listener.getsockname()[1], flush=True)
    serving = asyncio.create_task(server.serve([listener]))
    await asyncio.to_thread(sys.stdin.read)
    server.should_exit = True
    await serving


if __name__ == "__main__":
    asyncio.run(main())
