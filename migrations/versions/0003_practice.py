"""The practice: clinic settings, patients, consent, scheduling."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import SchemaItem

from mia.platform.db.tenancy import protect

revision = "0003"
down_revision = "0002"

_TABLES = (
    "clinic_settings",
    "locations",
    "opening_hours",
    "closures",
    "clinic_facts",
    "consents",
    "patients",
    "treatments",
    "services",
    "providers",
    "provider_services",
    "shifts",
    "rooms",
    "appointments",
)


def upgrade() -> None:
    _practice()
    _places()
    _consents()
    _patients()
    _treatments()
    _services()
    _providers()
    _rosters()
    _appointments()
    for table in _TABLES:
        protect(op.execute, table)


def _table(name: str, *items: SchemaItem) -> None:
    """A table with the columns every clinic table has."""
    op.create_table(
        name,
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        *items,
        sa.PrimaryKeyConstraint("clinic_id", "id", name=f"pk_{name}"),
    )


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=nullable)


def _small(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.SmallInteger(), nullable=nullable)


def _id(name: str, *, nullable: bool = False) -> SchemaItem:
    return sa.Column(name, sa.Uuid(), nullable=nullable)


def _instant(name: str) -> SchemaItem:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False)


def _updated_at() -> SchemaItem:
    return sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False)


def _sealed(name: str, *, nullable: bool = True) -> SchemaItem:
    return sa.Column(name, sa.LargeBinary(), nullable=nullable)


def _link(table: str, column: str, target: str) -> SchemaItem:
    """A foreign key within the clinic."""
    return sa.ForeignKeyConstraint(
        ["clinic_id", column], [f"{target}.clinic_id", f"{target}.id"], name=f"fk_{table}_clinic_id_{column}"
    )


def _check(table: str, name: str, condition: str) -> SchemaItem:
    return sa.CheckConstraint(condition, name=op.f(f"ck_{table}_{name}"))


def _index(table: str, *columns: str, unique: bool = False) -> None:
    op.create_index(f"ix_{table}_clinic_id_{'_'.join(columns)}", table, ["clinic_id", *columns], unique=unique)


def _practice() -> None:
    op.create_table(
        "clinic_settings",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        _text("phone"),
        _text("hand_off_number"),
        _text("greeting"),
        sa.Column("front_desk_cents_per_hour", sa.Integer(), nullable=False),
        sa.Column("booking_lead_minutes", sa.Integer(), nullable=False),
        sa.Column("booking_horizon_days", sa.Integer(), nullable=False),
        _updated_at(),
        sa.PrimaryKeyConstraint("clinic_id", name="pk_clinic_settings"),
    )
    questions: SchemaItem = sa.Column("questions", sa.ARRAY(sa.String()), nullable=False)
    _table("clinic_facts", _text("topic"), questions, _text("answer"), _small("position"))


def _places() -> None:
    _table("locations", _text("name"), _text("address"), _text("directions"), _text("parking"), _small("position"))
    _table(
        "opening_hours",
        _id("location_id"),
        _small("weekday"),
        sa.Column("opens", sa.Time(), nullable=False),
        sa.Column("closes", sa.Time(), nullable=False),
        _check("opening_hours", "weekday", "weekday BETWEEN 0 AND 6"),
        _check("opening_hours", "order", "opens < closes"),
        _link("opening_hours", "location_id", "locations"),
    )
    _table(
        "closures",
        _id("location_id", nullable=True),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        _text("reason"),
        _check("closures", "order", "first_day <= last_day"),
        _link("closures", "location_id", "locations"),
    )


def _consents() -> None:
    _table(
        "consents",
        _sealed("address_sealed", nullable=False),
        _sealed("address_blind", nullable=False),
        _text("channel"),
        _text("purpose"),
        _text("basis"),
        _text("proof"),
        _instant("granted_at"),
    )
    _index("consents", "address_blind", "granted_at")


def _patients() -> None:
    _table(
        "patients",
        _sealed("name_sealed", nullable=False),
        _sealed("phone_sealed"),
        _sealed("phone_blind"),
        _sealed("email_sealed"),
        _sealed("email_blind"),
        _sealed("birth_date_sealed"),
        _sealed("note_sealed"),
        sa.Column("tags", sa.ARRAY(sa.String()), nullable=False),
        _text("source"),
        _updated_at(),
    )
    _index("patients", "phone_blind")
    _index("patients", "email_blind")


def _treatments() -> None:
    _table(
        "treatments",
        _id("patient_id"),
        _id("service_id"),
        _text("treatment_name"),
        _text("family"),
        _text("status"),
        _instant("performed_at"),
        sa.Column("price_cents", sa.Integer(), nullable=False),
        _id("appointment_id", nullable=True),
        _check("treatments", "status", "status IN ('completed', 'pending', 'scheduled')"),
        _check("treatments", "price", "price_cents >= 0"),
        _link("treatments", "patient_id", "patients"),
    )
    _index("treatments", "patient_id", "family", "performed_at")
    _index("treatments", "created_at")
    _index("treatments", "appointment_id")


def _services() -> None:
    _table(
        "services",
        _text("name"),
        _text("category"),
        _text("family"),
        sa.Column("aliases", sa.ARRAY(sa.String()), nullable=False),
        _text("description"),
        _small("duration_minutes"),
        _small("buffer_minutes"),
        sa.Column("price_cents", sa.Integer(), nullable=False),
        _text("price_note"),
        _small("min_interval_days", nullable=True),
        _small("recall_days", nullable=True),
        _small("overdue_days", nullable=True),
        _small("position"),
        _check("services", "duration", "duration_minutes > 0"),
        _check("services", "buffer", "buffer_minutes >= 0"),
        _check("services", "price", "price_cents >= 0"),
    )


def _providers() -> None:
    _table("providers", _text("name"), _text("title"), _small("position"))
    op.create_table(
        "provider_services",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        _id("provider_id"),
        _id("service_id"),
        _link("provider_services", "provider_id", "providers"),
        _link("provider_services", "service_id", "services"),
        sa.PrimaryKeyConstraint("clinic_id", "provider_id", "service_id", name="pk_provider_services"),
    )


def _rosters() -> None:
    _table(
        "shifts",
        _id("provider_id"),
        _id("location_id"),
        _small("weekday"),
        sa.Column("starts", sa.Time(), nullable=False),
        sa.Column("ends", sa.Time(), nullable=False),
        _check("shifts", "weekday", "weekday BETWEEN 0 AND 6"),
        _check("shifts", "order", "starts < ends"),
        _link("shifts", "provider_id", "providers"),
        _link("shifts", "location_id", "locations"),
    )
    _table(
        "rooms", _id("location_id"), _text("name"), _small("position"), _link("rooms", "location_id", "locations")
    )


def _exclusive(column: str, name: str) -> SchemaItem:
    """No two active appointments overlap, clean-up included, for one ``column``."""
    return postgresql.ExcludeConstraint(
        (sa.column("clinic_id"), "="),
        (sa.column(column), "="),
        (sa.text("tstzrange(starts_at, busy_until)"), "&&"),
        where=sa.text("status IN ('booked', 'completed')"),
        using="gist",
        name=name,
    )


def _appointments() -> None:
    links = {"patient": "patients", "service": "services", "provider": "providers"}
    links |= {"room": "rooms", "location": "locations"}
    _table(
        "appointments",
        *[_id(f"{name}_id") for name in links],
        _instant("starts_at"),
        _instant("ends_at"),
        _instant("busy_until"),
        _text("status"),
        _text("source"),
        _text("idempotency_key", nullable=True),
        _updated_at(),
        _exclusive("provider_id", "ex_appointments_provider"),
        _exclusive("room_id", "ex_appointments_room"),
        _check("appointments", "status", "status IN ('booked', 'completed', 'cancelled', 'no_show')"),
        _check("appointments", "source", "source IN ('mia', 'staff', 'import')"),
        _check("appointments", "order", "starts_at < ends_at AND ends_at <= busy_until"),
        *[_link("appointments", f"{name}_id", target) for name, target in links.items()],
    )
    _index("appointments", "starts_at")
    _index("appointments", "patient_id", "starts_at")
    _index("appointments", "idempotency_key", unique=True)


def downgrade() -> None:
    for table in reversed(_TABLES):
        op.drop_table(table)
