"""Tables of the identity room."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKeyConstraint, Index, LargeBinary, SmallInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class ContactCodeRow(ClinicRow, Base):
    """A one-time code that was sent to a contact, in one conversation. Of the code only a keyed hash is kept;
    ``origin_blind`` says from where the conversation came (a keyed hash too), for limits.

    ``claim_blind``: someone said to be a patient, and the code goes to the contact on that patient's record, if
    there is one; until then ``claim_sealed`` is what they said. Without a record there is no contact, and no code
    is right. ``patient_id`` is whose code it is.
    """

    __tablename__ = "contact_codes"
    __table_args__ = (
        Index("ix_contact_codes_conversation", "clinic_id", "conversation_id", "created_at"),
        Index("ix_contact_codes_contact", "clinic_id", "contact_blind", "created_at"),
        Index("ix_contact_codes_origin", "clinic_id", "origin_blind", "created_at"),
        Index("ix_contact_codes_claim", "clinic_id", "claim_blind", "created_at"),
        Index("ix_contact_codes_patient", "clinic_id", "patient_id"),
    )

    conversation_id: Mapped[UUID]
    contact_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    contact_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    claim_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    claim_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    patient_id: Mapped[UUID | None]
    origin_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    code_hash: Mapped[bytes] = mapped_column(LargeBinary)
    tries: Mapped[int] = mapped_column(SmallInteger, server_default=text("0"))
    used_at: Mapped[datetime | None]


class UnverifiedBookingRow(ClinicRow, Base):
    """A stranger's booking, for limits and for the person who confirms it.

    The record it was booked for says whether it is still unverified; ``verified_at`` removes it from the limits. No
    person's id: rows are found by their appointment.
    """

    __tablename__ = "unverified_bookings"
    __table_args__ = (
        ForeignKeyConstraint(["clinic_id", "appointment_id"], ["appointments.clinic_id", "appointments.id"]),
        Index("ix_unverified_bookings_created", "clinic_id", "created_at"),
        Index("ix_unverified_bookings_appointment", "clinic_id", "appointment_id"),
    )

    appointment_id: Mapped[UUID]
    conversation_id: Mapped[UUID]
    origin_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    phone_blind: Mapped[bytes] = mapped_column(LargeBinary)
    email_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    verified_at: Mapped[datetime | None]
