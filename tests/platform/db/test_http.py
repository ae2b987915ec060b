"""The answer while the database is away."""

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from mia.platform.db.http import install_database_errors
from mia.platform.http.problems import install_error_handlers


@pytest.mark.parametrize("error", [OperationalError("SELECT 1", {}, Exception("starting up")), NoConnectionFree()])
async def test_database_that_is_away_is_a_503_to_try_again(error: Exception) -> None:
    app = FastAPI()
    install_error_handlers(app)
    install_database_errors(app)

    @app.get("/any")
    async def read() -> None:
        raise error

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://mia.example") as client:
        response = await client.get("/any")
    assert response.status_code == 503
    assert response.json()["retryable"] is True
    assert "starting up" not in response.text
