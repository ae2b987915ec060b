"""Tenants, users, memberships and sessions."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, LargeBinary, Text, UniqueConstraint, func, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role


def one_of(column: str, values: Iterable[StrEnum]) -> str:
    """The condition of a check: the column holds one of these."""
    return f"{column} IN ({', '.join(repr(value.value) for value in values)})"


class ClinicTenantRow(Base):
    """The tenant: everything of a clinic that must be known before its data may be read."""

    __tablename__ = "clinics"
    __table_args__ = (UniqueConstraint("slug"), UniqueConstraint("subdomain"))

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    slug: Mapped[str] = mapped_column(Text)
    subdomain: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    timezone: Mapped[str] = mapped_column(Text)
    sample: Mapped[bool] = mapped_column(server_default=text("false"))
    require_second_factor: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether members enter with a second factor only."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class UserRow(Base):
    """A person who signs in. Email addresses are stored in lower case."""

    __tablename__ = "users"
    __table_args__ = (UniqueConstraint("email"), CheckConstraint("email = lower(email)", name="email_lower"))

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    email: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    password_hash: Mapped[str] = mapped_column(Text)
    second_factor: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether the user has an authenticator app or a passkey; kept in step by ``second_factor.refresh``."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class MembershipRow(Base):
    """A user's role in a clinic."""

    __tablename__ = "memberships"
    __table_args__ = (
        CheckConstraint(one_of("role", Role), name="role"),
        Index("ix_memberships_user_id", "user_id"),
    )

    clinic_id: Mapped[UUID] = mapped_column(ForeignKey("clinics.id"), primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), primary_key=True)
    role: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    disabled_at: Mapped[datetime | None]
    """Since when the person may not enter this clinic."""
    last_active_at: Mapped[datetime | None]
    """About when the person last used this clinic; to the minute."""


class EndedSessionRow(Base):
    """Why a browser's session ended, for the browser that still has its token. Of whom, is not kept."""

    __tablename__ = "ended_sessions"
    __table_args__ = (Index("ix_ended_sessions_ended_at", "ended_at"),)

    token_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    why: Mapped[str] = mapped_column(Text)
    ended_at: Mapped[datetime]


class SessionRow(Base):
    """A signed-in browser, or a program that signed in for its user. Of its token only the SHA-256 is kept."""

    __tablename__ = "sessions"
    __table_args__ = (
        CheckConstraint("kind IN ('browser', 'api')", name="kind"),
        UniqueConstraint("token_hash"),
        Index("ix_sessions_user_id", "user_id"),
        Index("ix_sessions_expires_at", "expires_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[datetime]
    last_seen_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    kind: Mapped[str] = mapped_column(Text, server_default=text("'browser'"))
    proved_at: Mapped[datetime] = mapped_column(server_default=func.now())
    """When the user last gave the password or a second factor here."""
    factor_at: Mapped[datetime | None]
    """When the second factor was given; a user who has one is let in nowhere without it."""
    token_expires_at: Mapped[datetime | None]
    """End of a program's access token, which is shorter than its session."""
    device: Mapped[str] = mapped_column(Text)
    """Start of the browser's self-description, for the list of devices."""
    network: Mapped[str] = mapped_column(Text)
    """The address's network (/24 or /48), enough for a person to recognize a device by."""
