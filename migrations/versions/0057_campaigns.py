"""Campaigns of the voice service and the people that they call."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect
from mia.platform.kernel.scope import SystemScope

revision = "0057"
down_revision = "0053"

_MOMENT, _SEALED = sa.DateTime(timezone=True), sa.LargeBinary()


def upgrade() -> None:
    op.create_table(
        "voice_campaigns",
        *_base(),
        sa.Column("config_sealed", _SEALED, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("ended_reason", sa.Text()),
        sa.Column("earliest_at", _MOMENT, nullable=False),
        sa.Column("last_at", _MOMENT, nullable=False),
        sa.Column("api_url", sa.Text(), nullable=False),
        sa.Column("idempotency_key", sa.Text()),
        sa.Column("request_digest", _SEALED),
        sa.PrimaryKeyConstraint("org_id", "id", name="pk_voice_campaigns"),
        sa.CheckConstraint("status IN ('scheduled', 'in-progress', 'ended')", name="ck_voice_campaigns_status"),
    )
    op.create_index("ix_voice_campaigns_org_id_created_at", "voice_campaigns", ["org_id", "created_at"])
    unfinished = sa.text("status <> 'ended'")
    op.create_index(
        "ix_voice_campaigns_unfinished", "voice_campaigns", ["earliest_at"], postgresql_where=unfinished
    )
    key = ["org_id", "idempotency_key"]
    op.create_index("uq_voice_campaigns_idempotency_key", "voice_campaigns", key, unique=True)
    op.create_table(
        "voice_campaign_contacts",
        *_base(),
        sa.Column("campaign_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("number_blind", _SEALED, nullable=False),
        sa.Column("customer_sealed", _SEALED, nullable=False),
        sa.Column("call_id", sa.Uuid()),
        sa.Column("refused", sa.Text()),
        sa.PrimaryKeyConstraint("org_id", "id", name="pk_voice_campaign_contacts"),
        sa.ForeignKeyConstraint(
            ["org_id", "campaign_id"],
            ["voice_campaigns.org_id", "voice_campaigns.id"],
            name="fk_voice_campaign_contacts_campaign",
            ondelete="CASCADE",
        ),
    )
    for name, column in (("position", "position"), ("number", "number_blind")):
        columns = ["org_id", "campaign_id", column]
        op.create_index(f"uq_voice_campaign_contacts_{name}", "voice_campaign_contacts", columns, unique=True)
    for table in ("voice_campaigns", "voice_campaign_contacts"):
        protect(op.execute, table, column="org_id", system=[SystemScope.CRON])


def downgrade() -> None:
    op.drop_table("voice_campaign_contacts")
    op.drop_table("voice_campaigns")


def _base() -> list[sa.Column[object]]:
    return [
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False, server_default=sa.func.now()),
        sa.Column("updated_at", _MOMENT, nullable=False, server_default=sa.func.now()),
    ]
