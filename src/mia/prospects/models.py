"""Table of the prospects room."""

from sqlalchemy import Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from mia.db.base import Base, ClinicRow


class BookingAttemptRow(ClinicRow, Base):
    """One attempt to book a demo, counted per network address until it is forgotten."""

    __tablename__ = "demo_booking_attempts"
    __table_args__ = (Index("ix_demo_booking_attempts_address", "clinic_id", "address_blind", "created_at"),)

    address_blind: Mapped[bytes] = mapped_column(LargeBinary)
