"""No request that can be made up has either API fail, and each refusal is told in its API's shape.

What is made up is the same in every run: a fixed sample in `make test`, in which each operation is asked and each
hostile value is sent to some, and all of it in `make drills`. More by hand:
``FUZZ_SEED=7 FUZZ_EXAMPLES=20 .venv/bin/pytest --whole tests/security/test_api_fuzz.py``
"""

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest
import pytest_asyncio
from fastapi import FastAPI
from schemathesis import GenerationMode

from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.sandbox.demo import seed as demo
from mia.sandbox.demo.downtown import SLUG as DOWNTOWN
from mia.sandbox.demo.others import HARBOR_SLUG, HOUSE_SLUG
from mia.voice.app import create_voice_app
from mia.voice.auth.guards import operator_credential
from tests.fakes.access import PASSWORD, browser, settings_of_tests
from tests.fakes.api_requests import Json, Request, described, made_up
from tests.fakes.attacks.fuzz_targets import FrontOffice, Target, VoiceService, ask, front_office_kind, voice_kind
from tests.fakes.attacks.hostile_requests import hostile_places, hostile_values
from tests.fakes.phones.twilio import fake_twilio
from tests.fakes.phones.voice import voice_api, voice_settings
from tests.fakes.phones.vonage import fake_vonage

pytestmark = pytest.mark.drill

SEED = int(os.environ.get("FUZZ_SEED", "1"))
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "2"))
"""Of each mode, for each operation, in the whole set."""

LEFT_OUT = {
    "/api/clinics/{slug}/events",  # a stream of events has no end
    "/readyz",  # says 503 where no worker runs, as here
}
FEW = {DOWNTOWN: 60, HARBOR_SLUG: 0, HOUSE_SLUG: 0}
"""Patients: enough for some of everything."""


@dataclass(frozen=True)
class Extent:
    """How much is made up: examples of each mode for each operation, tries where the first brings no wrong request,
    and the first of every so many hostile ones. An operation has 12 with hostile values or so: with every fifth,
    each value comes up at one operation or another."""

    examples: int
    tries: int
    every: int


SAMPLE, WHOLE = Extent(1, 1, 5), Extent(EXAMPLES, 20, 1)
"""A large body takes seconds to be made up wrongly; what is hostile is sent to its operation, too."""


@pytest.fixture
def extent(request: pytest.FixtureRequest) -> Extent:
    return WHOLE if request.config.getoption("whole") else SAMPLE


@pytest.fixture
def settings() -> Settings:
    return settings_of_tests(MIA_DEMO_PASSWORD=PASSWORD)


@pytest.fixture
def front_office_document(app: FastAPI) -> Json:
    document = app.openapi()
    return {**document, "paths": {path: each for path, each in document["paths"].items() if path not in LEFT_OUT}}


@pytest_asyncio.fixture
async def front_office(
    app: FastAPI,
    database: Database,
    settings: Settings,
    front_office_document: Json,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[FrontOffice]:
    """The owner of a small demo practice, who has looked at all its lists."""
    monkeypatch.setattr(demo, "PATIENTS", FEW)
    await demo.seed(database, settings)
    async with browser(app) as client:
        target = FrontOffice(client, database, f"owner@{DOWNTOWN}.example")
        target.known.add("slug", DOWNTOWN)
        clinic = "/api/clinics/{slug}/"
        for path, operations in front_office_document["paths"].items():
            if path.startswith(clinic) and "{" not in path.removeprefix(clinic):
                url, get = path.replace("{slug}", DOWNTOWN), "get" in operations
                if get or path.endswith("/search"):
                    await ask(
                        target, [Request("look", "GET" if get else "POST", url, content=b"" if get else b"{}")]
                    )
        yield target


@pytest_asyncio.fixture
async def voice(database: Database, tmp_path: Path) -> AsyncIterator[VoiceService]:
    """A client of the voice service who has one of everything."""
    async with fake_twilio() as twilio, fake_vonage() as vonage, AsyncExitStack() as stack:
        vonages = dict.fromkeys(("MIA_VONAGE_API_URL", "MIA_VONAGE_REST_URL"), vonage.api_url)
        settings = voice_settings(tmp_path, MIA_TWILIO_API_URL=twilio.api_url, **vonages)
        api = await stack.enter_async_context(voice_api(database, settings))
        target = VoiceService(api.http, operator_credential(settings))
        await target.make_one_of_everything()
        yield target


async def ask_what_is_described(target: Target, document: Json, extent: Extent) -> set[str]:
    """Requests that fit the description and that do not; returns the operations that succeeded."""
    both = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    requests = made_up(document, *both, examples=extent.examples, wrong_tries=extent.tries, seed_number=SEED)
    fill = target.known.value
    wrong, done = await ask(target, (request.filled(fill, fill) for request in requests))
    assert wrong == []
    return done


async def ask_what_is_hostile(target: Target, document: Json, extent: Extent) -> set[str]:
    """Hostile values wherever a request holds any; returns the operations that succeeded."""
    examples = max(1, extent.examples // 3)
    requests = made_up(document, GenerationMode.POSITIVE, examples=examples, seed_number=SEED)
    wrong, done = await ask(target, islice(hostile_values(requests, target.known), 0, None, extent.every))
    more, _ = await ask(target, islice(hostile_places(document, target.known), 0, None, extent.every))
    assert wrong + more == []
    return done


async def test_the_front_office_takes_or_refuses_whatever_is_made_up(
    front_office: FrontOffice, front_office_document: Json, extent: Extent
) -> None:
    document = described(front_office_document, front_office_kind)
    # What is refused at the door tells little.
    assert len(await ask_what_is_described(front_office, document, extent)) > 80


async def test_the_front_office_takes_or_refuses_hostile_values(
    front_office: FrontOffice, front_office_document: Json, extent: Extent
) -> None:
    document = described(front_office_document, front_office_kind, texts=True)
    assert len(await ask_what_is_hostile(front_office, document, extent)) > (60 if extent is WHOLE else 45)


async def test_the_voice_service_takes_or_refuses_whatever_is_made_up(voice: VoiceService, extent: Extent) -> None:
    document = described(create_voice_app().openapi(), voice_kind)
    assert len(await ask_what_is_described(voice, document, extent)) > 15


async def test_the_voice_service_takes_or_refuses_hostile_values(voice: VoiceService, extent: Extent) -> None:
    document = described(create_voice_app().openapi(), voice_kind, texts=True)
    assert len(await ask_what_is_hostile(voice, document, extent)) > 15
