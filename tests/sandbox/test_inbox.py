"""The sandbox's inbox: what would have been sent can be read and its links followed, outside production only."""

import httpx

from mia.adapters.sandbox_mail import SandboxMailSender
from mia.app.main import create_app
from mia.platform.db.session import Database
from mia.platform.http.headers import SecurityHeadersMiddleware
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from mia.platform.mail.ports import Attachment, Email, EmailDefaults, Message
from mia.sandbox.routes import router
from tests.fakes.access import app_of_tests, browser, make_clinic, scope_of, settings_of_tests
from tests.fakes.production import production_settings

LINK = "https://mia.example/embed/booking/cancel#abc-DEF_1=="


async def receive(database: Database, text: str) -> Email:
    scope = scope_of(await make_clinic(database, new_id().hex))
    file = Attachment("demo.ics", "text/calendar; method=REQUEST", b"BEGIN:VCALENDAR")
    email = Email(new_id(), scope, Message("ana@clinic.example", "Your <demo>", text, attachments=(file,)))
    await SandboxMailSender(database, EmailDefaults("Mia <hello@mia.example>", "hello@mia.example")).send(email)
    return email


async def get(database: Database, path: str, settings: Settings | None = None) -> httpx.Response:
    app = app_of_tests(database, settings)
    app.include_router(router)
    app.add_middleware(SecurityHeadersMiddleware, https=False)
    async with browser(app) as client:
        return await client.get(path)


async def test_emails_are_shown_with_links_that_can_be_followed(database: Database) -> None:
    email = await receive(database, f"Cancel here: {LINK}. <script>alert(1)</script>")
    page = await get(database, "/sandbox/mail")
    assert f'<a href="{LINK}">' in page.text
    assert "<script>" not in page.text
    assert "Your &lt;demo&gt;" in page.text
    assert f"/sandbox/mail/{email.id}/0" in page.text


async def test_the_page_runs_nothing_and_is_not_kept(database: Database) -> None:
    page = await get(database, "/sandbox/mail")
    assert page.headers["content-security-policy"].startswith("default-src 'none'; style-src 'sha256-")
    assert page.headers["cache-control"] == "no-store"
    assert "noindex" in page.text


async def test_emails_are_there_for_programs_too(database: Database) -> None:
    email = await receive(database, "Hello Ana")
    items = (await get(database, "/api/sandbox/mail")).json()["items"]
    (mine,) = [item for item in items if item["id"] == str(email.id)]
    assert (mine["to"], mine["subject"]) == ("ana@clinic.example", "Your <demo>")
    assert (mine["text"].strip(), mine["attachments"]) == ("Hello Ana", ["demo.ics"])


async def test_attachments_can_be_taken(database: Database) -> None:
    email = await receive(database, "Hello Ana")
    file = await get(database, f"/sandbox/mail/{email.id}/0")
    assert (file.content, file.headers["content-disposition"]) == (b"BEGIN:VCALENDAR", "attachment")
    assert file.headers["content-type"].startswith("text/calendar")
    assert (await get(database, f"/sandbox/mail/{email.id}/1")).status_code == 404


async def test_an_email_with_layout_is_shown_in_a_frame_that_runs_nothing(database: Database) -> None:
    email = await receive(database, f"Cancel it:\n{LINK}\n\n<script>alert(1)</script>")
    page = await get(database, "/sandbox/mail")
    assert (
        f'sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" src="/sandbox/mail/{email.id}"'
        in page.text
    )
    shown = await get(database, f"/sandbox/mail/{email.id}")
    assert f'<a href="{LINK}"' in shown.text
    assert '<base target="_blank">' in shown.text
    assert "<script>" not in shown.text
    policy = shown.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; form-action 'none'")
    assert "frame-ancestors 'self'" in policy
    assert (shown.headers["x-frame-options"], shown.headers["referrer-policy"]) == ("SAMEORIGIN", "no-referrer")
    assert (await get(database, f"/sandbox/mail/{new_id()}")).status_code == 404


async def test_production_has_no_sandbox(database: Database) -> None:
    production = production_settings()
    for settings, status in ((settings_of_tests(), 200), (production, 404)):
        app = create_app(settings)
        app.state.database = database
        async with browser(app, origin=settings.origin) as client:
            for path in ("/sandbox/mail", "/api/sandbox/mail", "/sandbox/api/clock"):
                assert (await client.get(path)).status_code == status
