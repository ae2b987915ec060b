"""The client analytics of a long window from an index alone, without sorting recalls, and counted once.

Each recall keeps when the next one of its patient and family falls due: it is the last in a window if that is after
its end.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from mia.platform.db.tenancy import protect

revision = "0028"
down_revision = "0027"

_NEXT = ("next_at", "next_at_place", "next_of_kind", "next_of_kind_at_place")
_COVERED = (
    "service_id",
    "location_id",
    "price_cents",
    "before_at",
    "before_at_place",
    "before_of_kind",
    "before_of_kind_at_place",
)


def upgrade() -> None:
    for name in _NEXT:
        op.add_column("insight_dues", sa.Column(name, sa.DateTime(timezone=True), nullable=True))
    _mark_all()
    op.drop_index("ix_insight_bookings_booked", "insight_bookings")
    op.create_index(
        "ix_insight_bookings_booked", "insight_bookings", ["clinic_id", "booked_at"], postgresql_include=_COVERED
    )
    op.create_table(
        "insight_windows",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("category", sa.String(), nullable=False),
        sa.Column("content", JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "since", "until", "place", "category", name="pk_insight_windows"),
    )
    protect(op.execute, "insight_windows")


def _mark_all() -> None:
    """Of every clinic, which the owner sees for this moment only."""
    tables = ("insight_dues", "insight_stale")
    for table in tables:
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
    op.execute("INSERT INTO insight_stale (clinic_id) SELECT DISTINCT clinic_id FROM insight_dues")
    for table in tables:
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")


def downgrade() -> None:
    op.drop_table("insight_windows")
    op.drop_index("ix_insight_bookings_booked", "insight_bookings")
    op.create_index("ix_insight_bookings_booked", "insight_bookings", ["clinic_id", "booked_at"])
    for name in reversed(_NEXT):
        op.drop_column("insight_dues", name)
