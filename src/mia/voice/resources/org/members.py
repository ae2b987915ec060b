"""Who works for an organization: invited by email, and each with a token of one's own."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import cast
from uuid import UUID

from sqlalchemy import func, select, update

from mia.platform.audit import service as audit
from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.errors import Conflict, NotFound, Unauthenticated
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import OrgScope, SystemScope
from mia.platform.mail import service as mail
from mia.platform.mail.ports import Message
from mia.voice.auth.guards import MemberRole, scope_of_row
from mia.voice.auth.models import TokenRecord
from mia.voice.auth.tokens import TokenOf, end_tokens_of, issue_token
from mia.voice.resources.org.models import MemberRecord
from mia.voice.resources.org.service import require_org
from mia.voice.wire import Json, instant, without_none

INVITATION_LIFETIME = timedelta(hours=72)
MOST = 200
"""Members of an organization."""

_KIND = "voice_member"
_CODE_BYTES = 32


@dataclass(frozen=True)
class Door:
    """Where an invitation leads: the API that takes its code, and a page that does, if there is one."""

    api_url: str
    page: str | None


@dataclass(frozen=True)
class Invitation:
    """Who may join which organization; ``digest`` is that of the code that says so."""

    scope: OrgScope
    member_id: UUID
    digest: bytes


async def list_members(session: OrgSession) -> list[Json]:
    """Everyone of the organization, the invited too, in the order they came."""
    mine = select(MemberRecord).where(MemberRecord.org_id == session.scope.org_id)
    rows = await session.sql.scalars(mine.order_by(MemberRecord.created_at, MemberRecord.id))
    return [_render(session, row) for row in rows]


async def invite(session: OrgSession, emails: Sequence[str], role: MemberRole, door: Door) -> None:
    """Send each address a code. One that was invited before gets another, and the former no longer serves; a member
    gets one for a new token, and keeps the role."""
    name = (await require_org(session)).name or "an organization"
    await _lock(session)
    held = await session.sql.scalar(select(func.count()).where(MemberRecord.org_id == session.scope.org_id))
    for email in dict.fromkeys(each.strip() for each in emails):
        row = await _by_email(session, email)
        if row is None:
            held = (held or 0) + 1
            row = MemberRecord(org_id=session.scope.org_id, id=new_id(), created_at=session.now())
            row.email_blind, row.email_sealed = session.blind(email.lower()), session.seal(email)
            session.sql.add(row)
        if held and held > MOST:
            raise Conflict(f"An organization has at most {MOST} members.")
        if row.joined_at is None:
            row.role = role
        code = secrets.token_urlsafe(_CODE_BYTES)
        row.invite_hash, row.invited_at, row.updated_at = _hash(code), session.now(), session.now()
        await mail.queue(session, _email(email, name, code, door), key=f"voice-invite:{new_id()}", secret=True)
        await session.sql.flush()
        await audit.record(session, "voice_member.invite", _KIND, [row.id])


async def find_invitation(database: Database, code: str) -> Invitation:
    """The invitation that a code belongs to; :class:`Unauthenticated` when it is none, used or too old."""
    fresh = MemberRecord.invited_at > database.clock.now() - INVITATION_LIFETIME
    query = select(MemberRecord.org_id, MemberRecord.id).where(MemberRecord.invite_hash == _hash(code), fresh)
    async with database.system(SystemScope.VOICE_TOKEN) as system:
        row = (await system.sql.execute(query)).one_or_none()
    if row is None:
        raise Unauthenticated("Invalid or expired invitation.")
    return Invitation(scope_of_row(row.org_id, f"voice-member:{row.id}"), row.id, _hash(code))


async def join(session: OrgSession, invitation: Invitation, full_name: str | None, generation: bytes) -> Json:
    """Use up an invitation: its member gets a token, whose value is told here and never again, and has no other."""
    member_id = invitation.member_id
    row = await session.sql.get(MemberRecord, (session.scope.org_id, member_id), with_for_update=True)
    if row is None or row.invite_hash != invitation.digest:
        raise Unauthenticated("Invalid or expired invitation.")
    row.invite_hash, row.updated_at = None, session.now()
    row.joined_at = row.joined_at or session.now()
    if full_name:
        row.full_name_sealed = session.seal(full_name)
    await end_tokens_of(session, member_id)
    role = cast(MemberRole, row.role)
    token_id, value = await issue_token(session, None, generation, of=TokenOf(member_id, role))
    await audit.record(session, "voice_member.join", _KIND, [member_id])
    token = {"id": str(token_id), "orgId": str(session.scope.org_id), "tag": "private", "value": value}
    return token | {"user": _render(session, row)}


async def change_role(session: OrgSession, member_id: UUID, role: MemberRole) -> None:
    """What a member may do, with the tokens they have; :class:`NotFound` when there is no such member."""
    row = await _require(session, member_id)
    row.role, row.updated_at = role, session.now()
    mine = (TokenRecord.org_id == session.scope.org_id, TokenRecord.member_id == member_id)
    await session.sql.execute(update(TokenRecord).where(*mine).values(role=role))
    await audit.record(session, "voice_member.role", _KIND, [member_id])


async def remove_member(session: OrgSession, member_id: UUID) -> None:
    """The member goes, and their tokens at once; :class:`NotFound` when there is none."""
    row = await _require(session, member_id)
    await end_tokens_of(session, member_id)
    await session.sql.delete(row)
    await audit.record(session, "voice_member.remove", _KIND, [member_id])


async def _lock(session: OrgSession) -> None:
    """Until the transaction ends, no one else is invited to the organization."""
    name = f"voice-members:{session.scope.org_id}"
    await session.sql.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))


async def _by_email(session: OrgSession, email: str) -> MemberRecord | None:
    mine = (MemberRecord.org_id == session.scope.org_id, MemberRecord.email_blind == session.blind(email.lower()))
    return await session.sql.scalar(select(MemberRecord).where(*mine))


async def _require(session: OrgSession, member_id: UUID) -> MemberRecord:
    row = await session.sql.get(MemberRecord, (session.scope.org_id, member_id), with_for_update=True)
    if row is None:
        raise NotFound("Member not found.")
    return row


def _email(to: str, org: str, code: str, door: Door) -> Message:
    way = (
        f"Join the team:\n{door.page}#token={code}"
        if door.page
        else f"Your code:\n{code}\n\nTo join, send it as a bearer token:\nPOST {door.api_url}/org/join"
    )
    text = (
        f"You have been invited to work with {org}'s voice assistants.\n\n{way}\n\n"
        "The code works once, within 72 hours. If you did not expect this email, you can ignore it.\n"
    )
    return Message(to, f"Invitation to {org}", text, about_patient=False)


def _hash(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()


def _render(session: OrgSession, row: MemberRecord) -> Json:
    full_name = session.unseal(row.full_name_sealed) if row.full_name_sealed else None
    return {"id": str(row.id), "email": session.unseal(row.email_sealed)} | without_none(
        {
            "fullName": full_name,
            "role": row.role,
            "invitedAt": instant(row.invited_at),
            "joinedAt": instant(row.joined_at) if row.joined_at else None,
            "createdAt": instant(row.created_at),
            "updatedAt": instant(row.updated_at),
        }
    )
