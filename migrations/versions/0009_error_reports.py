"""Reports of errors that an owner can read; one table for all that is limited; the trail is searched."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect
from mia.platform.kernel.scope import SystemScope

revision = "0009"
down_revision = "0008"

_TRAIL = {
    "tenant_at": ["tenant_id", "at", "id"],
    "tenant_action": ["tenant_id", "action", "at"],
    "tenant_user": ["tenant_id", "user_id", "at"],
}


def upgrade() -> None:
    _error_reports()
    _one_table_of_attempts()
    for name, columns in _TRAIL.items():
        op.create_index(f"ix_audit_entries_{name}", "audit_entries", columns)


def downgrade() -> None:
    for name in _TRAIL:
        op.drop_index(f"ix_audit_entries_{name}", "audit_entries")
    op.add_column("conversations", sa.Column("visitor_blind", sa.LargeBinary()))
    op.create_index("ix_conversations_visitor", "conversations", ["clinic_id", "visitor_blind", "started_at"])
    op.create_table(
        "demo_booking_attempts",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("address_blind", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_demo_booking_attempts"),
    )
    columns = ["clinic_id", "address_blind", "created_at"]
    op.create_index("ix_demo_booking_attempts_address", "demo_booking_attempts", columns)
    protect(op.execute, "demo_booking_attempts")
    _rename("attempts", "sign_in_attempts")
    op.drop_table("error_reports")


def _error_reports() -> None:
    op.create_table(
        "error_reports",
        sa.Column("tenant_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("first_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("correlation_id", sa.Text()),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_error_reports"),
        sa.UniqueConstraint("tenant_id", "fingerprint", name="uq_error_reports_tenant_id_fingerprint"),
        sa.CheckConstraint("source IN ('server', 'worker', 'media', 'browser')", name="ck_error_reports_source"),
        sa.CheckConstraint("kind ~ '^[A-Za-z_][A-Za-z0-9_]{0,79}$'", name="ck_error_reports_kind"),
        sa.CheckConstraint(
            "length(place) <= 300 AND place ~ '^[A-Za-z0-9_./{}:, *-]+$'", name="ck_error_reports_place"
        ),
    )
    op.create_index("ix_error_reports_last_at", "error_reports", ["last_at"])
    scopes = (SystemScope.ERRORS, SystemScope.CRON)
    protect(op.execute, "error_reports", column="tenant_id", system=scopes)


def _one_table_of_attempts() -> None:
    _rename("sign_in_attempts", "attempts")
    op.drop_table("demo_booking_attempts")
    op.drop_index("ix_conversations_visitor", "conversations")
    op.drop_column("conversations", "visitor_blind")


def _rename(old: str, new: str) -> None:
    op.rename_table(old, new)
    op.execute(f"ALTER INDEX ix_{old}_subject RENAME TO ix_{new}_subject")
    op.execute(f"ALTER TABLE {new} RENAME CONSTRAINT pk_{old} TO pk_{new}")
