"""The generated client of the hosted service asks this one everything it can: a row for each of its operations."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import httpx
import pytest

from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from mia.voice.app import voice_service
from mia.voice.auth.guards import operator_credential
from tests.fakes.phones.twilio import NUMBER, SID, TOKEN, fake_twilio
from tests.fakes.phones.voice import ANALYZED, listen, make_token, number_id, serving, voice_app, voice_settings
from tests.fakes.phones.vonage import API_KEY, API_SECRET, SIGNATURE_SECRET, fake_vonage

pytestmark = pytest.mark.conformance

Json = dict[str, Any]

_ASK = Path(__file__).with_name("voice_client") / "ask.mjs"
_NODE = str(Path(sys.executable).with_name("node"))
SECOND = "+13055550101"
_VONAGE = {"provider": "vonage", "apiKey": API_KEY, "apiSecret": API_SECRET, "signatureSecret": SIGNATURE_SECRET}
_OPERATIONS = 135
"""Of ``Api`` in ``@vapi-ai/web`` 2.3.8."""


async def test_the_hosted_client_gets_the_documented_answers(database: Database, tmp_path: Path) -> None:
    rows = await _ask_everything(database, tmp_path)
    print(*(_line(row) for row in sorted(rows, key=lambda row: (row["path"], row["method"]))), sep="\n")
    assert len(rows) == _OPERATIONS
    assert [_line(row) for row in rows if row["verdict"] == "wrong"] == []


async def _ask_everything(database: Database, folder: Path) -> list[Json]:
    async with fake_twilio() as twilio:
        twilio.numbers[NUMBER] = {"sid": "PN1"}
        async with fake_vonage() as vonage:
            vonage.numbers[SECOND.removeprefix("+")] = {"country": "US"}
            urls = {"MIA_VONAGE_API_URL": vonage.api_url, "MIA_VONAGE_REST_URL": vonage.api_url}
            return await _ask(database, voice_settings(folder, MIA_TWILIO_API_URL=twilio.api_url, **urls))


async def _ask(database: Database, settings: Settings) -> list[Json]:
    org_id = new_id()
    token = await make_token(database, settings, org_id)
    public_token = await make_token(database, settings, org_id, "public")
    app, (listener, url) = voice_app(), listen()
    async with voice_service(app, database, settings, ANALYZED), serving(app, listener):
        async with httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"}) as http:
            number = await number_id(http)
            vonage_credential = (await http.post("/credential", json=_VONAGE)).json()["id"]
        operator = operator_credential(settings)
        given = {
            "url": url,
            "token": token,
            "operator": operator,
            "publicToken": public_token,
            "phoneNumberId": number,
            "vonage": {"vonagePhoneNumber": SECOND, "credentialId": vonage_credential},
            "twilio": {"twilioPhoneNumber": NUMBER, "twilioAccountSid": SID, "twilioAuthToken": TOKEN},
        }
        node = await asyncio.create_subprocess_exec(_NODE, str(_ASK), json.dumps(given), stdout=PIPE, stderr=PIPE)
        told, faults = await node.communicate()
    assert node.returncode == 0, faults.decode()
    return [json.loads(line) for line in told.splitlines()]


def _line(row: Json) -> str:
    return f"{row['verdict']:10} {row['method']:6} {row['path']}  {row['detail']}"
