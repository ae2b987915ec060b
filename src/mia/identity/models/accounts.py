"""Ways into an account: reset links, invites, the first run; and support's way into a clinic.

Of links, cookies and codes only the SHA-256 is kept.
"""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, LargeBinary, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from mia.identity.models.people import one_of
from mia.identity.permissions import SUPPORT_ROLES
from mia.platform.db.base import Base, ClinicRow
from mia.platform.kernel.scope import Role


class PasswordResetRow(Base):
    """A person's one open reset: a newer one takes its place.

    First the link's two halves open it, until ``link_expires_at``; once exchanged, only the ticket does.
    """

    __tablename__ = "password_resets"
    __table_args__ = (UniqueConstraint("access_hash"), UniqueConstraint("ticket_hash"))

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), primary_key=True)
    created_at: Mapped[datetime]
    access_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    refresh_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    link_expires_at: Mapped[datetime]
    ticket_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    ticket_expires_at: Mapped[datetime | None]


class InviteRow(ClinicRow, Base):
    """An open invitation of an address to a clinic in a role. Accepted and revoked ones are deleted."""

    __tablename__ = "invites"
    __table_args__ = (
        UniqueConstraint("clinic_id", "email"),
        UniqueConstraint("token_hash"),
        UniqueConstraint("ticket_hash"),
        CheckConstraint("email = lower(email)", name="email_lower"),
        CheckConstraint(one_of("role", Role), name="role"),
    )

    email: Mapped[str] = mapped_column(Text)
    role: Mapped[str] = mapped_column(Text)
    invited_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"))
    """None when an operator did it from the command line."""
    token_hash: Mapped[bytes] = mapped_column(LargeBinary)
    expires_at: Mapped[datetime]
    ticket_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    ticket_expires_at: Mapped[datetime | None]


class SupportGrantRow(ClinicRow, Base):
    """A time in which someone of the platform may enter a clinic, and why (sealed: it may name people)."""

    __tablename__ = "support_grants"
    __table_args__ = (
        CheckConstraint(one_of("role", SUPPORT_ROLES), name="role"),
        Index("ix_support_grants_user_id", "user_id", "expires_at"),
    )

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"))
    role: Mapped[str] = mapped_column(Text)
    reason_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    opened_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]


class FirstRunRow(Base):
    """The code with which the first owner sets up a product without clinics: at most one row."""

    __tablename__ = "first_run"
    __table_args__ = (CheckConstraint("id = 1", name="single"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    code_hash: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]
