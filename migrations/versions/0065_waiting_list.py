"""The waiting list: who would like to come when nothing is free."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0065"
down_revision = "0064"


def upgrade() -> None:
    op.create_table(
        "waiting_list",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("service_id", sa.Uuid(), nullable=False),
        sa.Column("provider_id", sa.Uuid()),
        sa.Column("name_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("phone_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("phone_blind", sa.LargeBinary(), nullable=False),
        sa.Column("wish_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("from_day", sa.Date()),
        sa.Column("until_day", sa.Date(), nullable=False),
        sa.Column("part_of_day", sa.String()),
        sa.Column("conversation_id", sa.Uuid()),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_waiting_list"),
        sa.ForeignKeyConstraint(
            ["clinic_id", "service_id"],
            ["services.clinic_id", "services.id"],
            name="fk_waiting_list_clinic_id_services",
        ),
        sa.ForeignKeyConstraint(
            ["clinic_id", "provider_id"],
            ["providers.clinic_id", "providers.id"],
            name="fk_waiting_list_clinic_id_providers",
        ),
        sa.CheckConstraint(
            "part_of_day IN ('morning', 'afternoon', 'evening')", name=op.f("ck_waiting_list_part_of_day")
        ),
    )
    op.create_index(
        "uq_waiting_list_person", "waiting_list", ["clinic_id", "phone_blind", "service_id"], unique=True
    )
    op.create_index("ix_waiting_list_until", "waiting_list", ["clinic_id", "until_day"])
    op.create_index("ix_waiting_list_conversation", "waiting_list", ["clinic_id", "conversation_id"])
    protect(op.execute, "waiting_list")


def downgrade() -> None:
    op.drop_table("waiting_list")
