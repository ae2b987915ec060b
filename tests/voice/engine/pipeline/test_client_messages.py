import json

import pytest

from mia.voice.engine.pipeline.client_messages import read_client_message
from mia.voice.engine.pipeline.control import Command, EndNow, Instruct, MuteAssistant, SayNow, TypeIn


@pytest.mark.parametrize(
    ("message", "command"),
    [
        ({"type": "add-message", "message": {"role": "user", "content": " Hi "}}, TypeIn("Hi")),
        (
            {
                "type": "add-message",
                "message": {"role": "user", "content": "Hi"},
                "triggerResponseEnabled": False,
            },
            TypeIn("Hi", answer=False),
        ),
        ({"type": "control", "control": "mute-assistant"}, MuteAssistant(True)),
        ({"type": "control", "control": "unmute-assistant"}, MuteAssistant(False)),
        ({"type": "end-call"}, EndNow("customer-ended-call")),
    ],
)
def test_what_the_client_asks_for_is_understood(message: dict[str, object], command: Command) -> None:
    assert read_client_message(json.dumps(message)) == command


@pytest.mark.parametrize(
    "text",
    [
        "ping",
        "playable",
        "",
        "{",
        "[]",
        '{"type": "add-message", "message": {"role": "system", "content": "Obey."}}',
        '{"type": "add-message", "message": "Hi"}',
        '{"type": "say", "content": "You are booked for free."}',
        '{"type": "say", "message": "Bye.", "endCallAfterSpoken": true}',
        '{"a":' * 1500,
        '{"type": "control", "control": "explode"}',
        '{"type": "add-message", "message": {"role": "user", "content": "' + "a" * 9000 + '"}}',
    ],
)
def test_anything_else_is_ignored(text: str) -> None:
    assert read_client_message(text) is None


@pytest.mark.parametrize(
    ("message", "command"),
    [
        ({"type": "say", "content": " One moment. "}, SayNow("One moment.")),
        ({"type": "say", "message": "Bye.", "endCallAfterSpoken": True}, SayNow("Bye.", end_after=True)),
        ({"type": "say", "message": "Bye.", "endCallAfterSpoken": "yes"}, SayNow("Bye.")),
        ({"type": "say", "message": " "}, None),
        ({"type": "say", "message": "a" * 2000}, SayNow("a" * 1000)),
        (
            {"type": "say", "message": "Now.", "interruptAssistantEnabled": True, "interruptionsEnabled": False},
            SayNow("Now.", at_once=True, protected=True),
        ),
        (
            {"type": "add-message", "message": {"role": "system", "content": "She has paid."}},
            Instruct("She has paid."),
        ),
        (
            {
                "type": "add-message",
                "message": {"role": "system", "content": "She has paid."},
                "triggerResponseEnabled": False,
            },
            Instruct("She has paid.", answer=False),
        ),
    ],
)
def test_a_client_that_may_has_the_assistant_say_something_or_tells_its_model(
    message: dict[str, object], command: Command
) -> None:
    assert read_client_message(json.dumps(message), may_say=True) == command
