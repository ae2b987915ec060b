"""One-time codes for patients: who someone says to be, and whose code was read back."""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"


def upgrade() -> None:
    op.alter_column("contact_codes", "contact_sealed", nullable=True)
    op.alter_column("contact_codes", "contact_blind", nullable=True)
    op.add_column("contact_codes", sa.Column("claim_sealed", sa.LargeBinary(), nullable=True))
    op.add_column("contact_codes", sa.Column("claim_blind", sa.LargeBinary(), nullable=True))
    op.add_column("contact_codes", sa.Column("patient_id", sa.Uuid(), nullable=True))
    op.create_index("ix_contact_codes_claim", "contact_codes", ["clinic_id", "claim_blind", "created_at"])
    op.create_index("ix_contact_codes_patient", "contact_codes", ["clinic_id", "patient_id"])


def downgrade() -> None:
    op.execute("DELETE FROM contact_codes WHERE contact_sealed IS NULL")
    op.drop_index("ix_contact_codes_patient", "contact_codes")
    op.drop_index("ix_contact_codes_claim", "contact_codes")
    for column in ("patient_id", "claim_blind", "claim_sealed"):
        op.drop_column("contact_codes", column)
    op.alter_column("contact_codes", "contact_blind", nullable=False)
    op.alter_column("contact_codes", "contact_sealed", nullable=False)
