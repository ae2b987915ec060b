"""Tables of the front desk."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, LargeBinary, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class AssistantRow(Base):
    """A clinic's assistant at the voice service, and a digest of what was last sent there."""

    __tablename__ = "frontdesk_assistants"

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    voice_assistant_id: Mapped[str]
    digest: Mapped[bytes] = mapped_column(LargeBinary)
    updated_at: Mapped[datetime]


class ToolRunRow(ClinicRow, Base):
    """A tool call that was answered, so that a second delivery gets the same answer."""

    __tablename__ = "tool_runs"
    __table_args__ = (Index("uq_tool_runs_call", "clinic_id", "voice_id", "tool_call_id", unique=True),)

    voice_id: Mapped[str]
    tool_call_id: Mapped[str]
    name: Mapped[str]
    result_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)


class VoiceAccessRow(Base):
    """A clinic's organization at the voice service and the token for it. ``remote``: the clinic uses the one token
    of a voice service elsewhere, as one clinic alone may."""

    __tablename__ = "frontdesk_voice_access"
    __table_args__ = (
        Index("uq_frontdesk_voice_access_remote", "remote", unique=True, postgresql_where=text("remote")),
    )

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    org_id: Mapped[UUID]
    token_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    remote: Mapped[bool] = mapped_column(server_default=text("false"))
    updated_at: Mapped[datetime]
