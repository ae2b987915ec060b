"""What treatments of lists of patients are called here, and treatments that are none of the practice's services."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0080"
down_revision = "0079"

_CHOICES = "(choice = 'service') = (service_id IS NOT NULL) AND choice IN ('service', 'keep', 'skip')"


def upgrade() -> None:
    op.create_table(
        "patient_import_names",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("import_id", sa.Uuid(), nullable=False),
        sa.Column("name_blind", sa.LargeBinary(), nullable=False),
        sa.Column("name_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("choice", sa.String(), nullable=False),
        sa.Column("service_id", sa.Uuid()),
        sa.Column("why", sa.String()),
        sa.PrimaryKeyConstraint("clinic_id", "import_id", "name_blind", name="pk_patient_import_names"),
        sa.CheckConstraint(_CHOICES, name=op.f("ck_patient_import_names_choice")),
        sa.ForeignKeyConstraint(
            ["clinic_id", "import_id"],
            ["patient_imports.clinic_id", "patient_imports.id"],
            name="fk_patient_import_names_clinic_id_import_id",
            ondelete="CASCADE",
        ),
    )
    op.create_table(
        "treatment_names",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("name_blind", sa.LargeBinary(), nullable=False),
        sa.Column("choice", sa.String(), nullable=False),
        sa.Column("service_id", sa.Uuid()),
        sa.Column("said_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "name_blind", name="pk_treatment_names"),
        sa.CheckConstraint(_CHOICES, name=op.f("ck_treatment_names_choice")),
    )
    protect(op.execute, "patient_import_names")
    protect(op.execute, "treatment_names")
    op.alter_column("treatments", "service_id", nullable=True)


def downgrade() -> None:
    op.execute("DELETE FROM treatments WHERE service_id IS NULL")
    op.alter_column("treatments", "service_id", nullable=False)
    op.drop_table("treatment_names")
    op.drop_table("patient_import_names")
