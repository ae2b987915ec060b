"""A conversation whose task was done may give staff another one of the same kind."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"

_NAME, _COLUMNS = "uq_tasks_conversation_kind", ["clinic_id", "conversation_id", "kind"]


def upgrade() -> None:
    op.drop_index(_NAME, "tasks")
    op.create_index(_NAME, "tasks", _COLUMNS, unique=True, postgresql_where=sa.text("completed_at IS NULL"))
    op.create_index("ix_tasks_conversation", "tasks", _COLUMNS[:2])


def downgrade() -> None:
    op.drop_index("ix_tasks_conversation", "tasks")
    op.drop_index(_NAME, "tasks")
    op.create_index(_NAME, "tasks", _COLUMNS, unique=True)
