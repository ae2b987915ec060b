"""Organizations: opened by the operator, emptied when no one holds their tokens anymore."""

from uuid import UUID

from sqlalchemy import ColumnElement, delete, exists, or_, select
from sqlalchemy.dialects.postgresql import insert

from mia.platform.audit import service as audit
from mia.platform.db.session import Database, OrgSession, SystemSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.scope import SystemScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.http import BadRequest
from mia.voice.messages.models import OutgoingMessage
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.chat.models import ChatRecord
from mia.voice.resources.dialing.service import allow_countries, countries_of
from mia.voice.resources.org.models import OrgRecord
from mia.voice.resources.pricing.service import prices_of, set_prices
from mia.voice.resources.session.models import SessionRecord
from mia.voice.wire import Json, instant, without_none

SHARED_ORG = UUID("01890000-0000-7000-8000-00000000f0ff")
"""The one organization of all clinics, before each had its own."""

NOT_SET = {
    "billingLimit": "nothing is billed here; a token may have a costLimit",
    "concurrencyLimit": "lines are those of the installation; a call's callerLimit bounds what one caller holds",
    "server": "each assistant names its own server",
    "compliancePlan": "each assistant has its own plan",
}
"""Properties of an organization at the hosted service that none has here."""

Content = CallRecordRow | SessionRecord | ChatRecord
_FINISHED: dict[str, tuple[type[Content], ColumnElement[bool]]] = {
    "voice_call": (CallRecordRow, CallRecordRow.status == "ended"),
    "voice_session": (SessionRecord, SessionRecord.status == "completed"),
    "voice_chat": (ChatRecord, ChatRecord.session_id.is_(None)),
}


async def open_org(session: OrgSession, name: str | None) -> Json:
    """Make the session's organization if it is not there; returns it."""
    values = {"id": session.scope.org_id, "name": name, "created_at": session.now(), "updated_at": session.now()}
    await session.sql.execute(insert(OrgRecord).values(values).on_conflict_do_nothing(index_elements=["id"]))
    return await _render(session, await require_org(session))


async def require_org(session: OrgSession) -> OrgRecord:
    """The session's organization; :class:`NotFound` when it was never opened."""
    row = await session.sql.get(OrgRecord, session.scope.org_id)
    if row is None:
        raise NotFound("Organization not found.")
    return row


async def change_org(session: OrgSession, change: Json) -> Json:
    """Change what an organization is; :class:`BadRequest` names what cannot be set here, and why."""
    check_settings(change)
    row = await require_org(session)
    if change.get("name"):
        row.name = change["name"]
    if change.get("transferCountries"):
        await allow_countries(session, change["transferCountries"])
    if "prices" in change:
        await set_prices(session, without_none(change["prices"] or {}))
    row.updated_at = session.now()
    await audit.record(session, "voice_org.change", "voice_org", [row.id])
    return await _render(session, row)


async def read_org(session: OrgSession) -> Json:
    """The session's organization; :class:`NotFound` when it was never opened."""
    return await _render(session, await require_org(session))


def check_settings(given: Json) -> None:
    """:class:`BadRequest` when an organization is to have what none can have here."""
    refused = [f"{name}: {reason}" for name, reason in NOT_SET.items() if given.get(name) is not None]
    if refused:
        raise BadRequest(*refused)


async def list_orgs(system: SystemSession) -> list[UUID]:
    """The ids of all organizations; for upkeep (:data:`SystemScope.CRON`)."""
    return list(await system.sql.scalars(select(OrgRecord.id).order_by(OrgRecord.id)))


async def empty_shared_org(database: Database) -> int:
    """Erase what has ended in the shared organization, once its report has arrived; returns how much.

    Its tokens ended with the upgrade: no one can read there, or erase what a patient wants erased. The front office
    keeps what was said by itself. Conversations that were going on end as idle ones do, and go then.
    """
    async with database.system(SystemScope.CRON) as system:
        held = or_(*(exists().where(record.org_id == SHARED_ORG) for record, _ in _FINISHED.values()))
        if not await system.sql.scalar(select(held)):
            return 0
    counts = {}
    async with database.org(scope_of_row(SHARED_ORG, "voice:upkeep")) as session:
        for kind, (record, finished) in _FINISHED.items():
            mine = (OutgoingMessage.org_id == SHARED_ORG, OutgoingMessage.subject_id == record.id)
            waiting = exists().where(*mine, OutgoingMessage.failed_at.is_(None))
            erased = delete(record).where(record.org_id == SHARED_ORG, finished, ~waiting).returning(record.id)
            counts[kind] = len((await session.sql.scalars(erased)).all())
        await audit.record_purge(session, SHARED_ORG, counts, session.now())
    return sum(counts.values())


async def _render(session: OrgSession, row: OrgRecord) -> Json:
    prices = await prices_of(session)
    return ({"prices": prices} if prices else {}) | {
        "id": str(row.id),
        "name": row.name,
        "channel": "default",
        "hipaaEnabled": True,
        "transferCountries": list(await countries_of(session)),
        "createdAt": instant(row.created_at),
        "updatedAt": instant(row.updated_at),
    }
