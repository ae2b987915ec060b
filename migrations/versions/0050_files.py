"""Files of the voice service, their passages, and knowledge bases."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0050"
down_revision = "0049"

_SEALED = sa.LargeBinary()


def upgrade() -> None:
    _table("voice_objects", sa.Column("content_sealed", _SEALED, nullable=False))
    for table in ("voice_files", "voice_knowledge_bases"):
        _table(table, sa.Column("config_sealed", _SEALED, nullable=False))
        op.create_index(f"ix_{table}_org_id_created_at", table, ["org_id", "created_at"])
    _table(
        "voice_passages",
        sa.Column("file_id", sa.Uuid(), nullable=False),
        sa.Column("text_sealed", _SEALED, nullable=False),
        sa.Column("terms_blind", sa.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("counts", sa.ARRAY(sa.SmallInteger()), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["org_id", "file_id"],
            ["voice_files.org_id", "voice_files.id"],
            name="fk_voice_passages_file",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_voice_passages_org_id_file_id", "voice_passages", ["org_id", "file_id"])
    op.create_index("ix_voice_passages_terms_blind", "voice_passages", ["terms_blind"], postgresql_using="gin")


def downgrade() -> None:
    for table in ("voice_passages", "voice_knowledge_bases", "voice_files", "voice_objects"):
        op.drop_table(table)


def _table(name: str, *columns: sa.schema.SchemaItem) -> None:
    op.create_table(
        name,
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        *columns,
        sa.PrimaryKeyConstraint("org_id", "id", name=f"pk_{name}"),
    )
    protect(op.execute, name, column="org_id")
