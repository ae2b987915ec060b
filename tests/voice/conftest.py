"""A voice service for tests: the API in process, a server for its messages."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from tests.fakes.phones.voice import MessageServer, VoiceApi, message_server, voice_api, voice_settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings with keys of their own."""
    return voice_settings(tmp_path)


@pytest_asyncio.fixture
async def voice(database: Database, settings: Settings) -> AsyncIterator[VoiceApi]:
    """The API as a client with a private token sees it."""
    async with voice_api(database, settings) as api:
        yield api


@pytest_asyncio.fixture
async def stranger(database: Database, settings: Settings) -> AsyncIterator[VoiceApi]:
    """Another organization's client."""
    async with voice_api(database, settings) as api:
        yield api


@pytest_asyncio.fixture
async def server() -> AsyncIterator[MessageServer]:
    """The server of an assistant."""
    async with message_server() as running:
        yield running
