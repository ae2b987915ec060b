"""The embedded speech models, loaded once for all tests of the engine."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from mia.voice.engine.ports import Speech
from mia.voice.engine.speech.embedded import load_speech

PcmOf = Callable[[str], Awaitable[bytes]]


@pytest.fixture(scope="session")
def speech() -> Speech:
    return load_speech()


@pytest.fixture
def pcm_of(speech: Speech) -> PcmOf:
    """Says a text as a caller: PCM at the synthesiser's sample rate."""

    async def say(text: str) -> bytes:
        return b"".join([pcm async for pcm in speech.synthesizer.synthesize(text)])

    return say


@pytest.fixture
def leftovers() -> Callable[[], set[str]]:
    """Names of the tasks still running besides the test itself."""

    def names() -> set[str]:
        return {str(t.get_coro()) for t in asyncio.all_tasks() if t is not asyncio.current_task()}

    return names
