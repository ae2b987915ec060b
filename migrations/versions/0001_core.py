"""Core: data keys, the audit trail, the outbox, the event feed."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from mia.platform.db.tenancy import APP_ROLE, protect
from mia.platform.kernel.scope import SystemScope

revision = "0001"
down_revision = None

_WORD = "'^[a-z][a-z_]*(\\.[a-z_]+)?$'"

# Numbers are given at commit, one transaction of a clinic after the other, so that a reader who has
# seen number n has seen all below it. The lock is the last one a transaction takes.
_NUMBER_FEED = """
CREATE FUNCTION number_feed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    number bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('feed ' || NEW.clinic_id, 0));
    number := nextval('feed_seq');
    UPDATE feed SET seq = number WHERE clinic_id = NEW.clinic_id AND seq = NEW.seq;
    PERFORM pg_notify('mia_feed', json_build_object(
        'clinic', NEW.clinic_id, 'seq', number, 'kind', NEW.kind, 'object', NEW.object_id)::text);
    RETURN NULL;
END $$
"""


def upgrade() -> None:
    _data_keys()
    _audit()
    _outbox()
    _feed()
    op.execute(f"GRANT SELECT ON alembic_version TO {APP_ROLE}")


def _data_keys() -> None:
    op.create_table(
        "data_keys",
        sa.Column("tenant_id", sa.Uuid(), nullable=False),
        sa.Column("key_id", sa.Uuid(), nullable=False),
        sa.Column("wrapped", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", name="pk_data_keys"),
    )
    protect(op.execute, "data_keys", column="tenant_id", grants="SELECT, INSERT")


def _audit() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("tenant_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("object_ids", sa.ARRAY(sa.Uuid()), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.CheckConstraint(f"action ~ {_WORD}", name="ck_audit_entries_action"),
        sa.CheckConstraint(f"kind ~ {_WORD}", name="ck_audit_entries_kind"),
        sa.CheckConstraint(f"outcome ~ {_WORD}", name="ck_audit_entries_outcome"),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_audit_entries"),
    )
    op.create_index("ix_audit_entries_at", "audit_entries", ["at", "id"])
    cron = (SystemScope.CRON,)
    protect(op.execute, "audit_entries", column="tenant_id", system=cron, grants="SELECT, INSERT")
    # A sign-in may leave its entry before a clinic is known, and read none.
    op.execute(
        "CREATE POLICY sign_in ON audit_entries FOR INSERT "
        f"WITH CHECK (current_setting('mia.system', true) = '{SystemScope.LOGIN}')"
    )
    op.create_table(
        "audit_seals",
        sa.Column("tenant_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("entry_id", sa.Uuid(), nullable=False),
        sa.Column("entry_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "position", name="pk_audit_seals"),
    )
    op.create_index("uq_audit_seals_tenant_id", "audit_seals", ["tenant_id", "entry_id"], unique=True)
    op.create_index("ix_audit_seals_entry_at", "audit_seals", ["entry_at"])
    protect(op.execute, "audit_seals", column="tenant_id", system=cron, grants="SELECT, INSERT")


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("tenant_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("ids", JSONB(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("failed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_outbox"),
    )
    op.create_index("ix_outbox_next_at", "outbox", ["next_at"], postgresql_where=sa.text("failed_at IS NULL"))
    protect(op.execute, "outbox", column="tenant_id", system=(SystemScope.OUTBOX,))


def _feed() -> None:
    op.execute("CREATE SEQUENCE feed_seq")
    op.create_table(
        "feed",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column(
            "seq",
            sa.BigInteger(),
            autoincrement=False,
            server_default=sa.text("nextval('feed_seq')"),
            nullable=False,
        ),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("object_id", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "seq", name="pk_feed"),
    )
    op.create_index("ix_feed_at", "feed", ["at"])
    protect(op.execute, "feed", system=(SystemScope.CRON,))
    op.execute(f"GRANT USAGE ON SEQUENCE feed_seq TO {APP_ROLE}")
    op.execute(_NUMBER_FEED)
    op.execute(
        "CREATE CONSTRAINT TRIGGER number_feed AFTER INSERT ON feed "
        "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_feed()"
    )


def downgrade() -> None:
    for table in ("feed", "outbox", "audit_seals", "audit_entries", "data_keys"):
        op.drop_table(table)
    op.execute("DROP FUNCTION number_feed")
    op.execute("DROP SEQUENCE feed_seq")
