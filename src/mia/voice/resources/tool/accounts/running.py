"""Running a tool that works in an account."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from mia.platform.conversation.ports import CallTool, ToolResult
from mia.voice.messages.client import MessageClient
from mia.voice.messages.tools import failed
from mia.voice.resources.tool.accounts.asking import Asking, Refused
from mia.voice.resources.tool.accounts.gohighlevel import ask_gohighlevel
from mia.voice.resources.tool.accounts.google import append_row, check_availability, create_event
from mia.voice.resources.tool.accounts.kinds import ACCOUNT_KINDS
from mia.voice.resources.tool.accounts.make import run_scenario
from mia.voice.resources.tool.accounts.slack import send_message
from mia.voice.wire import Json

_Ask = Callable[[Asking, str, Json], Awaitable[Any]]

_GOOGLE: Mapping[str, _Ask] = {
    "google.calendar.availability.check": check_availability,
    "google.calendar.event.create": create_event,
    "google.sheets.row.append": append_row,
}


def _how(kind: str) -> tuple[str, _Ask]:
    """What people call the system, and what asks it."""
    match kind:
        case "make":
            return "Make", run_scenario
        case "slack.message.send":
            return "Slack", send_message
        case _ if kind in _GOOGLE:
            return "Google", _GOOGLE[kind]
    return "GoHighLevel", ask_gohighlevel


async def run_in_account(
    client: MessageClient, account: Json | None, tool: Json, call: CallTool, conversation: str
) -> ToolResult:
    """Do what the tool's type does. Arguments that the type does not take are left out: a model reaches nothing
    else of the account. ``conversation`` is the id of the one that asks."""
    kind: str = tool["type"]
    about = ACCOUNT_KINDS[kind]
    if account is None:
        return failed(call, f"The organization has no credential of the provider {about.providers[0]}.")
    given = _given(tool, about.takes, call)
    if missing := [name for name in about.takes["required"] if name not in given]:
        return failed(call, f"{missing[0]} is missing.")
    system, ask = _how(kind)
    asking = Asking(client, system, account, tool.get("metadata") or {}, f"{conversation}:{call.call_id}")
    try:
        return ToolResult(call.call_id, call.name, {"result": await ask(asking, kind, given)})
    except Refused as refusal:
        return failed(call, refusal.why)


def _given(tool: Json, takes: Json, call: CallTool) -> Json:
    """The arguments that count; a scenario's are those that its tool describes."""
    if tool["type"] == "make":
        takes = (tool.get("function") or {}).get("parameters") or takes
    names = takes.get("properties")
    return {name: value for name, value in call.arguments.items() if value is not None and name in (names or ())}
