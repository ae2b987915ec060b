"""Passages of files are compared by what they mean; those that are there wait for their vectors."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect
from mia.platform.kernel.scope import SystemScope

revision = "0089"
down_revision = "0088"

_MOMENT = sa.DateTime(timezone=True)
_WAITING = "voice_uncompared_files"


def upgrade() -> None:
    op.add_column("voice_passages", sa.Column("vectors_sealed", sa.LargeBinary()))
    op.create_table(
        _WAITING,
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("file_id", sa.Uuid(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("next_at", _MOMENT, nullable=False, server_default=sa.func.now()),
        sa.Column("failed_at", _MOMENT),
        sa.PrimaryKeyConstraint("org_id", "file_id", name=f"pk_{_WAITING}"),
        sa.ForeignKeyConstraint(
            ["org_id", "file_id"],
            ["voice_files.org_id", "voice_files.id"],
            name=f"fk_{_WAITING}_file",
            ondelete="CASCADE",
        ),
    )
    op.create_index(f"ix_{_WAITING}_next_at", _WAITING, ["next_at"], postgresql_where=sa.text("failed_at IS NULL"))
    _mark_all()
    protect(op.execute, _WAITING, column="org_id", system=(SystemScope.CRON,))


def _mark_all() -> None:
    """Of each organization, which the owner sees for this moment only; foreign keys are checked as the owner."""
    for table in ("voice_passages", "voice_files"):
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
    op.execute(f"INSERT INTO {_WAITING} (org_id, file_id) SELECT DISTINCT org_id, file_id FROM voice_passages")  # noqa: S608 - constant
    for table in ("voice_passages", "voice_files"):
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")


def downgrade() -> None:
    op.drop_table(_WAITING)
    op.drop_column("voice_passages", "vectors_sealed")
