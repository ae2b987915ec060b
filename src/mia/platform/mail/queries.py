"""Reads and writes of emails."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import case, delete, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.platform.db.session import ClinicSession, OrgSession
from mia.platform.mail.models import MailRow, SandboxMailRow


async def add_mail(session: ClinicSession | OrgSession, values: Mapping[str, Any]) -> UUID | None:
    """The id of the new row; None when there is an email of this key."""
    row = {"clinic_id": session.scope.tenant_id, **values}
    statement = upsert(MailRow).values(row).on_conflict_do_nothing().returning(MailRow.id)
    return await session.sql.scalar(statement)


async def claim(session: ClinicSession, mail_id: UUID, lease: timedelta) -> bytes | None:
    """The sealed message, taken for ``lease``; None when it is sent, gone or in other hands."""
    free = MailRow.claimed_until.is_(None) | (MailRow.claimed_until < func.now())
    statement = (
        update(MailRow)
        .where(MailRow.id == mail_id, MailRow.status == "queued", free)
        .values(claimed_until=func.now() + lease)
        .returning(MailRow.message_sealed)
    )
    return await session.sql.scalar(statement)


async def change_mail(session: ClinicSession, mail_id: UUID, values: Mapping[str, Any]) -> None:
    await session.sql.execute(update(MailRow).where(MailRow.id == mail_id).values(**values))


async def empty_secret(session: ClinicSession, mail_id: UUID) -> None:
    """Forget what an email said when it held a secret."""
    where = (MailRow.id == mail_id, MailRow.secret)
    await session.sql.execute(update(MailRow).where(*where).values(message_sealed=None, to_blind=None))


async def list_waiting(session: ClinicSession, written_before: datetime) -> Sequence[MailRow]:
    query = select(MailRow).where(MailRow.status == "queued", MailRow.created_at < written_before)
    return (await session.sql.scalars(query.order_by(MailRow.created_at).limit(100))).all()


async def find_by_key(session: ClinicSession, key: str) -> MailRow | None:
    query = select(MailRow).where(MailRow.key == key)
    return await session.sql.scalar(query)


async def find_by_id(session: ClinicSession, mail_id: UUID) -> MailRow | None:
    query = select(MailRow).where(MailRow.id == mail_id)
    return await session.sql.scalar(query)


async def list_sent_to(session: ClinicSession, to_blind: bytes) -> Sequence[MailRow]:
    query = select(MailRow).where(MailRow.to_blind == to_blind)
    return (await session.sql.scalars(query.order_by(MailRow.created_at, MailRow.id))).all()


async def empty_mails(
    session: ClinicSession, *, before: datetime | None = None, to_blind: bytes | None = None
) -> int:
    """Remove content and recipients of emails; one that waits will not be sent. Returns how many."""
    statement = update(MailRow).where(MailRow.message_sealed.is_not(None))
    if before is not None:
        statement = statement.where(MailRow.created_at < before)
    if to_blind is not None:
        statement = statement.where(MailRow.to_blind == to_blind)
    statement = statement.values(
        message_sealed=None,
        to_blind=None,
        status=case((MailRow.status == "queued", "given_up"), else_=MailRow.status),
    )
    return len((await session.sql.execute(statement.returning(MailRow.id))).all())


async def add_received(session: ClinicSession, values: Mapping[str, Any]) -> None:
    """Keep an email in the sandbox; the same one again changes nothing."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    await session.sql.execute(upsert(SandboxMailRow).values(row).on_conflict_do_nothing())


async def list_received(session: ClinicSession, limit: int) -> Sequence[SandboxMailRow]:
    newest = select(SandboxMailRow).order_by(SandboxMailRow.created_at.desc())
    return (await session.sql.scalars(newest.limit(limit))).all()


async def drop_received(
    session: ClinicSession, *, before: datetime | None = None, to_blind: bytes | None = None
) -> int:
    statement = delete(SandboxMailRow)
    if before is not None:
        statement = statement.where(SandboxMailRow.created_at < before)
    if to_blind is not None:
        statement = statement.where(SandboxMailRow.to_blind == to_blind)
    return len((await session.sql.execute(statement.returning(SandboxMailRow.id))).all())


async def has_sent(session: ClinicSession, prefix: str) -> bool:
    """Whether a mail left whose key begins with ``prefix``."""
    found = exists().where(MailRow.key.startswith(prefix, autoescape=True), MailRow.status == "sent")
    return bool(await session.sql.scalar(select(found)))


async def drop_mails(session: OrgSession) -> int:
    """Every email of the session's organization, sent, waiting or kept in the sandbox; how many were written."""
    mine, received = MailRow.clinic_id == session.scope.org_id, SandboxMailRow.clinic_id == session.scope.org_id
    await session.sql.execute(delete(SandboxMailRow).where(received))
    return len((await session.sql.scalars(delete(MailRow).where(mine).returning(MailRow.id))).all())
