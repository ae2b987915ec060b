"""``/.well-known/security.txt`` as RFC 9116 asks for it."""

from datetime import UTC, datetime, timedelta

from mia.app.disclosure import router
from mia.platform.db.session import Database
from tests.fakes.access import app_of_tests, browser, settings_of_tests


async def test_it_names_a_contact_and_a_day_within_a_year(database: Database) -> None:
    app = app_of_tests(database, settings_of_tests(MIA_CONTACT_EMAIL="security@harbor.example"), routers=(router,))
    async with browser(app) as http:
        answer = await http.get("/.well-known/security.txt")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert fields["Contact"] == "mailto:security@harbor.example"
    assert fields["Canonical"] == "http://127.0.0.1:8000/.well-known/security.txt"
    left = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
    assert timedelta(days=30) < left < timedelta(days=365)
