"""Telephones for the contract of the ``Telephony`` port."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from mia.platform.db.session import Database
from tests.fakes.phones.telephones import Phones, sandbox_phones, twilio_phones, vonage_phones
from tests.fakes.phones.twilio import FakeTwilio, fake_twilio
from tests.fakes.phones.voice import MessageServer, message_server
from tests.fakes.phones.vonage import FakeVonage, fake_vonage


@pytest_asyncio.fixture
async def server() -> AsyncIterator[MessageServer]:
    async with message_server() as running:
        yield running


@pytest_asyncio.fixture
async def twilio() -> AsyncIterator[FakeTwilio]:
    async with fake_twilio() as running:
        yield running


@pytest_asyncio.fixture
async def by_twilio(
    database: Database, tmp_path: Path, server: MessageServer, twilio: FakeTwilio
) -> AsyncIterator[Phones]:
    async with twilio_phones(database, tmp_path, server, twilio) as phones:
        yield phones


@pytest_asyncio.fixture
async def vonage() -> AsyncIterator[FakeVonage]:
    async with fake_vonage() as running:
        yield running


@pytest_asyncio.fixture
async def by_vonage(
    database: Database, tmp_path: Path, server: MessageServer, vonage: FakeVonage
) -> AsyncIterator[Phones]:
    async with vonage_phones(database, tmp_path, server, vonage) as phones:
        yield phones


@pytest_asyncio.fixture(params=["sandbox", "twilio", "vonage"])
async def phones(
    request: pytest.FixtureRequest,
    database: Database,
    tmp_path: Path,
    server: MessageServer,
    twilio: FakeTwilio,
    vonage: FakeVonage,
) -> AsyncIterator[Phones]:
    kinds = {
        "sandbox": lambda: sandbox_phones(database, tmp_path, server),
        "twilio": lambda: twilio_phones(database, tmp_path, server, twilio),
        "vonage": lambda: vonage_phones(database, tmp_path, server, vonage),
    }
    async with kinds[request.param]() as running:
        yield running
