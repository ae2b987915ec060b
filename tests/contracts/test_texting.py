"""The tool ``sms`` texts the caller of a phone call, by Twilio and by Vonage."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.fakes.phones.media import ScriptedCall
from tests.fakes.phones.telephones import ANA, Phones
from tests.fakes.phones.twilio import FakeTwilio
from tests.fakes.phones.vonage import FakeVonage

Json = dict[str, Any]
WORDS = "Your visit is on Tuesday at 9 AM — see you then."


@asynccontextmanager
async def talking(phones: Phones, number: str = ANA, **tool: Any) -> AsyncIterator[ScriptedCall]:
    """A call with an assistant that may text."""
    model = {"provider": "mia", "tools": [{"type": "sms", **tool}]}
    call = await phones.call(number, model=model, voicemailDetection="off")
    async with phones.pick_up(call):
        talk = await phones.worker.engine.next_call()
        await talk.transport.connected()
        await talk.begin()
        yield talk
        talk.hang_up()


async def own_number(phones: Phones) -> str:
    (own,) = (await phones.http.get("/phone-number")).json()
    return str(own["number"])


async def test_vonage_texts_the_caller_from_the_number_of_the_call(by_vonage: Phones, vonage: FakeVonage) -> None:
    async with talking(by_vonage) as talk:
        told = await talk.uses_tool("sms", message=f" {WORDS} ", number="+13055559999")
        assert told.result == {"result": "The text was sent."}
    (text,) = vonage.texts
    own = await own_number(by_vonage)
    assert text.body == {"from": own[1:], "to": ANA[1:], "text": WORDS, "type": "unicode"}


async def test_twilio_texts_the_caller_from_the_number_of_the_call(by_twilio: Phones, twilio: FakeTwilio) -> None:
    async with talking(by_twilio, metadata={"from": await own_number_after_a_call(by_twilio)}) as talk:
        assert (await talk.uses_tool("sms", message=WORDS)).error is None
    (text,) = twilio.texts
    assert (text.form["From"], text.form["To"], text.form["Body"]) == (await own_number(by_twilio), ANA, WORDS)


async def own_number_after_a_call(phones: Phones) -> str:
    """The organization's number, made known."""
    number = "+13055550166"
    assert (await phones.http.post("/phone-number", json={"number": number})).status_code == 201
    return number


async def test_a_text_that_cannot_leave_is_told_the_model(by_vonage: Phones, vonage: FakeVonage) -> None:
    async with talking(by_vonage) as talk:
        vonage.fail.append(15)
        assert (await talk.uses_tool("sms", message=WORDS)).error == "The text could not be sent."
        for wrong in ("", "x" * 641, 7):
            assert "message must have" in str((await talk.uses_tool("sms", message=wrong)).error)
        for _ in range(2):
            assert (await talk.uses_tool("sms", message="Hello")).error is None
        assert "more than 3 times" in str((await talk.uses_tool("sms", message="Hello")).error)
    assert [text.body["text"] for text in vonage.texts] == ["Hello", "Hello"]
    assert "type" not in vonage.texts[0].body


async def test_a_text_leaves_from_a_number_of_the_organization_only(by_vonage: Phones, vonage: FakeVonage) -> None:
    async with talking(by_vonage, metadata={"from": "+13055550000"}) as talk:
        refused = await talk.uses_tool("sms", message=WORDS)
    assert "no number of this organization" in str(refused.error)
    assert vonage.texts == []


@pytest.mark.parametrize("wrong", [{"metadata": {"from": "Mia"}}, {"metadata": {"to": ANA}}, {"server": {}}])
async def test_a_tool_that_would_text_otherwise_is_refused(by_vonage: Phones, wrong: Json) -> None:
    assert (await by_vonage.http.post("/tool", json={"type": "sms", **wrong})).status_code == 400
