"""Two clinics on one carrier account: what comes to a clinic's number is that clinic's, and leaves from it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from uuid import UUID

import httpx
import pytest
import pytest_asyncio

from mia.adapters.twilio_account import TwilioAccount
from mia.adapters.twilio_sms import TwilioSmsSender
from mia.app.webhooks.routes import router
from mia.clinic.consent import service as consent
from mia.clinic.consent.service import MessageClass, Purpose
from mia.clinic.frontdesk.service import FrontDesk, register_texts
from mia.clinic.inbox import service as inbox
from mia.clinic.practice import service as practices
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import Conflict
from mia.platform.kernel.form_signature import sign_form
from mia.platform.kernel.ids import encode, new_id
from tests.app.webhooks.test_twilio import PUBLIC, settings_with_twilio
from tests.clinic.inbox.conftest import NOON
from tests.fakes.access import app_of_tests, browser
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.outbox import work_off
from tests.fakes.phones.twilio import SID, TOKEN, FakeTwilio, fake_twilio
from tests.fakes.practice import PracticeOfTests, make_patient, make_practice

ANA = "+13055550142"


@dataclass
class Account:
    """The webhooks of two clinics, the carrier account that both use, and the worker by hand."""

    database: Database
    http: httpx.AsyncClient
    carrier: FakeTwilio
    voice: MemoryVoice
    registry: Registry
    first: PracticeOfTests
    second: PracticeOfTests

    async def tell(self, path: str, **form: str) -> httpx.Response:
        """A signed webhook, and what the worker does of it."""
        path = f"/api/webhooks/twilio/{path}"
        signed = sign_form(TOKEN, PUBLIC + path, form.items())
        answer = await self.http.post(path, data=form, headers={"X-Twilio-Signature": signed})
        await self.work()
        return answer

    async def work(self) -> None:
        for practice in (self.first, self.second):
            await work_off(self.database, self.registry, practice.scope.clinic_id)

    async def write(self, practice: PracticeOfTests, words: str) -> UUID:
        """Mia texts Ana for a practice; the text's thread."""
        async with self.database.clinic(practice.scope) as session:
            await consent.record_number_given(session, ANA, Purpose.APPOINTMENT, "form")
            thread_id = await inbox.ensure_thread(session, ANA)
            await inbox.queue_text(
                session, thread_id, inbox.OutboundText("mia", words, MessageClass.REMINDER, new_id().hex)
            )
        await self.work()
        return thread_id

    async def thread(self, practice: PracticeOfTests) -> list[tuple[str, str, str]]:
        """Author, words and state of the texts with Ana at a practice."""
        async with self.database.clinic(practice.scope) as session:
            thread_id = await inbox.find_thread_of(session, ANA)
            texts = (await inbox.get_thread(session, thread_id))[1] if thread_id else []
        return [(one.author, one.text, one.state) for one in texts]

    async def stopped(self, practice: PracticeOfTests) -> bool:
        async with self.database.clinic(practice.scope) as session:
            return await consent.is_suppressed(session, ANA)


@pytest_asyncio.fixture
async def account(database: Database, clock: MovableClock) -> AsyncIterator[Account]:
    clock.set(NOON)
    first, second = [await make_practice(database, new_id().hex) for _ in range(2)]
    await make_patient(database, first, "Jo Smith", ANA)
    await make_patient(database, second, "Ana Ruiz", ANA)
    settings, voice, registry = settings_with_twilio(), MemoryVoice(), Registry()
    desk = FrontDesk(database, voice, settings)
    app = app_of_tests(database, settings, routers=(router,))
    app.state.front_desk = desk
    async with fake_twilio() as carrier, browser(app) as http:
        sender = TwilioSmsSender(TwilioAccount(SID, TOKEN, carrier.api_url), f"{PUBLIC}/status")
        inbox.register_texting(registry, sender)
        register_texts(registry, desk)
        yield Account(database, http, carrier, voice, registry, first, second)
        await sender.close()


async def test_an_answer_reaches_the_clinic_that_wrote_and_mia_answers_from_its_number(account: Account) -> None:
    await account.write(account.first, "First clinic: See you on Monday.")
    await account.write(account.second, "Second clinic: See you on Tuesday.")
    assert [text.form["From"] for text in account.carrier.texts] == [account.first.number, account.second.number]
    words = "Is this about my root canal?"
    await account.tell("sms", MessageSid="SM1", From=ANA, To=account.second.number, Body=words)
    assert [author for author, _, _ in await account.thread(account.first)] == ["mia"]
    assert ("patient", words, "received") in await account.thread(account.second)
    answer = account.carrier.texts[-1].form
    assert (answer["From"], answer["To"]) == (account.second.number, ANA)
    assert words in answer["Body"]  # the voice service in memory repeats what it hears


async def test_a_stop_holds_at_the_clinic_whose_number_it_came_to(account: Account) -> None:
    await account.write(account.first, "First clinic: See you on Monday.")
    await account.tell("sms", MessageSid="SM2", From=ANA, To=account.second.number, Body="STOP")
    assert await account.stopped(account.second) and not await account.stopped(account.first)
    confirmation = account.carrier.texts[-1].form
    assert confirmation["From"] == account.second.number and "opted out" in confirmation["Body"]
    await account.write(account.first, "First clinic: Your visit was moved.")
    assert account.carrier.texts[-1].form["From"] == account.first.number


async def test_a_status_reaches_the_clinic_that_sent(account: Account) -> None:
    for practice in (account.first, account.second):
        await account.write(practice, "See you soon.")
    sid = account.carrier.texts[-1].sid
    # The same message's name with the other clinic's number says nothing about this clinic's text.
    await account.tell("sms-status", MessageSid=sid, MessageStatus="failed", From=account.first.number, To=ANA)
    assert [state for _, _, state in await account.thread(account.second)] == ["sent"]
    await account.tell("sms-status", MessageSid=sid, MessageStatus="delivered", From=account.second.number, To=ANA)
    assert [state for _, _, state in await account.thread(account.second)] == ["delivered"]
    assert [state for _, _, state in await account.thread(account.first)] == ["sent"]


async def test_a_call_is_answered_as_the_clinic_whose_number_was_called(account: Account) -> None:
    for practice in (account.first, account.second):
        answer = await account.tell("voice", CallSid="CA1", From=ANA, To=practice.number, CallStatus="ringing")
        assert "<Stream" in answer.text
        knowledge = list(account.voice.assistants.values())[-1]["metadata"]["practice"]
        assert knowledge["locations"][0]["id"] == encode("loc", practice.main)
    assert len(account.voice.assistants) == 2


async def test_an_answer_leaves_from_the_number_that_was_written_to(account: Account) -> None:
    other = "+13055559999"
    async with account.database.clinic(account.second.scope) as session:
        await practices.assign_number(session, other, label="Westside")
    await account.tell("sms", MessageSid="SM3", From=ANA, To=other, Body="Hello")
    assert account.carrier.texts[-1].form["From"] == other
    async with account.database.clinic(account.second.scope) as session:
        await practices.retire_number(session, other)
    await account.tell("sms", MessageSid="SM4", From=ANA, To=other, Body="Still there?")
    assert account.carrier.texts[-1].form["From"] == account.second.number


async def test_a_clinic_without_a_number_sends_nothing_and_says_why(account: Account) -> None:
    async with account.database.clinic(account.second.scope) as session:
        await practices.retire_number(session, account.second.number)
    thread_id = await account.write(account.second, "See you on Tuesday.")
    assert account.carrier.texts == []
    assert [state for _, _, state in await account.thread(account.second)] == ["blocked"]
    async with account.database.clinic(account.second.scope) as session:
        with pytest.raises(Conflict, match="no phone number for this"):
            await inbox.write_as_staff(session, thread_id, "See you on Tuesday.", "key-00000001")
    # A STOP that comes late to the number that the clinic had holds anyway.
    await account.tell("sms", MessageSid="SM5", From=ANA, To=account.second.number, Body="STOP")
    assert await account.stopped(account.second)
    assert account.carrier.texts == []
