"""The audit log's tables. The app's role may insert and select, nothing else."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ARRAY, BigInteger, CheckConstraint, Index, LargeBinary, Text, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base
from mia.platform.kernel.ids import new_id

# Names only: a value that could be content (a name, a phone, a sentence) does not fit the pattern.
_WORD = "'^[a-z][a-z_]*(\\.[a-z_]+)?$'"
_ADDRESS = "'^[0-9a-f:.]{2,45}$'"


class AuditEntryRow(Base):
    """Who did what to which objects, when, from where, and how it ended. Ids and words, never content."""

    __tablename__ = "audit_entries"
    __table_args__ = (
        CheckConstraint(f"action ~ {_WORD}", name="action"),
        CheckConstraint(f"kind ~ {_WORD}", name="kind"),
        CheckConstraint(f"outcome ~ {_WORD}", name="outcome"),
        CheckConstraint(f"address ~ {_ADDRESS}", name="address"),
        Index("ix_audit_entries_at", "at", "id"),
        Index("ix_audit_entries_tenant_at", "tenant_id", "at", "id"),
        Index("ix_audit_entries_tenant_action", "tenant_id", "action", "at"),
        Index("ix_audit_entries_tenant_user", "tenant_id", "user_id", "at"),
        # Subscripts and the equality of UUIDs are leakproof, which a lookup below row-level security needs.
        Index(
            "ix_audit_entries_patient",
            "tenant_id",
            text("(object_ids[1])"),
            "at",
            postgresql_where=text("kind = 'patient'"),
        ),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    at: Mapped[datetime] = mapped_column(server_default=text("clock_timestamp()"))
    actor: Mapped[str] = mapped_column(Text)
    user_id: Mapped[UUID | None]
    action: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    object_ids: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid()))
    outcome: Mapped[str] = mapped_column(Text)
    address: Mapped[str | None] = mapped_column(Text)
    """The IP address that asked, of people and programs that signed in or tried to; never a patient's."""
    session_id: Mapped[UUID | None]
    """The session that asked; its id opens nothing."""


class AuditSealRow(Base):
    """One link of a tenant's hash chain: the seal of one entry."""

    __tablename__ = "audit_seals"
    __table_args__ = (
        Index("uq_audit_seals_tenant_id", "tenant_id", "entry_id", unique=True),
        Index("ix_audit_seals_entry_at", "entry_at"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    entry_id: Mapped[UUID]
    entry_at: Mapped[datetime]
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    key_id: Mapped[UUID | None]
    """The key of the seal. None in chains begun before version 0.2: a plain hash."""


class PurgeReceiptRow(Base):
    """What a purge removed: how many of a kind, all older than ``cutoff``. Like the audit log, only added to."""

    __tablename__ = "purge_receipts"
    __table_args__ = (CheckConstraint(f"kind ~ {_WORD}", name="kind"),)

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    at: Mapped[datetime]
    kind: Mapped[str] = mapped_column(Text)
    count: Mapped[int]
    cutoff: Mapped[datetime]
