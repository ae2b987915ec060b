"""Backups of a PostgreSQL of one's own: Debian's 15, by TLS, whose owner is no superuser and bound by row-level
security. What one server's backup holds, the other takes."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from mia.app.keys.clinic import ClinicKeys
from mia.app.keys.owner import stored_keys
from mia.clinic.patients import service as patients
from mia.platform.backups.restoring import restore
from mia.platform.backups.service import back_up
from tests.fakes.debian_postgres import debian_postgres
from tests.fakes.installation import EMAIL, NAME, Installation, digests

pytestmark = pytest.mark.drill(plain=False)


@pytest.fixture(scope="module")
def external_url() -> Iterator[str]:
    """The URL of an ordinary owner of an empty database."""
    with tempfile.TemporaryDirectory(prefix="mia-external-") as folder:
        Path(folder).chmod(0o755)
        with debian_postgres(Path(folder), "admin", "of-tests") as server:
            with psycopg.connect(server.url, autocommit=True) as connection:
                connection.execute("CREATE ROLE clinic LOGIN CREATEROLE PASSWORD 'of-tests'")
                connection.execute("CREATE DATABASE clinic OWNER clinic")
            yield server.url.replace("//admin:", "//clinic:").replace("/admin?", "/clinic?")


async def test_the_embedded_database_moves_to_an_external_one_and_back(
    installation: Installation, external_url: str
) -> None:
    first = back_up(installation.settings, installation.owner_url)
    restore(installation.settings, external_url, first.path, replace=False)
    with psycopg.connect(external_url) as connection:
        assert connection.info.server_version < 160000
        assert connection.pgconn.ssl_in_use
        rights = "SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
        assert connection.execute(rights).fetchone() == (False, False)
    assert digests(external_url) == digests(installation.owner_url)
    database = installation.connect(external_url)
    try:
        async with database.clinic(installation.practice.scope) as session:
            (patient,) = await patients.find_by_email(session, EMAIL)
            assert patient.name == NAME
    finally:
        await database.close()
    before = stored_keys(external_url)
    keys = ClinicKeys(installation.settings, external_url, fresh_for_s=0)
    rotated = keys.rotate([installation.practice.scope.clinic_id])  # row-level security binds this owner, too
    assert [each.rows > 0 for each in rotated] == [True]
    assert stored_keys(external_url)[rotated[0].tenant_id] != before[rotated[0].tenant_id]
    second = back_up(installation.settings, external_url)
    assert second.contents.tables.keys() == first.contents.tables.keys()
    url = installation.empty_database("moved_back")
    restore(installation.settings, url, second.path, replace=False)
    assert digests(url) == digests(external_url)
