"""What was captured in a hurry and is gone after half an hour."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import APP_ROLE, protect
from mia.platform.kernel.scope import SystemScope

revision = "0014"
down_revision = "0013"

_SEALED = ("name_sealed", "email_sealed", "phone_sealed", "interest_sealed", "message_sealed")

# From PostgreSQL 17 on; before, whoever owns the table lets its free space be filled over.
_MAY_REWRITE = f"""
DO $$ BEGIN
    IF current_setting('server_version_num')::int >= 170000 THEN
        EXECUTE 'GRANT MAINTAIN ON temporary_leads TO {APP_ROLE}';
    END IF;
END $$
"""


def upgrade() -> None:
    _create_leads()
    op.create_table(
        "temporary_lead_days",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("captured", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "day", name="pk_temporary_lead_days"),
    )
    op.create_table(
        "form_consents",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("wording", sa.Text(), nullable=False),
        sa.Column("page", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_form_consents"),
    )
    protect(op.execute, "temporary_leads", system=(SystemScope.CRON,))
    op.execute(_MAY_REWRITE)
    protect(op.execute, "temporary_lead_days")
    protect(op.execute, "form_consents", grants="SELECT, INSERT")


def _create_leads() -> None:
    op.create_table(
        "temporary_leads",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("source", sa.String(), server_default=sa.text("'web_form'"), nullable=False),
        *(sa.Column(name, sa.LargeBinary(), nullable=name != "name_sealed") for name in _SEALED),
        sa.Column("lead_id", sa.Uuid()),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_temporary_leads"),
    )
    op.create_index("ix_temporary_leads_created", "temporary_leads", ["clinic_id", "created_at"])
    op.create_index("ix_temporary_leads_expires", "temporary_leads", ["expires_at"])
    for name in _SEALED:
        op.execute(f"ALTER TABLE temporary_leads ALTER COLUMN {name} SET STATISTICS 0")


def downgrade() -> None:
    for table in ("form_consents", "temporary_lead_days", "temporary_leads"):
        op.drop_table(table)
