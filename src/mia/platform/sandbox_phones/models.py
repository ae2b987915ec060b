"""The table of texts on the sandbox's phones. Whose they are and what they say is sealed."""

from sqlalchemy import Index, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class SandboxTextRow(ClinicRow, Base):
    """One text between a practice's number and a person's. ``key`` is the sender's idempotency key."""

    __tablename__ = "sandbox_texts"
    __table_args__ = (
        Index("uq_sandbox_texts_key", "clinic_id", "key", unique=True),
        Index("ix_sandbox_texts_number", "clinic_id", "number_blind", "created_at"),
    )

    number_blind: Mapped[bytes] = mapped_column(LargeBinary)
    number_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    practice_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    text_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    from_patient: Mapped[bool]
    key: Mapped[str | None] = mapped_column(Text)
