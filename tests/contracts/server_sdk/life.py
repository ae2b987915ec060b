"""An organization's life through the hosted service's Python library: what it makes, reads, changes and drops.

Prints a line of JSON for each request: ``{name, detail}``, where ``detail`` says what is wrong with the answer, or
nothing. Argument: {url, token, phoneNumberId} as JSON.
"""

import io
import json
import sys
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Protocol

from vapi import Vapi
from vapi.core.api_error import ApiError
from vapi.types.create_chat_stream_response import CreateChatStreamResponse

from tests.contracts.server_sdk.judge import Judge

LOOK_UP = {"name": "look_up", "parameters": {"type": "object", "properties": {"name": {"type": "string"}}}}
SERVER = {"url": "https://tools.example/run"}
MODEL = {"provider": "openai", "model": "gpt-4o", "messages": [{"role": "system", "content": "Be kind."}]}


def live(judge: Judge) -> None:
    """All of it, in the order in which things need each other."""
    for chapter in (
        _assistants,
        _tools,
        _files,
        _squads,
        _numbers,
        _calls,
        _campaigns,
        _sessions,
        _chats,
        _analytics,
        _farewell,
    ):
        chapter(judge, judge.client)


class _Room(Protocol):
    """What the clients of all rooms have."""

    def list(self) -> Any: ...
    def get(self, id: str) -> Any: ...


def _read(judge: Judge, name: str, room: _Room, made: Any) -> None:
    judge.ask(f"{name}.get", lambda: room.get(made.id))
    judge.ask(f"{name}.list", room.list, fits=lambda found: made.id in {each.id for each in found})


def _assistants(judge: Judge, client: Vapi) -> None:
    room = client.assistants
    plain = judge.ask(
        "assistants.create",
        lambda: room.create(
            name="Mia",
            first_message="Hello, this is Mia.",
            first_message_mode="assistant-speaks-first",
            model=MODEL
            | {"tools": [{"type": "function", "function": LOOK_UP, "server": SERVER}, {"type": "endCall"}]},
            server=SERVER,
            server_messages=["status-update", "end-of-call-report"],
            client_messages=["transcript"],
            max_duration_seconds=600,
            end_call_message="Goodbye.",
            end_call_phrases=["bye now"],
            voicemail_message="Please call us.",
            background_sound="off",
            model_output_in_messages_enabled=False,
            start_speaking_plan={"waitSeconds": 0.4},
            stop_speaking_plan={"numWords": 2, "voiceSeconds": 0.2, "backoffSeconds": 1},
            monitor_plan={"listenEnabled": False, "controlEnabled": True},
            artifact_plan={"recordingEnabled": False, "transcriptPlan": {"enabled": True}},
            analysis_plan={"summaryPlan": {"enabled": True}},
            keypad_input_plan={"enabled": True, "delimiters": "#"},
            metadata={"branch": "north"},
        ),
    )
    judge.made["assistant"] = plain
    _read(judge, "assistants", room, plain)
    judge.ask("assistants.update", lambda: room.update(plain.id, name="Mia B"), fits=lambda it: it.name == "Mia B")


def _tools(judge: Judge, client: Vapi) -> None:
    kinds: list[dict[str, Any]] = [
        {"type": "function", "function": LOOK_UP, "server": SERVER, "async": False},
        {"type": "endCall"},
        {
            "type": "apiRequest",
            "method": "GET",
            "url": "https://tools.example/see",
            "name": "see",
            "description": "Sees",
        },
        {"type": "transferCall", "destinations": [{"type": "assistant", "assistantName": "Mia"}]},
    ]
    create, drop = client.tools.create, client.tools.delete
    made = [judge.ask(f"tools.create {kind['type']}", partial(create, request=kind)) for kind in kinds]
    _read(judge, "tools", client.tools, made[0])
    change = {"type": "function", "function": LOOK_UP | {"description": "Looks"}}
    judge.ask("tools.update", lambda: client.tools.update(made[0].id, request=change))
    for each in made:
        judge.ask("tools.delete", partial(drop, each.id))


def _files(judge: Judge, client: Vapi) -> None:
    house = ("house.txt", io.BytesIO(b"Parking is free."), "text/plain")
    made = judge.ask("files.create", lambda: client.files.create(file=house))
    _read(judge, "files", client.files, made)
    judge.ask(
        "files.update", lambda: client.files.update(made.id, name="House"), fits=lambda it: it.name == "House"
    )
    query = {"type": "query", "knowledgeBases": [
        {"provider": "google", "name": "house", "description": "The house", "fileIds": [made.id]}
    ]}  # fmt: skip
    judge.ask("tools.create query", lambda: client.tools.create(request=query))
    judge.ask("files.delete", lambda: client.files.delete(made.id))


def _squads(judge: Judge, client: Vapi) -> None:
    members = [{"assistantId": judge.made["assistant"].id}]
    made = judge.ask("squads.create", lambda: client.squads.create(name="House", members=members))
    _read(judge, "squads", client.squads, made)
    change = lambda: client.squads.update(made.id, name="Office", members=members)  # noqa: E731
    judge.ask("squads.update", change, fits=lambda it: it.name == "Office")
    judge.ask("squads.delete", lambda: client.squads.delete(made.id))


def _numbers(judge: Judge, client: Vapi) -> None:
    room = client.phone_numbers
    judge.ask("phone_numbers.list", room.list, fits=lambda found: len(found) == 1)
    judge.ask("phone_numbers.get", lambda: room.get(judge.given["phoneNumberId"]))
    own, assistant = judge.given["ownNumber"], judge.made["assistant"].id
    made = judge.ask("phone_numbers.create", lambda: room.create(request=own | {"provider": "twilio"}))
    for provider, id in (("twilio", made.id), ("vapi", judge.given["phoneNumberId"])):
        change = {"provider": provider, "assistantId": assistant}
        judge.ask(
            f"phone_numbers.update {provider}",
            partial(room.update, id, request=change),
            fits=lambda it: it.assistant_id == assistant,
        )
    judge.ask("phone_numbers.delete imported", lambda: room.delete(made.id))


def _calls(judge: Judge, client: Vapi) -> None:
    assistant, number, room = judge.made["assistant"].id, judge.given["phoneNumberId"], client.calls
    customer = {"number": "+13055550143", "name": "Ana Ruiz"}
    made = judge.ask(
        "calls.create",
        lambda: room.create(assistant_id=assistant, phone_number_id=number, customer=customer, name="First"),
    )
    judge.ask(
        "calls.create batch",
        lambda: room.create(assistant_id=assistant, phone_number_id=number, customers=[customer]),
    )
    judge.ask(
        "calls.create websocket",
        lambda: room.create(assistant_id=assistant, transport={"provider": "vapi.websocket"}),
    )
    judge.ask("calls.create on the web", lambda: judge.web_call(assistant))
    _read(judge, "calls", room, made)
    judge.ask("calls.get ended", lambda: room.get(judge.given["callId"]), fits=lambda call: len(call.messages) == 4)
    judge.ask("calls.update", lambda: room.update(made.id, name="Second"), fits=lambda it: it.name == "Second")
    judge.ask("calls.delete", lambda: room.delete(made.id))


def _campaigns(judge: Judge, client: Vapi) -> None:
    """Listing is not asked: of the hosted libraries, this one alone takes ``GET /campaign`` for a page."""
    room, given = client.campaigns, {"assistant_id": judge.made["assistant"].id}
    plan = {"earliestAt": (datetime.now(UTC) + timedelta(hours=1)).isoformat()}
    customers = [{"number": "+13055550144", "name": "Leo"}]
    number = judge.given["phoneNumberId"]
    create = partial(room.campaign_controller_create, name="Recall", phone_number_id=number, schedule_plan=plan)
    made = judge.ask("campaigns.create", lambda: create(customers=customers, **given))
    judge.ask("campaigns.get", lambda: room.campaign_controller_find_one(made.id))
    judge.ask("campaigns.update", lambda: room.campaign_controller_update(made.id, status="ended"))
    judge.ask("campaigns.delete", lambda: room.campaign_controller_remove(made.id))


def _sessions(judge: Judge, client: Vapi) -> None:
    room, assistant = client.sessions, judge.made["assistant"].id
    made = judge.ask("sessions.create", lambda: room.create(name="One", assistant_id=assistant))
    judge.made["session"] = made
    judge.ask("sessions.get", lambda: room.get(made.id))
    judge.ask("sessions.list", room.list, fits=lambda page: page.metadata.total_items == 1)
    judge.ask("sessions.update", lambda: room.update(made.id, name="Two"), fits=lambda it: it.name == "Two")


def _chats(judge: Judge, client: Vapi) -> None:
    room, session, assistant = client.chats, judge.made["session"].id, judge.made["assistant"].id
    made = judge.ask("chats.create", lambda: room.create(input="one", session_id=session))
    alone = judge.ask("chats.create tool", lambda: room.create(input="book it", assistant_id=assistant))
    judge.ask("chats.create after", lambda: room.create(input="two", previous_chat_id=alone.id))
    judge.ask("chats.create stream", lambda: _stream(judge, client, assistant))
    judge.ask(
        "chats.create_response", lambda: room.create_response(input="one", assistant_id=assistant, stream=False)
    )
    judge.ask("chats.get", lambda: room.get(made.id))
    judge.ask("chats.list", room.list, fits=lambda page: page.metadata.total_items >= 4)
    judge.ask("chats.delete", lambda: room.delete(made.id))
    judge.ask("sessions.get told", lambda: client.sessions.get(session))
    end = lambda: client.sessions.update(session, status="completed")  # noqa: E731
    judge.ask("sessions.update status", end, fits=lambda it: it.status == "completed")
    judge.ask("sessions.delete", lambda: client.sessions.delete(session))


def _stream(judge: Judge, client: Vapi, assistant: str) -> None:
    """The library asks for a stream and cannot read one: it hands on what it was sent as the text of an error."""
    try:
        client.chats.create(input="one", assistant_id=assistant, stream=True)
    except ApiError as told:
        if told.status_code != 200:
            raise
        events = [line.removeprefix("data: ") for line in str(told.body).splitlines() if line.startswith("data: ")]
        deltas = [judge.fits(CreateChatStreamResponse, json.loads(event)) for event in events]
        if "".join(each.delta for each in deltas) != "You said one.":
            raise AssertionError("not the answer") from None


def _analytics(judge: Judge, client: Vapi) -> None:
    query = {
        "table": "call",
        "name": "Calls",
        "groupBy": ["type"],
        "timeRange": {"step": "day", "timezone": "America/New_York"},
        "operations": [{"operation": "count", "column": "id"}, {"operation": "sum", "column": "duration"}],
    }
    judge.ask(
        "analytics.get", lambda: client.analytics.get(queries=[query]), fits=lambda told: told[0].name == "Calls"
    )


def _farewell(judge: Judge, client: Vapi) -> None:
    judge.ask("phone_numbers.delete", lambda: client.phone_numbers.delete(judge.given["phoneNumberId"]))
    judge.ask("assistants.delete", lambda: client.assistants.delete(judge.made["assistant"].id))


if __name__ == "__main__":
    live(Judge(json.loads(sys.argv[1])))
