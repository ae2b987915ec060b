"""Whether the words so far answer the question that was asked, so that no more need be waited for."""

from collections.abc import Awaitable, Callable
from copy import deepcopy

import pytest

from mia.receptionist.receptionist import EmbeddedReceptionist
from tests.receptionist.conversation import Conversation
from tests.receptionist.steps import at_confirm, at_name, at_phone, at_slots, at_when

Start = Callable[[], Awaitable[Conversation]]


async def is_answered(start: Start, said: str) -> bool:
    talk = await start()
    before = deepcopy(talk.memory)
    await talk.say(said)
    return EmbeddedReceptionist().is_answered(before, talk.memory)


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (at_slots, "The first one, please."),
        (at_name, "It's John Miller."),
        (at_phone, "My number is 305-555-0142."),
        (at_confirm, "Yes."),
    ],
)
async def test_what_was_asked_for_is_all_there_is_to_wait_for(start: Start, said: str) -> None:
    assert await is_answered(start, said)


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (at_name, "John."),
        (at_phone, "305"),
        (at_when, "How much is it?"),
        (at_slots, "Hmm, I don't know."),
        (at_confirm, "My lips are turning white."),
    ],
)
async def test_the_rest_is_waited_for(start: Start, said: str) -> None:
    assert not await is_answered(start, said)
