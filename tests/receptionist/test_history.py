"""A day of something that has been is no day on which someone would like to come."""

import pytest

from tests.receptionist.conversation import Conversation

WHO = "Ana Ruiz, 305 555 0142"


@pytest.mark.parametrize(
    "said",
    [
        "I left my scarf on Monday",
        "I think I forgot my umbrella there Tuesday",
        "was in on Friday and left my charger",
        "my husband left his keys at your front desk on Tuesday morning",
        "did anyone find a pair of sunglasses on Wednesday",
        "I called on Monday and nobody called me back",
        "I paid on Thursday but never got a receipt",
        "I saw Sofia on Monday",
        "I was there on Tuesday",
        "the peel you did on Monday left marks",
    ],
)
async def test_it_is_told_to_nobody_as_a_preference(said: str) -> None:
    talk = Conversation()
    await talk.say(said)
    await talk.say(WHO)
    assert not any("preferred" in told for told in talk.office.made("remember_caller"))
    assert "preferred" not in (await talk.conclude()).structured


@pytest.mark.parametrize(
    "said",
    [
        "I was there in June and would like Botox on Tuesday",
        "I saw Sofia last month, can I come in on Tuesday",
        "we spoke yesterday, Tuesday works for me for Botox",
        "Botox on Tuesday please",
    ],
)
async def test_a_day_wished_for_beside_it_is_one(said: str) -> None:
    talk = Conversation()
    await talk.say(said)
    await talk.say(WHO)
    assert "Tuesday" in str(talk.office.made("remember_caller")[-1]["preferred"])
