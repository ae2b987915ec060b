"""Outreach: recall rules, send decisions, messages and calls that go out."""

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
