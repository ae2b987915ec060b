"""What the conversations of a token have cost, and how much they may (``costLimit`` of the token).

Counted by day (UTC) as calls and answers end, so that deleting them gives no money back. What is going on when a
limit is reached goes on, and is counted too.
"""

from datetime import date, datetime, timedelta
from decimal import Decimal
from uuid import UUID

from fastapi import Depends
from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert

from mia.platform.db.session import DatabaseDep, OrgSession, SystemSession
from mia.platform.kernel.errors import TooManyRequests
from mia.voice.auth.guards import AnyCaller
from mia.voice.auth.models import SpendingRow, TokenRecord
from mia.voice.wire import Json

_ACTOR = "voice-token:"
_KEPT = timedelta(days=62)
"""Longer than the longest period."""


class CostLimitReached(TooManyRequests):
    """The token has spent what it may in this period."""

    title = "Cost limit reached"


async def _within_cost(caller: AnyCaller, database: DatabaseDep) -> None:
    if caller.cost_limit is None:
        return
    async with database.org(caller.scope) as session:
        await require_affordable(session, caller.token_id, caller.cost_limit)


WithinCost = Depends(_within_cost)
"""For routes that begin what costs money: 429 when the token has spent what it may."""


def token_of(actor: str | None) -> UUID | None:
    """The token that the audit log names as ``actor``; None when something else did it."""
    return UUID(actor.removeprefix(_ACTOR)) if actor and actor.startswith(_ACTOR) else None


async def note_spending(session: OrgSession, actor: str | None, cost: Decimal) -> None:
    """Count what a conversation that ``actor`` began has cost."""
    token_id = token_of(actor)
    if token_id is None or not cost:
        return
    row = {"org_id": session.scope.org_id, "token_id": token_id, "day": session.now().date(), "cost": cost}
    counted = insert(SpendingRow).values(row)
    more = {"cost": SpendingRow.cost + counted.excluded.cost}
    await session.sql.execute(
        counted.on_conflict_do_update(index_elements=["org_id", "token_id", "day"], set_=more)
    )


async def require_affordable(session: OrgSession, token_id: UUID, limit: Json) -> None:
    """:class:`CostLimitReached` when the token has spent ``limit``, {amount, period}, in this period."""
    now = session.now()
    begins, ends = _period(limit["period"], now)
    if await spent_since(session, token_id, begins) < Decimal(str(limit["amount"])):
        return
    raise CostLimitReached(
        f"This token has reached its cost limit of ${limit['amount']:.2f} a {limit['period']}. "
        f"It may begin calls and chats again on {ends:%B} {ends.day} (UTC).",
        retry_after=max(1, int((datetime.combine(ends, datetime.min.time(), now.tzinfo) - now).total_seconds())),
    )


async def affords(session: OrgSession, actor: str | None) -> bool:
    """Whether another call may be made for the token that ``actor`` names; one that has ended sets no limit."""
    token_id = token_of(actor)
    row = await session.sql.get(TokenRecord, (session.scope.org_id, token_id)) if token_id else None
    if row is None or row.cost_limit is None:
        return True
    try:
        await require_affordable(session, row.id, row.cost_limit)
    except CostLimitReached:
        return False
    return True


async def spent_in_period(session: OrgSession, token_id: UUID, limit: Json) -> float:
    """What the token has spent in this period."""
    return float(await spent_since(session, token_id, _period(limit["period"], session.now())[0]))


async def spent_since(session: OrgSession, token_id: UUID, day: date) -> Decimal:
    """What the token has spent since the beginning of ``day``."""
    mine = (SpendingRow.org_id == session.scope.org_id, SpendingRow.token_id == token_id, SpendingRow.day >= day)
    return await session.sql.scalar(select(func.sum(SpendingRow.cost)).where(*mine)) or Decimal(0)


async def forget_spending(system: SystemSession) -> None:
    """Erase the days that no period reaches back to."""
    old = SpendingRow.day < (system.now() - _KEPT).date()
    await system.sql.execute(delete(SpendingRow).where(old))


def _period(name: str, now: datetime) -> tuple[date, date]:
    """The first day of this period, and of the next one."""
    today = now.date()
    if name == "day":
        return today, today + timedelta(days=1)
    first = today.replace(day=1)
    return first, (first + timedelta(days=31)).replace(day=1)
