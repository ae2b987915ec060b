"""Test suites of the voice service: their tests, their runs, and the conversations of these."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect
from mia.platform.kernel.scope import SystemScope

revision = "0058"
down_revision = "0054"

_MOMENT, _SEALED, _CRON = sa.DateTime(timezone=True), sa.LargeBinary(), (SystemScope.CRON,)


def upgrade() -> None:
    _table("voice_test_suites", sa.Column("config_sealed", _SEALED, nullable=False))
    op.create_index("ix_voice_test_suites_org_id_created_at", "voice_test_suites", ["org_id", "created_at"])
    _table("voice_test_scenarios", sa.Column("config_sealed", _SEALED, nullable=False), parent="suite")
    _table(
        "voice_test_runs",
        sa.Column("config_sealed", _SEALED, nullable=False),
        sa.Column("plan_sealed", _SEALED, nullable=False),
        parent="suite",
        system=_CRON,
    )
    for table in ("voice_test_scenarios", "voice_test_runs"):
        op.create_index(f"ix_{table}_suite", table, ["org_id", "suite_id", "created_at"])
    _table(
        "voice_test_attempts",
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.Uuid()),
        sa.Column("finished_at", _MOMENT),
        sa.Column("scores_sealed", _SEALED),
        sa.Column("error", sa.Text()),
        sa.Column("attempts", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("next_at", _MOMENT, nullable=False, server_default=sa.func.now()),
        sa.Column("failed_at", _MOMENT),
        parent="run",
        system=_CRON,
    )
    in_order = ["org_id", "run_id", "position", "number"]
    op.create_index("ix_voice_test_attempts_run", "voice_test_attempts", in_order)
    waiting = sa.text("failed_at IS NULL AND finished_at IS NULL")
    op.create_index("ix_voice_test_attempts_next_at", "voice_test_attempts", ["next_at"], postgresql_where=waiting)


def downgrade() -> None:
    for table in ("voice_test_attempts", "voice_test_runs", "voice_test_scenarios", "voice_test_suites"):
        op.drop_table(table)


def _table(
    name: str, *columns: sa.schema.SchemaItem, parent: str | None = None, system: tuple[SystemScope, ...] = ()
) -> None:
    """A table of the organization's rows; those of a ``parent`` (suite or run) go with it."""
    belongs: list[sa.schema.SchemaItem] = []
    if parent is not None:
        belongs = [
            sa.Column(f"{parent}_id", sa.Uuid(), nullable=False),
            sa.ForeignKeyConstraint(
                ["org_id", f"{parent}_id"],
                [f"voice_test_{parent}s.org_id", f"voice_test_{parent}s.id"],
                name=f"fk_{name}_{parent}",
                ondelete="CASCADE",
            ),
        ]
    op.create_table(
        name,
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False, server_default=sa.func.now()),
        sa.Column("updated_at", _MOMENT, nullable=False, server_default=sa.func.now()),
        *belongs,
        *columns,
        sa.PrimaryKeyConstraint("org_id", "id", name=f"pk_{name}"),
    )
    protect(op.execute, name, column="org_id", system=system)
