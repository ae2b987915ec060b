"""Conventions of everything on the wire: camelCase, unknown properties refused, millisecond instants."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Literal, TypeVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel
from sqlalchemy import ColumnElement, Select
from sqlalchemy.orm import InstrumentedAttribute

from mia.platform.kernel.bounds import LooseInstant, PageNumber

Json = dict[str, Any]
_Query = TypeVar("_Query", bound=Select[Any])


class WireModel(BaseModel):
    """Base of request bodies."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid")

    def given(self) -> Json:
        """The properties the client sent, as they stood on the wire."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


class ListQuery(WireModel):
    """Query parameters of every list."""

    limit: int = Field(100, ge=0, le=1000)
    created_at_gt: LooseInstant | None = None
    created_at_lt: LooseInstant | None = None
    created_at_ge: LooseInstant | None = None
    created_at_le: LooseInstant | None = None
    updated_at_gt: LooseInstant | None = None
    updated_at_lt: LooseInstant | None = None
    updated_at_ge: LooseInstant | None = None
    updated_at_le: LooseInstant | None = None

    def narrow(
        self, query: _Query, created: InstrumentedAttribute[datetime], updated: InstrumentedAttribute[datetime]
    ) -> _Query:
        """``query`` limited to the times asked for."""
        for name, column in (("created_at", created), ("updated_at", updated)):
            for suffix, compare in (("gt", column.__gt__), ("lt", column.__lt__),
                                    ("ge", column.__ge__), ("le", column.__le__)):  # fmt: skip
                if (bound := getattr(self, f"{name}_{suffix}")) is not None:
                    query = query.where(compare(bound))
        return query


class PageQuery(ListQuery):
    """Query parameters of paged lists."""

    page: PageNumber = 1
    sort_order: Literal["ASC", "DESC"] = "DESC"

    def order(self, *columns: InstrumentedAttribute[Any]) -> tuple[ColumnElement[Any], ...]:
        """``columns`` in the direction asked for."""
        return tuple(column.asc() if self.sort_order == "ASC" else column.desc() for column in columns)

    @property
    def offset(self) -> int:
        """Rows before this page."""
        return (self.page - 1) * self.limit


def paged(results: Sequence[Json], total: int, query: PageQuery) -> Json:
    """A page of results in the hosted shape."""
    metadata = {"itemsPerPage": query.limit, "totalItems": total, "currentPage": query.page}
    return {"results": list(results), "metadata": metadata}


def instant(moment: datetime) -> str:
    """ISO 8601 with milliseconds and Z, such as ``2026-01-31T09:30:00.000Z``."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def milliseconds(moment: datetime) -> int:
    """Unix time in milliseconds."""
    return int(moment.timestamp() * 1000)


def entity(id: UUID, org_id: UUID, created_at: datetime, updated_at: datetime) -> Json:
    """The properties every resource has."""
    return {
        "id": str(id),
        "orgId": str(org_id),
        "createdAt": instant(created_at),
        "updatedAt": instant(updated_at),
    }


def without_none(values: Json) -> Json:
    """``values`` without those that are ``None``: the hosted service leaves absent properties out."""
    return {name: value for name, value in values.items() if value is not None}


def to_text(value: Any) -> str:
    """Compact JSON, for sealing."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
