"""The analytics are kept by what their filter offers: Botox apart from the other injectables.

What was counted by category is thrown away, and counted again when someone looks.
"""

from alembic import op

revision = "0069"
down_revision = "0068"

_KEYED = ("insight_days", "insight_windows")

# The kind of a service follows its category and its name, and days are kept by it, too.
_MARK = """
CREATE OR REPLACE FUNCTION insight_mark_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM insight_days WHERE clinic_id = NEW.clinic_id;
    INSERT INTO insight_stale (clinic_id) VALUES (NEW.clinic_id);
    RETURN NULL;
END $$
"""
_MARK_BEFORE = """
CREATE OR REPLACE FUNCTION insight_mark_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO insight_stale (clinic_id) VALUES (NEW.clinic_id);
    RETURN NULL;
END $$
"""


def upgrade() -> None:
    _throw_away()
    for table in _KEYED:
        op.alter_column(table, "category", new_column_name="kind")
    op.execute(_MARK)
    _follow("category, name", "(OLD.category, OLD.name) IS DISTINCT FROM (NEW.category, NEW.name)")


def downgrade() -> None:
    _throw_away()
    for table in _KEYED:
        op.alter_column(table, "kind", new_column_name="category")
    op.execute(_MARK_BEFORE)
    _follow("category", "OLD.category IS DISTINCT FROM NEW.category")


def _follow(columns: str, changed: str) -> None:
    op.execute("DROP TRIGGER insight_mark_services ON services")
    op.execute(
        f"CREATE TRIGGER insight_mark_services AFTER UPDATE OF {columns} ON services FOR EACH ROW "
        f"WHEN ({changed}) EXECUTE FUNCTION insight_mark_services()"
    )


def _throw_away() -> None:
    """In every clinic, which the owner sees for this moment only."""
    tables = ("insight_days", "insight_stale")
    for table in tables:
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
    op.execute("INSERT INTO insight_stale (clinic_id) SELECT DISTINCT clinic_id FROM insight_days")
    for table in tables:
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    op.execute("TRUNCATE insight_days, insight_windows")
