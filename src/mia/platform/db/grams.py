"""Search by keyed pieces of text (grams): which rows have all of them, beginning with the rarest.

An index is a table ``(clinic_id, gram, <owner>)``. A frequent gram stands in thousands of rows; a rare one leads to
few, and whether those have the others is one look each. How frequent a gram is, is counted up to
:data:`MOST_COUNTED`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import Select, func, literal, select, text
from sqlalchemy.orm import InstrumentedAttribute, aliased

from mia.platform.db.session import ClinicSession

MOST_COUNTED = 2_000
"""From here on a gram counts as frequent."""
_MOST_JOINED = 5
"""Grams whose rows the server may join as it likes. Each further one is looked up for those who have these, which
an offset keeps so: to plan a join of a dozen tables, for the grams of a full name, takes longer than to answer."""


_COUNT = """
    SELECT asked.gram, (
        SELECT count(*)
        FROM (SELECT FROM {table} WHERE clinic_id = :clinic_id AND gram = asked.gram LIMIT :most) AS counted
    )
    FROM unnest(CAST(:grams AS bigint[])) AS asked (gram)
    """


@dataclass(frozen=True)
class Frequency:
    """A gram, and in how many rows it stands (at most :data:`MOST_COUNTED`)."""

    gram: int
    rows: int


@dataclass(frozen=True)
class GramIndex:
    """One such table: its model, and the column of what the grams are of."""

    row: Any
    owner: InstrumentedAttribute[UUID]

    async def rarest_first(self, session: ClinicSession, grams: Sequence[int]) -> list[Frequency]:
        """The grams with their frequencies; those that stand nowhere come first."""
        query = text(_COUNT.format(table=self.row.__tablename__))
        values = {"clinic_id": session.scope.clinic_id, "grams": list(grams), "most": MOST_COUNTED}
        found = [Frequency(gram, rows) for gram, rows in await session.sql.execute(query, values)]
        return sorted(found, key=lambda one: (one.rows, one.gram))

    def having_all(self, grams: Sequence[int]) -> Select[UUID]:
        """Who has all of these grams (at least one), the rarest of which should come first; by id."""
        query = select(self.owner).where(self.row.gram == grams[0])
        joined = [self._has(gram).exists() for gram in grams[1:_MOST_JOINED]]
        looked_up = [self._has(gram).offset(0).exists() for gram in grams[_MOST_JOINED:]]
        return query.where(*joined, *looked_up).order_by(self.owner)

    def having_most(self, grams: Sequence[int], *, least: int, all_of: Sequence[int]) -> Select[UUID]:
        """Who has at least ``least`` of ``grams``, and all of others; those with most first."""
        query = select(self.owner).where(self.row.gram.in_(grams)).group_by(self.owner)
        query = query.where(*(self._has(gram).exists() for gram in all_of))
        return query.having(func.count() >= least).order_by(func.count().desc(), self.owner)

    def _has(self, gram: int) -> Select[int]:
        """A row if the row's owner has another gram."""
        other = aliased(self.row)
        same = getattr(other, self.owner.key) == self.owner
        return select(literal(1)).where(other.gram == gram, same).correlate(self.row)
