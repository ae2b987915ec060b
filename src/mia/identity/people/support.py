"""Break-glass access of the platform's support to a clinic (45 CFR 164.312(a)(2)(ii)): for a reason, for a time,
with the owners told, each request in the audit log, ended by an owner or by the clock.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import select, update

from mia.identity import emails, throttle
from mia.identity.models import MembershipRow, SupportGrantRow, UserRow
from mia.identity.permissions import SUPPORT_ROLES
from mia.identity.scopes import service_scope
from mia.identity.session.sessions import normal_email
from mia.identity.tenants import Clinic, get_clinic
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope, Role
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail

LONGEST = timedelta(hours=8)
"""A working day: who needs more gives a reason again."""

_SHOWN = 100
_REQUESTS = throttle.Limit("support-request", timedelta(hours=1), per_subject=20)
_OPERATOR = "operator"


@dataclass(frozen=True)
class SupportVisit:
    """A time in which support may, or might, enter. ``ended_at`` is set when an owner ended it before its time."""

    id: UUID
    who: str = field(repr=False)
    reason: str = field(repr=False)
    role: Role
    opened_at: datetime
    expires_at: datetime
    ended_at: datetime | None


async def open_support(
    database: Database,
    settings: Settings,
    clinic: Clinic,
    email: str,
    reason: str,
    lasting: timedelta,
    role: Role = Role.READ_ONLY,
) -> SupportVisit:
    """Let someone of the platform in, and write to the owners. The operator's work.

    :class:`NotFound` for an address without account, :class:`Conflict` for a member or where no owner is,
    :class:`Invalid` for no reason, a time beyond :data:`LONGEST` or a role that support may not have.
    """
    reason = " ".join(reason.split())
    if not reason or not timedelta() < lasting <= LONGEST or role not in SUPPORT_ROLES:
        raise Invalid("Support access needs a reason, at most 8 hours, and a role below Manager")
    async with database.accounts(service_scope(clinic.id, _OPERATOR)) as session:
        user = await session.sql.scalar(select(UserRow).where(UserRow.email == normal_email(email)))
        if user is None:
            raise NotFound("No account uses this email address")
        if await session.sql.get(MembershipRow, (clinic.id, user.id)):
            raise Conflict("This person is on the clinic's team")
        visit = SupportVisit(
            new_id(), user.name, reason, role, session.now(), session.now() + lasting, ended_at=None
        )
        session.sql.add(
            SupportGrantRow(
                clinic_id=clinic.id,
                id=visit.id,
                created_at=visit.opened_at,
                user_id=user.id,
                role=role.value,
                reason_sealed=session.seal(reason),
                opened_at=visit.opened_at,
                expires_at=visit.expires_at,
            )
        )
        await audit.record(session, "support.open", "support", [visit.id, user.id])
        await _tell_owners(session, settings, clinic, visit)
    return visit


async def list_support(database: Database, scope: ClinicScope) -> list[SupportVisit]:
    """The visits of a clinic, newest first."""
    async with database.accounts(scope) as session:
        query = (
            select(SupportGrantRow, UserRow.name)
            .join(UserRow, UserRow.id == SupportGrantRow.user_id)
            .where(SupportGrantRow.clinic_id == scope.clinic_id)
            .order_by(SupportGrantRow.opened_at.desc(), SupportGrantRow.id)
            .limit(_SHOWN)
        )
        return [
            SupportVisit(
                id=row.id,
                who=who,
                reason=session.unseal(row.reason_sealed),
                role=Role(row.role),
                opened_at=row.opened_at,
                expires_at=row.expires_at,
                ended_at=row.ended_at,
            )
            for row, who in await session.sql.execute(query)
        ]


async def end_support(database: Database, scope: ClinicScope, visit_id: UUID) -> None:
    """End a visit: the guest's next request is refused. :class:`NotFound` for none; an ended one stays so."""
    async with database.clinic(scope) as session:
        row = await session.sql.get(SupportGrantRow, (scope.clinic_id, visit_id))
        if row is None:
            raise NotFound
        now = session.now()
        ended = await session.sql.scalar(
            update(SupportGrantRow)
            .where(
                SupportGrantRow.clinic_id == scope.clinic_id,
                SupportGrantRow.id == visit_id,
                SupportGrantRow.ended_at.is_(None),
                SupportGrantRow.expires_at > now,
            )
            .values(ended_at=now)
            .returning(SupportGrantRow.id)
        )
        if ended is not None:
            await audit.record(session, "support.end", "support", [visit_id])


async def send_request(
    database: Database, scope: ClinicScope, writer: emails.Reader, key: str, message: str, settings: Settings
) -> None:
    """Write to the installation's contact. The email is the record: sealed, kept like all that a practice writes.
    The same key sends once."""
    await throttle.check(database, _REQUESTS, "", str(scope.clinic_id))
    async with database.clinic(scope) as session:
        clinic = await get_clinic(session)
        email = emails.support_request(writer, clinic.name, message, settings)
        mail_id = await mail.queue(session, email, key=f"support-request:{key}")
        if mail_id is not None:
            await audit.record(session, "support.write", "support", [mail_id])


async def _tell_owners(session: ClinicSession, settings: Settings, clinic: Clinic, visit: SupportVisit) -> None:
    owners = await session.sql.execute(
        select(UserRow.id, UserRow.email, UserRow.name)
        .join(MembershipRow, MembershipRow.user_id == UserRow.id)
        .where(
            MembershipRow.clinic_id == clinic.id,
            MembershipRow.role == Role.OWNER.value,
            MembershipRow.disabled_at.is_(None),
        )
    )
    news = emails.SupportVisit(
        who=visit.who,
        reason=visit.reason,
        clinic_name=clinic.name,
        slug=clinic.slug,
        expires_at=visit.expires_at,
        zone=ZoneInfo(clinic.timezone),
    )
    told = owners.all()
    if not told:
        raise Conflict("The practice has no Clinic Administrator to notify")
    for owner in told:
        email = emails.support_opened(emails.Reader(owner.email, owner.name), news, settings)
        await mail.queue(session, email, key=f"support-opened:{visit.id}:{owner.id}")
