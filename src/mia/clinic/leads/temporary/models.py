"""Tables of temporary leads: the leads themselves, what outlives them, and what was agreed to in the web form."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import Index, LargeBinary, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class TemporaryLeadRow(ClinicRow, Base):
    """Someone captured in a hurry, for half an hour.

    ``lead_id`` is set when Mia already follows the person up in the pipeline. No statistics are gathered of the
    sealed columns: samples of them would outlive the rows.
    """

    __tablename__ = "temporary_leads"
    __table_args__ = (
        Index("ix_temporary_leads_created", "clinic_id", "created_at"),
        Index("ix_temporary_leads_expires", "expires_at"),
    )

    expires_at: Mapped[datetime]
    source: Mapped[str] = mapped_column(server_default=text("'web_form'"))
    name_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    email_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    phone_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    interest_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    message_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    lead_id: Mapped[UUID | None]


class TemporaryLeadDayRow(Base):
    """How many were captured on a day of the clinic's calendar; survives the clean-up."""

    __tablename__ = "temporary_lead_days"

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    captured: Mapped[int]


class FormConsentRow(ClinicRow, Base):
    """A consent box that was ticked: what stood beside it and on which page (an origin). Rows are added, never
    changed; who ticked it stands in the consent ledger, whose ``proof`` is this row's id."""

    __tablename__ = "form_consents"

    wording: Mapped[str] = mapped_column(Text)
    page: Mapped[str]
