"""What a practice may change about itself: Mia's powers, retention, what is offered no more, texts agreed to."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0020"
down_revision = "0019"

_POWERS = ("books_visits", "cancels_visits", "answers_texts", "calls_patients", "writes_to_patients")
_RETIRABLE = ("locations", "services", "providers", "rooms")


def upgrade() -> None:
    for power in _POWERS:
        column: sa.Column[bool] = sa.Column(power, sa.Boolean(), nullable=False, server_default=sa.text("true"))
        op.add_column("clinic_settings", column)
    op.add_column("clinic_settings", sa.Column("content_days", sa.SmallInteger()))
    op.create_check_constraint(
        op.f("ck_clinic_settings_content_days"), "clinic_settings", "content_days BETWEEN 1 AND 30"
    )
    for table in _RETIRABLE:
        op.add_column(table, sa.Column("status", sa.String(), nullable=False, server_default=sa.text("'active'")))
        op.create_check_constraint(op.f(f"ck_{table}_status"), table, "status IN ('active', 'retired', 'removed')")
    op.add_column("conversations", sa.Column("voice_erased_at", sa.DateTime(timezone=True)))
    _consent_texts()


def _consent_texts() -> None:
    op.create_table(
        "consent_texts",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("created_by", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_consent_texts"),
        sa.CheckConstraint(
            "kind IN ('text_messages', 'ai_calls', 'lead_form', 'recording')", name=op.f("ck_consent_texts_kind")
        ),
    )
    op.create_index("uq_consent_texts_version", "consent_texts", ["clinic_id", "kind", "version"], unique=True)
    # Rows are added and never changed: what somebody agreed to keeps its wording.
    protect(op.execute, "consent_texts", grants="SELECT, INSERT")
    op.add_column("consents", sa.Column("text_id", sa.Uuid()))
    op.create_foreign_key(
        "fk_consents_clinic_id_text_id", "consents", "consent_texts", ["clinic_id", "text_id"], ["clinic_id", "id"]
    )


def downgrade() -> None:
    op.drop_constraint("fk_consents_clinic_id_text_id", "consents")
    op.drop_column("consents", "text_id")
    op.drop_table("consent_texts")
    op.drop_column("conversations", "voice_erased_at")
    for table in reversed(_RETIRABLE):
        op.drop_constraint(op.f(f"ck_{table}_status"), table)
        op.drop_column(table, "status")
    op.drop_constraint(op.f("ck_clinic_settings_content_days"), "clinic_settings")
    op.drop_column("clinic_settings", "content_days")
    for power in reversed(_POWERS):
        op.drop_column("clinic_settings", power)
