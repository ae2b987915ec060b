"""What a person does with second factors, for several tests."""

from typing import Any

import httpx
import pyotp

from mia.platform.kernel.clock import MovableClock
from tests.fakes.access import PASSWORD
from tests.identity.conftest import sign_in

WRONG_CODE = "That code is not right."


def code_of(secret: str, clock: MovableClock, steps: int = 0) -> str:
    """What an app shows now, or some steps of 30 seconds from now."""
    return pyotp.TOTP(secret).generate_otp(int(clock.now().timestamp()) // 30 + steps)


async def enrol_app(client: httpx.AsyncClient, clock: MovableClock) -> tuple[str, list[str]]:
    """Set up an app for who is signed in; its secret and the recovery codes. The code of now is used."""
    begun = await client.post("/api/account/totp", json={"password": PASSWORD})
    assert begun.status_code == 200, begun.text
    secret: str = begun.json()["secret"]
    confirmed = await client.post("/api/account/totp/confirm", json={"code": code_of(secret, clock)})
    assert confirmed.status_code == 200, confirmed.text
    return secret, confirmed.json()["recovery_codes"]


async def give(client: httpx.AsyncClient, code: str, method: str = "totp") -> httpx.Response:
    return await client.post("/api/session/second-factor", json={"method": method, "code": code})


async def halfway(client: httpx.AsyncClient, email: str) -> dict[str, Any]:
    """Give the password; the factor is due."""
    response = await sign_in(client, email)
    assert response.status_code == 200, response.text
    body: dict[str, Any] = response.json()
    assert body["second_factor"] == "required"
    return body
