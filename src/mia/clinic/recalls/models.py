"""Tables of the rebooking room: recall rules and the ledger of last visits."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, Index, SmallInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base


class RecallRuleRow(Base):
    """When patients of a service family are due again, in days after their last completed visit of it."""

    __tablename__ = "recall_rules"
    __table_args__ = (CheckConstraint("due_days > 0 AND lead_days >= 0 AND overdue_days >= due_days", name="days"),)

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    family: Mapped[str] = mapped_column(primary_key=True)
    min_days: Mapped[int | None] = mapped_column(SmallInteger)
    due_days: Mapped[int] = mapped_column(SmallInteger)
    lead_days: Mapped[int] = mapped_column(SmallInteger)
    overdue_days: Mapped[int] = mapped_column(SmallInteger)
    lapsed_days: Mapped[int | None] = mapped_column(SmallInteger)
    source: Mapped[str]


class LedgerRow(Base):
    """A patient's last completed visit of a family, and what follows from it. Instants are None without rule.

    ``planned_at`` is the last visit to come when the row was made; until then nothing is due.
    """

    __tablename__ = "recall_ledger"
    __table_args__ = (Index("ix_recall_ledger_overdue", "clinic_id", "overdue_at", "service_id"),)

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    patient_id: Mapped[UUID] = mapped_column(primary_key=True)
    family: Mapped[str] = mapped_column(primary_key=True)
    service_id: Mapped[UUID]
    last_at: Mapped[datetime]
    planned_at: Mapped[datetime | None]
    due_at: Mapped[datetime | None]
    overdue_at: Mapped[datetime | None]
    lapsed_at: Mapped[datetime | None]


class ListedPatientRow(Base):
    """A patient as the rebooking list shows them: one indexed row, so that a page costs the same at any size.

    ``listed_at`` is what the list is sorted by: the last visit, or the day the record was made.
    """

    __tablename__ = "recall_patients"
    __table_args__ = (
        Index("ix_recall_patients_overdue", "clinic_id", "overdue_at", "patient_id"),
        Index(
            "ix_recall_patients_treatment",
            "clinic_id",
            "treatment",
            "listed_at",
            "patient_id",
            postgresql_include=["overdue_at", "botox", "filler", "vip"],
        ),
        Index("ix_recall_patients_all", "clinic_id", "listed_at", "patient_id"),
        Index("ix_recall_patients_botox", "clinic_id", "listed_at", "patient_id", postgresql_where=text("botox")),
        Index("ix_recall_patients_filler", "clinic_id", "listed_at", "patient_id", postgresql_where=text("filler")),
        Index("ix_recall_patients_vip", "clinic_id", "listed_at", "patient_id", postgresql_where=text("vip")),
    )

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    patient_id: Mapped[UUID] = mapped_column(primary_key=True)
    treatment: Mapped[str | None]
    last_at: Mapped[datetime | None]
    overdue_at: Mapped[datetime | None]
    planned_at: Mapped[datetime | None]
    botox: Mapped[bool] = mapped_column(server_default=text("false"))
    filler: Mapped[bool] = mapped_column(server_default=text("false"))
    vip: Mapped[bool] = mapped_column(server_default=text("false"))
    listed_at: Mapped[datetime]


class RecallTallyRow(Base):
    """What one transaction added to the patients of a list, or to the recalls of a service (``kind`` ``service``).

    ``label`` is the last treatment, or the service's id. What depends on today is kept by the ``month`` (UTC) in
    which one becomes overdue; else it is ``-infinity``. Triggers write the rows, one for each transaction.
    """

    __tablename__ = "recall_tallies"

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    month: Mapped[date] = mapped_column(primary_key=True)
    label: Mapped[str] = mapped_column(primary_key=True)
    transaction: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    amount: Mapped[int] = mapped_column(BigInteger)
