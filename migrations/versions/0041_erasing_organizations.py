"""The voice service may destroy the data key of an organization that leaves, and no other tenant's."""

from alembic import op

from mia.platform.db.tenancy import APP_ROLE

revision = "0041"
down_revision = "0040"


def upgrade() -> None:
    op.execute(f"GRANT DELETE ON data_keys TO {APP_ROLE}")
    op.execute(
        f"CREATE POLICY organizations_alone ON data_keys AS RESTRICTIVE FOR DELETE TO {APP_ROLE} "
        "USING (EXISTS (SELECT FROM voice_orgs WHERE id = tenant_id))"
    )


def downgrade() -> None:
    op.execute("DROP POLICY organizations_alone ON data_keys")
    op.execute(f"REVOKE DELETE ON data_keys FROM {APP_ROLE}")
