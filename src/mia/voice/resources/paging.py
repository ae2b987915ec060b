"""Pages of an organization's rows."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import Select, func, select
from sqlalchemy.orm import InstrumentedAttribute

from mia.platform.db.session import OrgSession
from mia.voice.wire import PageQuery

_Row = TypeVar("_Row")


async def page_of(
    session: OrgSession,
    rows: Select[_Row],
    query: PageQuery,
    created_at: InstrumentedAttribute[datetime],
    id: InstrumentedAttribute[UUID],
) -> tuple[Sequence[_Row], int]:
    """One page of ``rows`` by creation time, and how many there are in all."""
    total: Any = await session.sql.scalar(select(func.count()).select_from(rows.subquery()))
    page = rows.order_by(*query.order(created_at, id)).limit(query.limit).offset(query.offset)
    return (await session.sql.scalars(page)).all(), total or 0
