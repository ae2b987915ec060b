"""What the job worker does for the voice service."""

import asyncio
from datetime import timedelta

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.settings import Settings
from mia.voice.upkeep import erase_old_content, run_voice_upkeep
from mia.voice.workers.client import MediaClient
from mia.voice.workers.lines import IdleLines
from tests.fakes.phones.voice import SCRIPTED, MessageServer, VoiceApi, assistant_body, local_messages


async def test_old_conversations_are_erased(voice: VoiceApi, database: Database, clock: MovableClock) -> None:
    body = {"assistant": assistant_body()}
    call = (await voice.http.post("/call/web", json=body)).json()
    session = (await voice.http.post("/session", json=body)).json()
    in_session = (await voice.http.post("/chat", json={"sessionId": session["id"], "input": "one"})).json()
    alone = (await voice.http.post("/chat", json={**body, "input": "one"})).json()
    paths = [f"/call/{call['id']}", f"/session/{session['id']}"]
    paths += [f"/chat/{in_session['id']}", f"/chat/{alone['id']}"]
    clock.move(timedelta(days=29))
    await erase_old_content(database, 30)
    assert [(await voice.http.get(path)).status_code for path in paths] == [200] * 4
    clock.move(timedelta(days=2))
    await erase_old_content(database, 30)
    assert [(await voice.http.get(path)).status_code for path in paths] == [404] * 4


async def test_upkeep_delivers_what_another_process_promised(
    voice: VoiceApi, database: Database, server: MessageServer, settings: Settings
) -> None:
    server.fail.append(503)  # the immediate try fails
    made = (await voice.http.post("/call/web", json={"assistant": assistant_body(server.url)})).json()
    media = MediaClient(database, settings)
    async with local_messages() as messages:
        upkeep = asyncio.create_task(
            run_voice_upkeep(database, SCRIPTED, media, messages, IdleLines(database, settings))
        )
        await voice.http.post(f"/call/{made['id']}/end")
        await server.wait_for("end-of-call-report")
        upkeep.cancel()
        await asyncio.gather(upkeep, return_exceptions=True)
    await media.close()
    assert [item.message["type"] for item in server.received] == ["status-update", "end-of-call-report"]
