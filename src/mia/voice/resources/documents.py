"""Resources that are kept as one document: what their client wrote, sealed, beside the columns that all rows have.

A room of this kind is a table, its schemas and one :class:`Documents`, which its routes call::

    class SquadRecord(DocumentRow, Base):                      # models.py
        __tablename__ = "voice_squads"

    SQUADS = Documents(SquadRecord, "Squad", check=fits(CreateSquad))   # service.py

    @router.post("", status_code=201)                          # routes.py, one each for GET, PATCH and DELETE
    async def create_squad(body: CreateSquad, session: OrgSessionDep, services: ServicesDep) -> Json:
        return await SQUADS.create(session, services.given(body))

``services.given`` is what the client wrote, with the addresses in it checked. The migration makes the table with
``org_id``, ``id``, ``created_at``, ``updated_at``, ``config_sealed``, an index on ``(org_id, created_at)`` and
``protect(..., column="org_id")``; the record goes into ``voice/models.py`` and into what ``org/erasing.py``
removes. A property that the service asks for in SQL is a column too: ``columns`` says what it holds. A foreign id
is :class:`NotFound`, in words that do not tell whether it exists elsewhere.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy import ColumnElement, LargeBinary, Select, select
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import OrgRow
from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import new_id
from mia.voice.http import Malformed
from mia.voice.resources.paging import page_of
from mia.voice.wire import Json, ListQuery, PageQuery, WireModel, entity, paged, to_text, without_none


class DocumentRow(OrgRow):
    """Mixin of tables of documents. ``config_sealed`` is sealed JSON: documents hold credentials of servers."""

    config_sealed: Mapped[bytes] = mapped_column(LargeBinary)


_Row = TypeVar("_Row", bound=DocumentRow)


def _as_it_is(document: Json) -> Json:
    return document


def _no_columns(_document: Json) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class Documents(Generic[_Row]):
    """The documents of one kind. ``name`` is what errors call one (``Squad``).

    ``check`` sees a document whole before it is kept, after a PATCH too, and returns what is to be kept; it raises
    :class:`~mia.voice.http.BadRequest`. ``columns`` gives the row's own columns, by the document. ``shown`` is what
    is told besides the document: states that the service itself keeps in columns.
    """

    record: type[_Row]
    name: str
    check: Callable[[Json], Json] = _as_it_is
    columns: Callable[[Json], Mapping[str, Any]] = _no_columns
    shown: Callable[[_Row], Json] = lambda _row: {}

    async def create(self, session: OrgSession, document: Json, *, id: UUID | None = None, **fixed: Any) -> Json:
        """Keep a new one, of an ``id`` that was made before or a new one, and return it. ``fixed`` are columns that
        stand in no document, such as what it belongs to."""
        row = self.record(**fixed)
        row.org_id, row.id, row.created_at = session.scope.org_id, id or new_id(), session.now()
        self._write(session, row, document)
        session.sql.add(row)
        await session.sql.flush()
        return self.render(session, row)

    async def read(self, session: OrgSession, id: UUID) -> Json:
        """One; :class:`NotFound` when the organization has none of that id."""
        return self.render(session, await self.require(session, id))

    async def list(self, session: OrgSession, query: ListQuery, *only: ColumnElement[bool]) -> list[Json]:
        """The newest, as many as asked for, of those that fit ``only``."""
        newest = (self.record.created_at.desc(), self.record.id.desc())
        rows = self._mine(session, query, only).order_by(*newest).limit(query.limit)
        return [self.render(session, row) for row in await session.sql.scalars(rows)]

    async def page(self, session: OrgSession, query: PageQuery, *only: ColumnElement[bool]) -> Json:
        """One page of those that fit ``only``, and how many there are."""
        mine = self._mine(session, query, only)
        rows, total = await page_of(session, mine, query, self.record.created_at, self.record.id)
        return paged([self.render(session, row) for row in rows], total, query)

    async def update(self, session: OrgSession, id: UUID, patch: Json) -> Json:
        """Change the properties in ``patch``; ``null`` removes one."""
        row = await self.require(session, id, lock=True)
        self._write(session, row, self.config(session, row) | patch)
        return self.render(session, row)

    async def replace(self, session: OrgSession, id: UUID, document: Json) -> Json:
        """Make it what ``document`` says and nothing else."""
        row = await self.require(session, id, lock=True)
        self._write(session, row, document)
        return self.render(session, row)

    async def delete(self, session: OrgSession, id: UUID) -> Json:
        """Remove it and return what it was."""
        row = await self.require(session, id, lock=True)
        await session.sql.delete(row)
        return self.render(session, row)

    async def find(self, session: OrgSession, id: UUID, *, lock: bool = False) -> _Row | None:
        """The organization's row of that id."""
        return await session.sql.get(self.record, (session.scope.org_id, id), with_for_update=lock or None)

    async def require(self, session: OrgSession, id: UUID, *, lock: bool = False) -> _Row:
        """The organization's row of that id, or :class:`NotFound`."""
        row = await self.find(session, id, lock=lock)
        if row is None:
            raise NotFound(f"{self.name} not found.")
        return row

    def config(self, session: OrgSession, row: _Row) -> Json:
        """The document, as it stood on the wire."""
        document: Json = json.loads(session.unseal(row.config_sealed))
        return document

    def render(self, session: OrgSession, row: _Row) -> Json:
        """The resource on the wire."""
        base = entity(row.id, row.org_id, row.created_at, row.updated_at)
        return base | self.config(session, row) | self.shown(row)

    def _write(self, session: OrgSession, row: _Row, document: Json) -> None:
        kept = self.check(without_none(document))
        for name, value in self.columns(kept).items():
            setattr(row, name, value)
        row.config_sealed = session.seal(to_text(kept))
        row.updated_at = session.now()

    def _mine(self, session: OrgSession, query: ListQuery, only: tuple[ColumnElement[bool], ...]) -> Select[_Row]:
        rows = select(self.record).where(self.record.org_id == session.scope.org_id, *only)
        return query.narrow(rows, self.record.created_at, self.record.updated_at)


def fits(model: type[WireModel]) -> Callable[[Json], Json]:
    """A ``check`` by the schema of a whole document: a PATCH may take no property away that ``model`` needs."""

    def check(document: Json) -> Json:
        try:
            model.model_validate(document)
        except ValidationError as error:
            raise Malformed.of(error) from None
        return document

    return check
