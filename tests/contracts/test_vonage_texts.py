"""Texts to a number at Vonage reach who answers its calls, once each, and only those that Vonage has signed."""

import asyncio
from typing import Any

import pytest

from tests.fakes.phones.telephones import ANA, Phones, bring_vonage_number
from tests.fakes.phones.voice import assistant_body
from tests.fakes.phones.vonage import FakeVonage

Json = dict[str, Any]


async def bound(phones: Phones, vonage: FakeVonage, **more: Any) -> str:
    """A number that an assistant answers."""
    body = assistant_body(phones.server.url, firstMessage="This is Mia.", **more)
    assistant = (await phones.http.post("/assistant", json=body)).json()
    return str((await bring_vonage_number(phones.http, vonage, assistantId=assistant["id"]))["number"])


def sent(vonage: FakeVonage) -> list[str]:
    return [text.body["text"] for text in vonage.texts]


async def test_a_text_is_answered_and_the_next_one_goes_on(by_vonage: Phones, vonage: FakeVonage) -> None:
    number = await bound(by_vonage, vonage)
    assert (await vonage.write(number, "Hello")).status_code == 204
    assert (await vonage.write(number, "And bye")).status_code == 204
    assert sent(vonage) == ["This is Mia.\nYou said Hello.", "Goodbye."]
    assert {(text.body["from"], text.body["to"]) for text in vonage.texts} == {(number[1:], ANA[1:])}
    report = await by_vonage.report()
    assert report["session"]["customer"] == {"number": ANA}
    assert [line["message"] for line in report["artifact"]["messages"]] == [
        "This is Mia.", "Hello", "You said Hello.", "And bye", "Goodbye."
    ]  # fmt: skip
    await vonage.write(number, "Me again")
    assert sent(vonage)[-1] == "This is Mia.\nYou said Me again.", "a new conversation"


async def test_a_text_is_answered_once_however_often_it_is_told_of(by_vonage: Phones, vonage: FakeVonage) -> None:
    number = await bound(by_vonage, vonage)
    told = [vonage.write(number, "Hello", uuid="text-1") for _ in range(3)]
    assert {answer.status_code for answer in await asyncio.gather(*told)} <= {204, 409}
    assert (await vonage.write(number, "Hello", uuid="text-1")).status_code == 204
    assert sent(vonage) == ["This is Mia.\nYou said Hello."]


@pytest.mark.parametrize("forged", [{"secret": "another"}, {"api_key": "another"}, {"payload_hash": "0" * 64}])
async def test_a_text_that_vonage_did_not_sign_is_refused(
    by_vonage: Phones, vonage: FakeVonage, forged: dict[str, Any]
) -> None:
    number = await bound(by_vonage, vonage)
    assert (await vonage.write(number, "Hello", **forged)).status_code == 403
    assert (await by_vonage.http.get("/session")).json()["results"] == [] and sent(vonage) == []


async def test_who_writes_stop_gets_no_more_texts_until_they_write_start(
    by_vonage: Phones, vonage: FakeVonage
) -> None:
    number = await bound(by_vonage, vonage)
    for words in ("Hello", "STOP.", "Are you there?", "Start", "Thanks"):
        assert (await vonage.write(number, words)).status_code == 204
    assert [text.split(" ")[:4] for text in sent(vonage)[1:]] == [
        ["You", "will", "get", "no"], ["You", "will", "get", "texts"], ["You", "said", "Thanks."]
    ]  # fmt: skip


async def test_nobody_is_texted_in_a_call_after_they_wrote_stop(by_vonage: Phones, vonage: FakeVonage) -> None:
    await vonage.write(await bound(by_vonage, vonage), "Unsubscribe")
    model = {"provider": "mia", "tools": [{"type": "sms"}]}
    call = await by_vonage.call(model=model, voicemailDetection="off")
    async with by_vonage.pick_up(call):
        talk = await by_vonage.worker.engine.next_call()
        await talk.transport.connected()
        await talk.begin()
        told = await talk.uses_tool("sms", message="Hello")
        talk.hang_up()
    assert told.error == "The caller has asked for no more texts." and len(vonage.texts) == 1


async def test_what_cannot_be_answered_is_not(by_vonage: Phones, vonage: FakeVonage) -> None:
    unbound = (await bring_vonage_number(by_vonage.http, vonage))["number"]
    assert (await vonage.write(unbound, "Hello")).status_code == 204, "nobody answers this number"
    number = await bound(by_vonage, vonage)
    for sender, words in (("Pharmacy", "Win!"), ("4479005550142", "Hello"), (ANA[1:], "  ")):
        assert (await vonage.write(number, words, sender=sender)).status_code == 204
    assert sent(vonage) == []
