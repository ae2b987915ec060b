"""All wrapped data keys can be read at once, to see whether the master key opens them."""

from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    op.execute("CREATE POLICY trying ON data_keys FOR SELECT USING (current_setting('mia.system', true) = 'keys')")


def downgrade() -> None:
    op.execute("DROP POLICY trying ON data_keys")
