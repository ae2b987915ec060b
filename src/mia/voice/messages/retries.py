"""Trying again what failed on the way, as the client's plan says (hosted ``backoffPlan``)."""

import asyncio
from collections.abc import Callable, Mapping

from mia.voice.messages.client import Answer, MessageClient, NotSent
from mia.voice.wire import Json

_BUSY = 429


async def send(
    client: MessageClient,
    method: str,
    url: str,
    headers: Mapping[str, str],
    body: bytes,
    seconds: float,
    plan: Json | None,
    is_whole: Callable[[bytes], bool] | None = None,
) -> Answer:
    """The answer, at most ``seconds`` for each try; :class:`NotSent` when the last one fails. ``is_whole`` as in
    :meth:`MessageClient.request`.

    Without a plan a request is repeated once when no connection stood: a pooled one may have been closed, or the
    server be just restarting. Every try has the same idempotency key, which makes it safe.
    """
    retries = 1 if plan is None else int(plan.get("maxRetries") or 0)
    pause = 0.0 if plan is None else float(plan.get("baseDelaySeconds", 1))
    for attempt in range(retries + 1):
        last = attempt == retries
        try:
            answer = await client.request(method, url, headers, body, seconds, is_whole=is_whole)
        except NotSent as failure:
            if last or not (failure.unconnected or (plan is not None and failure.timed_out)):
                raise
        else:
            if last or plan is None or not (answer.status >= 500 or answer.status == _BUSY):
                return answer
        await asyncio.sleep(pause * 2**attempt if plan and plan.get("type") == "exponential" else pause)
    raise AssertionError("the last try returns or raises")
