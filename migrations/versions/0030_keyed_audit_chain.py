"""Audit entries say where a request came from, and their chain goes on with keyed seals."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.add_column("audit_entries", sa.Column("address", sa.Text()))
    op.add_column("audit_entries", sa.Column("session_id", sa.Uuid()))
    name = op.f("ck_audit_entries_address")
    op.create_check_constraint(name, "audit_entries", "address ~ '^[0-9a-f:.]{2,45}$'")
    op.add_column("audit_seals", sa.Column("key_id", sa.Uuid()))


def downgrade() -> None:
    op.drop_column("audit_seals", "key_id")
    op.drop_constraint(op.f("ck_audit_entries_address"), "audit_entries")
    op.drop_column("audit_entries", "session_id")
    op.drop_column("audit_entries", "address")
