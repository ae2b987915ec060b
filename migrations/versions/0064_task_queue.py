"""Tasks have an owner, a due time and a snooze; their list has saved views."""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"

_PAGES = "'patients', 'history', 'calls', 'rebooking', 'leads'"


def _pages(names: str) -> None:
    op.drop_constraint("ck_saved_views_page", "saved_views")
    op.create_check_constraint(op.f("ck_saved_views_page"), "saved_views", f"page IN ({names})")


def upgrade() -> None:
    op.add_column("tasks", sa.Column("owner_id", sa.Uuid(), nullable=True))
    op.add_column("tasks", sa.Column("due_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("tasks", sa.Column("snoozed_until", sa.DateTime(timezone=True), nullable=True))
    _pages(f"{_PAGES}, 'tasks'")


def downgrade() -> None:
    op.execute("DELETE FROM saved_views WHERE page = 'tasks'")
    _pages(_PAGES)
    for name in ("snoozed_until", "due_at", "owner_id"):
        op.drop_column("tasks", name)
