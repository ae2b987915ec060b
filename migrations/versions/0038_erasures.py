"""Which erasures of the ledger this database has seen."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    op.create_table(
        "erasures",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_erasures"),
    )
    protect(op.execute, "erasures", grants="SELECT, INSERT")


def downgrade() -> None:
    op.drop_table("erasures")
