"""On-call contacts, and the alerts that urgent tasks raise."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    _contacts()
    _alerts()
    _sends()
    for table in ("oncall_contacts", "oncall_alerts", "oncall_sends"):
        protect(op.execute, table)


def downgrade() -> None:
    for table in ("oncall_sends", "oncall_alerts", "oncall_contacts"):
        op.drop_table(table)


def _contacts() -> None:
    _table(
        "oncall_contacts",
        sa.Column("position", sa.SmallInteger(), nullable=False),
        sa.Column("name_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("phone_sealed", sa.LargeBinary()),
        sa.Column("phone_blind", sa.LargeBinary()),
        sa.Column("email_sealed", sa.LargeBinary()),
        sa.Column("ways", sa.ARRAY(sa.String()), nullable=False),
    )
    op.create_index("uq_oncall_contacts_position", "oncall_contacts", ["clinic_id", "position"], unique=True)
    op.create_index("ix_oncall_contacts_phone", "oncall_contacts", ["clinic_id", "phone_blind"])


def _alerts() -> None:
    _table(
        "oncall_alerts",
        sa.Column("task_id", sa.Uuid()),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("step", sa.SmallInteger(), nullable=False),
        _moment("next_at"),
        _moment("acknowledged_at"),
        sa.Column("acknowledged_how", sa.String()),
        sa.Column("acknowledged_by_sealed", sa.LargeBinary()),
        sa.CheckConstraint("state IN ('open', 'acknowledged', 'unanswered')", name="ck_oncall_alerts_state"),
        sa.CheckConstraint(
            "acknowledged_how IN ('text', 'link', 'app', 'call', 'task')", name="ck_oncall_alerts_how"
        ),
        sa.ForeignKeyConstraint(
            ["clinic_id", "task_id"],
            ["tasks.clinic_id", "tasks.id"],
            name="fk_oncall_alerts_clinic_id_task_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("uq_oncall_alerts_task", "oncall_alerts", ["clinic_id", "task_id"], unique=True)
    is_open = sa.text("state = 'open'")
    op.create_index("ix_oncall_alerts_due", "oncall_alerts", ["clinic_id", "next_at"], postgresql_where=is_open)


def _sends() -> None:
    _table(
        "oncall_sends",
        sa.Column("alert_id", sa.Uuid(), nullable=False),
        sa.Column("recipient_id", sa.Uuid(), nullable=False),
        sa.Column("purpose", sa.String(), nullable=False),
        sa.Column("step", sa.SmallInteger(), nullable=False),
        sa.Column("way", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("name_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("address_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("practice_number", sa.Text()),
        sa.Column("provider_id", sa.Text()),
        _moment("sending_since"),
        sa.Column("attempts", sa.SmallInteger(), nullable=False, server_default=sa.text("0")),
        sa.CheckConstraint("way IN ('text', 'email', 'call')", name="ck_oncall_sends_way"),
        sa.CheckConstraint("purpose IN ('alert', 'owners', 'thanks', 'hint')", name="ck_oncall_sends_purpose"),
        sa.CheckConstraint(
            "state IN ('queued', 'sending', 'sent', 'failed', 'skipped')", name="ck_oncall_sends_state"
        ),
        sa.ForeignKeyConstraint(
            ["clinic_id", "alert_id"],
            ["oncall_alerts.clinic_id", "oncall_alerts.id"],
            name="fk_oncall_sends_clinic_id_alert_id",
            ondelete="CASCADE",
        ),
    )
    once = ["clinic_id", "alert_id", "purpose", "step", "way", "recipient_id"]
    op.create_index("uq_oncall_sends_once", "oncall_sends", once, unique=True)
    op.create_index("ix_oncall_sends_recipient", "oncall_sends", ["clinic_id", "recipient_id", "created_at"])


def _table(name: str, *columns: sa.schema.SchemaItem) -> None:
    op.create_table(
        name,
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        *columns,
        sa.PrimaryKeyConstraint("clinic_id", "id", name=f"pk_{name}"),
    )


def _moment(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True))
