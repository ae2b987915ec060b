"""Saved views: a list's filters under a name, for oneself or for everyone of the practice."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import parse_qsl, urlencode
from uuid import UUID

from sqlalchemy import delete, func, select

from mia.clinic.saved_views.models import SavedViewRow
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, Forbidden, Invalid, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role

LONGEST_NAME = 60
LONGEST_FILTERS = 500
_MOST_VIEWS = 50
_VALUE = re.compile(r"[\w .,:+-]{1,60}")
_LEADS = (Role.OWNER, Role.MANAGER)
"""Who may remove what others have shared."""


class Page(StrEnum):
    """Lists that have views."""

    PATIENTS = "patients"
    HISTORY = "history"
    CALLS = "calls"
    REBOOKING = "rebooking"
    LEADS = "leads"
    TASKS = "tasks"


FILTERS: dict[Page, frozenset[str]] = {
    Page.PATIENTS: frozenset({"group", "tag", "agreement", "since", "until", "never", "provider", "sort"}),
    Page.HISTORY: frozenset({"sort", "direction"}),
    Page.CALLS: frozenset({"status", "since", "until", "verdict"}),
    Page.REBOOKING: frozenset({"group"}),
    Page.LEADS: frozenset({"stage", "source", "owner", "next", "days"}),
    Page.TASKS: frozenset({"status", "kind", "owner", "due"}),
}
"""What may stand in a view: choices, never a search, a person or a page number."""


@dataclass(frozen=True)
class SavedView:
    """A view. ``filters`` is a query string without ``?``; ``mine``: the reader saved it."""

    id: UUID
    page: Page
    name: str = field(repr=False)
    filters: str
    shared: bool
    mine: bool


async def list_views(session: ClinicSession, page: Page) -> list[SavedView]:
    """The reader's own views of a page and those that are shared, by name."""
    row = SavedViewRow
    query = select(row).where(row.page == page.value)
    query = query.where((row.owner == session.scope.actor) | row.shared)
    views = [_view(session, each) for each in await session.sql.scalars(query)]
    return sorted(views, key=lambda view: (view.name.casefold(), view.id))


async def save_view(session: ClinicSession, page: Page, name: str, filters: str, *, shared: bool) -> SavedView:
    """Save a view; one of the reader's of the same page and name is replaced.

    :class:`Invalid` for an empty name or for what no view may hold, :class:`Conflict` for the 51st.
    """
    wanted = " ".join(name.split())
    if not wanted or len(wanted) > LONGEST_NAME:
        raise Invalid("A view needs a name", fields={"name": f"Between 1 and {LONGEST_NAME} characters"})
    kept = clean_filters(page, filters)
    for view in await list_views(session, page):
        if view.mine and view.name.casefold() == wanted.casefold():
            await _drop(session, view.id)
    row = SavedViewRow
    if (await session.sql.scalar(select(func.count()).where(row.owner == session.scope.actor)) or 0) >= _MOST_VIEWS:
        raise Conflict("You have 50 saved views. Please delete one first.")
    saved = SavedViewRow(
        clinic_id=session.scope.clinic_id,
        id=new_id(),
        page=page.value,
        name_sealed=session.seal(wanted),
        filters=kept,
        owner=session.scope.actor,
        shared=shared,
    )
    session.sql.add(saved)
    await session.sql.flush()
    await audit.record(session, "view.save", "view", [saved.id])
    return _view(session, saved)


async def drop_view(session: ClinicSession, view_id: UUID) -> None:
    """Delete a view of one's own, or as owner or manager a shared one; :class:`NotFound`, :class:`Forbidden`."""
    row = SavedViewRow
    query = select(row).where(row.id == view_id)
    view = await session.sql.scalar(query)
    mine = view is not None and view.owner == session.scope.actor
    if view is None or not (mine or view.shared):
        raise NotFound
    if not mine and session.scope.role not in _LEADS:
        raise Forbidden("A colleague shares this view; they, a manager or the owner can delete it.")
    await _drop(session, view_id)
    await audit.record(session, "view.delete", "view", [view_id])


def clean_filters(page: Page, filters: str) -> str:
    """The filters in order; :class:`Invalid` (field ``filters``) for what no view of the page may hold."""
    pairs: Sequence[tuple[str, str]] = parse_qsl(filters.removeprefix("?"), keep_blank_values=True)
    allowed = FILTERS[page]
    if len(filters) > LONGEST_FILTERS or any(
        name not in allowed or not _VALUE.fullmatch(value) for name, value in pairs
    ):
        raise Invalid("These filters cannot be saved", fields={"filters": "Not filters of this list"})
    return urlencode(sorted(set(pairs)))


async def _drop(session: ClinicSession, view_id: UUID) -> None:
    row = SavedViewRow
    await session.sql.execute(delete(row).where(row.id == view_id))


def _view(session: ClinicSession, row: SavedViewRow) -> SavedView:
    mine = row.owner == session.scope.actor
    return SavedView(row.id, Page(row.page), session.unseal(row.name_sealed), row.filters, row.shared, mine)
