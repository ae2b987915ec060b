"""Outreach: contact rules and decisions, search by grams, recall rules and ledger, threads of texts, intents."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

from mia.platform.db.tenancy import protect

revision = "0010"
down_revision = "0009"

_TABLES = (
    "contact_policies",
    "send_decisions",
    "patient_grams",
    "recall_rules",
    "recall_ledger",
    "recall_patients",
    "threads",
    "texts",
    "outreach",
)


def upgrade() -> None:
    _consent()
    _patients()
    _recalls()
    _threads()
    _texts()
    _outreach()
    for table in _TABLES:
        protect(op.execute, table)


def downgrade() -> None:
    for table in reversed(_TABLES):
        op.drop_table(table)
    op.drop_column("patients", "note_version")
    op.drop_constraint(op.f("ck_suppressions_reason"), "suppressions")
    op.execute("DELETE FROM suppressions WHERE reason <> 'privacy_request'")
    op.create_check_constraint(op.f("ck_suppressions_reason"), "suppressions", "reason IN ('privacy_request')")
    op.drop_column("suppressions", "lifted_at")


def _instant() -> sa.DateTime:
    return sa.DateTime(timezone=True)


def _clinic() -> SchemaItem:
    return sa.Column("clinic_id", sa.Uuid(), nullable=False)


def _key(table: str) -> tuple[SchemaItem, ...]:
    return (
        _clinic(),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _instant(), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "id", name=f"pk_{table}"),
    )


def _text(name: str, *, nullable: bool = False) -> SchemaItem:
    return sa.Column(name, sa.String(), nullable=nullable)


def _id(name: str, *, nullable: bool = True) -> SchemaItem:
    return sa.Column(name, sa.Uuid(), nullable=nullable)


def _at(name: str, *, nullable: bool = True) -> SchemaItem:
    return sa.Column(name, _instant(), nullable=nullable)


def _bytes(name: str, *, nullable: bool = True) -> SchemaItem:
    return sa.Column(name, sa.LargeBinary(), nullable=nullable)


def _no(name: str) -> SchemaItem:
    return sa.Column(name, sa.Boolean(), server_default=sa.text("false"), nullable=False)


def _zero(name: str) -> SchemaItem:
    return sa.Column(name, sa.Integer(), server_default=sa.text("0"), nullable=False)


def _check(table: str, name: str, condition: str) -> SchemaItem:
    return sa.CheckConstraint(condition, name=op.f(f"ck_{table}_{name}"))


def _one_of(table: str, column: str, values: str) -> SchemaItem:
    listed = ", ".join(f"'{value}'" for value in values.split("|"))
    return _check(table, column, f"{column} IN ({listed})")


def _to_patient(table: str) -> SchemaItem:
    return sa.ForeignKeyConstraint(
        ["clinic_id", "patient_id"],
        ["patients.clinic_id", "patients.id"],
        name=f"fk_{table}_clinic_id_patient_id",
    )


def _consent() -> None:
    op.create_table(
        "contact_policies",
        _clinic(),
        sa.Column("opens", sa.Time(), nullable=False),
        sa.Column("closes", sa.Time(), nullable=False),
        sa.Column("per_day", sa.SmallInteger(), nullable=False),
        sa.Column("per_week", sa.SmallInteger(), nullable=False),
        _text("recall_basis"),
        sa.PrimaryKeyConstraint("clinic_id", name="pk_contact_policies"),
        _one_of("contact_policies", "recall_basis", "number_given|express|written"),
    )
    op.add_column("suppressions", sa.Column("lifted_at", _instant(), nullable=True))
    op.drop_constraint(op.f("ck_suppressions_reason"), "suppressions")
    op.create_check_constraint(
        op.f("ck_suppressions_reason"),
        "suppressions",
        "reason IN ('privacy_request', 'stop', 'wrong_number', 'staff')",
    )
    op.create_table(
        "send_decisions",
        *_key("send_decisions"),
        _id("subject_id", nullable=False),
        _id("patient_id"),
        _text("message_class"),
        _text("channel"),
        _text("outcome"),
        _text("rule"),
        _at("not_before"),
        _one_of("send_decisions", "outcome", "allow|defer|block"),
    )
    op.create_index("ix_send_decisions_subject", "send_decisions", ["clinic_id", "subject_id", "created_at"])


def _patients() -> None:
    op.add_column("patients", sa.Column("note_version", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.create_table(
        "patient_grams",
        _clinic(),
        sa.Column("gram", sa.BigInteger(), nullable=False),
        _id("patient_id", nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "gram", "patient_id", name="pk_patient_grams"),
    )
    op.create_index("ix_patient_grams_patient", "patient_grams", ["clinic_id", "patient_id"])


def _recalls() -> None:
    op.create_table(
        "recall_rules",
        _clinic(),
        _text("family"),
        *[
            sa.Column(name, sa.SmallInteger(), nullable=nullable)
            for name, nullable in (
                ("min_days", True),
                ("due_days", False),
                ("lead_days", False),
                ("overdue_days", False),
                ("lapsed_days", True),
            )
        ],
        _text("source"),
        _check("recall_rules", "days", "due_days > 0 AND lead_days >= 0 AND overdue_days >= due_days"),
        sa.PrimaryKeyConstraint("clinic_id", "family", name="pk_recall_rules"),
    )
    op.create_table(
        "recall_ledger",
        _clinic(),
        _id("patient_id", nullable=False),
        _text("family"),
        _id("service_id", nullable=False),
        _at("last_at", nullable=False),
        _at("planned_at"),
        _at("due_at"),
        _at("overdue_at"),
        _at("lapsed_at"),
        sa.PrimaryKeyConstraint("clinic_id", "patient_id", "family", name="pk_recall_ledger"),
    )
    op.create_index("ix_recall_ledger_overdue", "recall_ledger", ["clinic_id", "overdue_at", "service_id"])
    op.create_table(
        "recall_patients",
        _clinic(),
        _id("patient_id", nullable=False),
        _text("treatment", nullable=True),
        _at("last_at"),
        _at("overdue_at"),
        _at("planned_at"),
        _no("botox"),
        _no("filler"),
        _no("vip"),
        _at("listed_at", nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "patient_id", name="pk_recall_patients"),
    )
    op.create_index("ix_recall_patients_overdue", "recall_patients", ["clinic_id", "overdue_at", "patient_id"])
    op.create_index("ix_recall_patients_treatment", "recall_patients", ["clinic_id", "treatment", "listed_at"])
    for name, where in (("all", None), ("botox", "botox"), ("filler", "filler"), ("vip", "vip")):
        op.create_index(
            f"ix_recall_patients_{name}",
            "recall_patients",
            ["clinic_id", "listed_at", "patient_id"],
            postgresql_where=sa.text(where) if where else None,
        )


def _threads() -> None:
    op.create_table(
        "threads",
        *_key("threads"),
        _id("patient_id"),
        _bytes("address_sealed", nullable=False),
        _bytes("address_blind", nullable=False),
        sa.Column("mode", sa.String(), server_default=sa.text("'mia'"), nullable=False),
        _text("taken_by", nullable=True),
        _id("conversation_id"),
        _at("last_at", nullable=False),
        _no("waiting"),
        _one_of("threads", "mode", "mia|staff"),
        _to_patient("threads"),
    )
    op.create_index("uq_threads_address", "threads", ["clinic_id", "address_blind"], unique=True)
    op.create_index("ix_threads_last", "threads", ["clinic_id", "last_at", "id"])
    op.create_index("ix_threads_patient", "threads", ["clinic_id", "patient_id"])


def _texts() -> None:
    op.create_table(
        "texts",
        *_key("texts"),
        _id("thread_id", nullable=False),
        _text("author"),
        _text("message_class", nullable=True),
        _bytes("text_sealed"),
        _text("state"),
        _text("idempotency_key", nullable=True),
        _text("provider_id", nullable=True),
        _at("sending_since"),
        _zero("attempts"),
        _no("answered"),
        _one_of("texts", "author", "patient|mia|staff"),
        _one_of("texts", "state", "received|queued|sending|sent|delivered|failed|blocked"),
        sa.ForeignKeyConstraint(
            ["clinic_id", "thread_id"],
            ["threads.clinic_id", "threads.id"],
            name="fk_texts_clinic_id_thread_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_texts_thread", "texts", ["clinic_id", "thread_id", "created_at", "id"])
    op.create_index("uq_texts_key", "texts", ["clinic_id", "idempotency_key"], unique=True)
    op.create_index("uq_texts_provider", "texts", ["clinic_id", "provider_id"], unique=True)
    op.create_index(
        "ix_texts_unsettled",
        "texts",
        ["clinic_id", "created_at"],
        postgresql_where=sa.text("state IN ('queued', 'sending')"),
    )


def _outreach() -> None:
    op.create_table(
        "outreach",
        *_key("outreach"),
        _id("patient_id", nullable=False),
        _id("activity_id", nullable=False),
        _text("kind"),
        _text("channel"),
        _text("state"),
        _text("idempotency_key"),
        _bytes("address_sealed"),
        _bytes("address_blind"),
        _bytes("text_sealed"),
        _at("due_at", nullable=False),
        _at("undo_until"),
        _at("touched_at"),
        _at("sending_since"),
        _zero("attempts"),
        _id("text_id"),
        _text("voice_id", nullable=True),
        _id("appointment_id"),
        _text("created_by"),
        _one_of("outreach", "kind", "call|message"),
        _one_of("outreach", "channel", "call|sms|email"),
        _one_of(
            "outreach",
            "state",
            "scheduled|sending|sent|answered|no_answer|failed|blocked|cancelled|rebooked",
        ),
        _to_patient("outreach"),
    )
    op.create_index("uq_outreach_key", "outreach", ["clinic_id", "idempotency_key"], unique=True)
    op.create_index("uq_outreach_activity", "outreach", ["clinic_id", "activity_id"], unique=True)
    op.create_index("ix_outreach_patient", "outreach", ["clinic_id", "patient_id", "created_at"])
    op.create_index("ix_outreach_address", "outreach", ["clinic_id", "address_blind", "created_at"])
    op.create_index("ix_outreach_text", "outreach", ["clinic_id", "text_id"])
    op.create_index("ix_outreach_voice", "outreach", ["clinic_id", "voice_id"])
    op.create_index(
        "ix_outreach_waiting",
        "outreach",
        ["clinic_id", "due_at"],
        postgresql_where=sa.text("state IN ('scheduled', 'sending')"),
    )
