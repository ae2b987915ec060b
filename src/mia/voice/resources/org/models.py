"""Tables of organizations."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, LargeBinary, Text, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow
from mia.platform.kernel.ids import new_id


class OrgRecord(Base):
    """An organization. Its id is the tenant of every other table of the service."""

    __tablename__ = "voice_orgs"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    name: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now())


class MemberRecord(OrgRow, Base):
    """Someone who works for an organization, from the invitation on.

    ``invite_hash`` is SHA-256 of the code that was sent, until it is used; ``joined_at`` when one first was.
    """

    __tablename__ = "voice_members"
    __table_args__ = (
        UniqueConstraint("org_id", "email_blind", name="uq_voice_members_org_id_email_blind"),
        UniqueConstraint("invite_hash", name="uq_voice_members_invite_hash"),
        CheckConstraint("role IN ('admin', 'editor', 'viewer')", name="role"),
    )

    role: Mapped[str] = mapped_column(Text)
    email_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    email_blind: Mapped[bytes] = mapped_column(LargeBinary)
    full_name_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    invite_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    invited_at: Mapped[datetime]
    joined_at: Mapped[datetime | None]
