"""Access: clinics as tenants, users, memberships, sessions."""

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
