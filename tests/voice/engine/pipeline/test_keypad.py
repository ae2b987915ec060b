"""Keys that a caller presses."""

import asyncio
import json

import pytest

from mia.voice.engine.pipeline.client_messages import read_client_message
from mia.voice.engine.pipeline.control import PressKey
from mia.voice.engine.pipeline.turns.keypad import Keypad, KeypadPlan
from mia.voice.engine.transports.media_stream import MediaStream


def entries(plan: KeypadPlan, keys: str) -> list[str]:
    entered: list[str] = []
    keypad = Keypad(plan, entered.append)
    for key in keys:
        keypad.press(key)
    keypad.stop()
    return entered


@pytest.mark.parametrize(
    ("plan", "keys", "entered"),
    [
        (KeypadPlan(enabled=True, timeout_seconds=0), "123#45#6", ["123", "45"]),
        (KeypadPlan(enabled=True, timeout_seconds=0, delimiters="*"), "12#*", ["12#"]),
        (KeypadPlan(enabled=True, timeout_seconds=0, delimiters=""), "12", ["1", "2"]),
        (KeypadPlan(enabled=True, timeout_seconds=0), "##a", []),
        (KeypadPlan(), "123#", []),
    ],
)
def test_keys_become_entries(plan: KeypadPlan, keys: str, entered: list[str]) -> None:
    assert entries(plan, keys) == entered


async def test_an_entry_is_complete_when_no_other_key_comes() -> None:
    entered: asyncio.Queue[str] = asyncio.Queue()
    keypad = Keypad(KeypadPlan(enabled=True, timeout_seconds=0.01), entered.put_nowait)
    keypad.press("4")
    keypad.press("2")
    assert await asyncio.wait_for(entered.get(), 5) == "42"


async def test_a_phone_s_keys_come_through_the_carrier() -> None:
    async def nothing(*_: str) -> None:
        """No one listens."""

    stream = MediaStream(nothing, nothing)
    for key in "5#":
        await stream.take(json.dumps({"event": "dtmf", "streamSid": "MZ1", "dtmf": {"digit": key}}))
    messages = aiter(stream.messages())
    assert [read_client_message(await anext(messages)) for _ in "5#"] == [PressKey("5"), PressKey("#")]
    stream.lost()
    assert [message async for message in messages] == []
