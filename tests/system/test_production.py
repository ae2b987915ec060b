"""From a clean folder to a working practice in production, and back after its disk was lost."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from mia.platform.kernel.form_signature import sign_form
from tests.fakes.phones.caller import Caller
from tests.fakes.phones.twilio import SID, TOKEN, FakeTwilio, fake_twilio
from tests.system.product import ROOT, Product, gone, start, stop

pytestmark = [pytest.mark.sound, pytest.mark.drill]

PUBLIC = "https://mia.clinic.test"
WEBSITE = "https://www.harbor-skin.test"
FIRST_NUMBER, SECOND_NUMBER = "+13055550100", "+13055550200"
ANA = "+13055550142"
PASSWORD = "seven quiet lanterns"
WEEK = [{"weekday": day, "begins": "00:00", "ends": "23:59"} for day in range(7)]

Json = dict[str, Any]


@dataclass
class Operator:
    """Someone at the server, and the browsers of those who reach it through the proxy."""

    folder: Path
    carrier: FakeTwilio
    product: Product = field(init=False)

    @property
    def settings(self) -> dict[str, str]:
        return {
            "MIA_ENV": "production",
            "MIA_DATA_DIR": str(self.folder / "data"),
            "MIA_MASTER_KEY": "a master key of a test, and of nothing else",
            "MIA_SIGNING_KEY": "a signing key of a test, and of nothing else",
            "MIA_BACKUP_DIR": str(self.folder / "backups"),
            "MIA_BACKUP_KEY": "a backup key of a test, and of nothing else",
            "MIA_SMTP_URL": "smtp://127.0.0.1:1",
            "MIA_MAIL_FROM": "Mia <mia@clinic.test>",
            "MIA_CONTACT_EMAIL": "front-desk@clinic.test",
            "MIA_TWILIO_ACCOUNT_SID": SID,
            "MIA_TWILIO_AUTH_TOKEN": TOKEN,
            "MIA_TWILIO_API_URL": self.carrier.api_url,
            "MIA_BAA": "twilio",
            "PUBLIC_URL": PUBLIC,
        }

    async def start(self) -> None:
        """`mia serve`, until the product is ready."""
        (self.folder / "data").mkdir(exist_ok=True)
        self.product = start(self.folder / "data", **self.settings)
        await asyncio.to_thread(self.product.wait_until_ready)

    async def run(self, *command: str, status: int = 0) -> str:
        """A command of `mia` beside the product; returns what it printed."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("MIA_", "DATABASE_"))}
        done = await asyncio.to_thread(
            subprocess.run, [sys.executable, "-m", "mia", *command], cwd=ROOT, env=clean | self.settings,
            check=False, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == status, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def browser(self, origin: str = PUBLIC) -> httpx.AsyncClient:
        """A browser somewhere, as the proxy passes it on."""
        headers = {
            "Host": "mia.clinic.test", "Origin": origin, "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "198.51.100.7",
        }  # fmt: skip
        return httpx.AsyncClient(base_url=self.product.url, headers=headers, timeout=30)

    async def sign_in(self, browser: httpx.AsyncClient, email: str) -> None:
        answer = await browser.post("/api/session", json={"email": email, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        keep_cookie(browser, answer)

    async def text(self, to: str, words: str, sid: str) -> None:
        """The carrier hands over a text that came to one of our numbers."""
        form = {"MessageSid": sid, "From": ANA, "To": to, "Body": words}
        path = "/api/webhooks/twilio/sms"
        signed = {"X-Twilio-Signature": sign_form(TOKEN, PUBLIC + path, form.items())}
        async with self.browser() as carrier:
            assert (await carrier.post(path, data=form, headers=signed)).status_code == 200


def keep_cookie(browser: httpx.AsyncClient, answer: httpx.Response) -> None:
    """Cookies are for https alone: here they go the way from the proxy to the product."""
    given = [cookie.partition(";")[0] for cookie in answer.headers.get_list("set-cookie")]
    browser.headers["Cookie"] = "; ".join(cookie for cookie in given if not cookie.endswith(('=""', "=")))


@pytest_asyncio.fixture
async def operator(folder: Path) -> AsyncIterator[Operator]:
    async with fake_twilio() as carrier:
        able = {"capabilities": {"sms": True, "voice": True}}
        carrier.numbers = {FIRST_NUMBER: able, SECOND_NUMBER: able}
        operator = Operator(folder, carrier)
        await operator.start()
        try:
            yield operator
        finally:
            await asyncio.to_thread(stop, operator.product)


async def test_a_practice_works_from_the_first_run_and_comes_back_after_its_disk_is_lost(
    operator: Operator,
) -> None:
    await set_up_two_practices(operator)
    await a_visitor_of_the_website_hears_mia(operator)
    await texts_go_to_each_practice(operator)
    await operator.run("backup")
    await lose_the_disk(operator)
    await operator.run("restore")
    await operator.start()
    async with operator.browser() as owner:
        await operator.sign_in(owner, "dana@harbor-skin.test")
        assert await threads(owner, "harbor-skin") == ["Is the parking free?"]
    # The file with the anchors went with the disk, which the command says; the chains hold.
    assert "harbor-skin: sound" in await operator.run("audit", "verify", status=1)


async def set_up_two_practices(operator: Operator) -> None:
    printed = operator.product.wait_for_output("With code")
    code = re.search(r"With code +(\S+)", printed)
    assert code, printed
    async with operator.browser() as owner:
        founding = {
            "code": code[1], "practice": "Harbor Skin", "timezone": "America/New_York", "name": "Dana Reyes",
            "email": "dana@harbor-skin.test", "password": PASSWORD,
        }  # fmt: skip
        answer = await owner.post("/api/first-run", json=founding)
        assert answer.status_code == 200, answer.text
        keep_cookie(owner, answer)
        await furnish(owner, "/api/clinics/harbor-skin/settings")
    await operator.run("clinic", "create", "--name", "Bay Dental", "--timezone", "America/New_York")
    invite = ("user", "invite", "--clinic", "bay-dental", "--email", "kim@bay-dental.test", "--show-link")
    token = re.search(r"token=(\S+)", await operator.run(*invite))
    assert token
    async with operator.browser() as owner:
        opened = await owner.post("/api/invites/verify", json={"type": "invite", "token": token[1]})
        keep_cookie(owner, opened)
        joined = await owner.post("/api/invites/accept", json={"name": "Kim Osei", "password": PASSWORD})
        assert joined.status_code == 200, joined.text
        keep_cookie(owner, joined)
        await furnish(owner, "/api/clinics/bay-dental/settings")
    await operator.run("number", "add", FIRST_NUMBER, "--clinic", "harbor-skin")
    await operator.run("number", "add", SECOND_NUMBER, "--clinic", "bay-dental")


async def furnish(owner: httpx.AsyncClient, path: str) -> None:
    """What the guided setup asks for: number, place, service, provider, room, website."""

    async def answered(answer: httpx.Response) -> Json:
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    async def save(section: str, **changes: Any) -> None:
        part = (await answered(await owner.get(path)))[section]
        body = {"section": section, "version": part["version"], "value": part["value"] | changes}
        await answered(await owner.put(path, json=body))

    async def add(kind: str, **value: Any) -> Json:
        return await answered(await owner.post(f"{path}/items", json={"kind": kind, "value": value}))

    await save("practice", phone=FIRST_NUMBER)
    place = {"name": "Main Office", "address": "1 Palm Avenue", "directions": "", "parking": "", "hours": WEEK}
    stand = await add("location", **place)
    location_id = stand["locations"][0]["id"]
    templates = (await owner.get(f"{path}/service-templates")).json()["items"]
    chosen = [service | {"price_cents": 47_500, "price_note": ""} for service in templates[0]["services"][:2]]
    stand = await answered(await owner.post(f"{path}/services", json={"services": chosen}))
    shifts = [day | {"location_id": location_id} for day in WEEK]
    services = [item["id"] for item in stand["services"]]
    await add("provider", name="Dr. Ines Moreau", title="", service_ids=services, shifts=shifts)
    await add("room", name="Room 1", location_id=location_id)
    await save("mia", hand_off_number="+13055550199")
    await save("websites", origins=[WEBSITE])
    steps = (await owner.get(f"{path}/setup")).json()["steps"]
    assert all(step["done"] for step in steps if step["needed"])


async def a_visitor_of_the_website_hears_mia(operator: Operator) -> None:
    async with operator.browser() as owner, operator.browser() as visitor:
        await operator.sign_in(owner, "dana@harbor-skin.test")
        url = httpx.URL((await owner.get("/api/clinics/harbor-skin/website-widget")).json()["url"])
        site = {"key": url.params["key"], "page": WEBSITE}
        begun = (await visitor.post("/api/embed/widget/harbor-skin/calls", json=site)).json()

        async def exchange(sdp: str) -> str:
            bearer = {"Authorization": f"Bearer {begun['token']}"}
            offer = {"sdp": sdp, "type": "offer"}
            answer = await visitor.post(begun["offer_url"], json=offer, headers=bearer)
            assert answer.status_code == 200, answer.text
            return str(answer.json()["sdp"])

        async with Caller(exchange) as caller:
            await caller.transcript("assistant", "Mia", within=20)
            caller.type("How much is Botox?")
            await caller.transcript("assistant", "475", within=20)


async def texts_go_to_each_practice(operator: Operator) -> None:
    await operator.text(FIRST_NUMBER, "Is the parking free?", "SM1")
    await operator.text(SECOND_NUMBER, "Is this about my root canal?", "SM2")
    answers = await operator.carrier.until_texts(2)
    assert {text.form["From"] for text in answers} == {FIRST_NUMBER, SECOND_NUMBER}
    assert {text.form["To"] for text in answers} == {ANA}
    async with operator.browser() as owner:
        await operator.sign_in(owner, "dana@harbor-skin.test")
        assert await threads(owner, "harbor-skin") == ["Is the parking free?"]


async def threads(owner: httpx.AsyncClient, slug: str) -> list[str]:
    """What patients wrote to a practice."""
    path = f"/api/clinics/{slug}/conversations"
    listed = (await owner.post(f"{path}/search", json={})).json()["items"]
    read = [(await owner.get(f"{path}/{item['id']}")).json() for item in listed]
    return [text["text"] for thread in read for text in thread["messages"] if text["from"] == "patient"]


async def lose_the_disk(operator: Operator) -> None:
    everything = operator.product.descendants()
    operator.product.process.send_signal(signal.SIGKILL)
    await asyncio.to_thread(operator.product.process.wait, 30)
    assert await asyncio.to_thread(gone, everything) == []
    shutil.rmtree(operator.folder / "data")
