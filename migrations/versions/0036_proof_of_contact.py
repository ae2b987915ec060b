"""Bookings by strangers, and proof of who they are: unverified records, one-time codes, contacts that were proven,
consents that wait for that, and a keyed hash of where a conversation came from."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0036"
down_revision = "0035"

_NOW = sa.text("now()")
_WHEN = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("patients", sa.Column("unverified_at", _WHEN))
    op.add_column("conversations", sa.Column("origin_blind", sa.LargeBinary()))
    op.add_column("texts", sa.Column("secret", sa.Boolean(), nullable=False, server_default=sa.text("false")))
    general = sa.Column[bool]("general", sa.Boolean(), nullable=False, server_default=sa.text("false"))
    op.add_column("lead_follow_ups", general)
    _contacts()
    _bookings()


def downgrade() -> None:
    op.drop_column("lead_follow_ups", "general")
    for table in ("unverified_bookings", "contact_codes", "proven_contacts", "pending_consents"):
        op.drop_table(table)
    op.drop_column("texts", "secret")
    op.drop_column("conversations", "origin_blind")
    op.drop_column("patients", "unverified_at")


def _contacts() -> None:
    op.create_table(
        "pending_consents",
        *_row("pending_consents"),
        sa.Column("address_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("address_blind", sa.LargeBinary(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("purpose", sa.String(), nullable=False),
        sa.Column("basis", sa.String(), nullable=False),
        sa.Column("proof", sa.String(), nullable=False),
        sa.Column("text_id", sa.Uuid()),
        sa.ForeignKeyConstraint(
            ["clinic_id", "text_id"],
            ["consent_texts.clinic_id", "consent_texts.id"],
            name="fk_pending_consents_clinic_id_text_id",
        ),
    )
    op.create_index("ix_pending_consents_address", "pending_consents", ["clinic_id", "address_blind", "proof"])
    protect(op.execute, "pending_consents")
    op.create_table(
        "proven_contacts",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("address_blind", sa.LargeBinary(), nullable=False),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("proven_at", _WHEN, nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "address_blind", "how", name="pk_proven_contacts"),
        sa.CheckConstraint("how IN ('code', 'staff', 'reply', 'form_reply')", name=op.f("ck_proven_contacts_how")),
    )
    protect(op.execute, "proven_contacts")


def _bookings() -> None:
    op.create_table(
        "contact_codes",
        *_row("contact_codes"),
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("contact_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("contact_blind", sa.LargeBinary(), nullable=False),
        sa.Column("origin_blind", sa.LargeBinary()),
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("tries", sa.SmallInteger(), nullable=False, server_default=sa.text("0")),
        sa.Column("used_at", _WHEN),
    )
    op.create_index(
        "ix_contact_codes_conversation", "contact_codes", ["clinic_id", "conversation_id", "created_at"]
    )
    op.create_index("ix_contact_codes_contact", "contact_codes", ["clinic_id", "contact_blind", "created_at"])
    op.create_index("ix_contact_codes_origin", "contact_codes", ["clinic_id", "origin_blind", "created_at"])
    protect(op.execute, "contact_codes")
    op.create_table(
        "unverified_bookings",
        *_row("unverified_bookings"),
        sa.Column("appointment_id", sa.Uuid(), nullable=False),
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("origin_blind", sa.LargeBinary()),
        sa.Column("phone_blind", sa.LargeBinary(), nullable=False),
        sa.Column("email_blind", sa.LargeBinary()),
        sa.Column("verified_at", _WHEN),
        sa.ForeignKeyConstraint(
            ["clinic_id", "appointment_id"],
            ["appointments.clinic_id", "appointments.id"],
            name="fk_unverified_bookings_clinic_id_appointment_id",
        ),
    )
    op.create_index("ix_unverified_bookings_created", "unverified_bookings", ["clinic_id", "created_at"])
    op.create_index("ix_unverified_bookings_appointment", "unverified_bookings", ["clinic_id", "appointment_id"])
    protect(op.execute, "unverified_bookings")


def _row(table: str) -> tuple[sa.Column[object] | sa.PrimaryKeyConstraint, ...]:
    return (
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _WHEN, nullable=False, server_default=_NOW),
        sa.PrimaryKeyConstraint("clinic_id", "id", name=f"pk_{table}"),
    )
