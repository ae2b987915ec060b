"""Words of danger that meant none: after a no the conversation goes on with what was said before."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass

import pytest

from mia.platform.conversation.ports import Heard, Output, Turn
from mia.platform.safety.danger import Alarm, Danger
from mia.receptionist.receptionist import EmbeddedReceptionist
from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice

NO = "no no, nothing like that"


@dataclass
class Alarmist(EmbeddedReceptionist):
    """Takes one sentence for danger of a kind, whatever the rules say of it today."""

    words: str
    danger: Danger

    async def reply(self, turn: Turn, alarm: Alarm | None = None) -> AsyncGenerator[Output, None]:
        mistaken = isinstance(turn.event, Heard) and turn.event.text == self.words
        async for output in super().reply(turn, Alarm(self.danger) if mistaken else alarm):
            yield output


def caller(
    kind: str = "dental", mistakes: str = "", for_danger: Danger = Danger.ASKED
) -> tuple[Conversation, Office]:
    office = Office(practice=practice(kind), on_file=[], number="0142")
    return Conversation(office, Alarmist(mistakes, for_danger), typed=True), office


async def test_what_was_lost_is_looked_for_after_a_no() -> None:
    said = "emergency of the 5 year old kind, a stuffed unicorn got left in your waiting room on Monday"
    talk, office = caller(mistakes=said)
    assert "911" in await talk.say(said) and not office.made("request_person")
    assert "name" in await talk.say(NO)
    assert any("unicorn" in str(task["reason"]) for task in office.made("request_person"))


async def test_a_time_that_was_chosen_stays_chosen() -> None:
    said = "1 PM, I'd die for that one"
    talk, _ = caller("wellness", said, Danger.NOW)
    await talk.say("I'd like a massage next Wednesday afternoon")
    assert "911" in await talk.say(said)
    assert "danger right now" in await talk.say(NO)
    assert "1 PM" in await talk.say(NO) and talk.step == "name"


async def test_danger_that_is_denied_starts_no_talk_about_it() -> None:
    talk, _ = caller()
    await talk.say("my husband has crushing chest pain")
    await talk.say(NO)
    assert (await talk.say(NO)).endswith("Is there anything else I can help you with?")


@pytest.mark.parametrize(
    "said",
    [
        "put me down for 9 AM",
        "who keeps blowing up my phone with promos",
        "102 fever here, scrap my 4 o'clock please",
    ],
)
async def test_turns_of_phrase_are_no_danger(said: str) -> None:
    talk, _ = caller()
    assert "911" not in await talk.say(said)


async def test_who_speaks_no_english_has_no_stroke() -> None:
    talk, _ = caller()
    assert "911" not in await talk.say("hola, mi mamá no habla inglés y le toca examen el jueves 10 en la tarde")
