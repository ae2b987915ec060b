"""Tables of the inbox. Everything a person said, or that names a person, is sealed."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKeyConstraint, Index, LargeBinary, Text, func, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class ConversationRow(ClinicRow, Base):
    """One call or one chat, from its first contact to its end."""

    __tablename__ = "conversations"
    __table_args__ = (
        CheckConstraint("channel IN ('web_call', 'web_chat', 'phone', 'sms', 'email')", name="channel"),
        CheckConstraint("status IN ('starting', 'open', 'closed')", name="status"),
        CheckConstraint("recording_answer IN ('granted', 'refused', 'unanswered', 'withdrawn')", name="recording"),
        ForeignKeyConstraint(["clinic_id", "patient_id"], ["patients.clinic_id", "patients.id"]),
        Index("uq_conversations_voice", "clinic_id", "voice_id", unique=True),
        Index(
            "ix_conversations_origin",
            "clinic_id",
            "origin_blind",
            postgresql_where=text("origin_blind IS NOT NULL"),
        ),
        Index("ix_conversations_open", "clinic_id", "started_at", postgresql_where=text("status <> 'closed'")),
    )

    channel: Mapped[str]
    status: Mapped[str]
    voice_id: Mapped[str | None]
    ticket_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    """What lets a browser join the call, until it has ended."""
    patient_id: Mapped[UUID | None]
    started_at: Mapped[datetime]
    active_at: Mapped[datetime | None]
    """When the visitor of a website began or wrote last."""
    ended_at: Mapped[datetime | None]
    ended_reason: Mapped[str | None]
    duration_seconds: Mapped[int | None]
    summary_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    visitor: Mapped[bool] = mapped_column(server_default=text("false"))
    sample: Mapped[bool] = mapped_column(server_default=text("false"))
    purged_at: Mapped[datetime | None]
    voice_erased_at: Mapped[datetime | None]

    origin_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Keyed hash of the network address or caller id it came from, for limits; no address is kept."""
    recording_answer: Mapped[str | None]
    """What the caller said to being recorded: proof that outlives the recording."""
    recording_answered_at: Mapped[datetime | None]


class RecordingRow(Base):
    """A stretch of a call's recording (Opus in Ogg); ``size`` counts bytes before sealing."""

    __tablename__ = "call_recordings"
    __table_args__ = (
        ForeignKeyConstraint(
            ["clinic_id", "conversation_id"], ["conversations.clinic_id", "conversations.id"], ondelete="CASCADE"
        ),
    )

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    size: Mapped[int]
    piece_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class MessageRow(ClinicRow, Base):
    """One thing said or written in a conversation."""

    __tablename__ = "messages"
    __table_args__ = (
        CheckConstraint("role IN ('user', 'assistant')", name="role"),
        ForeignKeyConstraint(
            ["clinic_id", "conversation_id"], ["conversations.clinic_id", "conversations.id"], ondelete="CASCADE"
        ),
        Index("uq_messages_position", "clinic_id", "conversation_id", "position", unique=True),
    )

    conversation_id: Mapped[UUID]
    position: Mapped[int]
    role: Mapped[str]
    text_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    at_ms: Mapped[int]


class ActivityRow(ClinicRow, Base):
    """One contact with one person: a line of the Call & Message History (spec §2, §3)."""

    __tablename__ = "activities"
    __table_args__ = (
        CheckConstraint("action_type IN ('Call', 'Message')", name="action_type"),
        CheckConstraint(
            "status IN ('Rebooked', 'Sent', 'No Answer', 'Failed', 'Scheduled', 'Answered', 'Booked', "
            "'In progress')",
            name="status",
        ),
        CheckConstraint("direction IN ('inbound', 'outbound')", name="direction"),
        ForeignKeyConstraint(["clinic_id", "patient_id"], ["patients.clinic_id", "patients.id"]),
        ForeignKeyConstraint(
            ["clinic_id", "conversation_id"], ["conversations.clinic_id", "conversations.id"], ondelete="CASCADE"
        ),
        Index("uq_activities_conversation", "clinic_id", "conversation_id", unique=True),
        Index("ix_activities_occurred", "clinic_id", "occurred_at", "id", postgresql_include=["patient_id"]),
        Index("ix_activities_status", "clinic_id", "status", "occurred_at", "id"),
        Index("ix_activities_patient", "clinic_id", "patient_id", "occurred_at", "id"),
        Index(
            "ix_activities_received",
            "clinic_id",
            "occurred_at",
            postgresql_include=["channel", "asked_for_booking", "booked"],
            postgresql_where=text("direction = 'inbound' AND NOT simulated"),
        ),
    )

    conversation_id: Mapped[UUID | None]
    patient_id: Mapped[UUID | None]
    name_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    action_type: Mapped[str]
    channel: Mapped[str]
    direction: Mapped[str]
    status: Mapped[str]
    occurred_at: Mapped[datetime]
    outcome_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    value_cents: Mapped[int | None]
    handled_seconds: Mapped[int] = mapped_column(server_default=text("0"))
    first_answer_ms: Mapped[int | None]
    asked_for_booking: Mapped[bool] = mapped_column(server_default=text("false"))
    booked: Mapped[bool] = mapped_column(server_default=text("false"))
    sample: Mapped[bool] = mapped_column(server_default=text("false"))
    simulated: Mapped[bool] = mapped_column(server_default=text("false"))
    purged_at: Mapped[datetime | None]


class CallerGramRow(Base):
    """A keyed hash of three letters of the name of someone who is no patient: the history is searched by it."""

    __tablename__ = "caller_grams"
    __table_args__ = (
        ForeignKeyConstraint(
            ["clinic_id", "activity_id"], ["activities.clinic_id", "activities.id"], ondelete="CASCADE"
        ),
        Index("ix_caller_grams_activity", "clinic_id", "activity_id"),
    )

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    gram: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    activity_id: Mapped[UUID] = mapped_column(primary_key=True)


class FeedbackRow(Base):
    """What someone of the practice thought of a contact that Mia handled: the last word on it counts."""

    __tablename__ = "call_feedback"
    __table_args__ = (
        CheckConstraint("verdict IN ('up', 'down')", name="verdict"),
        ForeignKeyConstraint(
            ["clinic_id", "activity_id"], ["activities.clinic_id", "activities.id"], ondelete="CASCADE"
        ),
    )

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    activity_id: Mapped[UUID] = mapped_column(primary_key=True)
    verdict: Mapped[str]
    remark_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    given_by: Mapped[str]
    given_at: Mapped[datetime]


class TaskRow(ClinicRow, Base):
    """Something a person at the practice has to do."""

    __tablename__ = "tasks"
    __table_args__ = (
        CheckConstraint("kind IN ('call_back', 'emergency', 'follow_up')", name="kind"),
        ForeignKeyConstraint(
            ["clinic_id", "conversation_id"], ["conversations.clinic_id", "conversations.id"], ondelete="CASCADE"
        ),
        ForeignKeyConstraint(["clinic_id", "lead_id"], ["leads.clinic_id", "leads.id"], ondelete="CASCADE"),
        Index(
            "uq_tasks_conversation_kind",
            "clinic_id",
            "conversation_id",
            "kind",
            unique=True,
            postgresql_where=text("completed_at IS NULL"),
        ),
        Index("ix_tasks_conversation", "clinic_id", "conversation_id"),
        Index("ix_tasks_open", "clinic_id", "created_at", postgresql_where=text("completed_at IS NULL")),
    )

    kind: Mapped[str]
    title: Mapped[str]
    detail_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    phone_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    conversation_id: Mapped[UUID | None]
    lead_id: Mapped[UUID | None]
    owner_id: Mapped[UUID | None]
    """The user who has it in hand."""
    due_at: Mapped[datetime | None]
    snoozed_until: Mapped[datetime | None]
    """Until then it is out of the queue."""
    completed_at: Mapped[datetime | None]
    completed_by: Mapped[str | None]
    purged_at: Mapped[datetime | None]


class ThreadRow(ClinicRow, Base):
    """Everything written with one number or email address. ``mode`` says who answers; ``conversation_id`` is Mia's
    talk of the moment; ``waiting``: a person's word is needed; ``unread``: the patient wrote and no one
    of the team has looked; ``assignee_id``: the user who has it in hand; ``subject_sealed``: subject and id of the
    last email."""

    __tablename__ = "threads"
    __table_args__ = (
        CheckConstraint("mode IN ('mia', 'staff')", name="mode"),
        CheckConstraint("channel IN ('sms', 'email')", name="channel"),
        ForeignKeyConstraint(["clinic_id", "patient_id"], ["patients.clinic_id", "patients.id"]),
        Index("uq_threads_address", "clinic_id", "address_blind", unique=True),
        Index("ix_threads_last", "clinic_id", "last_at", "id"),
        Index("ix_threads_patient", "clinic_id", "patient_id"),
        Index("ix_threads_waiting", "clinic_id", "last_at", "id", postgresql_where=text("waiting")),
        Index("ix_threads_unread", "clinic_id", "last_at", "id", postgresql_where=text("unread")),
    )

    patient_id: Mapped[UUID | None]
    address_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    address_blind: Mapped[bytes] = mapped_column(LargeBinary)
    channel: Mapped[str] = mapped_column(server_default=text("'sms'"))
    subject_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    mode: Mapped[str] = mapped_column(server_default=text("'mia'"))
    taken_by: Mapped[str | None]
    conversation_id: Mapped[UUID | None]
    last_at: Mapped[datetime]
    waiting: Mapped[bool] = mapped_column(server_default=text("false"))
    unread: Mapped[bool] = mapped_column(server_default=text("false"))
    assignee_id: Mapped[UUID | None]


class TextRow(ClinicRow, Base):
    """One text of a thread. Outbound: ``queued``, ``sending`` from just before the provider is asked, then the
    result. ``answered``: an inbound one that no longer needs an answer; ``verified``: certainly from the owner of
    the address (an email's From proves nothing)."""

    __tablename__ = "texts"
    __table_args__ = (
        CheckConstraint("author IN ('patient', 'mia', 'staff')", name="author"),
        CheckConstraint(
            "state IN ('received', 'queued', 'sending', 'sent', 'delivered', 'failed', 'blocked')", name="state"
        ),
        ForeignKeyConstraint(["clinic_id", "thread_id"], ["threads.clinic_id", "threads.id"], ondelete="CASCADE"),
        Index("ix_texts_thread", "clinic_id", "thread_id", "created_at", "id"),
        Index("uq_texts_key", "clinic_id", "idempotency_key", unique=True),
        Index("uq_texts_provider", "clinic_id", "provider_id", unique=True),
        Index(
            "ix_texts_unsettled",
            "clinic_id",
            "created_at",
            postgresql_where=text("state IN ('queued', 'sending')"),
        ),
    )

    thread_id: Mapped[UUID]
    author: Mapped[str]
    message_class: Mapped[str | None]
    text_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    state: Mapped[str]
    idempotency_key: Mapped[str | None]
    provider_id: Mapped[str | None]
    sending_since: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(server_default=text("0"))
    answered: Mapped[bool] = mapped_column(server_default=text("false"))
    verified: Mapped[bool] = mapped_column(server_default=text("true"))
    practice_number: Mapped[str | None] = mapped_column(Text)
    """The practice's number (E.164) that the text came to or left from."""
    secret: Mapped[bool] = mapped_column(server_default=text("false"))
    """It holds a one-time code: no one is shown it, and it is emptied once it has left."""


class NoteRow(ClinicRow, Base):
    """What a member of the team (``author_id``, a user; None for a program) told the others about a conversation.
    It is never sent."""

    __tablename__ = "thread_notes"
    __table_args__ = (
        ForeignKeyConstraint(["clinic_id", "thread_id"], ["threads.clinic_id", "threads.id"], ondelete="CASCADE"),
        Index("ix_thread_notes_thread", "clinic_id", "thread_id", "created_at"),
    )

    thread_id: Mapped[UUID]
    author_id: Mapped[UUID | None]
    text_sealed: Mapped[bytes] = mapped_column(LargeBinary)
