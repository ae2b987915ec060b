"""A process is killed in the middle of a campaign: nobody is called twice, and the others are called."""

import asyncio
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from mia.platform.db.migrate import app_url
from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.media.reconciliation import end_lost_calls
from tests.conftest import APP_PASSWORD
from tests.fakes.phones.voice import VoiceApi, assistant_body, number_id
from tests.voice.resources.campaign.campaign_process import Carrier, work
from tests.voice.resources.tool_steps import made

ROOT = Path(__file__).parents[4]
NUMBERS = [f"+1305555014{digit}" for digit in range(3)]


@pytest.mark.drill
@pytest.mark.parametrize(("moment", "dialed", "reasons"), [
    ("made", [], {"customer-did-not-answer"}),
    ("dialed", NUMBERS[:1], {"customer-did-not-answer", "worker-shutdown"}),
])  # fmt: skip
async def test_nobody_is_called_twice(
    voice: VoiceApi, database: Database, database_url: str, settings: Settings, tmp_path: Path, moment: str,
    dialed: list[str], reasons: set[str],
) -> None:  # fmt: skip
    assistant = await made(voice, "/assistant", **assistant_body())
    customers = [{"number": number} for number in NUMBERS]
    body = {"assistantId": assistant, "phoneNumberId": await number_id(voice.http), "customers": customers}
    id, world = await made(voice, "/campaign", name="Recall", **body), tmp_path / "world"
    dsn = app_url(database_url, APP_PASSWORD)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.voice.resources.campaign.campaign_process", str(settings.data_dir), dsn,
        str(world), moment, cwd=ROOT,
    )  # fmt: skip
    assert await process.wait() == -9
    assert called(world) == dialed
    async with database.system(SystemScope.VOICE_TOKEN) as system:  # as if it had been silent for long enough
        await system.sql.execute(text("DELETE FROM voice_media_workers"))
    await end_lost_calls(database)
    await work(database, settings, Carrier(world))
    campaign = (await voice.http.get(f"/campaign/{id}")).json()
    assert (campaign["status"], sorted(called(world))) == ("ended", NUMBERS)
    assert {call["endedReason"] for call in campaign["calls"].values()} == reasons
    assert campaign["callsCounterEnded"] == len(NUMBERS)


def called(world: Path) -> list[str]:
    return world.read_text().split() if world.exists() else []
