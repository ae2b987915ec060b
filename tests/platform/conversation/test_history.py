"""The history that a model is given keeps to what providers accept."""

from mia.platform.conversation.history import History, Written
from mia.platform.conversation.ports import CallTool, ToolResult


def test_what_a_model_is_told_while_a_tool_runs_stands_before_the_call() -> None:
    history = History()
    history.heard("Is there time on Monday?")
    history.said(Written("Let me look."))
    history.asked(CallTool("1", "find_slots", {}))
    history.told("She has paid.")
    history.answered(ToolResult("1", "find_slots", {"slots": []}))
    history.told("She is in a hurry.")
    assert [message.role for message in history.messages()] == ["user", "system", "assistant", "tool", "system"]
