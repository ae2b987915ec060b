"""Whether a provider is a woman or a man, for patients who ask."""

import sqlalchemy as sa
from alembic import op

revision = "0074"
down_revision = "0073"


def upgrade() -> None:
    op.add_column("providers", sa.Column("gender", sa.String()))
    op.create_check_constraint(op.f("ck_providers_gender"), "providers", "gender IN ('woman', 'man')")


def downgrade() -> None:
    op.drop_constraint(op.f("ck_providers_gender"), "providers", type_="check")
    op.drop_column("providers", "gender")
