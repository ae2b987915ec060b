"""Second factors of people, and tokens of programs."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ARRAY, BigInteger, CheckConstraint, ForeignKey, Index, LargeBinary, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base
from mia.platform.kernel.ids import new_id


class TotpSecretRow(Base):
    """A user's authenticator app. It counts once it is confirmed by a first code."""

    __tablename__ = "totp_secrets"

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), primary_key=True)
    secret_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]
    confirmed_at: Mapped[datetime | None]
    last_step: Mapped[int | None] = mapped_column(BigInteger)
    """Time step (RFC 6238) of the code used last: neither it nor an earlier one is taken again."""


class PasskeyRow(Base):
    """A WebAuthn credential of a user."""

    __tablename__ = "passkeys"
    __table_args__ = (UniqueConstraint("credential_id"), Index("ix_passkeys_user_id", "user_id"))

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"))
    credential_id: Mapped[bytes] = mapped_column(LargeBinary)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger)
    transports: Mapped[list[str]] = mapped_column(ARRAY(Text()))
    """How the browser may reach it (``internal``, ``usb``, ...): hints for the browser."""
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime | None]


class PasskeyChallengeRow(Base):
    """What a session's browser is asked to sign; taken away by its first use."""

    __tablename__ = "passkey_challenges"
    __table_args__ = (CheckConstraint("purpose IN ('enrol', 'sign_in')", name="purpose"),)

    session_id: Mapped[UUID] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True)
    purpose: Mapped[str] = mapped_column(Text, primary_key=True)
    challenge: Mapped[bytes] = mapped_column(LargeBinary)
    expires_at: Mapped[datetime]


class RecoveryCodeRow(Base):
    """One of a user's ten codes for the day the other factors are lost. All ten share a salt."""

    __tablename__ = "recovery_codes"

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), primary_key=True)
    code_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    salt: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class RefreshTokenRow(Base):
    """A refresh token of a token client's session; used ones stay until the session ends, to know them again."""

    __tablename__ = "refresh_tokens"
    __table_args__ = (Index("ix_refresh_tokens_session_id", "session_id"),)

    token_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    session_id: Mapped[UUID] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))
    created_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class ApiTokenRow(Base):
    """A clinic's token for a program of its own. ``scopes`` are values of ``Permission``."""

    __tablename__ = "api_tokens"
    __table_args__ = (UniqueConstraint("token_hash"),)

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(Text)
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text()))
    prefix: Mapped[str] = mapped_column(Text)
    """Its first characters, by which people recognize it."""
    token_hash: Mapped[bytes] = mapped_column(LargeBinary)
    created_by: Mapped[UUID] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
