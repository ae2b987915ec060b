"""What a practice lets Mia do by herself, and where its forms may stand."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_NEW: tuple[sa.Column[Any], ...] = (
    sa.Column("industry_retention_percent", sa.SmallInteger(), nullable=False, server_default=sa.text("45")),
    sa.Column("follows_up_leads", sa.Boolean(), nullable=False, server_default=sa.text("false")),
    sa.Column("asks_for_ratings", sa.Boolean(), nullable=False, server_default=sa.text("false")),
    sa.Column("records_calls", sa.Boolean(), nullable=False, server_default=sa.text("false")),
    sa.Column("form_origins", sa.ARRAY(sa.String()), nullable=False, server_default=sa.text("'{}'")),
)


def upgrade() -> None:
    for column in _NEW:
        op.add_column("clinic_settings", column)
    op.create_check_constraint(
        op.f("ck_clinic_settings_industry_retention"),
        "clinic_settings",
        "industry_retention_percent BETWEEN 0 AND 100",
    )


def downgrade() -> None:
    op.drop_constraint(op.f("ck_clinic_settings_industry_retention"), "clinic_settings")
    for column in reversed(_NEW):
        op.drop_column("clinic_settings", column.name)
