"""Tables of calls. Whatever was said, and by whom, is sealed."""

from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    Numeric,
    Text,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow
from mia.platform.jobs.queue import WaitingRow


class CallRecordRow(OrgRow, Base):
    """A call. ``assistant_sealed`` is the assistant as it was when the call was made, overrides included.

    ``provider_call_id`` is the carrier's name for it. A ``queued`` call with a worker is being dialled, one that
    waits for ``earliest_at`` or has missed ``latest_at`` is not. ``recording_answer`` is what the caller said to
    being recorded, ``api_url`` where the API stands for the client that made the call. ``caller_key`` is a digest
    of who calls, ``caller_at_once`` how many calls of theirs may hold a line at once; None: any number.
    ``made_by`` is the token that the call was made with, as the audit log names it; ``client_may_say``: its
    browser may have the assistant say something.
    ``terms_blind`` are keyed hashes of what it is found by (``terms.py``), ``usage`` and ``cost`` what it used
    (``costs.py``). ``learned_sealed`` is what its workflow has learned.
    """

    __tablename__ = "voice_calls"
    __table_args__ = (
        CheckConstraint("status IN ('scheduled', 'queued', 'ringing', 'in-progress', 'ended')", name="status"),
        CheckConstraint("recording_answer IN ('granted', 'refused', 'unanswered', 'withdrawn')", name="recording"),
        Index("ix_voice_calls_org_id_created_at", "org_id", "created_at"),
        Index("ix_voice_calls_unfinished", "worker_id", postgresql_where=text("status <> 'ended'")),
        Index(
            "ix_voice_calls_caller",
            "caller_key",
            postgresql_where=text("caller_key IS NOT NULL AND status <> 'ended'"),
        ),
        Index("uq_voice_calls_idempotency_key", "org_id", "idempotency_key", unique=True),
        Index("ix_voice_calls_terms_blind", "terms_blind", postgresql_using="gin"),
    )

    type: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text)
    ended_reason: Mapped[str | None] = mapped_column(Text)
    started_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    name: Mapped[str | None] = mapped_column(Text)
    assistant_id: Mapped[UUID | None]
    phone_number_id: Mapped[UUID | None]
    worker_id: Mapped[UUID | None]
    worker_address: Mapped[str | None] = mapped_column(Text)
    idempotency_key: Mapped[str | None] = mapped_column(Text)
    request_digest: Mapped[bytes | None] = mapped_column(LargeBinary)
    provider_call_id: Mapped[str | None] = mapped_column(Text)
    earliest_at: Mapped[datetime | None]
    latest_at: Mapped[datetime | None]
    recording_answer: Mapped[str | None] = mapped_column(Text)
    recording_answered_at: Mapped[datetime | None]
    api_url: Mapped[str | None] = mapped_column(Text)
    caller_key: Mapped[bytes | None] = mapped_column(LargeBinary)
    caller_at_once: Mapped[int | None] = mapped_column(Integer)
    made_by: Mapped[str | None] = mapped_column(Text)
    client_may_say: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    terms_blind: Mapped[list[bytes]] = mapped_column(ARRAY(LargeBinary), default=list, server_default=text("'{}'"))
    usage: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    cost: Mapped[Decimal | None] = mapped_column(Numeric(12, 6))
    request_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    assistant_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    analysis_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    learned_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)


class CallLine(Base):
    """One message of a call (hosted ``call.messages[]``), stored as it happens."""

    __tablename__ = "voice_call_lines"
    __table_args__ = (
        ForeignKeyConstraint(
            ["org_id", "call_id"],
            ["voice_calls.org_id", "voice_calls.id"],
            name="fk_voice_call_lines_org_id_call_id",
            ondelete="CASCADE",
        ),
    )

    org_id: Mapped[UUID] = mapped_column(primary_key=True)
    call_id: Mapped[UUID] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    line_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class PieceRow(Base):
    """A stretch of a file of a call, sealed; ``size`` counts bytes before that."""

    __abstract__ = True

    org_id: Mapped[UUID] = mapped_column(primary_key=True)
    call_id: Mapped[UUID] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    size: Mapped[int] = mapped_column(Integer)
    piece_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class RecordingPiece(PieceRow):
    """A stretch of a call's recording (Opus in Ogg), stored as it is made."""

    __tablename__ = "voice_recording_pieces"
    __table_args__ = (
        ForeignKeyConstraint(
            ["org_id", "call_id"],
            ["voice_calls.org_id", "voice_calls.id"],
            name="fk_voice_recording_pieces_org_id_call_id",
            ondelete="CASCADE",
        ),
    )


class CallVideoRow(WaitingRow):
    """The video of a call, to be made until ``made_at``. It begins ``start_delay`` seconds after the call."""

    __tablename__ = "voice_call_videos"
    __table_args__ = (
        ForeignKeyConstraint(
            ["org_id", "call_id"],
            ["voice_calls.org_id", "voice_calls.id"],
            name="fk_voice_call_videos_org_id_call_id",
            ondelete="CASCADE",
        ),
        Index(
            "ix_voice_call_videos_next_at",
            "next_at",
            postgresql_where=text("failed_at IS NULL AND made_at IS NULL"),
        ),
    )

    org_id: Mapped[UUID] = mapped_column(primary_key=True)
    call_id: Mapped[UUID] = mapped_column(primary_key=True)
    start_delay: Mapped[float] = mapped_column(Float)
    made_at: Mapped[datetime | None]


class VideoPiece(PieceRow):
    """A stretch of a call's video (H.264 and AAC in MP4)."""

    __tablename__ = "voice_video_pieces"
    __table_args__ = (
        ForeignKeyConstraint(
            ["org_id", "call_id"],
            ["voice_call_videos.org_id", "voice_call_videos.call_id"],
            name="fk_voice_video_pieces_org_id_call_id",
            ondelete="CASCADE",
        ),
    )
