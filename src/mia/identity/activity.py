"""The activity log an owner reads: the clinic's audit log with people's names."""

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from sqlalchemy import select

from mia.identity.api_tokens import token_names
from mia.identity.models import MembershipRow, UserRow
from mia.platform.audit import service as audit
from mia.platform.audit.service import AuditSearch, Entry
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.ids import Kind, decode, encode
from mia.platform.kernel.scope import ClinicScope, SystemScope
from mia.platform.kernel.spreadsheet import csv_lines

OUTSIDER = "Someone outside the practice"
"""Shown for accounts that never belonged to the clinic: their names are not its business."""

_ITSELF = {
    "mia": "Mia",
    "anonymous": "Not signed in",
    "demo": "Demo data",
    "import": "Patient import",
    "mail": "Mail delivery",
    "privacy-request": "Privacy request",
    "demo_bookings": "Booking calendar",
    "prospects": "Booking calendar",  # in entries of the first version
    "retention": "Retention",
}
_KINDS: dict[str, Kind] = {
    "activity": "act",
    "appointment": "apt",
    "conversation": "cnv",
    "invite": "inv",
    "lead": "led",
    "patient": "pat",
    "patient_import": "imp",
    "session": "ses",
    "task": "tsk",
    "thread": "thr",
    "token": "tok",
    "treatment": "trt",
    "user": "usr",
    "view": "viw",
}
_PAGE = 1000
_MOST_ROWS = 100_000
"""Rows of one export; a longer time is exported in parts."""
_COLUMNS = ("Time (UTC)", "Who", "Action", "Object", "Object ids", "Outcome", "Address", "Session")


@dataclass(frozen=True)
class LogLine:
    """One line: who, in words, did what to which objects (their ids as they stand in addresses)."""

    id: UUID
    entry: Entry
    actor: str
    object_ids: tuple[str, ...]

    @property
    def object_id(self) -> str | None:
        """The only object."""
        return self.object_ids[0] if len(self.object_ids) == 1 else None

    @property
    def objects(self) -> int:
        """How many objects."""
        return len(self.object_ids)

    @property
    def session(self) -> str | None:
        """The session's id as shown in the list of devices."""
        return encode("ses", self.entry.session_id) if self.entry.session_id else None


@dataclass(frozen=True)
class LogPage:
    """A page of the log, and all the actions there are to filter by."""

    lines: list[LogLine]
    next_cursor: str | None
    actions: list[str]


async def search_log(database: Database, scope: ClinicScope, search: AuditSearch) -> LogPage:
    """A page, newest first. Reading the log stands in it."""
    async with database.clinic(scope) as session:
        await audit.record(session, "audit.read", "audit")
        page = await audit.search_entries(session, search)
        actions = await audit.list_actions(session)
        admitted = await _admitted(session, page.entries)
        programs = await token_names(session)
    names = programs | await _names(database, scope, admitted, _users(page.entries))
    return LogPage([_line(entry, names) for entry in page.entries], page.next_cursor, actions)


async def export_log(database: Database, scope: ClinicScope, search: AuditSearch) -> AsyncIterator[str]:
    """The log as CSV (RFC 4180), piece by piece. No cell is taken for a formula by a spreadsheet."""
    async with database.clinic(scope) as session:
        await audit.record(session, "audit.export", "audit")
    yield csv_lines([_COLUMNS])
    asked: AuditSearch | None = replace(search, cursor=None, limit=_PAGE)
    rows = 0
    while asked is not None and rows < _MOST_ROWS:
        async with database.clinic(scope) as session:
            page = await audit.search_entries(session, asked)
            admitted = await _admitted(session, page.entries)
            programs = await token_names(session)
        names = programs | await _names(database, scope, admitted, _users(page.entries))
        yield csv_lines([_row(_line(entry, names)) for entry in page.entries])
        rows += len(page.entries)
        asked = replace(asked, cursor=page.next_cursor) if page.next_cursor else None


async def name_actors(database: Database, scope: ClinicScope, actors: Iterable[str]) -> dict[str, str]:
    """The names under which actors of the clinic's audit log are shown there."""
    asked = set(actors)
    users = sorted(decode("usr", actor) for actor in asked if actor.startswith("usr_"))
    async with database.clinic(scope) as session:
        admitted = await audit.list_admitted(session, users)
        programs = await token_names(session)
    known = programs | _ITSELF | await _names(database, scope, admitted, users)
    return {actor: known.get(actor, OUTSIDER if actor.startswith("usr_") else actor) for actor in asked}


async def _admitted(session: ClinicSession, entries: Sequence[Entry]) -> set[UUID]:
    return await audit.list_admitted(session, _users(entries))


def _users(entries: Sequence[Entry]) -> list[UUID]:
    return sorted({entry.user_id for entry in entries if entry.user_id is not None})


async def _names(
    database: Database, scope: ClinicScope, admitted: set[UUID], asked: Sequence[UUID]
) -> dict[str, str]:
    """Names of the clinic's present and past users, by their actor in the audit log."""
    async with database.system(SystemScope.LOGIN) as session:
        members = select(MembershipRow.user_id).where(
            MembershipRow.clinic_id == scope.clinic_id, MembershipRow.user_id.in_(asked)
        )
        known = admitted | set(await session.sql.scalars(members))
        rows = await session.sql.execute(select(UserRow.id, UserRow.name).where(UserRow.id.in_(known)))
        return {audit.actor_of(row.id): row.name for row in rows}


def _line(entry: Entry, names: dict[str, str]) -> LogLine:
    if entry.user_id is not None:
        actor = names.get(audit.actor_of(entry.user_id), OUTSIDER)
    else:
        actor = _ITSELF.get(entry.actor) or names.get(entry.actor, entry.actor)
    prefix = _KINDS.get(entry.kind)
    objects = tuple(encode(prefix, each) if prefix else str(each) for each in entry.object_ids)
    return LogLine(entry.id, entry, actor, objects)


def _row(line: LogLine) -> tuple[str, ...]:
    entry = line.entry
    at = entry.at.isoformat(timespec="seconds").replace("+00:00", "Z")
    where = (entry.address or "", line.session or "")
    return at, line.actor, entry.action, entry.kind, " ".join(line.object_ids), entry.outcome, *where
