"""Steps of a reset, as a browser and the reader of an email take them."""

import httpx

from tests.fakes.post_office import PostOffice

NEW = "seventeen-quiet-otters"
VOID = "Invalid or expired reset link. Please try again."


async def ask(client: httpx.AsyncClient, email: str) -> httpx.Response:
    return await client.post("/api/password-resets", json={"email": email})


async def exchange(client: httpx.AsyncClient, link: dict[str, str]) -> httpx.Response:
    return await client.post("/api/password-resets/exchange", json=link)


async def set_password(client: httpx.AsyncClient, password: str = NEW) -> httpx.Response:
    return await client.put("/api/password-resets/password", json={"password": password})


async def link_of(client: httpx.AsyncClient, office: PostOffice, email: str) -> dict[str, str]:
    assert (await ask(client, email)).status_code == 202
    return await office.reset_link_of(email)
