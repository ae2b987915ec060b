"""Tables of patients' way in. What stood in a file is sealed, and gone once it is imported."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import JSON, CheckConstraint, ForeignKeyConstraint, Index, LargeBinary, String, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow

_STATES = (
    "state IN ('uploading', 'reading', 'read', 'checking', 'checked', 'importing', 'done', 'undoing', 'undone', "
    "'failed')"
)


class ImportRow(ClinicRow, Base):
    """One file. ``position`` is the next piece to work on, of ``pieces``; ``counts`` what was found so far."""

    __tablename__ = "patient_imports"
    __table_args__ = (
        CheckConstraint(_STATES, name="state"),
        CheckConstraint("consent_basis IN ('express', 'written')", name="consent_basis"),
        Index("ix_patient_imports_created", "clinic_id", "created_at"),
    )

    made_by: Mapped[str]
    file_name_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    size: Mapped[int]
    parts: Mapped[int]
    state: Mapped[str]
    failure: Mapped[str | None]
    columns_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    encoding: Mapped[str | None]
    rows: Mapped[int] = mapped_column(server_default=text("0"))
    pieces: Mapped[int] = mapped_column(server_default=text("0"))
    position: Mapped[int] = mapped_column(server_default=text("0"))
    mapping: Mapped[dict[str, str]] = mapped_column(JSON, server_default=text("'{}'"))
    date_order: Mapped[str] = mapped_column(server_default=text("'mdy'"))
    counts: Mapped[dict[str, int]] = mapped_column(JSON, server_default=text("'{}'"))
    changed_at: Mapped[datetime]
    consent_basis: Mapped[str] = mapped_column(server_default=text("'express'"))
    """How those who agree to something in the file did: they said so, or in writing."""
    examples_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Some of the changes that would come, between the look at a file and its import."""


class _OfImport:
    """Mixin of what belongs to an import and goes with it."""

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    import_id: Mapped[UUID] = mapped_column(primary_key=True)


def _of_import() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["clinic_id", "import_id"], ["patient_imports.clinic_id", "patient_imports.id"], ondelete="CASCADE"
    )


class PartRow(_OfImport, Base):
    """A stretch of the file's bytes as it was uploaded; gone once the file is read."""

    __tablename__ = "patient_import_parts"
    __table_args__ = (_of_import(),)

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    content_sealed: Mapped[bytes] = mapped_column(LargeBinary)


class PieceRow(_OfImport, Base):
    """Some hundred rows of the file, read; gone once they are imported."""

    __tablename__ = "patient_import_pieces"
    __table_args__ = (_of_import(),)

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    rows_sealed: Mapped[bytes] = mapped_column(LargeBinary)


class SeenRow(_OfImport, Base):
    """Keyed hash of what was met in the file: a person by name and contact, with ``whose`` record that is or will
    be, a visit, a consent. So the look at a file and the import of it find the same."""

    __tablename__ = "patient_import_seen"
    __table_args__ = (_of_import(),)

    person_blind: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    whose: Mapped[UUID | None]
    new: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether the file brought that record."""


class FaultRow(_OfImport, Base):
    """What is wrong with a row, without what stood there. ``line`` counts as a spreadsheet does."""

    __tablename__ = "patient_import_faults"
    __table_args__ = (_of_import(),)

    line: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    field: Mapped[str] = mapped_column(primary_key=True)
    reason: Mapped[str]
    refused: Mapped[bool]


class BadRowsRow(_OfImport, Base):
    """Rows of one piece with which something is wrong, as they stood in the file and with what it is: for a file in
    which they are mended. They stay as long as the import."""

    __tablename__ = "patient_import_bad_rows"
    __table_args__ = (_of_import(),)

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    rows_sealed: Mapped[bytes] = mapped_column(LargeBinary)


_CHOICES = "(choice = 'service') = (service_id IS NOT NULL) AND choice IN ('service', 'keep', 'skip')"


class ImportNameRow(_OfImport, Base):
    """A treatment's name in a file that is none of the practice's services, in how many rows it stands, and what is
    meant: ``why`` says who said so."""

    __tablename__ = "patient_import_names"
    __table_args__ = (_of_import(), CheckConstraint(_CHOICES, name="choice"))

    name_blind: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    name_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    rows: Mapped[int]
    choice: Mapped[str]
    service_id: Mapped[UUID | None]
    why: Mapped[Literal["chosen", "remembered", "similar"] | None] = mapped_column(String)


class TreatmentNameRow(Base):
    """What another program's name of a treatment means to the practice, by the keyed hash of the name: for its next
    file."""

    __tablename__ = "treatment_names"
    __table_args__ = (CheckConstraint(_CHOICES, name="choice"),)

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    name_blind: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    choice: Mapped[str]
    service_id: Mapped[UUID | None]
    said_at: Mapped[datetime]


class MadeRow(_OfImport, Base):
    """What an import made or changed, so that it can be undone: of a record that was there before, by field what it
    said before and what after."""

    __tablename__ = "patient_import_made"
    __table_args__ = (_of_import(), CheckConstraint("kind IN ('patient', 'treatment', 'change')", name="kind"))

    object_id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str]
    change_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
