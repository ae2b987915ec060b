"""Tables of test suites. What a test says, and how it was judged, is sealed."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKeyConstraint, Index, Integer, LargeBinary, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow
from mia.platform.jobs.queue import WaitingRow
from mia.voice.resources.documents import DocumentRow


class SuiteRecord(DocumentRow, Base):
    """A suite: who is tested and who tests."""

    __tablename__ = "voice_test_suites"
    __table_args__ = (Index("ix_voice_test_suites_org_id_created_at", "org_id", "created_at"),)


class ScenarioRecord(DocumentRow, Base):
    """A test of a suite (hosted ``TestSuiteTest``)."""

    __tablename__ = "voice_test_scenarios"
    __table_args__ = (
        ForeignKeyConstraint(
            ["org_id", "suite_id"],
            ["voice_test_suites.org_id", "voice_test_suites.id"],
            name="fk_voice_test_scenarios_suite",
            ondelete="CASCADE",
        ),
        Index("ix_voice_test_scenarios_suite", "org_id", "suite_id", "created_at"),
    )

    suite_id: Mapped[UUID]


class SuiteRunRecord(DocumentRow, Base):
    """A run of a suite. ``plan_sealed`` is the suite and its tests as they were when it was made."""

    __tablename__ = "voice_test_runs"
    __table_args__ = (
        ForeignKeyConstraint(
            ["org_id", "suite_id"],
            ["voice_test_suites.org_id", "voice_test_suites.id"],
            name="fk_voice_test_runs_suite",
            ondelete="CASCADE",
        ),
        Index("ix_voice_test_runs_suite", "org_id", "suite_id", "created_at"),
    )

    suite_id: Mapped[UUID]
    plan_sealed: Mapped[bytes] = mapped_column(LargeBinary)


class AttemptRow(OrgRow, WaitingRow):
    """One conversation of a run, to be held: of the test at ``position``, for the ``number``-th time.
    ``scores_sealed`` is there when it was held and judged; ``error`` says why it could not be."""

    __tablename__ = "voice_test_attempts"
    __table_args__ = (
        ForeignKeyConstraint(
            ["org_id", "run_id"],
            ["voice_test_runs.org_id", "voice_test_runs.id"],
            name="fk_voice_test_attempts_run",
            ondelete="CASCADE",
        ),
        Index("ix_voice_test_attempts_run", "org_id", "run_id", "position", "number"),
        Index(
            "ix_voice_test_attempts_next_at",
            "next_at",
            postgresql_where=text("failed_at IS NULL AND finished_at IS NULL"),
        ),
    )

    run_id: Mapped[UUID]
    position: Mapped[int] = mapped_column(Integer)
    number: Mapped[int] = mapped_column(Integer)
    session_id: Mapped[UUID | None]
    call_id: Mapped[UUID | None]
    finished_at: Mapped[datetime | None]
    scores_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    error: Mapped[str | None] = mapped_column(Text)
