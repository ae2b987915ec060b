"""Lists of patients brought in from elsewhere."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0018"
down_revision = "0017"

_TABLES = (
    "patient_imports",
    "patient_import_parts",
    "patient_import_pieces",
    "patient_import_seen",
    "patient_import_faults",
    "patient_import_made",
)
_STATES = (
    "state IN ('uploading', 'reading', 'read', 'checking', 'checked', 'importing', 'done', 'undoing', 'undone', "
    "'failed')"
)


def upgrade() -> None:
    _imports()
    _of_import("parts", _number(), sa.Column("content_sealed", sa.LargeBinary(), nullable=False), key=["number"])
    _of_import("pieces", _number(), sa.Column("rows_sealed", sa.LargeBinary(), nullable=False), key=["number"])
    _of_import("seen", sa.Column("person_blind", sa.LargeBinary(), nullable=False), key=["person_blind"])
    _of_import(
        "faults",
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("field", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("refused", sa.Boolean(), nullable=False),
        key=["line", "field"],
    )
    _of_import(
        "made",
        sa.Column("object_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.CheckConstraint("kind IN ('patient', 'treatment')", name=op.f("ck_patient_import_made_kind")),
        key=["object_id"],
    )
    for table in _TABLES:
        protect(op.execute, table)


def downgrade() -> None:
    for table in reversed(_TABLES):
        op.drop_table(table)


def _number() -> sa.Column[int]:
    return sa.Column("number", sa.Integer(), autoincrement=False, nullable=False)


def _imports() -> None:
    when = sa.DateTime(timezone=True)
    op.create_table(
        "patient_imports",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", when, server_default=sa.text("now()"), nullable=False),
        sa.Column("made_by", sa.String(), nullable=False),
        sa.Column("file_name_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("parts", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("failure", sa.String()),
        sa.Column("columns_sealed", sa.LargeBinary()),
        sa.Column("encoding", sa.String()),
        sa.Column("rows", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("pieces", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("position", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("mapping", sa.JSON(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("date_order", sa.String(), server_default=sa.text("'mdy'"), nullable=False),
        sa.Column("counts", sa.JSON(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("changed_at", when, nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_patient_imports"),
        sa.CheckConstraint(_STATES, name=op.f("ck_patient_imports_state")),
    )
    op.create_index("ix_patient_imports_created", "patient_imports", ["clinic_id", "created_at"])


def _of_import(name: str, *columns: sa.schema.SchemaItem, key: list[str]) -> None:
    """A table of things that belong to an import and go with it."""
    table = f"patient_import_{name}"
    op.create_table(
        table,
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("import_id", sa.Uuid(), nullable=False),
        *columns,
        sa.PrimaryKeyConstraint("clinic_id", "import_id", *key, name=f"pk_{table}"),
        sa.ForeignKeyConstraint(
            ["clinic_id", "import_id"],
            ["patient_imports.clinic_id", "patient_imports.id"],
            name=f"fk_{table}_clinic_id_import_id",
            ondelete="CASCADE",
        ),
    )
