"""Videos of recorded calls, and those that are still to be made."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect
from mia.platform.kernel.scope import SystemScope

revision = "0078"
down_revision = "0077"

_MOMENT = sa.DateTime(timezone=True)
_VIDEOS, _PIECES = "voice_call_videos", "voice_video_pieces"


def upgrade() -> None:
    op.create_table(
        _VIDEOS,
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("call_id", sa.Uuid(), nullable=False),
        sa.Column("start_delay", sa.Float(), nullable=False),
        sa.Column("made_at", _MOMENT),
        sa.Column("attempts", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("next_at", _MOMENT, nullable=False, server_default=sa.func.now()),
        sa.Column("failed_at", _MOMENT),
        sa.PrimaryKeyConstraint("org_id", "call_id", name=f"pk_{_VIDEOS}"),
        _goes_with("voice_calls", "id", _VIDEOS),
    )
    protect(op.execute, _VIDEOS, column="org_id", system=(SystemScope.CRON,))
    waiting = sa.text("failed_at IS NULL AND made_at IS NULL")
    op.create_index(f"ix_{_VIDEOS}_next_at", _VIDEOS, ["next_at"], postgresql_where=waiting)
    op.create_table(
        _PIECES,
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("call_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("piece_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", _MOMENT, server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("org_id", "call_id", "position", name=f"pk_{_PIECES}"),
        _goes_with(_VIDEOS, "call_id", _PIECES),
    )
    protect(op.execute, _PIECES, column="org_id")


def downgrade() -> None:
    op.drop_table(_PIECES)
    op.drop_table(_VIDEOS)


def _goes_with(parent: str, key: str, table: str) -> sa.ForeignKeyConstraint:
    """Erased with what it belongs to."""
    return sa.ForeignKeyConstraint(
        ["org_id", "call_id"],
        [f"{parent}.org_id", f"{parent}.{key}"],
        name=f"fk_{table}_org_id_call_id",
        ondelete="CASCADE",
    )
