"""Rows of a list of patients that were not taken, to be given back as a file."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0076"
down_revision = "0075"


def upgrade() -> None:
    op.create_table(
        "patient_import_bad_rows",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("import_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rows_sealed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "import_id", "number", name="pk_patient_import_bad_rows"),
        sa.ForeignKeyConstraint(
            ["clinic_id", "import_id"],
            ["patient_imports.clinic_id", "patient_imports.id"],
            name="fk_patient_import_bad_rows_clinic_id_import_id",
            ondelete="CASCADE",
        ),
    )
    protect(op.execute, "patient_import_bad_rows")


def downgrade() -> None:
    op.drop_table("patient_import_bad_rows")
