"""Tables about patients. What identifies a person or was said about them is sealed."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    BigInteger,
    CheckConstraint,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    String,
    func,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from mia.db.base import Base, ClinicRow


class PatientRow(ClinicRow, Base):
    """A person the practice treats. Two people may share a phone or an e-mail."""

    __tablename__ = "patients"
    __table_args__ = (
        Index(None, "clinic_id", "phone_blind"),
        Index(None, "clinic_id", "email_blind"),
    )

    name_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    phone_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    phone_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    email_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    email_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    birth_date_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    note_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    note_version: Mapped[int] = mapped_column(server_default=text("0"))
    """Grows with each change of the note, so that two people writing at once notice."""
    tags: Mapped[list[str]] = mapped_column(ARRAY(String))
    source: Mapped[str]
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now(), onupdate=func.now())


class TreatmentRow(ClinicRow, Base):
    """A treatment done or to come.

    ``treatment_name`` and ``family`` are copied from the service, so that history keeps its words when
    the catalogue changes; ``appointment_id`` leads to the booking it came from.
    """

    __tablename__ = "treatments"
    __table_args__ = (
        ForeignKeyConstraint(["clinic_id", "patient_id"], ["patients.clinic_id", "patients.id"]),
        CheckConstraint("status IN ('completed', 'pending', 'scheduled')", name="status"),
        CheckConstraint("price_cents >= 0", name="price"),
        Index(None, "clinic_id", "patient_id", "family", "performed_at"),
        Index(None, "clinic_id", "created_at"),
        Index(None, "clinic_id", "appointment_id"),
    )

    patient_id: Mapped[UUID]
    service_id: Mapped[UUID]
    treatment_name: Mapped[str]
    family: Mapped[str]
    status: Mapped[str]
    performed_at: Mapped[datetime]
    price_cents: Mapped[int]
    appointment_id: Mapped[UUID | None]


class PatientGramRow(Base):
    """A keyed hash of three letters of a patient's name, or digits of the phone: the index of the search.

    Equal grams of different clinics differ. The hash hides the letters, not how often they occur.
    """

    __tablename__ = "patient_grams"
    __table_args__ = (Index("ix_patient_grams_patient", "clinic_id", "patient_id"),)

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    gram: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    patient_id: Mapped[UUID] = mapped_column(primary_key=True)
