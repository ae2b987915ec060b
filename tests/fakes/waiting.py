"""Waiting for what another process or the database does, which sends no event to the test."""

import asyncio
from collections.abc import Awaitable, Callable


async def eventually(condition: Callable[[], Awaitable[bool]], within_s: float = 30) -> None:
    """Return once ``condition`` holds; ``TimeoutError`` when it does not come true."""
    async with asyncio.timeout(within_s):
        while True:
            if await condition():
                return
            await asyncio.sleep(0.02)
