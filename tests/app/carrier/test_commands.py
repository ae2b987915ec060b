"""``mia number``: the operator assigns the carrier account's numbers, and no clinic gets another's."""

import argparse
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from mia.adapters.sandbox_numbers import SandboxNumbers
from mia.adapters.twilio_account import TwilioAccount
from mia.adapters.twilio_numbers import TwilioNumbers
from mia.app.carrier.arguments import add_arguments
from mia.app.carrier.commands import Numbering
from mia.app.carrier.first_number import enter_first_number
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import CarrierNumbers, ClinicNumber, NumberUse
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.auth.guards import scope_of_row
from mia.voice.resources.phone_number.service import save_number
from tests.fakes.access import make_clinic, settings_of_tests
from tests.fakes.phones.twilio import SID, TOKEN, FakeTwilio, fake_twilio

MAIN, OTHER = "+13055550100", "+13055550101"
PUBLIC = "https://mia.example"


def settings_with_twilio(**more: str) -> Settings:
    account = {"MIA_TWILIO_ACCOUNT_SID": SID, "MIA_TWILIO_AUTH_TOKEN": TOKEN, "PUBLIC_URL": PUBLIC}
    return settings_of_tests(MIA_DEMO_PUBLIC="1", **account, **more)


@dataclass
class Operator:
    """Someone at the command line, and the carrier account."""

    database: Database
    twilio: FakeTwilio
    carrier: CarrierNumbers | None
    capsys: pytest.CaptureFixture[str]

    async def runs(self, *arguments: str) -> tuple[int, str]:
        """``mia number ...``: its exit status and all that it said."""
        parser = argparse.ArgumentParser()
        add_arguments(parser)
        status = await Numbering(self.database, settings_with_twilio(), self.carrier).run(
            parser.parse_args(arguments)
        )
        said = self.capsys.readouterr()
        return status, said.out + said.err

    async def clinic(self) -> identity.Clinic:
        return await make_clinic(self.database, new_id().hex)

    async def numbers(self, clinic: identity.Clinic) -> list[ClinicNumber]:
        async with self.database.clinic(identity.service_scope(clinic.id, "test")) as session:
            return await practices.list_numbers(session)


@pytest_asyncio.fixture
async def operator(database: Database, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Operator]:
    async with fake_twilio() as twilio:
        able = {"capabilities": {"sms": True, "voice": True}}
        twilio.numbers = {MAIN: able, OTHER: {"capabilities": {"sms": False, "voice": True}}}
        numbers = TwilioNumbers(TwilioAccount(SID, TOKEN, twilio.api_url))
        yield Operator(database, twilio, numbers, capsys)
        await numbers.close()
    for clinic in await _having_numbers(database):
        async with database.clinic(identity.service_scope(clinic.clinic_id, "test")) as session:
            await practices.retire_number(session, clinic.number)
            await practices.release_number(session, clinic.number)


async def _having_numbers(database: Database) -> list[ClinicNumber]:
    async with database.system(SystemScope.CARRIER) as system:
        return await practices.list_assigned(system)


async def test_a_number_of_the_account_is_assigned_with_what_it_can_do(operator: Operator) -> None:
    clinic = await operator.clinic()
    status, said = await operator.runs("add", MAIN, "--clinic", clinic.slug, "--label", "Main line")
    assert status == 0
    assert f"{MAIN} belongs to {clinic.name}: texts and calls" in said
    assert f'"A message comes in" to {PUBLIC}/api/webhooks/twilio/sms' in said
    assert (await operator.runs("add", OTHER, "--clinic", clinic.slug))[0] == 0
    first, second = await operator.numbers(clinic)
    assert (first.number, first.label, first.texts, first.calls) == (MAIN, "Main line", True, True)
    assert (second.number, second.texts, second.calls) == (OTHER, False, True)
    async with operator.database.clinic(identity.service_scope(clinic.id, "test")) as session:
        assert await practices.sending_number(session, NumberUse.CALLS, rather=OTHER) == OTHER
        assert await practices.sending_number(session, NumberUse.TEXTS, rather=OTHER) == MAIN
    assert f"{MAIN}  {clinic.slug}  texts and calls  Main line" in (await operator.runs("list"))[1]


async def test_nothing_is_said_of_webhooks_that_are_right(operator: Operator) -> None:
    right = {"sms_url": f"{PUBLIC}/api/webhooks/twilio/sms", "voice_url": f"{PUBLIC}/api/webhooks/twilio/voice"}
    operator.twilio.numbers[MAIN] |= right
    assert "Set at Twilio" not in (await operator.runs("add", MAIN, "--clinic", (await operator.clinic()).slug))[1]


async def test_a_number_that_the_account_does_not_own_is_nobodys(operator: Operator) -> None:
    clinic = await operator.clinic()
    for number, why in (("+13055550199", "does not own"), ("305-555-0100", "is written such as")):
        status, said = await operator.runs("add", number, "--clinic", clinic.slug)
        assert status == 1 and why in said
    operator.twilio.fail.append(500)
    assert "could not be asked" in (await operator.runs("add", MAIN, "--clinic", clinic.slug))[1]
    operator.carrier = None
    assert "There is no carrier account" in (await operator.runs("add", MAIN, "--clinic", clinic.slug))[1]
    assert await operator.numbers(clinic) == []


async def test_a_number_moves_to_another_clinic_only_once_it_was_removed(operator: Operator) -> None:
    first, second = await operator.clinic(), await operator.clinic()
    await operator.runs("add", MAIN, "--clinic", first.slug)
    status, said = await operator.runs("add", MAIN, "--clinic", second.slug)
    assert status == 1 and f"mia number remove {MAIN}" in said
    async with operator.database.org(scope_of_row(new_id(), "test")) as org:
        await save_number(org, {"number": MAIN})  # as the voice service has it once a call has left from it
    assert (await operator.runs("remove", MAIN))[0] == 0
    assert [one.active for one in await operator.numbers(first)] == [False]
    assert (await operator.runs("add", MAIN, "--clinic", second.slug))[0] == 0
    assert await operator.numbers(first) == []
    assert [one.number for one in await operator.numbers(second)] == [MAIN]
    async with operator.database.org(scope_of_row(new_id(), "test")) as org:
        assert (await save_number(org, {"number": MAIN}))["number"] == MAIN
    assert (await operator.runs("remove", "+13055550199"))[0] == 1


async def test_what_is_used_of_a_number_can_be_narrowed_later(operator: Operator) -> None:
    clinic = await operator.clinic()
    await operator.runs("add", MAIN, "--clinic", clinic.slug)
    assert "belongs to" in (await operator.runs("add", MAIN, "--clinic", clinic.slug, "--no-calls"))[1]
    (number,) = await operator.numbers(clinic)
    assert (number.texts, number.calls) == (True, False)


async def test_in_the_sandbox_any_number_can_be_had(operator: Operator) -> None:
    clinic = await operator.clinic()
    operator.carrier = SandboxNumbers()
    assert (await operator.runs("add", "+13055550177", "--clinic", clinic.slug))[0] == 0


async def test_the_one_number_of_the_old_settings_becomes_its_clinics_once(operator: Operator) -> None:
    clinic, other = await operator.clinic(), await operator.clinic()
    settings = settings_with_twilio(MIA_TWILIO_NUMBER=MAIN, MIA_TWILIO_CLINIC=clinic.slug)
    for _ in range(2):
        await enter_first_number(operator.database, settings)
    assert [(one.number, one.texts, one.calls) for one in await operator.numbers(clinic)] == [(MAIN, True, True)]
    await operator.runs("remove", MAIN)
    await operator.runs("add", MAIN, "--clinic", other.slug)
    await enter_first_number(operator.database, settings)  # the settings are still there
    assert [one.number for one in await operator.numbers(other)] == [MAIN]
    unknown = settings_with_twilio(MIA_TWILIO_NUMBER=OTHER, MIA_TWILIO_CLINIC="nobody")
    await enter_first_number(operator.database, unknown)
    await enter_first_number(operator.database, settings_of_tests())
