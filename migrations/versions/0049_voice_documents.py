"""Organizations keep credentials, templates, support tickets and what their assistants were."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0049"
down_revision = "0048"

_TABLES = {
    "voice_credentials": ["provider"],
    "voice_templates": ["provider", "visibility", "collection_type", "collection_id"],
    "voice_support_tickets": ["category"],
}
_MAY_LACK = {"collection_type", "collection_id"}


def upgrade() -> None:
    _moment = sa.DateTime(timezone=True)
    for table, columns in _TABLES.items():
        op.create_table(
            table,
            sa.Column("org_id", sa.Uuid(), nullable=False),
            sa.Column("id", sa.Uuid(), nullable=False),
            sa.Column("created_at", _moment, server_default=sa.func.now(), nullable=False),
            sa.Column("updated_at", _moment, server_default=sa.func.now(), nullable=False),
            sa.Column("config_sealed", sa.LargeBinary(), nullable=False),
            *(sa.Column(name, sa.Text(), nullable=name in _MAY_LACK) for name in columns),
            sa.PrimaryKeyConstraint("org_id", "id", name=f"pk_{table}"),
        )
        op.create_index(f"ix_{table}_org_id_created_at", table, ["org_id", "created_at"])
        protect(op.execute, table, column="org_id")
    op.create_table(
        "voice_assistant_versions",
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("assistant_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("config_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", _moment, server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["org_id", "assistant_id"],
            ["voice_assistants.org_id", "voice_assistants.id"],
            name="fk_voice_assistant_versions_org_id_assistant_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("org_id", "assistant_id", "version", name="pk_voice_assistant_versions"),
    )
    protect(op.execute, "voice_assistant_versions", column="org_id")


def downgrade() -> None:
    op.drop_table("voice_assistant_versions")
    for table in _TABLES:
        op.drop_table(table)
