"""Mail, receipts of purges, suppressions, the limit of public bookings."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

from mia.platform.db.tenancy import protect
from mia.platform.kernel.scope import SystemScope

revision = "0006"
down_revision = "0005"

_TABLES = ("mails", "sandbox_mails", "suppressions", "demo_booking_attempts")
_WORD = "'^[a-z][a-z_]*(\\.[a-z_]+)?$'"


def upgrade() -> None:
    _mails()
    _suppressions()
    _booking_attempts()
    for table in _TABLES:
        protect(op.execute, table)
    _receipts()
    for table in ("activities", "tasks"):
        op.add_column(table, sa.Column("purged_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    for table in ("activities", "tasks"):
        op.drop_column(table, "purged_at")
    for table in (*_TABLES, "purge_receipts"):
        op.drop_table(table)


def _table(name: str, *items: SchemaItem) -> None:
    op.create_table(
        name,
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        *items,
        sa.PrimaryKeyConstraint("clinic_id", "id", name=f"pk_{name}"),
    )


def _mails() -> None:
    _table(
        "mails",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("status", sa.String(), server_default=sa.text("'queued'"), nullable=False),
        sa.Column("to_blind", sa.LargeBinary()),
        sa.Column("message_sealed", sa.LargeBinary()),
        sa.Column("claimed_until", sa.DateTime(timezone=True)),
        sa.Column("sent_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint("status IN ('queued', 'sent', 'refused', 'given_up')", name=op.f("ck_mails_status")),
    )
    op.create_index("uq_mails_key", "mails", ["clinic_id", "key"], unique=True)
    op.create_index("ix_mails_to", "mails", ["clinic_id", "to_blind"])
    op.create_index(
        "ix_mails_queued", "mails", ["clinic_id", "created_at"], postgresql_where=sa.text("status = 'queued'")
    )
    _table(
        "sandbox_mails",
        sa.Column("to_blind", sa.LargeBinary(), nullable=False),
        sa.Column("source_sealed", sa.LargeBinary(), nullable=False),
    )
    op.create_index("ix_sandbox_mails_to", "sandbox_mails", ["clinic_id", "to_blind"])


def _suppressions() -> None:
    _table(
        "suppressions",
        sa.Column("address_blind", sa.LargeBinary(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.CheckConstraint("reason IN ('privacy_request')", name=op.f("ck_suppressions_reason")),
    )
    op.create_index("uq_suppressions_address", "suppressions", ["clinic_id", "address_blind"], unique=True)


def _booking_attempts() -> None:
    _table("demo_booking_attempts", sa.Column("address_blind", sa.LargeBinary(), nullable=False))
    columns = ["clinic_id", "address_blind", "created_at"]
    op.create_index("ix_demo_booking_attempts_address", "demo_booking_attempts", columns)


def _receipts() -> None:
    op.create_table(
        "purge_receipts",
        sa.Column("tenant_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("cutoff", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(f"kind ~ {_WORD}", name=op.f("ck_purge_receipts_kind")),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_purge_receipts"),
    )
    # Like the trail: the app may add a receipt and read it, never change one.
    protect(
        op.execute,
        "purge_receipts",
        column="tenant_id",
        system=(SystemScope.CRON, SystemScope.OUTBOX),
        grants="SELECT, INSERT",
    )
