"""What every adapter of the ``CarrierNumbers`` port must do: the sandbox, and Twilio's REST API."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from mia.adapters.sandbox_numbers import SandboxNumbers
from mia.adapters.twilio_account import TwilioAccount
from mia.adapters.twilio_numbers import TwilioNumbers
from mia.clinic.practice.ports import CarrierNumber, CarrierNumbers
from mia.platform.kernel.errors import Unavailable
from tests.fakes.phones.twilio import NUMBER, SID, TOKEN, FakeTwilio


@pytest_asyncio.fixture
async def by_twilio(twilio: FakeTwilio) -> AsyncIterator[TwilioNumbers]:
    twilio.numbers[NUMBER] = {"capabilities": {"sms": True, "voice": True, "mms": False}}
    numbers = TwilioNumbers(TwilioAccount(SID, TOKEN, twilio.api_url))
    yield numbers
    await numbers.close()


@pytest.fixture(params=["sandbox", "twilio"])
def numbers(request: pytest.FixtureRequest, by_twilio: TwilioNumbers) -> CarrierNumbers:
    return SandboxNumbers() if request.param == "sandbox" else by_twilio


async def test_a_number_is_found_with_what_it_can_do(numbers: CarrierNumbers) -> None:
    assert await numbers.find(NUMBER) == CarrierNumber(NUMBER, texts=True, calls=True)


async def test_only_the_very_number_counts(twilio: FakeTwilio, by_twilio: TwilioNumbers) -> None:
    twilio.numbers[NUMBER + "7"] = {"capabilities": {"sms": True}}
    del twilio.numbers[NUMBER]
    assert await by_twilio.find(NUMBER) is None
    found = await by_twilio.find(NUMBER + "7")
    assert found is not None and (found.texts, found.calls) == (True, False)


@pytest.mark.parametrize("status", [401, 429, 500])
async def test_a_carrier_that_cannot_say_is_no_answer(
    status: int, twilio: FakeTwilio, by_twilio: TwilioNumbers
) -> None:
    twilio.fail.append(status)
    with pytest.raises(Unavailable):
        await by_twilio.find(NUMBER)


async def test_a_carrier_that_is_away_is_no_answer() -> None:
    numbers = TwilioNumbers(TwilioAccount(SID, TOKEN, "http://127.0.0.1:9"))
    with pytest.raises(Unavailable):
        await numbers.find(NUMBER)
    await numbers.close()
