"""Records of patients that staff keep: versions, archive, merges, what was agreed and refused with its proof,
saved views of lists."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0017"
down_revision = "0016"

_NOW = sa.text("now()")
_WHEN = sa.DateTime(timezone=True)


def upgrade() -> None:
    _patients()
    _merges()
    _agreements()
    _views()
    # Subscripts and the equality of UUIDs are leakproof, which a lookup below row-level security needs; the
    # containment of arrays is not.
    op.create_index(
        "ix_audit_entries_patient",
        "audit_entries",
        ["tenant_id", sa.text("(object_ids[1])"), "at"],
        postgresql_where=sa.text("kind = 'patient'"),
    )


def downgrade() -> None:
    op.drop_index("ix_audit_entries_patient", "audit_entries")
    for table in ("saved_views", "contact_refusals", "patient_distinctions", "patient_merges"):
        op.drop_table(table)
    for column in ("source", "wording_sealed", "recorded_by"):
        op.drop_column("consents", column)
    for index in ("ix_patients_name_blind", "ix_patients_archived", "ix_patients_merged"):
        op.drop_index(index, "patients")
    for column in ("version", "name_blind", "archived_at", "merged_into"):
        op.drop_column("patients", column)


def _patients() -> None:
    op.add_column("patients", sa.Column("version", sa.Integer(), nullable=False, server_default=sa.text("0")))
    op.add_column("patients", sa.Column("name_blind", sa.LargeBinary()))
    op.add_column("patients", sa.Column("archived_at", _WHEN))
    op.add_column("patients", sa.Column("merged_into", sa.Uuid()))
    op.create_index("ix_patients_name_blind", "patients", ["clinic_id", "name_blind"])
    archived, merged = sa.text("archived_at IS NOT NULL"), sa.text("merged_into IS NOT NULL")
    op.create_index("ix_patients_archived", "patients", ["clinic_id", "archived_at"], postgresql_where=archived)
    op.create_index("ix_patients_merged", "patients", ["clinic_id", "merged_into"], postgresql_where=merged)


def _merges() -> None:
    op.create_table(
        "patient_merges",
        *_row("patient_merges"),
        sa.Column("kept_id", sa.Uuid(), nullable=False),
        sa.Column("gone_id", sa.Uuid(), nullable=False),
        sa.Column("merged_by", sa.String(), nullable=False),
        sa.Column("moved", sa.JSON(), nullable=False),
        sa.Column("fields_sealed", sa.LargeBinary()),
        sa.Column("undone_at", _WHEN),
        _patient("patient_merges", "kept_id"),
        _patient("patient_merges", "gone_id"),
    )
    op.create_index("ix_patient_merges_kept", "patient_merges", ["clinic_id", "kept_id", "created_at"])
    protect(op.execute, "patient_merges")
    op.create_table(
        "patient_distinctions",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("one_id", sa.Uuid(), nullable=False),
        sa.Column("other_id", sa.Uuid(), nullable=False),
        sa.Column("said_by", sa.String(), nullable=False),
        sa.Column("said_at", _WHEN, nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "one_id", "other_id", name="pk_patient_distinctions"),
        sa.CheckConstraint("one_id < other_id", name=op.f("ck_patient_distinctions_order")),
        _patient("patient_distinctions", "one_id"),
        _patient("patient_distinctions", "other_id"),
    )
    protect(op.execute, "patient_distinctions")


def _agreements() -> None:
    op.add_column("consents", sa.Column("source", sa.String()))
    op.add_column("consents", sa.Column("wording_sealed", sa.LargeBinary()))
    op.add_column("consents", sa.Column("recorded_by", sa.String()))
    op.create_table(
        "contact_refusals",
        *_row("contact_refusals"),
        sa.Column("address_blind", sa.LargeBinary(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("message_class", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("wording_sealed", sa.LargeBinary()),
        sa.Column("recorded_by", sa.String(), nullable=False),
        sa.Column("lifted_at", _WHEN),
        sa.CheckConstraint(
            "message_class IN ('reminder', 'recall', 'promo')", name=op.f("ck_contact_refusals_message_class")
        ),
    )
    op.create_index("ix_contact_refusals_address", "contact_refusals", ["clinic_id", "address_blind", "created_at"])
    protect(op.execute, "contact_refusals")


def _views() -> None:
    op.create_table(
        "saved_views",
        *_row("saved_views"),
        sa.Column("page", sa.String(), nullable=False),
        sa.Column("name_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("filters", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            "page IN ('patients', 'history', 'calls', 'rebooking', 'leads')", name=op.f("ck_saved_views_page")
        ),
    )
    op.create_index("ix_saved_views_page", "saved_views", ["clinic_id", "page", "owner"])
    protect(op.execute, "saved_views")


def _row(table: str) -> tuple[sa.Column[object] | sa.PrimaryKeyConstraint, ...]:
    return (
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _WHEN, nullable=False, server_default=_NOW),
        sa.PrimaryKeyConstraint("clinic_id", "id", name=f"pk_{table}"),
    )


def _patient(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["clinic_id", column], ["patients.clinic_id", "patients.id"], name=f"fk_{table}_clinic_id_{column}"
    )
