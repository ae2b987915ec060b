"""Rooms keep to their own tables, and raw SQL names the clinic, but for what the contract lists with its reason."""

from pathlib import Path

from scripts.checks.tables import contracts, foreign_touches, read_sources, statements_without_clinic, tables

SOURCES = read_sources(Path(__file__).resolve().parents[2] / "src" / "mia")
ROOM = {
    "clinic/inbox/models.py": "class TextRow(ClinicRow, Base):\n    __tablename__ = 'texts'\n",
    "platform/jobs/models.py": "class OutboxRow(Base):\n    __tablename__ = 'outbox'\n",
}


def _listed(part: str, what: str) -> set[tuple[str, str]]:
    return {(path, one) for path, line in contracts()[part].items() for one in line[what]}


def test_rooms_touch_no_tables_of_others_but_those_of_the_contract() -> None:
    assert foreign_touches(SOURCES) == _listed("touches", "rooms")


def test_raw_statements_on_tables_of_clinics_name_the_clinic() -> None:
    assert statements_without_clinic(SOURCES) == _listed("without_clinic", "tables")


def test_every_line_of_the_contract_has_a_reason() -> None:
    assert all(line["why"] for part in contracts().values() for line in part.values())


def test_tables_belong_to_the_room_whose_model_names_them() -> None:
    found = tables(ROOM)
    assert (found["texts"].room, found["texts"].of_clinics) == ("clinic/inbox", True)
    assert (found["outbox"].room, found["outbox"].of_clinics) == ("platform/jobs", False)


def test_an_import_of_a_model_and_sql_in_any_string_are_touches() -> None:
    by_import = {**ROOM, "clinic/leads/queries.py": "from mia.clinic.inbox.models import TextRow\n"}
    assert foreign_touches(by_import) == {("clinic/leads/queries.py", "clinic/inbox")}
    by_sql = {**ROOM, "clinic/leads/queries.py": "Q = f'SELECT {x} FROM texts WHERE clinic_id = :clinic_id'\n"}
    assert foreign_touches(by_sql) == {("clinic/leads/queries.py", "clinic/inbox")}
    assert foreign_touches({**ROOM, "clinic/inbox/queries.py": "Q = 'DELETE FROM texts'\n"}) == set()
    assert foreign_touches({**ROOM, "clinic/leads/a.py": '"""What comes FROM texts."""\n'}) == set()


def test_a_statement_that_names_no_clinic_is_found() -> None:
    bare = {**ROOM, "clinic/inbox/queries.py": "Q = 'UPDATE texts SET body_sealed = NULL'\n"}
    assert statements_without_clinic(bare) == {("clinic/inbox/queries.py", "texts")}
    assert statements_without_clinic({**ROOM, "a.py": "Q = 'SELECT count(*) FROM outbox'\n"}) == set()
