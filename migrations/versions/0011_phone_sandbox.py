"""Outbound calls of the voice service, the patients' phones of the sandbox, the development clock."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect, protect_global
from mia.platform.kernel.scope import SystemScope

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    _outbound_calls()
    _handset_texts()
    _development_clock()


def downgrade() -> None:
    op.drop_table("development_clock")
    op.drop_table("handset_texts")
    op.drop_index("uq_voice_calls_idempotency_key", "voice_calls")
    for column in ("idempotency_key", "request_digest", "provider_call_id"):
        op.drop_column("voice_calls", column)


def _outbound_calls() -> None:
    op.add_column("voice_calls", sa.Column("idempotency_key", sa.Text()))
    op.add_column("voice_calls", sa.Column("request_digest", sa.LargeBinary()))
    op.add_column("voice_calls", sa.Column("provider_call_id", sa.Text()))
    columns = ["org_id", "idempotency_key"]
    op.create_index("uq_voice_calls_idempotency_key", "voice_calls", columns, unique=True)


def _handset_texts() -> None:
    op.create_table(
        "handset_texts",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("number_blind", sa.LargeBinary(), nullable=False),
        sa.Column("number_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("practice_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("text_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("from_patient", sa.Boolean(), nullable=False),
        sa.Column("key", sa.Text()),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_handset_texts"),
    )
    op.create_index("uq_handset_texts_key", "handset_texts", ["clinic_id", "key"], unique=True)
    op.create_index("ix_handset_texts_number", "handset_texts", ["clinic_id", "number_blind", "created_at"])
    protect(op.execute, "handset_texts")


def _development_clock() -> None:
    op.create_table(
        "development_clock",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("ahead_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("id = 1", name="ck_development_clock_single"),
        sa.PrimaryKeyConstraint("id", name="pk_development_clock"),
    )
    protect_global(op.execute, "development_clock", system=(SystemScope.CLOCK,))
