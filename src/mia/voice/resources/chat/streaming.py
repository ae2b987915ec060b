"""An answer that is read while it is being given, and the forms in which it is told."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Protocol

from fastapi.responses import StreamingResponse

from mia.platform.kernel.errors import MiaError
from mia.voice.resources.chat.exchange import Delta, Tell
from mia.voice.services import Services
from mia.voice.wire import Json, to_text

Work = Callable[[Tell | None], Coroutine[Any, Any, Json]]
"""Takes the turn, tells of each thing said, and gives the chat that it made."""

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class Form(Protocol):
    """How a chat looks to a client."""

    def whole(self, chat: Json) -> Json:
        """All of it."""
        ...

    def said(self, delta: Delta) -> str:
        """The event of something said."""
        ...

    def done(self, chat: Json) -> str:
        """The events of its end."""
        ...

    def failed(self, error: MiaError) -> str:
        """The event of an answer that breaks off."""
        ...


async def answer(services: Services, work: Work, form: Form, *, stream: bool) -> Json | StreamingResponse:
    """The chat that ``work`` makes: whole, or as server-sent events from the first words on.

    What fails before anything is said fails as a request; what fails later is an event of the stream. A reader who
    goes away does not stop the turn: its tools may have done something.
    """
    if not stream:
        return form.whole(await work(None))
    said = asyncio.Queue[Delta | None]()
    task = services.go_on(work(said.put_nowait))
    task.add_done_callback(lambda _: said.put_nowait(None))
    first = await said.get()
    if first is None:
        await task  # raises what went wrong, if anything did
    return StreamingResponse(_events(first, said, task, form), media_type="text/event-stream", headers=_HEADERS)


async def _events(
    delta: Delta | None, said: "asyncio.Queue[Delta | None]", task: "asyncio.Task[Json]", form: Form
) -> AsyncIterator[str]:
    while delta is not None:
        yield form.said(delta)
        delta = await said.get()
    try:
        yield form.done(task.result())
    except MiaError as error:
        yield form.failed(error)


class Plain:
    """A chat as it is stored; its events are the hosted ``CreateChatStreamResponse``."""

    def whole(self, chat: Json) -> Json:
        return chat

    def said(self, delta: Delta) -> str:
        path = f"chat.output[{delta.message}].content"
        session = {"sessionId": str(delta.session_id)} if delta.session_id else {}
        return event({"id": str(delta.chat_id), **session, "path": path, "delta": delta.text})

    def done(self, chat: Json) -> str:
        return ""

    def failed(self, error: MiaError) -> str:
        told = {"message": error.detail, "error": error.title, "statusCode": error.status}
        return event(told, name="error")


class Web(Plain):
    """What a stranger is told of a chat (hosted ``WebChat``)."""

    def whole(self, chat: Json) -> Json:
        return {name: chat[name] for name in ("id", "sessionId", "output") if name in chat}


def event(data: Json, *, name: str = "") -> str:
    """One server-sent event."""
    return (f"event: {name}\n" if name else "") + f"data: {to_text(data)}\n\n"
