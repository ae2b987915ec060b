"""Server messages arrive, however long the server is away."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

import pytest
import pytest_asyncio
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import OrgScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.messages.client import MessageClient
from mia.voice.messages.delivery import deliver_due
from mia.voice.messages.models import OutgoingMessage
from mia.voice.messages.outbox import enqueue_message
from tests.fakes.phones.voice import MessageServer, local_messages


@pytest.fixture
def scope() -> OrgScope:
    return scope_of_row(new_id(), "test")


@pytest_asyncio.fixture
async def client() -> AsyncIterator[MessageClient]:
    async with local_messages() as client:
        yield client


async def promise(
    database: Database,
    scope: OrgScope,
    server: MessageServer,
    *types: str,
    subject: UUID | None = None,
    seconds: float = 20,
    **extra: object,
) -> None:
    its = {"url": server.url, "headers": {"X-Key": "k"}, "timeoutSeconds": seconds}
    assistant = {"server": its, **extra}
    async with database.org(scope) as session:
        for type in types:
            await enqueue_message(session, subject or new_id(), assistant, {"type": type, "name": "Ana Ruiz"})


async def make_due(database: Database, scope: OrgScope) -> None:
    """As if the pause before the next try had passed."""
    async with database.org(scope) as session:
        await session.sql.execute(text("UPDATE voice_server_messages SET next_at = now()"))


async def waiting(database: Database, scope: OrgScope) -> int:
    async with database.org(scope) as session:
        return (
            await session.sql.scalar(text("SELECT count(*) FROM voice_server_messages WHERE failed_at IS NULL"))
            or 0
        )


async def test_a_message_arrives_with_its_headers_and_is_forgotten(
    database: Database, scope: OrgScope, server: MessageServer, client: MessageClient
) -> None:
    await promise(database, scope, server, "end-of-call-report")
    assert await deliver_due(database, client) == 1
    assert server.received[0].headers["x-key"] == "k"
    assert server.received[0].message["name"] == "Ana Ruiz"
    assert await waiting(database, scope) == 0
    assert await deliver_due(database, client) == 0


async def test_a_server_has_as_long_as_it_asks_for(
    database: Database, scope: OrgScope, server: MessageServer, client: MessageClient
) -> None:
    slow = asyncio.Event()

    async def hesitate(_message: dict[str, object]) -> None:
        await slow.wait()

    server.answer = hesitate
    await promise(database, scope, server, "end-of-call-report", seconds=0.2)
    assert await deliver_due(database, client) == 0
    slow.set()
    await make_due(database, scope)
    assert await deliver_due(database, client) == 1


async def test_a_server_that_fails_gets_the_same_message_again(
    database: Database, scope: OrgScope, server: MessageServer, client: MessageClient
) -> None:
    keys: list[str] = []
    server.fail.extend([500, 404])
    await promise(database, scope, server, "end-of-call-report")
    for _ in range(2):
        assert await deliver_due(database, client) == 0
        assert await deliver_due(database, client) == 0, "it waits before the next try"
        await make_due(database, scope)
    assert await deliver_due(database, client) == 1
    keys = [item.headers["idempotency-key"] for item in server.received]
    assert len(keys) == 1
    assert UUID(keys[0])


async def test_a_server_that_is_down_gets_its_message_when_it_is_back(
    database: Database, scope: OrgScope, server: MessageServer, client: MessageClient
) -> None:
    home, server.url = server.url, "http://127.0.0.1:9/nobody"
    await promise(database, scope, server, "end-of-call-report")
    assert await deliver_due(database, client) == 0
    async with database.org(scope) as session:
        row = (await session.sql.scalars(OutgoingMessage.__table__.select())).first()
        assert row is not None
        moved = session.seal(f'{{"url":"{home}","headers":{{}}}}')
        await session.sql.execute(
            text("UPDATE voice_server_messages SET target_sealed = :moved, next_at = now()"), {"moved": moved}
        )
    assert await deliver_due(database, client) == 1


async def test_messages_of_one_call_keep_their_order(
    database: Database, scope: OrgScope, server: MessageServer, client: MessageClient
) -> None:
    subject = new_id()
    server.fail.append(503)
    await promise(database, scope, server, "status-update", "end-of-call-report", subject=subject)
    assert await deliver_due(database, client) == 0
    assert server.received == [], "the report waits for the update before it"
    await make_due(database, scope)
    assert await deliver_due(database, client) == 2
    assert [item.message["type"] for item in server.received] == ["status-update", "end-of-call-report"]


async def test_a_call_does_not_wait_for_another(
    database: Database, scope: OrgScope, server: MessageServer, client: MessageClient
) -> None:
    server.fail.append(503)
    await promise(database, scope, server, "end-of-call-report", "end-of-call-report")
    assert await deliver_due(database, client) == 1


async def test_an_assistant_gets_only_the_messages_it_wants(
    database: Database, scope: OrgScope, server: MessageServer, client: MessageClient
) -> None:
    types = ("status-update", "end-of-call-report")
    await promise(database, scope, server, *types, serverMessages=["end-of-call-report"])
    assert await deliver_due(database, client) == 1
    assert server.received[0].message["type"] == "end-of-call-report"


async def test_an_assistant_without_a_server_gets_none(database: Database, scope: OrgScope) -> None:
    async with database.org(scope) as session:
        await enqueue_message(session, new_id(), {"server": {"url": None}}, {"type": "status-update"})
    assert await waiting(database, scope) == 0


@pytest.mark.race
async def test_two_processes_send_a_message_once(
    database: Database, scope: OrgScope, server: MessageServer, client: MessageClient
) -> None:
    await promise(database, scope, server, *["end-of-call-report"] * 20)
    sent = await asyncio.gather(*(deliver_due(database, client) for _ in range(3)))
    assert sum(sent) == 20
    assert len({item.headers["idempotency-key"] for item in server.received}) == len(server.received) == 20


async def test_a_message_older_than_three_days_is_given_up(
    database: Database, scope: OrgScope, server: MessageServer, client: MessageClient
) -> None:
    server.fail.append(500)
    await promise(database, scope, server, "end-of-call-report")
    async with database.org(scope) as session:
        await session.sql.execute(text("UPDATE voice_server_messages SET created_at = now() - interval '4 days'"))
    assert await deliver_due(database, client) == 0
    assert await waiting(database, scope) == 0


async def test_what_waits_is_sealed(database: Database, scope: OrgScope, server: MessageServer) -> None:
    await promise(database, scope, server, "end-of-call-report")
    async with database.org(scope) as session:
        rows = (await session.sql.execute(text("SELECT row_to_json(m)::text FROM voice_server_messages m"))).all()
    assert "Ana" not in str(rows)
    assert bytes("Ana", "ascii").hex() not in str(rows)
