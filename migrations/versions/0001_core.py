"""Core: data keys, the audit trail, the outbox, the event feed."""

import sqlalchemy as sa
from alembic import op

from mia.db.tenancy import APP_ROLE

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "data_keys",
        sa.Column("tenant_id", sa.Uuid(), nullable=False),
        sa.Column("key_id", sa.Uuid(), nullable=False),
        sa.Column("wrapped", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", name="pk_data_keys"),
    )
    op.execute("ALTER TABLE data_keys ENABLE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE data_keys FORCE ROW LEVEL SECURITY")
    op.execute(
        "CREATE POLICY tenant ON data_keys "
        "USING (tenant_id = nullif(current_setting('mia.tenant', true), '')::uuid)"
    )
    op.execute(f"GRANT SELECT, INSERT ON data_keys TO {APP_ROLE}")
    op.execute(f"GRANT SELECT ON alembic_version TO {APP_ROLE}")


def downgrade() -> None:
    op.drop_table("data_keys")
