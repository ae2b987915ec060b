"""The consent ledger, suppressions, a clinic's contact policy, and the decisions made by them."""

from datetime import datetime, time
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, LargeBinary, SmallInteger, Text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class ConsentRow(ClinicRow, Base):
    """One grant, bound to the number it was given for; rows are added, never changed.

    ``proof`` names where it was given (a conversation's or form's id), never its content; ``text_id`` the words
    that were agreed to, where they were words of the practice.
    """

    __tablename__ = "consents"
    __table_args__ = (
        Index(None, "clinic_id", "address_blind", "granted_at"),
        ForeignKeyConstraint(["clinic_id", "text_id"], ["consent_texts.clinic_id", "consent_texts.id"]),
    )

    address_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    address_blind: Mapped[bytes] = mapped_column(LargeBinary)
    channel: Mapped[str]
    purpose: Mapped[str]
    basis: Mapped[str]
    proof: Mapped[str]
    granted_at: Mapped[datetime]
    source: Mapped[str | None]
    wording_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    recorded_by: Mapped[str | None]
    text_id: Mapped[UUID | None]


class PendingConsentRow(ClinicRow, Base):
    """What someone agreed to who has not shown that the number is theirs: no consent yet. Columns as in
    :class:`ConsentRow`; ``proof`` is the conversation or form."""

    __tablename__ = "pending_consents"
    __table_args__ = (
        Index("ix_pending_consents_address", "clinic_id", "address_blind", "proof"),
        ForeignKeyConstraint(["clinic_id", "text_id"], ["consent_texts.clinic_id", "consent_texts.id"]),
    )

    address_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    address_blind: Mapped[bytes] = mapped_column(LargeBinary)
    channel: Mapped[str]
    purpose: Mapped[str]
    basis: Mapped[str]
    proof: Mapped[str]
    text_id: Mapped[UUID | None]


class ProvenContactRow(Base):
    """A phone or email proven to belong to the person who gave it: how it was proven, and when last."""

    __tablename__ = "proven_contacts"
    __table_args__ = (CheckConstraint("how IN ('code', 'staff', 'reply', 'form_reply')", name="how"),)

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    address_blind: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    how: Mapped[str] = mapped_column(primary_key=True)
    proven_at: Mapped[datetime]


class RefusalRow(ClinicRow, Base):
    """Someone does not want a kind of message on a channel. It holds for the address, whatever was agreed to
    before, until they agree again (``lifted_at``)."""

    __tablename__ = "contact_refusals"
    __table_args__ = (
        CheckConstraint("message_class IN ('reminder', 'recall', 'promo')", name="message_class"),
        Index("ix_contact_refusals_address", "clinic_id", "address_blind", "created_at"),
    )

    address_blind: Mapped[bytes] = mapped_column(LargeBinary)
    channel: Mapped[str]
    message_class: Mapped[str]
    source: Mapped[str]
    wording_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    recorded_by: Mapped[str]
    lifted_at: Mapped[datetime | None]


class ConsentTextRow(ClinicRow, Base):
    """A wording that people agree to. Rows are added, never changed: a grant keeps the words it was given for."""

    __tablename__ = "consent_texts"
    __table_args__ = (
        CheckConstraint("kind IN ('text_messages', 'ai_calls', 'lead_form', 'recording')", name="kind"),
        Index("uq_consent_texts_version", "clinic_id", "kind", "version", unique=True),
    )

    kind: Mapped[str]
    version: Mapped[int]
    words: Mapped[str] = mapped_column(Text)
    created_by: Mapped[str]


class SuppressionRow(ClinicRow, Base):
    """An address (phone or email) that must not be contacted anymore; of the address only its keyed hash.

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
    """A clinic's contact settings; without a row the defaults hold."""

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
