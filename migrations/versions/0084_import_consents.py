"""Lists of patients say who agrees to messages, and how they did."""

import sqlalchemy as sa
from alembic import op

revision = "0084"
down_revision = "0083"


def upgrade() -> None:
    basis = sa.Column("consent_basis", sa.String(), server_default=sa.text("'express'"), nullable=False)
    op.add_column("patient_imports", basis)
    op.create_check_constraint(
        op.f("ck_patient_imports_consent_basis"), "patient_imports", "consent_basis IN ('express', 'written')"
    )


def downgrade() -> None:
    op.drop_column("patient_imports", "consent_basis")
