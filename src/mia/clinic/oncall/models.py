"""Tables of on-call alerts. Names and addresses of staff are sealed; nothing about a patient is kept here."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    CheckConstraint,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    SmallInteger,
    String,
    Text,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class OnCallContactRow(ClinicRow, Base):
    """Someone who is alerted, in the order of ``position``. ``ways`` are those they chose: text, email, call."""

    __tablename__ = "oncall_contacts"
    __table_args__ = (
        Index("uq_oncall_contacts_position", "clinic_id", "position", unique=True),
        Index("ix_oncall_contacts_phone", "clinic_id", "phone_blind"),
    )

    position: Mapped[int] = mapped_column(SmallInteger)
    name_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    phone_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    phone_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    email_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    ways: Mapped[list[str]] = mapped_column(ARRAY(String))


class AlertRow(ClinicRow, Base):
    """An urgent task that on-call contacts are alerted to, or without task a test.

    ``step`` counts how often someone was turned to; ``next_at`` is when the next one is, while no one has.
    ``code`` is what a text message answers with. ``unanswered``: everyone was tried, and the owners were told.
    """

    __tablename__ = "oncall_alerts"
    __table_args__ = (
        CheckConstraint("state IN ('open', 'acknowledged', 'unanswered')", name="state"),
        CheckConstraint("acknowledged_how IN ('text', 'link', 'app', 'call', 'task')", name="how"),
        ForeignKeyConstraint(["clinic_id", "task_id"], ["tasks.clinic_id", "tasks.id"], ondelete="CASCADE"),
        Index("uq_oncall_alerts_task", "clinic_id", "task_id", unique=True),
        Index("ix_oncall_alerts_due", "clinic_id", "next_at", postgresql_where=text("state = 'open'")),
    )

    task_id: Mapped[UUID | None]
    code: Mapped[str] = mapped_column(Text)
    state: Mapped[str]
    step: Mapped[int] = mapped_column(SmallInteger)
    next_at: Mapped[datetime | None]
    acknowledged_at: Mapped[datetime | None]
    acknowledged_how: Mapped[str | None]
    acknowledged_by_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)


class AlertSendRow(ClinicRow, Base):
    """One message or call of an alert to one person.

    ``purpose`` is the alert itself, or an answer to a text about it. ``sending`` from just before anyone outside
    is asked; ``skipped``: there was no need anymore, or the person has stopped texts.
    """

    __tablename__ = "oncall_sends"
    __table_args__ = (
        CheckConstraint("way IN ('text', 'email', 'call')", name="way"),
        CheckConstraint("purpose IN ('alert', 'owners', 'thanks', 'hint')", name="purpose"),
        CheckConstraint("state IN ('queued', 'sending', 'sent', 'failed', 'skipped')", name="state"),
        ForeignKeyConstraint(
            ["clinic_id", "alert_id"], ["oncall_alerts.clinic_id", "oncall_alerts.id"], ondelete="CASCADE"
        ),
        Index(
            "uq_oncall_sends_once", "clinic_id", "alert_id", "purpose", "step", "way", "recipient_id", unique=True
        ),
        Index("ix_oncall_sends_recipient", "clinic_id", "recipient_id", "created_at"),
    )

    alert_id: Mapped[UUID]
    recipient_id: Mapped[UUID]
    """The contact, or the owner's user."""
    purpose: Mapped[str]
    step: Mapped[int] = mapped_column(SmallInteger)
    way: Mapped[str]
    state: Mapped[str]
    name_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    address_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    practice_number: Mapped[str | None] = mapped_column(Text)
    provider_id: Mapped[str | None] = mapped_column(Text)
    """The text's name at the provider, or the call's at the voice service."""
    sending_since: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(SmallInteger, server_default=text("0"))
