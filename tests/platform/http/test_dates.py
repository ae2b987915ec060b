"""Answers tell the time of the product's clock."""

from datetime import UTC, datetime

import httpx
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from mia.platform.http.dates import DateMiddleware
from mia.platform.kernel.clock import MovableClock


async def test_an_answer_tells_the_time_of_the_product_s_clock_also_where_nothing_is_found() -> None:
    clock = MovableClock()
    clock.set(datetime(2027, 1, 5, 15, 0, 0, 500_000, tzinfo=UTC))
    app = Starlette(
        routes=[Route("/", lambda _request: PlainTextResponse("here"))],
        middleware=[Middleware(DateMiddleware, now=clock.now)],
    )
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://mia.test") as client:
        for path in ("/", "/nothing"):
            dates = (await client.get(path)).headers.get_list("date")
            assert dates in (["Tue, 05 Jan 2027 15:00:00 GMT"], ["Tue, 05 Jan 2027 15:00:01 GMT"])
