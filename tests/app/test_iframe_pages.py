"""The form and the Mia of a practice as pages: who may show them in a frame, and that no other page may be."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from mia.app.main import create_app
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import PracticeSettings
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from tests.fakes.access import browser, settings_of_tests
from tests.fakes.practice import PracticeOfTests, make_practice

SITE, SHOP = "https://www.harbor.example", "https://shop.harbor.example"
KINDS = pytest.mark.parametrize("kind", ["lead", "widget"])
PAGES = ("index.html", "embed/lead/index.html", "embed/widget/index.html")


@pytest.fixture
def web_dir(tmp_path: Path) -> Path:
    """A built site of three pages."""
    for page in PAGES:
        (tmp_path / page).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / page).write_text(f"<p>{page}</p>")
    (tmp_path / "embed/mia.js").write_text("const allowed = '__ALLOWED_ORIGINS__';")
    csp = {"script": ["'sha256-abc='"], "style": []}
    build = {"placeholders": [], "templates": list(PAGES), "clinicRoutes": [], "csp": csp}
    (tmp_path / "build.json").write_text(json.dumps(build))
    return tmp_path


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


@pytest_asyncio.fixture
async def visitor(database: Database, web_dir: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(settings_of_tests(MIA_WEB_DIR=str(web_dir)))
    app.state.database = database
    async with browser(app) as http:
        yield http


def framers(response: httpx.Response) -> list[str]:
    parts = [part.split() for part in response.headers["content-security-policy"].split(";")]
    (found,) = [values for name, *values in parts if name == "frame-ancestors"]
    return found


async def settle(database: Database, practice: PracticeOfTests, *origins: str) -> None:
    async with database.clinic(practice.scope) as session:
        await practices.save_settings(
            session, PracticeSettings("+13055550100", "+13055550101", "Hello.", 2400, form_origins=origins)
        )


@KINDS
async def test_a_page_is_framed_by_our_pages_alone_until_the_practice_names_its_own(
    visitor: httpx.AsyncClient, practice: PracticeOfTests, kind: str
) -> None:
    page = await visitor.get(f"/embed/{kind}/{practice.slug}?key=x")
    assert (page.status_code, page.text) == (200, f"<p>embed/{kind}/index.html</p>")
    assert framers(page) == ["'self'"]
    assert page.headers["x-frame-options"] == "SAMEORIGIN"


@KINDS
async def test_pages_that_the_practice_named_may_show_it_and_the_older_header_says_nothing_else(
    visitor: httpx.AsyncClient, practice: PracticeOfTests, database: Database, kind: str
) -> None:
    await settle(database, practice, SITE, SHOP)
    page = await visitor.get(f"/embed/{kind}/{practice.slug}")
    assert framers(page) == ["'self'", SITE, SHOP]
    assert "x-frame-options" not in page.headers
    assert "'sha256-abc='" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"


@KINDS
async def test_what_one_practice_named_holds_for_its_own_page_and_for_no_other_page(
    visitor: httpx.AsyncClient, practice: PracticeOfTests, database: Database, kind: str
) -> None:
    await settle(database, practice, SITE)
    other = await make_practice(database, f"other-{practice.slug}")
    assert framers(await visitor.get(f"/embed/{kind}/{other.slug}")) == ["'self'"]
    for path in (
        "/",
        f"/embed/{kind}",
        f"/embed/{kind}/{practice.slug}/more",
        f"/api/embed/{kind}/{practice.slug}",
    ):
        answer = await visitor.get(path)
        assert SITE not in answer.headers["content-security-policy"], path


@KINDS
@pytest.mark.parametrize("slug", ["no-such-practice", "a%00b"])
async def test_an_unknown_practice_has_none(visitor: httpx.AsyncClient, slug: str, kind: str) -> None:
    assert (await visitor.get(f"/embed/{kind}/{slug}")).status_code == 404


@KINDS
async def test_without_a_built_site_there_is_none(
    database: Database, practice: PracticeOfTests, tmp_path: Path, kind: str
) -> None:
    app = create_app(settings_of_tests(MIA_WEB_DIR=str(tmp_path / "nothing")))
    app.state.database = database
    async with browser(app) as http:
        assert (await http.get(f"/embed/{kind}/{practice.slug}")).status_code == 404


async def test_the_script_of_the_button_names_the_websites_of_its_practice_and_any_website_may_load_it(
    visitor: httpx.AsyncClient, practice: PracticeOfTests, database: Database
) -> None:
    await settle(database, practice, SITE, SHOP)
    script = await visitor.get(f"/embed/mia/{practice.slug}.js?key=x")
    assert (script.status_code, script.text) == (200, f"const allowed = '{SITE} {SHOP}';")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert script.headers["cross-origin-resource-policy"] == "cross-origin"
    assert script.headers["x-content-type-options"] == "nosniff"
    assert (await visitor.get(f"/embed/widget/{practice.slug}")).headers[
        "cross-origin-resource-policy"
    ] == "same-origin"


@pytest.mark.parametrize("slug", ["no-such-practice", "a%00b"])
async def test_an_unknown_practice_has_no_button(visitor: httpx.AsyncClient, slug: str) -> None:
    assert (await visitor.get(f"/embed/mia/{slug}.js")).status_code == 404
