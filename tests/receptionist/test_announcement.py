"""A call that tells something and asks for a yes."""

from datetime import UTC, datetime
from typing import Any

import pytest

from mia.app.language_models import build_language_models
from mia.platform.conversation.ports import (
    Brief,
    CallTool,
    EndCall,
    Event,
    Heard,
    Output,
    Say,
    Silence,
    ToolResult,
    ToolSpec,
    Turn,
)
from mia.receptionist.announcement import Announcement, is_yes
from tests.fakes.access import settings_of_tests

BRIEF = Brief(
    "Mia",
    "This is Mia with an urgent alert. To acknowledge, say yes.",
    "",
    {},
    tools=(ToolSpec("acknowledge_alert", "", {}),),
    model={"provider": "announcement", "thanks": "Thank you. Goodbye."},
)


async def says(memory: dict[str, Any], event: Event) -> list[Output]:
    turn = Turn(BRIEF, (), event, memory, datetime.now(UTC))
    return [output async for output in Announcement().reply(turn)]


async def test_a_yes_is_handed_on_and_thanked_for() -> None:
    memory: dict[str, Any] = {}
    assert await says(memory, Heard("Yes.")) == [CallTool("yes-1", "acknowledge_alert", {})]
    done = ToolResult("yes-1", "acknowledge_alert", {"acknowledged": True})
    assert await says(memory, done) == [Say("Thank you. Goodbye."), EndCall()]
    assert (await Announcement().conclude(BRIEF, (), memory)).success


async def test_what_failed_is_not_thanked_for() -> None:
    failed = ToolResult("yes-1", "acknowledge_alert", {}, "away")
    said = await says({}, failed)
    assert said == [Say("I couldn't save that. Please open Mia now. Goodbye."), EndCall()]


async def test_it_is_said_three_times_at_most() -> None:
    memory: dict[str, Any] = {}
    for event in (Silence(1), Heard("Who is this?")):
        assert await says(memory, event) == [Say(BRIEF.first_message)]
    assert await says(memory, Silence(2)) == [Say("Goodbye."), EndCall()]
    assert not (await Announcement().conclude(BRIEF, (), memory)).success


@pytest.mark.parametrize("text", ["yes", "Yeah, okay.", "I acknowledge", "Got it, thanks", "I'm on my way"])
def test_a_yes_is_heard(text: str) -> None:
    assert is_yes(text)


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "I can't right now",
        "what?",
        "",
        "Hi, you have reached Maya, yes I am not here, leave a message",
        "ok so who is it that you want to talk to",
    ],
)
def test_anything_else_is_none(text: str) -> None:
    assert not is_yes(text)


def test_every_installation_can_make_such_calls() -> None:
    assert isinstance(build_language_models(settings_of_tests()).choose(BRIEF), Announcement)
