"""What every adapter of the ``SmsSender`` port must do: the sandbox's phones, and Twilio's REST API."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace

import pytest
import pytest_asyncio

from mia.adapters.no_sms import NoSmsSender
from mia.adapters.sandbox_sms import SandboxSmsSender
from mia.adapters.twilio_account import TwilioAccount
from mia.adapters.twilio_sms import TwilioSmsSender, receipt_status
from mia.clinic.inbox.ports import OutcomeUnknown, ReceiptStatus, SmsMessage, SmsRejected, SmsSender
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from mia.platform.sandbox_phones import service as sandbox_phones
from tests.fakes.access import make_clinic, scope_of
from tests.fakes.phones.twilio import INVALID, LANDLINE, NUMBER, OPTED_OUT, SID, TOKEN, FakeTwilio

ANA = "+13055550142"
TEXT = "Harbor Aesthetics: Hi Jos\u00e9, you're due for a visit. Reply STOP to opt out."
STATUS_URL = "https://mia.example/api/webhooks/twilio/sms-status"


@dataclass
class Texts:
    """An adapter, and a way to see what arrived."""

    sender: SmsSender
    scope: ClinicScope
    arrived: Callable[[], Awaitable[list[tuple[str, str]]]]

    def message(self, text: str = TEXT, to: str = ANA) -> SmsMessage:
        return SmsMessage(new_id().hex, self.scope, NUMBER, to, text)


@pytest_asyncio.fixture
async def by_twilio(twilio: FakeTwilio) -> AsyncIterator[TwilioSmsSender]:
    sender = TwilioSmsSender(TwilioAccount(SID, TOKEN, twilio.api_url), STATUS_URL)
    yield sender
    await sender.close()


@pytest_asyncio.fixture(params=["sandbox", "twilio"])
async def texts(
    request: pytest.FixtureRequest, database: Database, twilio: FakeTwilio, by_twilio: TwilioSmsSender
) -> Texts:
    scope = scope_of(await make_clinic(database, new_id().hex))
    if request.param == "sandbox":

        async def kept() -> list[tuple[str, str]]:
            async with database.clinic(scope) as session:
                return [(text.number, text.text) for text in await sandbox_phones.list_texts(session)]

        return Texts(SandboxSmsSender(database), scope, kept)

    async def taken() -> list[tuple[str, str]]:
        return [(text.form["To"], text.form["Body"]) for text in twilio.texts]

    return Texts(by_twilio, scope, taken)


async def test_a_text_arrives_whole(texts: Texts) -> None:
    receipt = await texts.sender.send(texts.message())
    assert await texts.arrived() == [(ANA, TEXT)]
    assert receipt.provider_id
    assert receipt.status in (ReceiptStatus.ACCEPTED, ReceiptStatus.DELIVERED)


async def test_what_was_sent_is_found_and_what_was_not_is_not(texts: Texts) -> None:
    sent, other = texts.message(), texts.message("Another one")
    receipt = await texts.sender.send(sent)
    found = await texts.sender.find(sent)
    assert found is not None and found.provider_id == receipt.provider_id
    assert await texts.sender.find(other) is None
    assert await texts.sender.find(replace(other, text=TEXT, to="+13055550143")) is None


async def test_a_number_that_cannot_be_reached_is_refused_for_good(texts: Texts) -> None:
    with pytest.raises(SmsRejected) as refused:
        await texts.sender.send(texts.message(to=INVALID))
    assert (refused.value.reason, refused.value.retryable) == ("invalid_number", False)
    assert await texts.arrived() == []


async def test_receipts_and_messages_say_nothing_of_the_person(texts: Texts) -> None:
    message = texts.message()
    assert ANA not in repr(message) and "due for a visit" not in repr(message)
    assert ANA not in repr(await texts.sender.send(message))


async def test_the_sandbox_takes_a_key_once(database: Database) -> None:
    sender, scope = SandboxSmsSender(database), scope_of(await make_clinic(database, new_id().hex))
    message = SmsMessage("key", scope, NUMBER, ANA, TEXT)
    assert await sender.send(message) == await sender.send(message)
    async with database.clinic(scope) as session:
        assert len(await sandbox_phones.list_texts(session)) == 1


def by(scope: ClinicScope, to: str = ANA) -> SmsMessage:
    return SmsMessage("key", scope, NUMBER, to, TEXT)


SCOPE = ClinicScope(new_id(), "test")


@pytest.mark.parametrize(("to", "reason"), [(LANDLINE, "landline"), (OPTED_OUT, "opted_out")])
async def test_twilios_refusals_are_told_apart(to: str, reason: str, by_twilio: TwilioSmsSender) -> None:
    with pytest.raises(SmsRejected) as refused:
        await by_twilio.send(by(SCOPE, to))
    assert (refused.value.reason, refused.value.retryable) == (reason, False)


async def test_a_busy_twilio_may_be_asked_again(twilio: FakeTwilio, by_twilio: TwilioSmsSender) -> None:
    twilio.fail.append(429)
    with pytest.raises(SmsRejected) as refused:
        await by_twilio.send(by(SCOPE))
    assert (refused.value.reason, refused.value.retryable) == ("busy", True)


@pytest.mark.parametrize("failure", [500, 503, "drop"])
async def test_a_lost_answer_leaves_the_outcome_open(
    failure: int | str, twilio: FakeTwilio, by_twilio: TwilioSmsSender
) -> None:
    twilio.fail.append(failure)
    with pytest.raises(OutcomeUnknown):
        await by_twilio.send(by(SCOPE))
    found = await by_twilio.find(by(SCOPE))
    assert (found is not None) == (failure == "drop")
    twilio.fail.append(500)
    with pytest.raises(OutcomeUnknown):
        await by_twilio.find(by(SCOPE))


async def test_a_twilio_that_is_away_has_taken_nothing() -> None:
    sender = TwilioSmsSender(TwilioAccount(SID, TOKEN, "http://127.0.0.1:9"), STATUS_URL)
    with pytest.raises(SmsRejected) as refused:
        await sender.send(by(SCOPE))
    assert (refused.value.reason, refused.value.retryable) == ("unavailable", True)
    with pytest.raises(OutcomeUnknown):
        await sender.find(by(SCOPE))
    await sender.close()


async def test_twilio_is_asked_to_tell_what_becomes_of_a_text(
    twilio: FakeTwilio, by_twilio: TwilioSmsSender
) -> None:
    await by_twilio.send(by(SCOPE))
    assert twilio.texts[0].form["StatusCallback"] == STATUS_URL
    twilio.texts[0].status = "undelivered"
    found = await by_twilio.find(by(SCOPE))
    assert found is not None and found.status is ReceiptStatus.FAILED


@pytest.mark.parametrize(
    ("status", "meant"),
    [
        ("queued", ReceiptStatus.ACCEPTED),
        ("sent", ReceiptStatus.ACCEPTED),
        ("delivered", ReceiptStatus.DELIVERED),
        ("undelivered", ReceiptStatus.FAILED),
        ("failed", ReceiptStatus.FAILED),
    ],
)
def test_twilios_statuses_are_understood(status: str, meant: ReceiptStatus) -> None:
    assert receipt_status(status) is meant


async def test_without_a_provider_every_text_is_refused() -> None:
    with pytest.raises(SmsRejected) as refused:
        await NoSmsSender().send(by(SCOPE))
    assert not refused.value.retryable
    assert await NoSmsSender().find(by(SCOPE)) is None
