"""A tenant may have several data keys for a while: the next, the current, and those of before.

``index_wrapped`` holds the keys of its indexes once they no longer follow from the current data key.
"""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    op.add_column("data_keys", sa.Column("state", sa.Text(), server_default="current", nullable=False))
    op.add_column("data_keys", sa.Column("index_wrapped", sa.LargeBinary()))
    op.drop_constraint("pk_data_keys", "data_keys")
    op.create_primary_key("pk_data_keys", "data_keys", ["tenant_id", "key_id"])
    op.create_check_constraint(op.f("ck_data_keys_state"), "data_keys", "state IN ('next', 'current', 'previous')")
    op.create_index(
        "uq_data_keys_current", "data_keys", ["tenant_id"], unique=True,
        postgresql_where=sa.text("state = 'current'"),
    )  # fmt: skip


def downgrade() -> None:
    op.execute("DELETE FROM data_keys WHERE state <> 'current'")
    op.drop_index("uq_data_keys_current", "data_keys")
    op.drop_constraint(op.f("ck_data_keys_state"), "data_keys")
    op.drop_constraint("pk_data_keys", "data_keys")
    op.create_primary_key("pk_data_keys", "data_keys", ["tenant_id"])
    op.drop_column("data_keys", "index_wrapped")
    op.drop_column("data_keys", "state")
