"""What every adapter of the ``Telephony`` port must do, seen from the voice API: the sandbox's phones with
real WebRTC, and Twilio and Vonage with their REST APIs, signed webhooks and media streams."""

import asyncio

from tests.fakes.phones.telephones import VOICEMAIL, Json, Phones
from tests.fakes.phones.twilio import INVALID


async def ringing(phones: Phones) -> Json:
    """A call whose phone rings."""
    call = await phones.call()
    if phones.rings is not None:
        await phones.rings()
    await phones.server.wait_for("status-update")
    assert phones.statuses() == ["ringing"]
    return call


async def test_a_telephone_rings_and_is_picked_up(phones: Phones) -> None:
    call = await ringing(phones)
    async with phones.pick_up(call):
        talk = await phones.worker.engine.next_call()
        await talk.transport.connected()
        await talk.begin()
        await phones.server.wait_for("status-update", 2)
    async with asyncio.timeout(10):
        await talk.transport.left()
    talk.hang_up()
    assert (await phones.report())["endedReason"] == "customer-ended-call"
    assert phones.statuses() == ["ringing", "in-progress", "ended"]


async def test_a_telephone_is_declined(phones: Phones) -> None:
    await phones.decline(await ringing(phones))
    assert (await phones.report())["endedReason"] == "customer-busy"


async def test_a_telephone_rings_out(phones: Phones) -> None:
    await phones.ring_out(await ringing(phones))
    assert (await phones.report())["endedReason"] == "customer-did-not-answer"


async def test_a_voicemail_gets_the_message(phones: Phones) -> None:
    async with phones.machine(await ringing(phones)):
        report = await phones.report()
    assert report["endedReason"] == "voicemail"
    assert report["transcript"] == f"AI: {VOICEMAIL}\n"


async def test_without_detection_nobody_is_taken_for_a_voicemail(phones: Phones) -> None:
    rings = [{"provider": "twilio", "timeout": 41}]
    call = await phones.call(voicemailDetection="off", transportConfigurations=rings)
    if phones.order is not None:
        assert await phones.order() == (41, False)
        return
    await phones.server.wait_for("status-update")
    async with phones.machine(call):
        talk = await phones.worker.engine.next_call()
        assert talk.setup.answering.brief.first_message, "it is greeted as a person is"
        talk.hang_up()


async def test_the_extension_of_who_is_called_is_keyed(phones: Phones) -> None:
    await phones.call(extension="42#")
    if phones.keys is not None:
        assert (await phones.keys()).endswith("42#")
    else:
        await phones.server.wait_for("status-update")  # a phone of the sandbox has no menu


async def test_a_number_that_cannot_be_called_ends_the_call_without_ringing(phones: Phones) -> None:
    await phones.call(INVALID)
    reason = (await phones.report())["endedReason"]
    assert reason in ("vonage-rejected", "twilio-reported-customer-misdialed")
    assert phones.statuses() == ["ended"]


async def test_a_ringing_call_is_taken_back(phones: Phones) -> None:
    call = await ringing(phones)
    await phones.http.post(f"/call/{call['id']}/end")
    assert (await phones.report())["endedReason"] == "customer-ended-call"
    if phones.silenced is not None:
        await phones.silenced()
    assert phones.worker.worker.calls.active == 0
