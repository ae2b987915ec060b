"""Phone numbers belong to clinics: texts and calls are routed by the number they came to, and leave from it."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect
from mia.platform.kernel.scope import SystemScope

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.create_table(
        "clinic_numbers",
        *_key("clinic_id"),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("texts", sa.Boolean(), nullable=False),
        sa.Column("calls", sa.Boolean(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False, server_default=sa.text("true")),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_clinic_numbers"),
        sa.UniqueConstraint("number", name="uq_clinic_numbers_number"),
        sa.CheckConstraint("number ~ '^\\+[1-9][0-9]{6,14}$'", name="ck_clinic_numbers_number"),
    )
    protect(op.execute, "clinic_numbers", system=[SystemScope.CARRIER])
    op.add_column("texts", sa.Column("practice_number", sa.Text()))
    op.create_table(
        "voice_phone_numbers",
        *_key("org_id"),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("name", sa.Text()),
        sa.PrimaryKeyConstraint("org_id", "id", name="pk_voice_phone_numbers"),
        sa.UniqueConstraint("number", name="uq_voice_phone_numbers_number"),
    )
    protect(op.execute, "voice_phone_numbers", column="org_id", system=[SystemScope.CARRIER])
    op.add_column("voice_calls", sa.Column("phone_number_id", sa.Uuid()))


def downgrade() -> None:
    op.drop_column("voice_calls", "phone_number_id")
    op.drop_table("voice_phone_numbers")
    op.drop_column("texts", "practice_number")
    op.drop_table("clinic_numbers")


def _key(tenant: str) -> tuple[sa.Column[object], ...]:
    return (
        sa.Column(tenant, sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
