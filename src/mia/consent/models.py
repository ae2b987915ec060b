"""The consent ledger."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index, LargeBinary
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
    """An address (phone or e-mail) that must not be contacted any more; of the address only its keyed hash."""

    __tablename__ = "suppressions"
    __table_args__ = (
        CheckConstraint("reason IN ('privacy_request')", name="reason"),
        Index("uq_suppressions_address", "clinic_id", "address_blind", unique=True),
    )

    address_blind: Mapped[bytes] = mapped_column(LargeBinary)
    reason: Mapped[str]
