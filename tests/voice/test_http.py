"""Errors in the hosted service's shape that no single resource raises."""

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from mia.voice.http import install_hosted_errors

_STATEMENT: tuple[str, dict[str, str], Exception] = ("SELECT 1", {}, Exception("starting up"))


@pytest.mark.parametrize("error", [OperationalError(*_STATEMENT), InterfaceError(*_STATEMENT), NoConnectionFree()])
async def test_database_that_is_away_is_a_503_to_try_again(error: Exception) -> None:
    app = FastAPI()
    install_hosted_errors(app)

    @app.get("/call")
    async def read() -> None:
        raise error

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://voice.example") as client:
        response = await client.get("/call")
    assert response.status_code == 503
    body = response.json()
    assert (body["error"], body["statusCode"], body["retryable"]) == ("Service Unavailable", 503, True)
    assert int(response.headers["Retry-After"]) > 0
    assert "starting up" not in response.text
