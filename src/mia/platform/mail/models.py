"""Tables of the mail room. Whom an email goes to and what it says are sealed."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index, LargeBinary, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class MailRow(ClinicRow, Base):
    """An email from its writing until long after. ``key`` says what it is about: one email each.

    ``message_sealed`` is emptied by retention, or when an email with a secret has left; that there was a
    email stays.
    """

    __tablename__ = "mails"
    __table_args__ = (
        CheckConstraint("status IN ('queued', 'sent', 'refused', 'given_up')", name="status"),
        Index("uq_mails_key", "clinic_id", "key", unique=True),
        Index("ix_mails_to", "clinic_id", "to_blind"),
        Index("ix_mails_queued", "clinic_id", "created_at", postgresql_where=text("status = 'queued'")),
    )

    key: Mapped[str]
    status: Mapped[str] = mapped_column(server_default=text("'queued'"))
    to_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    message_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    secret: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether it holds a link that opens an account."""
    claimed_until: Mapped[datetime | None]
    sent_at: Mapped[datetime | None]


class SandboxMailRow(ClinicRow, Base):
    """An email as the sandbox received it (demo and development): RFC 5322, sealed."""

    __tablename__ = "sandbox_mails"
    __table_args__ = (Index("ix_sandbox_mails_to", "clinic_id", "to_blind"),)

    to_blind: Mapped[bytes] = mapped_column(LargeBinary)
    source_sealed: Mapped[bytes] = mapped_column(LargeBinary)
