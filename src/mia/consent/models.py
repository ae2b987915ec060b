"""The consent ledger, suppressions, a clinic's contact policy, and the decisions made by them."""

from datetime import datetime, time
from uuid import UUID

from sqlalchemy import CheckConstraint, Index, LargeBinary, SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from mia.db.base import Base, ClinicRow


class ConsentRow(ClinicRow, Base):
    """One grant, bound to the number it was given for; rows are added, never changed.

    ``proof`` names where it was given (a conversation's or form's id), never its content.
    """

    __tablename__ = "consents"
    __table_args__ = (Index(None, "clinic_id", "address_blind", "granted_at"),)

    address_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    address_blind: Mapped[bytes] = mapped_column(LargeBinary)
    channel: Mapped[str]
    purpose: Mapped[str]
    basis: Mapped[str]
    proof: Mapped[str]
    granted_at: Mapped[datetime]


class SuppressionRow(ClinicRow, Base):
    """An address (phone or e-mail) that must not be contacted any more; of the address only its keyed hash.

    ``lifted_at`` is set when the person opts back in.
    """

    __tablename__ = "suppressions"
    __table_args__ = (
        CheckConstraint("reason IN ('privacy_request', 'stop', 'wrong_number', 'staff')", name="reason"),
        Index("uq_suppressions_address", "clinic_id", "address_blind", unique=True),
    )

    address_blind: Mapped[bytes] = mapped_column(LargeBinary)
    reason: Mapped[str]
    lifted_at: Mapped[datetime | None]


class ContactPolicyRow(Base):
    """What a clinic has settled about contacts; without a row the defaults hold."""

    __tablename__ = "contact_policies"
    __table_args__ = (
        CheckConstraint("recall_basis IN ('number_given', 'express', 'written')", name="recall_basis"),
    )

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    opens: Mapped[time]
    closes: Mapped[time]
    per_day: Mapped[int] = mapped_column(SmallInteger)
    per_week: Mapped[int] = mapped_column(SmallInteger)
    recall_basis: Mapped[str]


class SendDecisionRow(ClinicRow, Base):
    """One decision, by id of what it was about (an intent, a text). Rows are added, never changed."""

    __tablename__ = "send_decisions"
    __table_args__ = (
        CheckConstraint("outcome IN ('allow', 'defer', 'block')", name="outcome"),
        Index("ix_send_decisions_subject", "clinic_id", "subject_id", "created_at"),
    )

    subject_id: Mapped[UUID]
    patient_id: Mapped[UUID | None]
    message_class: Mapped[str]
    channel: Mapped[str]
    outcome: Mapped[str]
    rule: Mapped[str]
    not_before: Mapped[datetime | None]
