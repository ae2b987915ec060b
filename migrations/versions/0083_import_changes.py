"""Lists of patients change records that are there: what they said before is kept for the undo."""

import sqlalchemy as sa
from alembic import op

revision = "0083"
down_revision = "0082"

_KIND = "ck_patient_import_made_kind"


def upgrade() -> None:
    op.add_column("patient_import_seen", sa.Column("whose", sa.Uuid()))
    op.add_column(
        "patient_import_seen", sa.Column("new", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.add_column("patient_import_made", sa.Column("change_sealed", sa.LargeBinary()))
    op.add_column("patient_imports", sa.Column("examples_sealed", sa.LargeBinary()))
    op.drop_constraint(op.f(_KIND), "patient_import_made")
    op.create_check_constraint(op.f(_KIND), "patient_import_made", "kind IN ('patient', 'treatment', 'change')")


def downgrade() -> None:
    op.execute("DELETE FROM patient_import_made WHERE kind = 'change'")
    op.drop_constraint(op.f(_KIND), "patient_import_made")
    op.create_check_constraint(op.f(_KIND), "patient_import_made", "kind IN ('patient', 'treatment')")
    op.drop_column("patient_imports", "examples_sealed")
    op.drop_column("patient_import_made", "change_sealed")
    op.drop_column("patient_import_seen", "new")
    op.drop_column("patient_import_seen", "whose")
