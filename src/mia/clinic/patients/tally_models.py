"""Tables that keep the counts of treatments; triggers write them, so that nothing is counted twice or forgotten."""

from uuid import UUID

from sqlalchemy import BigInteger
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base


class TreatmentTallyRow(Base):
    """What one transaction added to the treatments of a status, or to the patients (``what`` ``patients``).

    One row for each transaction, so that none waits for another; the sum is the count.
    """

    __tablename__ = "treatment_tallies"

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    what: Mapped[str] = mapped_column(primary_key=True)
    transaction: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    amount: Mapped[int] = mapped_column(BigInteger)


class TreatedPatientRow(Base):
    """A patient with at least one treatment."""

    __tablename__ = "treated_patients"

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    patient_id: Mapped[UUID] = mapped_column(primary_key=True)
