"""What all providers of speech have in common: an API over HTTPS, a key, and sound that arrives in pieces."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx

from mia.platform.http.tls import trusted
from mia.voice.engine.providers import PROVIDER_RATE, ProviderFault

_TIMEOUT = httpx.Timeout(10.0, connect=2.0, read=5.0)
_FIRST_SOUND = 3.0
"""Seconds after which nobody waits for a sentence's first sound any more."""
_LONGEST = 120 * PROVIDER_RATE * 2
"""Bytes of sound that one sentence may have: two minutes."""
_REFUSALS = {401: "unauthorized", 403: "unauthorized", 402: "not-paid", 404: "unknown", 429: "too-many"}

Query = Mapping[str, str | int | Sequence[str]]


class SpeechApi:
    """One provider's API. Failures of any kind are :class:`ProviderFault`; what a provider says of them is told
    nobody, since it may hold the text."""

    def __init__(self, url: str) -> None:
        self._http = httpx.AsyncClient(
            base_url=url.rstrip("/"), timeout=_TIMEOUT, verify=trusted(), trust_env=False
        )

    async def close(self) -> None:
        """Return all connections."""
        await self._http.aclose()

    async def ask(self, method: str, path: str, headers: Mapping[str, str], **request: Any) -> Any:
        """The JSON answer."""
        try:
            answer = await self._http.request(method, path, headers=headers, **request)
        except httpx.HTTPError as error:
            raise ProviderFault(f"unreachable-{type(error).__name__}") from None
        _raise_for(answer.status_code)
        try:
            return answer.json()
        except ValueError:
            raise ProviderFault("not-json") from None

    async def sound(
        self, path: str, headers: Mapping[str, str], json: Mapping[str, Any], params: Query | None = None
    ) -> AsyncGenerator[bytes, None]:
        """The sound that the answer is made of, in whole samples, as it arrives."""
        request = self._http.build_request("POST", path, headers=dict(headers), json=json, params=params)
        left, length = b"", 0
        async with self._streamed(request) as answer:
            async for chunk in answer.aiter_bytes():
                whole = left + chunk
                left = whole[len(whole) // 2 * 2 :]
                length += len(chunk)
                if length > _LONGEST:
                    raise ProviderFault("endless")
                if len(whole) > 1:
                    yield whole[: len(whole) // 2 * 2]
        if not length:
            raise ProviderFault("no-sound")

    @asynccontextmanager
    async def _streamed(self, request: httpx.Request) -> AsyncGenerator[httpx.Response, None]:
        answer: httpx.Response | None = None
        try:
            async with asyncio.timeout(_FIRST_SOUND):
                answer = await self._http.send(request, stream=True)
            _raise_for(answer.status_code)
            yield answer
        except TimeoutError:
            raise ProviderFault("too-late") from None
        except httpx.HTTPError as error:
            raise ProviderFault(f"unreachable-{type(error).__name__}") from None
        finally:
            if answer is not None:
                await answer.aclose()


def _raise_for(status: int) -> None:
    if not 200 <= status < 300:
        raise ProviderFault(_REFUSALS.get(status, f"status-{status}"), refused=status in (400, 401, 402, 403, 404))
