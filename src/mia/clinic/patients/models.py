"""Tables about patients. What identifies a person or was said about them is sealed."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    JSON,
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

from mia.platform.db.base import Base, ClinicRow


class PatientRow(ClinicRow, Base):
    """A person the practice treats. Two people may share a phone or an email."""

    __tablename__ = "patients"
    __table_args__ = (
        Index(None, "clinic_id", "phone_blind"),
        Index(None, "clinic_id", "email_blind"),
        Index("ix_patients_name_blind", "clinic_id", "name_blind"),
        Index("ix_patients_archived", "clinic_id", "archived_at", postgresql_where=text("archived_at IS NOT NULL")),
        Index("ix_patients_merged", "clinic_id", "merged_into", postgresql_where=text("merged_into IS NOT NULL")),
    )

    name_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    name_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Of the name without case, accents and punctuation; None on records older than this column."""
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
    version: Mapped[int] = mapped_column(server_default=text("0"))
    """Grows with each change of who this is, how to reach them and their tags (the note has its own)."""
    archived_at: Mapped[datetime | None]
    merged_into: Mapped[UUID | None]
    """The record that took this one's place; this one keeps what it was, for an undo."""
    unverified_at: Mapped[datetime | None]
    """A stranger booked under this name, and no one has said yet who that is; None once someone has."""
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now(), onupdate=func.now())


class TreatmentRow(ClinicRow, Base):
    """A treatment done or to come.

    ``treatment_name`` and ``family`` are copied from the service, so that history keeps its words when
    the catalogue changes; ``appointment_id`` leads to the booking it came from. What came from another program and
    is none of the practice's services has no ``service_id`` and no ``family``.
    """

    __tablename__ = "treatments"
    __table_args__ = (
        ForeignKeyConstraint(["clinic_id", "patient_id"], ["patients.clinic_id", "patients.id"]),
        CheckConstraint("status IN ('completed', 'pending', 'scheduled')", name="status"),
        CheckConstraint("price_cents >= 0", name="price"),
        Index(None, "clinic_id", "patient_id", "family", "performed_at"),
        Index("ix_treatments_created", "clinic_id", "created_at", "id"),
        Index(None, "clinic_id", "appointment_id"),
    )

    patient_id: Mapped[UUID]
    service_id: Mapped[UUID | None]
    treatment_name: Mapped[str]
    family: Mapped[str]
    status: Mapped[str]
    performed_at: Mapped[datetime]
    price_cents: Mapped[int]
    appointment_id: Mapped[UUID | None]


class MergeRow(ClinicRow, Base):
    """Two records became one. ``moved`` are the ids of what went over, by table; ``fields_sealed`` is what the
    kept record said before and after."""

    __tablename__ = "patient_merges"
    __table_args__ = (
        ForeignKeyConstraint(["clinic_id", "kept_id"], ["patients.clinic_id", "patients.id"]),
        ForeignKeyConstraint(["clinic_id", "gone_id"], ["patients.clinic_id", "patients.id"]),
        Index("ix_patient_merges_kept", "clinic_id", "kept_id", "created_at"),
    )

    kept_id: Mapped[UUID]
    gone_id: Mapped[UUID]
    merged_by: Mapped[str]
    moved: Mapped[dict[str, list[str]]] = mapped_column(JSON)
    fields_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    undone_at: Mapped[datetime | None]


class DistinctionRow(Base):
    """Staff said that two records that look alike are two people; the smaller id stands first."""

    __tablename__ = "patient_distinctions"
    __table_args__ = (
        ForeignKeyConstraint(["clinic_id", "one_id"], ["patients.clinic_id", "patients.id"]),
        ForeignKeyConstraint(["clinic_id", "other_id"], ["patients.clinic_id", "patients.id"]),
        CheckConstraint("one_id < other_id", name="order"),
    )

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    one_id: Mapped[UUID] = mapped_column(primary_key=True)
    other_id: Mapped[UUID] = mapped_column(primary_key=True)
    said_by: Mapped[str]
    said_at: Mapped[datetime]


class PatientGramRow(Base):
    """A keyed hash of three letters of a patient's name, or digits of the phone: the index of the search.

    Equal grams of different clinics differ. The hash hides the emails, not how often they occur.
    """

    __tablename__ = "patient_grams"
    __table_args__ = (Index("ix_patient_grams_patient", "clinic_id", "patient_id"),)

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    gram: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    patient_id: Mapped[UUID] = mapped_column(primary_key=True)
