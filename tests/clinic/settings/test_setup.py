"""The guided set-up: what is done, services of a template at once, and a test email."""

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select

from mia.clinic.settings.templates import TEMPLATES, Template
from mia.clinic.settings.values import ServiceValue
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from mia.platform.mail.models import MailRow
from tests.clinic.settings.conftest import Json
from tests.fakes.access import browser, make_clinic, make_user
from tests.fakes.practice import PracticeOfTests

PRACTICE_STEPS = ["practice", "hours", "services", "people", "number", "mail", "greeting", "website", "call"]


async def steps(client: httpx.AsyncClient, slug: str) -> dict[str, bool]:
    found = (await client.get(f"/api/clinics/{slug}/settings/setup")).json()["steps"]
    return {step["name"]: step["done"] for step in found}


def service(name: str, **more: object) -> Json:
    value = {
        "name": name, "category": "Other", "family": name.lower(), "aliases": [], "description": "",
        "duration_minutes": 30, "buffer_minutes": 10, "price_cents": 10_000, "price_note": "",
    }  # fmt: skip
    return value | more


async def test_a_new_practice_has_everything_before_it(app: FastAPI, database: Database) -> None:
    slug = f"new-{new_id().hex}"
    clinic = await make_clinic(database, slug)
    await make_user(database, f"owner@{slug}.example", {clinic.id: Role.OWNER})
    async with browser(app, f"owner@{slug}.example") as client:
        assert await steps(client, slug) == dict.fromkeys(PRACTICE_STEPS, False)


async def test_steps_are_done_when_the_practice_has_what_they_ask_for(
    app: FastAPI, practice: PracticeOfTests
) -> None:
    async with browser(app, f"owner@{practice.slug}.example") as client:
        done = await steps(client, practice.slug)
        assert done["practice"] and done["hours"] and done["services"] and done["people"]
        assert not done["call"]
        found = (await client.get(f"/api/clinics/{practice.slug}/settings/setup")).json()["numbers"]
        assert done["number"] == any(number["active"] for number in found)


async def test_services_of_a_template_are_added_at_once(app: FastAPI, practice: PracticeOfTests) -> None:
    async with browser(app, f"manager@{practice.slug}.example") as client:
        path = f"/api/clinics/{practice.slug}/settings"
        templates = (await client.get(f"{path}/service-templates")).json()["items"]
        dental = next(item for item in templates if item["kind"] == "dental")
        chosen = [one | {"price_cents": 12_500, "price_note": ""} for one in dental["services"][:3]]
        added = await client.post(f"{path}/services", json={"services": chosen})
        names = {item["value"]["name"] for item in added.json()["services"]}
        assert {one["name"] for one in chosen} <= names


async def test_of_several_services_all_are_added_or_none(app: FastAPI, practice: PracticeOfTests) -> None:
    async with browser(app, f"owner@{practice.slug}.example") as client:
        path = f"/api/clinics/{practice.slug}/settings"
        body = {"services": [service("Sound Bath"), service("sound bath")]}
        refused = await client.post(f"{path}/services", json=body)
        assert refused.status_code == 422
        assert refused.json()["errors"] == {"services.1.name": "There is a service of this name already."}
        stand = (await client.get(path)).json()["services"]
        assert "Sound Bath" not in {item["value"]["name"] for item in stand}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.kind)
def test_a_template_can_be_entered_as_it_is(template: Template) -> None:
    services = template.services
    assert len({one.name.casefold() for one in services}) == len(services)
    for one in services:
        ServiceValue(
            name=one.name, category=one.category, family=one.family, aliases=list(one.aliases),
            description=one.description, duration_minutes=one.minutes, buffer_minutes=one.cleanup_minutes,
            price_cents=0, price_note="",
        )  # fmt: skip


async def test_a_test_email_goes_to_whoever_asked(
    app: FastAPI, database: Database, practice: PracticeOfTests
) -> None:
    async with browser(app, f"owner@{practice.slug}.example") as client:
        path = f"/api/clinics/{practice.slug}/settings/setup/test-mail"
        assert [(await client.post(path)).status_code for _ in range(11)] == [202] * 10 + [429]
    async with database.clinic(practice.scope) as session:
        to = session.blind(f"owner@{practice.slug}.example")
        sent = (await session.sql.scalars(select(MailRow).where(MailRow.to_blind == to))).all()
        assert len(sent) == 10
        assert not (await steps_of(app, practice))["mail"]
        sent[0].status = "sent"
    assert (await steps_of(app, practice))["mail"]


async def steps_of(app: FastAPI, practice: PracticeOfTests) -> dict[str, bool]:
    async with browser(app, f"owner@{practice.slug}.example") as client:
        return await steps(client, practice.slug)


async def test_only_who_manages_the_practice_sets_it_up(app: FastAPI, practice: PracticeOfTests) -> None:
    async with browser(app, f"front_desk@{practice.slug}.example") as client:
        assert (await client.get(f"/api/clinics/{practice.slug}/settings/setup")).status_code == 403
