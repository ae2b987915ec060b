"""What public pages may do and tell, by settings."""

import json
import re
from pathlib import Path

import pytest

from mia.app.main import create_app
from mia.platform.kernel.settings import Settings, SettingsError
from tests.fakes.access import browser, settings_of_tests
from tests.fakes.production import production_settings

PAGES = ("index.html", "book-demo/index.html", "embed/booking/index.html", "embed/booking/cancel/index.html")
CALENDAR = "https://calendar.example/widget/booking/abc"


@pytest.fixture
def web_dir(tmp_path: Path) -> Path:
    """A built site of four pages."""
    for page in PAGES:
        (tmp_path / page).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / page).write_text("<p>kept __RETENTION_DAYS__ days, calendar __BOOKING_EMBED_URL__</p>")
    build = {
        "placeholders": ["__RETENTION_DAYS__", "__BOOKING_EMBED_URL__"],
        "templates": list(PAGES),
        "clinicRoutes": [],
        "csp": {"script": ["'sha256-abc='"], "style": []},
    }
    (tmp_path / "build.json").write_text(json.dumps(build))
    return tmp_path


async def policy(settings: Settings, path: str) -> dict[str, list[str]]:
    async with browser(create_app(settings)) as client:
        response = await client.get(path)
    parts = [part.split() for part in response.headers["content-security-policy"].split(";")]
    return {name: values for name, *values in parts} | {"x-frame-options": [response.headers["x-frame-options"]]}


@pytest.mark.parametrize("path", ["/embed/booking", "/embed/booking/"])
async def test_our_calendar_is_framed_by_our_own_pages_only(web_dir: Path, path: str) -> None:
    rules = await policy(settings_of_tests(MIA_WEB_DIR=str(web_dir)), path)
    assert rules["frame-ancestors"] == ["'self'"]
    assert rules["x-frame-options"] == ["SAMEORIGIN"]


@pytest.mark.parametrize("path", ["/", "/book-demo", "/embed/booking/cancel", "/embed/other"])
async def test_no_other_page_is_framed(web_dir: Path, path: str) -> None:
    rules = await policy(settings_of_tests(MIA_WEB_DIR=str(web_dir)), path)
    assert rules["frame-ancestors"] == ["'none'"]
    assert rules["x-frame-options"] == ["DENY"]


async def test_another_calendar_is_allowed_on_its_page_only(web_dir: Path) -> None:
    settings = settings_of_tests(MIA_WEB_DIR=str(web_dir), BOOKING_EMBED_URL=CALENDAR)
    booking, home = [await policy(settings, path) for path in ("/book-demo", "/")]
    assert booking["frame-src"] == ["'self'", "https://calendar.example"]
    assert booking["script-src"] == ["'self'", "'sha256-abc='", "https://calendar.example"]
    assert booking["connect-src"] == ["'self'"]
    assert "calendar.example" not in str(home)


LIVEKIT = {
    "MIA_ROOMS": "livekit",
    "MIA_LIVEKIT_URL": "wss://rooms.example:7880",
    "MIA_LIVEKIT_API_KEY": "key",
    "MIA_LIVEKIT_API_SECRET": "secret",
}


async def test_pages_load_the_media_engines_library_from_here_and_reach_the_engine(web_dir: Path) -> None:
    library = web_dir.parent / "livekit-client.umd.js"
    library.write_text("var LivekitClient = {};")
    settings = settings_of_tests(MIA_WEB_DIR=str(web_dir), MIA_ROOMS_CLIENT=str(library), **LIVEKIT)
    rules = await policy(settings, "/")
    assert rules["connect-src"] == ["'self'", "wss://rooms.example:7880", "https://rooms.example:7880"]
    assert rules["script-src"] == ["'self'", "'sha256-abc='"]
    async with browser(create_app(settings)) as client:
        served = await client.get("/rooms/client.js")
    assert (served.text, served.headers["content-type"][:15]) == ("var LivekitClient = {};", "text/javascript")
    cloud = LIVEKIT | {"MIA_LIVEKIT_URL": "wss://clinic.livekit.cloud"}
    rules = await policy(settings_of_tests(MIA_WEB_DIR=str(web_dir), MIA_ROOMS_CLIENT=str(library), **cloud), "/")
    assert "wss://*.livekit.cloud" in rules["connect-src"]


async def test_dailys_library_may_load_the_rest_of_itself(web_dir: Path) -> None:
    library = web_dir.parent / "daily.js"
    library.write_text("var Daily = {};")
    account = {"MIA_ROOMS": "daily", "MIA_DAILY_API_KEY": "key", "MIA_ROOMS_CLIENT": str(library)}
    rules = await policy(settings_of_tests(MIA_WEB_DIR=str(web_dir), **account), "/")
    assert rules["script-src"][-1] == "https://c.daily.co"
    assert rules["connect-src"] == ["'self'", "https://*.daily.co", "wss://*.daily.co"]


async def test_a_library_that_is_not_there_is_named_at_start(web_dir: Path) -> None:
    with pytest.raises(SettingsError, match="MIA_ROOMS_CLIENT needs MIA_ROOMS"):
        settings_of_tests(MIA_ROOMS_CLIENT="nowhere.js")
    settings = settings_of_tests(MIA_WEB_DIR=str(web_dir), MIA_ROOMS_CLIENT="nowhere.js", **LIVEKIT)
    with pytest.raises(SettingsError, match="MIA_ROOMS_CLIENT cannot be read"):
        create_app(settings)


async def test_without_a_library_no_page_reaches_the_media_engine(web_dir: Path) -> None:
    rules = await policy(settings_of_tests(MIA_WEB_DIR=str(web_dir), **LIVEKIT), "/")
    assert rules["connect-src"] == ["'self'"]


async def test_without_another_calendar_everything_comes_from_here(web_dir: Path) -> None:
    rules = await policy(settings_of_tests(MIA_WEB_DIR=str(web_dir)), "/book-demo")
    assert (rules["frame-src"], rules["script-src"]) == (["'self'"], ["'self'", "'sha256-abc='"])


async def test_pages_and_programs_are_told_the_settings_in_force(web_dir: Path) -> None:
    settings = settings_of_tests(
        MIA_WEB_DIR=str(web_dir),
        MIA_RETENTION_DAYS="7",
        BOOKING_EMBED_URL=CALENDAR,
        MIA_CONTACT_EMAIL="hi@mia.example",
    )
    async with browser(create_app(settings)) as client:
        told = (await client.get("/api/site")).json()
        page = await client.get("/book-demo")
    assert told == {
        "contact_email": "hi@mia.example",
        "booking_embed_url": CALENDAR,
        "retention_days": 7,
        "mail_stays_here": True,
        "sandbox": True,
        "showcase": "downtown-medspa",
    }
    assert page.text == f"<p>kept 7 days, calendar {CALENDAR}</p>"


BUILT = Path(__file__).parents[2] / "web" / "dist"


@pytest.mark.parametrize(
    ("environ", "mia", "demos", "calendar"),
    [
        ({}, "off", "off", "about:blank"),
        ({"MIA_SITE_CLINIC": "show-practice"}, "on", "off", "about:blank"),
        ({"MIA_HOUSE_CLINIC": "house"}, "off", "on", "/embed/booking"),
        ({"BOOKING_EMBED_URL": CALENDAR}, "off", "on", CALENDAR),
    ],
)
async def test_in_production_the_pages_lead_only_where_settings_do(
    environ: dict[str, str], mia: str, demos: str, calendar: str
) -> None:
    settings = production_settings(MIA_WEB_DIR=str(BUILT), **environ)
    async with browser(create_app(settings), origin=settings.origin) as client:
        home, booking = (await client.get("/")).text, (await client.get("/book-demo")).text
        site = (await client.get("/api/site")).json()
    for page in (home, booking):
        assert f'data-mia="{mia}" data-demos="{demos}"' in page
        assert "[data-mia=off] :is([data-voice-open],[data-with-mia])" in page
        assert "downtown-medspa" not in page
        assert "__" not in re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    assert f'src="{calendar}"' in booking
    assert "mailto:hello@harbor-aesthetics.com" in booking
    assert (site["sandbox"], site["showcase"]) == (False, None)


async def test_a_filled_page_is_given_in_its_smallest_form_to_browsers_that_read_it(web_dir: Path) -> None:
    app = create_app(settings_of_tests(MIA_WEB_DIR=str(web_dir), MIA_RETENTION_DAYS="7"))
    app.state.site.compress()
    async with browser(app) as client:
        newest = await client.get("/book-demo", headers={"Accept-Encoding": "gzip, br"})
        older = await client.get("/book-demo", headers={"Accept-Encoding": "gzip"})
    assert [answer.headers["content-encoding"] for answer in (newest, older)] == ["br", "gzip"]
    assert newest.text == older.text == "<p>kept 7 days, calendar /embed/booking</p>"


async def test_a_visitor_is_given_no_cookie(web_dir: Path) -> None:
    async with browser(create_app(settings_of_tests(MIA_WEB_DIR=str(web_dir)))) as client:
        answers = [
            await client.get(path) for path in ("/", "/book-demo", "/embed/booking", "/api/site", "/unknown")
        ]
    assert [answer.headers.get("set-cookie") for answer in answers] == [None] * 5


@pytest.mark.parametrize(
    ("asked", "status", "body", "which"),
    [
        ("bytes=0-1", 206, b"01", "bytes 0-1/10"),
        ("bytes=8-", 206, b"89", "bytes 8-9/10"),
        ("bytes=8-99", 206, b"89", "bytes 8-9/10"),
        ("bytes=-3", 206, b"789", "bytes 7-9/10"),
        ("bytes=0-1,4-5", 200, b"0123456789", None),
        ("bytes=10-", 416, None, "bytes */10"),
    ],
)
async def test_a_film_is_given_in_the_parts_that_a_player_asks_for(
    web_dir: Path, asked: str, status: int, body: bytes | None, which: str | None
) -> None:
    (web_dir / "film.webm").write_bytes(b"0123456789")
    async with browser(create_app(settings_of_tests(MIA_WEB_DIR=str(web_dir)))) as client:
        response = await client.get("/film.webm", headers={"Range": asked})
    assert response.status_code == status
    assert response.headers.get("content-range") == which
    assert body is None or response.content == body


@pytest.mark.parametrize(("env", "status"), [("demo", 200), ("production", 404)])
@pytest.mark.parametrize("path", ["/openapi.json", "/voice/openapi.json"])
async def test_the_map_of_all_routes_is_not_served_in_production(path: str, env: str, status: int) -> None:
    settings = production_settings() if env == "production" else settings_of_tests()
    async with browser(create_app(settings), origin=settings.origin) as client:
        assert (await client.get(path)).status_code == status


# --- the page of the clinic area ----------------------------------------------------------------

SHELL = (
    '<meta property="csp-nonce" nonce="__CSP_NONCE__"><meta name="error-service" content="__ERROR_SERVICE__">'
    "<!--__FIRST_ASKED__-->"
    '<script type="module" nonce="__CSP_NONCE__" src="/assets/app.js"></script>'
)
DSN = "https://publickey@errors.example/1"


@pytest.fixture
def clinic_dir(web_dir: Path) -> Path:
    """The same site with a clinic area."""
    (web_dir / "app.html").write_text(SHELL)
    build = json.loads((web_dir / "build.json").read_text()) | {"clinicRoutes": ["account", "dashboard", "sandbox"]}
    (web_dir / "build.json").write_text(json.dumps(build))
    return web_dir


async def test_each_answer_of_the_clinic_area_has_a_nonce_of_its_own(clinic_dir: Path) -> None:
    async with browser(create_app(settings_of_tests(MIA_WEB_DIR=str(clinic_dir)))) as client:
        answers = [await client.get("/dashboard/downtown-medspa") for _ in range(3)]
    nonces = set()
    for answer in answers:
        found = re.findall(r'nonce="([\w-]{22})"', answer.text)
        assert len(found) == 2
        assert f"script-src 'self' 'nonce-{found[0]}';" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"
        nonces.update(found)
    assert len(nonces) == 3


async def test_nothing_inline_runs_there_by_a_hash_or_from_elsewhere(clinic_dir: Path) -> None:
    rules = await policy(settings_of_tests(MIA_WEB_DIR=str(clinic_dir)), "/dashboard")
    assert "'sha256-abc='" not in str(rules)
    assert (rules["connect-src"], rules["style-src"], rules["frame-ancestors"]) == (
        ["'self'"],
        ["'self'"],
        ["'none'"],
    )


async def test_a_service_for_errors_is_named_to_the_clinic_area_alone(clinic_dir: Path) -> None:
    settings = settings_of_tests(MIA_WEB_DIR=str(clinic_dir), MIA_SENTRY_BROWSER_DSN=DSN)
    rules, home = await policy(settings, "/dashboard"), await policy(settings, "/")
    assert rules["connect-src"] == ["'self'", "https://errors.example"]
    assert home["connect-src"] == ["'self'"]
    async with browser(create_app(settings)) as client:
        assert f'content="{DSN}"' in (await client.get("/dashboard")).text
    async with browser(create_app(settings_of_tests(MIA_WEB_DIR=str(clinic_dir)))) as client:
        assert 'name="error-service" content=""' in (await client.get("/dashboard")).text


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/dashboard", ["/api/session"]),
        ("/account/security", ["/api/session"]),
        ("/dashboard/downtown-medspa", ["/api/session", "/api/clinics/downtown-medspa"]),
        ("/dashboard/downtown-medspa/patients/import", ["/api/session", "/api/clinics/downtown-medspa"]),
        ("/dashboard/client/downtown-medspa", ["/api/session"]),
        ("/dashboard/%22%3E%3Cscript%3E", ["/api/session"]),
        ("/sandbox/phone", []),
    ],
)
async def test_what_a_page_asks_first_is_on_its_way_before_its_scripts(
    clinic_dir: Path, path: str, asked: list[str]
) -> None:
    async with browser(create_app(settings_of_tests(MIA_WEB_DIR=str(clinic_dir)))) as client:
        page = (await client.get(path)).text
    assert re.findall(r'<link rel="preload" as="fetch" href="([^"]*)" crossorigin />', page) == asked


@pytest.mark.parametrize(
    ("path", "scripts"),
    [
        ("/dashboard/downtown-medspa/tasks", ["/assets/tasks-1.js"]),
        ("/dashboard/downtown-medspa/tasks/", ["/assets/tasks-1.js"]),
        ("/dashboard/downtown-medspa", []),
        ("/dashboard/downtown-medspa/team", []),
        ("/account/tasks", []),
    ],
)
async def test_the_scripts_of_a_page_come_with_those_of_its_frame(
    clinic_dir: Path, path: str, scripts: list[str]
) -> None:
    build = json.loads((clinic_dir / "build.json").read_text())
    (clinic_dir / "build.json").write_text(json.dumps(build | {"pageScripts": {"tasks": ["/assets/tasks-1.js"]}}))
    async with browser(create_app(settings_of_tests(MIA_WEB_DIR=str(clinic_dir)))) as client:
        page = (await client.get(path)).text
    assert re.findall(r'<link rel="modulepreload" crossorigin href="([^"]*)" />', page) == scripts


@pytest.mark.parametrize("path", ["/reset-password", "/accept-invite/", "/reset-password?access_token=x"])
async def test_pages_behind_emails_tell_nobody_their_address(clinic_dir: Path, path: str) -> None:
    async with browser(create_app(settings_of_tests(MIA_WEB_DIR=str(clinic_dir)))) as client:
        assert (await client.get(path)).headers["referrer-policy"] == "no-referrer"
        assert (await client.get("/login")).headers["referrer-policy"] == "same-origin"
